"""Pages with the margin numbers of a review manuscript among their words.

So they stand in what a viewer copies: before their line or behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from refereekit.folding import Fold
from refereekit.matching.passages import Part, Passage, assembled
from refereekit.positions import Span
from refereekit.records import BREAK, Line, Page

__all__ = ["numbered"]

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
    is_each = _numbers_each_line(numbers)
    last: int | None = None
    for line, number in zip(items, numbers, strict=True):
        if line is None:
            yield None
            continue
        if number and is_each:
            for alone in _between(last, int(number)):
                yield f"{alone}\n"
        if number:
            last = int(number)
        if number and is_before:
            yield f"{number} "
        yield page, line.span
        if number and not is_before:
            yield f" {number}" if is_right else number
        end = min(len(page.text), line.span.end + 1)
        yield page, Span(line.span.end, end)


_MOST_ALONE = 2
"""Rows with a number and no text, one after another."""


def _between(last: int | None, number: int) -> range:
    """Return the numbers that stand beside no text, between those of two lines."""
    if last is None or not 0 < number - last - 1 <= _MOST_ALONE:
        return range(0)
    return range(last + 1, number)


def _numbers_each_line(numbers: Iterable[str | None]) -> bool:
    """Tell whether the margin numbers every line, and not every fifth."""
    values = sorted({int(number) for number in numbers if number})
    steps = [then - value for value, then in pairwise(values)]
    return sum(step == 1 for step in steps) * 2 > len(steps)


def _numbers(
    items: Sequence[_Item], *, is_before: bool, is_right: bool
) -> list[str | None]:
    """Return the number to put beside each line: one for the pieces of one line."""
    own: list[str | None] = []
    for index, line in enumerate(items):
        number = line.margin_number if line else None
        if line and not number and index and _is_same_row(items[index - 1], line):
            own.append(own[-1])
        else:
            own.append(number if line and line.margin_is_right == is_right else None)
    return _once(own) if is_before else _once(own[::-1])[::-1]


def _once(numbers: Sequence[str | None]) -> list[str | None]:
    """Return numbers without those that repeat the last one that stands before them.

    The parts of a formula stand between the pieces of its line.
    """
    last: str | None = None
    kept: list[str | None] = []
    for number in numbers:
        kept.append(number if number != last else None)
        last = number or last
    return kept


def _is_same_row(before: _Item, line: Line) -> bool:
    """Tell whether a piece of a line goes on where the one before it ends."""
    if before is None or line.direction or before.direction:
        return False
    height = line.bbox.bottom - line.bbox.top
    gap = line.bbox.x0 - before.bbox.x1
    return abs(line.bbox.bottom - before.bbox.bottom) < height / 2 and (
        abs(gap) < height and line.bbox.x0 > before.bbox.x0
    )
