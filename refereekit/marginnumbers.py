"""Pages with the margin numbers of a review manuscript among their words.

So they stand in what a viewer copies: before their line or behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from refereekit.folding import Fold
from refereekit.passages import Part, Passage, assembled
from refereekit.patterns import regex
from refereekit.positions import Span
from refereekit.records import BREAK, Line, Page

__all__ = ["numbered", "reads_as_text"]

_LEAST_DIGITS = 2
"""Digits of a lone margin number: `2` is too likely a text."""
_MANY_NUMBERS = 8
"""Margin numbers of a page of a manuscript that numbers every fifth line."""
_REACH = 60
_NEAR = 3
"""Words behind a number among which the thing that it counts would be."""
_WORD = regex(r"\S+")
_FUNCTION_WORDS = """a an and are as be been but by can could for from has have if in
into is it may of on or shall should than that the their then these they this those to
was we were when where which while who will with would"""
_ENDS_PHRASE = frozenset(_FUNCTION_WORDS.split())
"""What ends the words that a number may count."""
_JOINTS = dict.fromkeys(map(ord, "-‐‑'’"))
"""What may stand inside a word."""
_SINGULAR = ("ss", "us", "is", "ics")
_COUNTERS = """about after all and approximately are around at be been before between by
during equals every exactly except following for from had has have in is just last least
level most nearly next no number of on only or other over past per plus roughly since
some than through till to top under until up was were with within algorithm appendix
case chapter class condition cycle day definition eq eqs equation example experiment exp
fig figs figure group item layer lemma line model month no page panel part patient phase
point problem proposition reference ref region row run sample scheme section sec series
set site stage state station step subject table task theorem trial type version visit
volume week year zone january february march april may june july august september
october november december"""
_TAKES_NUMBER = frozenset(_COUNTERS.split())
"""Words behind which a number is likely to be one of the text."""

_Item = Line | None
"""A line, or a place that nobody reads across."""


def numbered(page: Page) -> Iterator[Passage]:
    """Yield the page in each order, with its numbers where viewers copy them.

    Numbers of the right margin stand behind their line. Those of the left margin stand
    before it, or behind it where the file writes them last; then a viewer puts no space
    before them.
    """
    sides = {line.margin_is_right for line in page.lines if line.margin_number}
    if not sides:
        return
    for items, folds in _orders(page):
        for is_right in sorted(sides):
            if not is_right:
                yield assembled(_parts(page, items, is_before=True), folds)
            yield assembled(_parts(page, items, is_right=is_right), folds)


def _orders(page: Page) -> Iterator[tuple[list[_Item], list[Fold]]]:
    """Yield the lines in the order of the text, then in the other orders."""
    yield list(_in_text_order(page)), [Fold.MARGIN_NUMBER]
    for reading in page.readings:
        lines = [None if index == BREAK else page.lines[index] for index in reading]
        yield lines, [Fold.MARGIN_NUMBER, Fold.READING_ORDER]


def _in_text_order(page: Page) -> Iterator[_Item]:
    end = 0
    for line in sorted(page.lines, key=lambda line: line.span):
        if page.text.count("\n", end, line.span.start) > 1:
            yield None
        yield line
        end = line.span.end


def _parts(
    page: Page,
    items: Sequence[_Item],
    *,
    is_before: bool = False,
    is_right: bool = False,
) -> Iterator[Part]:
    """Yield the lines in order, those of one margin with their number."""
    numbers = _numbers(items, is_before=is_before, is_right=is_right)
    for line, number in zip(items, numbers, strict=True):
        if line is None:
            yield None
            continue
        if number and is_before:
            yield f"{number} "
        yield page, line.span
        if number and not is_before:
            yield f" {number}" if is_right else number
        end = min(len(page.text), line.span.end + 1)
        yield page, Span(line.span.end, end)


def _numbers(
    items: Sequence[_Item], *, is_before: bool, is_right: bool
) -> list[str | None]:
    """Return the number to put beside each line: one for the pieces of one line."""
    own = [
        line.margin_number if line and line.margin_is_right == is_right else None
        for line in items
    ]
    if is_before:
        pairs = pairwise([None, *own])
        return [number if number != other else None for other, number in pairs]
    pairs = pairwise([*own, None])
    return [number if number != other else None for number, other in pairs]


def reads_as_text(passage: Passage, number: Span) -> bool:
    """Tell whether a lone margin number could be a number of the text.

    `at 12 sites` could; `the coast 98 in the first` could not, on a page that numbers
    many lines.
    """
    digits = number.cut(passage.text).strip()
    if len(passage.numbers) < _MANY_NUMBERS or len(digits) < _LEAST_DIGITS:
        return True
    before = _WORD.findall(passage.text[max(0, number.start - _REACH) : number.start])
    after = _WORD.findall(passage.text[number.end : number.end + _REACH])
    return not before or _takes_number(before[-1]) or _is_counted(after[:_NEAR])


def _takes_number(word: str) -> bool:
    """Tell whether a number may well follow a word."""
    letters = word.strip("([.,").lower()
    return not _is_word(letters) or letters in _TAKES_NUMBER


def _is_word(letters: str) -> bool:
    return letters.translate(_JOINTS).isalpha()


def _is_counted(words: Sequence[str]) -> bool:
    """Tell whether a number before these words may count what they name."""
    for index, word in enumerate(words):
        letters = word.strip("([").rstrip(")],.;:")
        if letters.lower() in _ENDS_PHRASE:
            return False
        if not index and (not _is_word(letters) or len(letters) < _NEAR):
            return True
        if letters.endswith("s") and not letters.endswith(_SINGULAR):
            return True
        if letters != word:
            return False
    return False
