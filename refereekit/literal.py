"""Where a passage holds a quotation character for character, line ends aside.

Most quotations are pasted. Where nothing but line ends differs, and the characters on
either side leave no doubt that the words are whole, `comparison` has nothing to weigh:
what it would say is known. Anything else is left to it.
"""

from __future__ import annotations

import re

from refereekit.folding import SPACING_ACCENTS, UNREADABLE, Fold, run_core
from refereekit.passages import CONTEXT, Passage
from refereekit.patterns import regex
from refereekit.positions import Span

__all__ = ["find_literal"]

_Pattern = re.Pattern[str]

_PLAIN = regex(r"(?:[^\s\x00-\x1f\u00ad\u200b-\u200f\u202a-\u206f]|[ \n](?![ \n]))+")
"""No white space but single spaces and line ends, nothing that cannot be seen."""

_BEGINS = regex(r"[(\[“‘]|[^\W_]")
_ENDS = regex(r"[)\].,;:?!”’]|[^\W_]")
_WORD_AFTER = r"(?:[ \n](?:[!-,./:-~“”‘’]|[A-Za-z0-9]|\n|\Z)|\Z)"
_AFTER_LETTER = regex(rf"[.,;:)\]?!]|{_WORD_AFTER}")
_AFTER_DIGIT = regex(r"[ \n](?:[A-Za-z]|\n|\Z)|\Z")
_AFTER_SIGN = regex(_WORD_AFTER)
_BEFORE = regex(r"(?:\A|\n\n|[!-,./:-~A-Za-z0-9“”‘’][ \n])\Z")
_BEFORE_LETTER = regex(r"(?:\A|\n\n|[!-,./:-~A-Za-z0-9“”‘’][ \n]|[(\[“])\Z")
_BEFORE_DIGIT = regex(r"(?:\A|\n\n|[A-Za-z][ \n])\Z")
"""What stands beside words that are whole: a blank line, an end of the passage, one
white space and then no dash and no accent, or a mark that touches no word."""

_LOOSE_ACCENT = regex(f"[{''.join(SPACING_ACCENTS)}]")
_SHOWN = 3
"""Code points on either side that these patterns look at."""


def find_literal(text: str, passage: Passage) -> tuple[Span, frozenset[Fold]] | None:
    """Return the one place of a quotation's text in a passage, and what is folded.

    `None` where `comparison` has to look, or where it would not look there first.
    """
    words = text.strip()
    if passage.known_core is None or passage.numbers or not _is_plain(words):
        return None
    start = passage.flat.find(words.replace("\n", " "))
    if start < 0:
        return None
    span = Span(start, start + len(words))
    if not _is_whole(passage.text, span) or _is_set_apart(passage, span):
        return None
    if not _is_once(run_core(words), passage.known_core):
        return None
    is_same = span.cut(passage.text) == words
    return span, passage.folds | (frozenset() if is_same else {Fold.LINE_BREAK})


def _is_once(core: str, page: str) -> bool:
    """Tell whether a core that can be read stands in a page's, and no second time."""
    if UNREADABLE in core or "\ufffc" in core:
        return False
    at = page.find(core)
    return at >= 0 and page.find(core, at + 1) < 0


def _is_plain(words: str) -> bool:
    return bool(
        words
        and _PLAIN.fullmatch(words)
        and _BEGINS.match(words)
        and _ENDS.match(words, len(words) - 1)
        and not any("\ud400" <= char <= "\ud7ff" for char in words)
    )


def _is_whole(text: str, span: Span) -> bool:
    """Tell whether there is no doubt that the words begin and end as words do."""
    before = text[max(0, span.start - _SHOWN) : span.start]
    after = text[span.end : span.end + _SHOWN]
    begins = _by_kind(text[span.start], _BEFORE_LETTER, _BEFORE_DIGIT, _BEFORE)
    ends = _by_kind(text[span.end - 1], _AFTER_LETTER, _AFTER_DIGIT, _AFTER_SIGN)
    return bool(begins.search(before) and ends.match(after))


def _by_kind(char: str, letter: _Pattern, digit: _Pattern, other: _Pattern) -> _Pattern:
    if char.isalpha():
        return letter
    return digit if char.isalnum() else other


def _is_set_apart(passage: Passage, span: Span) -> bool:
    """Tell whether some of the words are raised or lowered, or accents are near."""
    if any(part.overlaps(span) for part in (*passage.raised, *passage.lowered)):
        return True
    around = passage.text[max(0, span.start - CONTEXT) : span.end + CONTEXT]
    return not around.isascii() and bool(_LOOSE_ACCENT.search(around))
