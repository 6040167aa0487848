"""The raised marks of notes and references, which a quotation may have or not.

`stable³ in all runs` can be quoted with its mark or without. An exponent cannot: `n²`
is never `n`, and `12 cm²` never `12 cm`.
"""

from __future__ import annotations

from refereekit.folding import Fold
from refereekit.matching.passages import Passage, cut_down
from refereekit.matching.powers import is_word
from refereekit.patterns import regex
from refereekit.positions import Span

__all__ = ["unmarked"]

_SIGNS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUPERSCRIPTS = regex(f"[{_SIGNS}]{{1,3}}")
_REFERENCE = rf"(?:\d{{1,3}}|[{_SIGNS}]{{1,3}}|[a-z]|[*†‡§¶#∗]+)"
_NOTE_MARK = regex(rf"[\s\[(]*{_REFERENCE}(?:[\s,;–-]+{_REFERENCE})*[\s,\])]*")
_MOST_DIGITS = 3
_SYMBOL_MARK = regex(r"[*†‡§¶#∗\s]+")
_LONG_WORD = regex(r"[^\W\d_]{4}")
"""What a mark before an affiliation or a note stands at: no symbol of an element."""


def _is_number(mark: str) -> bool:
    """Tell whether this is the plain number that most marks are."""
    return len(mark) <= _MOST_DIGITS and mark.isascii() and mark.isdigit()


def _is_note_mark(text: str, span: Span) -> bool:
    """Tell whether a raised span is the mark of a note or a reference."""
    mark = span.cut(text)
    if not (_is_number(mark) or _NOTE_MARK.fullmatch(mark)):
        return False
    before = text[max(0, span.start - 40) : span.start]
    if not before or before[-1].isspace():
        return _LONG_WORD.match(text, span.end) is not None
    if before[-1:] in {".", ",", ";", ":", "”", "’"}:
        return True
    if before[-1:] in {")", "]"}:
        return _SYMBOL_MARK.fullmatch(mark) is not None
    return is_word(before)


def _note_marks(passage: Passage) -> list[Span]:
    """Return the raised marks of notes and references after words, in order."""
    raised = set(passage.raised)
    if any(sign in passage.text for sign in _SIGNS):
        runs = _SUPERSCRIPTS.finditer(passage.text)
        raised.update(Span(*found.span()) for found in runs)
    return sorted(span for span in raised if _is_note_mark(passage.text, span))


def unmarked(passage: Passage) -> Passage | None:
    """Return the passage without the raised marks after words, if it has any."""
    marks = _note_marks(passage)
    if not marks:
        return None
    kept: list[Span] = []
    start = 0
    for span in marks:
        if span.start > start:
            kept.append(Span(start, span.start))
        start = max(start, span.end)
    if start < len(passage.text):
        kept.append(Span(start, len(passage.text)))
    return cut_down(passage, kept, [Fold.RAISED_MARK])
