"""The ways in which a draft may have written down the page's words.

A quotation is compared as it stands first. Only then without Markdown and LaTeX
mark-up, with the other kind of nested quotation marks, and without the writer's own
closing full stop or comma.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from unicodedata import normalize as normalize_form

from refereekit.folding import Fold, run_core
from refereekit.matching.markup import plain_text
from refereekit.normalize import NormalizedText, normalize
from refereekit.patterns import regex
from refereekit.positions import Span
from refereekit.values import Value

__all__ = ["Wording", "piece_wordings", "wordings"]


class Wording(Value):
    """One way of reading a quotation, and what was folded to read it so."""

    text: str
    raised: tuple[Span, ...] = ()
    lowered: tuple[Span, ...] = ()
    folds: frozenset[Fold] = frozenset()

    @cached_property
    def normalized(self) -> NormalizedText:
        """Return the normalized form."""
        return normalize(self.text, self.raised, self.lowered)

    @cached_property
    def core(self) -> str:
        """Return the core of the normalized form, for less than all of it."""
        return run_core(self.text)

    def rewritten(self, text: str, fold: Fold) -> Wording:
        """Return the wording with a text in which nothing kept moves."""
        return Wording(text, self.raised, self.lowered, self.folds | {fold})

    def with_fold(self, fold: Fold) -> Wording:
        """Return the wording with one more thing folded to read it."""
        return self.rewritten(self.text, fold)


_SINGLE_MARKS = regex(r"(?<!\w)['‘`](?=\S)((?:[^'‘’`]|['’](?=\w))*)(?<=\S)['’](?!\w)")
_DOUBLE_MARKS = regex(r"[\"“”„«]([^\"“”„«»]*)[\"”“»]")
_OTHER_MARKS = (
    ("'‘`", _SINGLE_MARKS, r'"\1"'),
    ('"“”„«', _DOUBLE_MARKS, r"'\1'"),
)
"""The marks that open a quotation within one, and how the other kind is written."""

_CLOSING = regex(r"(?<=[^\s.,])[.,]+\s*\Z")
_UNSEEN = regex(r"(?<=\w)[\u00ad\u200b\u200d\ufeff]+(?=\w)")
"""What an editor keeps inside a word and does not show."""
_GRAVE = regex(r"(?<=[^\W\d_])`([aeiou])", re.IGNORECASE)
_OPENING_HANGUL = "\uac00"
_TRUNCATED = range(0xD400, 0xD800)
"""U+1D400 to U+1D7FF as some viewers copy them: without their upper half."""


def wordings(text: str) -> Iterator[Wording]:
    """Yield the readings of a quotation's text, the most literal first."""
    seen: set[str] = set()
    for base in _bases(text):
        for marked in (base, *_with_other_marks(base)):
            for closed in (marked, *_without_closing(marked)):
                key = f"{closed.text}\0{closed.raised}{closed.lowered}"
                if key not in seen and closed.text.strip():
                    seen.add(key)
                    yield closed


def _bases(text: str) -> Iterator[Wording]:
    """Yield the text as it stands, with its math letters mended, without mark-up."""
    clean = text.replace("\0", "").strip()
    folds: frozenset[Fold] = frozenset()
    mended = _mended(clean)
    if mended != clean:
        folds = frozenset({Fold.MATH_ALPHABET})
    shown = mended if mended.isascii() else _UNSEEN.sub("", mended)
    ways = {mended: folds}
    ways.setdefault(shown, folds | {Fold.HYPHEN})
    if "`" in shown:
        ways.setdefault(_with_graves(shown), ways[shown] | {Fold.COMPOSITION})
    for written, needed in ways.items():
        yield Wording(written, folds=needed)
        plain, raised, lowered = plain_text(written)
        if plain != written:
            yield Wording(plain, raised, lowered, needed | {Fold.MARKUP})


def _with_graves(text: str) -> str:
    """Return the text with each grave accent within a word on the letter behind it.

    TeX sets it as a glyph of its own, which viewers copy as a back quote.
    """
    return _GRAVE.sub(lambda found: normalize_form("NFC", f"{found[1]}\u0300"), text)


def _mended(text: str) -> str:
    """Return the text with mathematical letters that a viewer wrote as Hangul."""
    if not any(ord(c) in _TRUNCATED for c in text):
        return text
    if any(_OPENING_HANGUL <= c < chr(_TRUNCATED.start) for c in text):
        return text
    return "".join(chr(0x10000 + ord(c)) if ord(c) in _TRUNCATED else c for c in text)


def _with_other_marks(wording: Wording) -> Iterator[Wording]:
    """Yield the wording with double for single nested marks, and the other way."""
    for opening, pattern, new in _OTHER_MARKS:
        if not any(mark in wording.text for mark in opening):
            continue
        changed = pattern.sub(new, wording.text)
        if len(changed) == len(wording.text) and changed != wording.text:
            yield wording.rewritten(changed, Fold.QUOTE_MARKS)


def _without_closing(wording: Wording) -> Iterator[Wording]:
    """Yield the wording without the full stop or comma that ends it."""
    if not wording.text.rstrip().endswith((".", ",")):
        return
    open_text = _CLOSING.sub("", wording.text)
    if open_text != wording.text:
        yield wording.rewritten(open_text, Fold.CLOSING_PUNCTUATION)


_LEADING = regex(r"\A[\s.,;]+")


def piece_wordings(text: str) -> Iterator[Wording]:
    """Yield the readings of a piece beside an ellipsis, with loose marks taken off."""
    yield from wordings(text)
    bare = _LEADING.sub("", text).rstrip(".,; \t\n")
    if bare != text.strip():
        for wording in wordings(bare):
            yield wording.with_fold(Fold.CLOSING_PUNCTUATION)
