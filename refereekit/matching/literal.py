"""Where a passage holds a quotation character for character, line ends aside.

Most quotations are pasted. Where nothing but line ends differs, and the characters on
either side leave no doubt that the words are whole, `comparison` has nothing to weigh:
what it would say is known. Anything else is left to it.
"""

from __future__ import annotations

from functools import cached_property

from refereekit.folding import SPACING_ACCENTS, UNREADABLE, Fold, run_core
from refereekit.matching.passages import CONTEXT, Passage
from refereekit.positions import Span

__all__ = ["Pasted", "find_literal"]

_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_FIRM = _LETTERS | frozenset("0123456789!\"#$%&'()*+,./:;<=>?@[\\]^_`{|}~“”‘’")
"""Printed characters that are no dash and no accent: behind a white space, no rule of
boundaries asks more of them, but beside a number."""
_OPENERS = frozenset("([“")
_CLOSERS = frozenset(".,;:)]?!")
"""What may touch a word and is never a part of it."""
_FIRST = frozenset("([“‘")
_LAST = frozenset(")].,;:?!”’")
_ACCENTS = frozenset(SPACING_ACCENTS)


class Pasted:
    """A quotation's text as it is looked for in one passage after another."""

    def __init__(self, text: str) -> None:
        self.words = text.strip()
        self.flat = self.words.replace("\n", " ")
        self.is_plain = _is_plain(self.flat)

    @cached_property
    def core(self) -> str:
        """Return the core of the words."""
        return run_core(self.words)


def find_literal(
    quotation: Pasted, passage: Passage
) -> tuple[Span, frozenset[Fold]] | None:
    """Return the one place of a quotation's text in a passage, and what is folded.

    `None` where `comparison` has to look, or where it would not look there first.
    """
    if passage.known_core is None or passage.numbers or not quotation.is_plain:
        return None
    words = quotation.words
    start = passage.flat.find(quotation.flat)
    if start < 0:
        return None
    span = Span(start, start + len(words))
    if not _is_whole(passage.text, span) or _is_set_apart(passage, span):
        return None
    if not _is_once(quotation.core, passage.known_core):
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
    """Tell whether all can be seen, with single spaces, and the ends are no dashes."""
    return (
        words.isprintable()
        and "  " not in words
        and (words[:1].isalnum() or words[:1] in _FIRST)
        and (words[-1:].isalnum() or words[-1:] in _LAST)
        # Some viewers copy mathematical letters as these.
        and (words.isascii() or not any("\ud400" <= c <= "\ud7ff" for c in words))
    )


def _is_whole(text: str, span: Span) -> bool:
    """Tell whether there is no doubt that the words begin and end as words do."""
    return _does_begin(text, span.start) and _does_end(text, span.end)


def _does_begin(text: str, start: int) -> bool:
    if start < 2:
        return start == 0
    char, before = text[start], text[start - 1]
    if before not in " \n":
        return char.isalpha() and before in _OPENERS
    other = text[start - 2]
    if before == other == "\n":
        return True
    return other in (_LETTERS if _is_number(char) else _FIRM)


def _does_end(text: str, end: int) -> bool:
    last, after, other = text[end - 1], text[end : end + 1], text[end + 1 : end + 2]
    if not after or after == other == "\n":
        return True
    if after not in " \n":
        return last.isalpha() and after in _CLOSERS
    return not other or other in (_LETTERS if _is_number(last) else _FIRM)


def _is_number(char: str) -> bool:
    return char.isalnum() and not char.isalpha()


def _is_set_apart(passage: Passage, span: Span) -> bool:
    """Tell whether some of the words are raised or lowered, or accents are near."""
    start, end = span.start, span.end
    for parts in (passage.raised, passage.lowered):
        for part in parts:
            if part.start < end and start < part.end:
                return True
    around = passage.text[max(0, start - CONTEXT) : end + CONTEXT]
    return not _ACCENTS.isdisjoint(around)
