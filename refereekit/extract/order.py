"""The order in which the lines of a page are read, and other honest orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from refereekit.extract.layout import Column, TextLine
from refereekit.records import BREAK

__all__ = ["file_order", "reading_order", "stands_apart", "stands_under"]

SAME_ROW = 0.5
LONG = 6.0
APART = 1.2
WORDS = 3
"""Fewest words of a line that is running text and no part of a formula."""
FOLLOWS = 4.0
"""Sizes from a line to the displayed formula below it at most."""
BACK = 0.8
"""Lines of one paragraph are at least this many sizes apart, an accent less."""


def reading_order(
    indexes: Sequence[int], lines: Sequence[TextLine], columns: Sequence[Column]
) -> list[int]:
    """Return line indexes from top to bottom, column by column.

    A line that spans columns ends the band above it: both columns above are read
    before it. Lines that run along y come last, each direction on its own.
    """
    upright = [i for i in indexes if lines[i].direction == 0]
    upright.sort(key=lambda i: (lines[i].baseline, lines[i].bbox.x0))
    ordered: list[int] = []
    band: list[int] = []
    for index in upright:
        if len(columns) > 1 and lines[index].column is None:
            ordered += _by_column(band, lines)
            band = []
            ordered.append(index)
        else:
            band.append(index)
    ordered += _by_column(band, lines)
    for direction in (180, 90, 270):
        ordered += _turned(
            [i for i in indexes if lines[i].direction == direction], lines
        )
    return ordered


def _by_column(band: list[int], lines: Sequence[TextLine]) -> list[int]:
    return sorted(band, key=lambda i: lines[i].column or 0)


def _turned(indexes: list[int], lines: Sequence[TextLine]) -> list[int]:
    """Order lines of text that is turned: 90 reads from left to right, 270 back."""
    return sorted(indexes, key=lambda i: _place(lines[i]))


def _place(line: TextLine) -> tuple[float, float]:
    match line.direction:
        case 90:
            return line.baseline, -line.bbox.bottom
        case 270:
            return -line.baseline, line.bbox.top
        case _:
            return -line.baseline, -line.bbox.x1


def file_order(
    parts: Sequence[tuple[int, int, int]],
    lines: Sequence[TextLine],
    aside: Set[int] = frozenset(),
    follows: Callable[[int, int], bool] | None = None,
) -> tuple[int, ...]:
    """Return parts of lines in the order of the file, with breaks at a gutter.

    `parts` are (order, name of the part, index of its line), sorted. A viewer copies
    text in this order: what stands between two parts of a sentence there (a caption,
    a note) is in an honest quotation too. Words side by side in two columns are not.
    `aside` are the lines that are no running text: a running head over the right
    column comes before the left one. `follows` tells of two lines that the one is
    read on from the other without standing under it.
    """
    reading: list[int] = []
    before: int | None = None
    for _, name, index in parts:
        if before is not None:
            is_aside = before in aside or index in aside
            if not _may_follow(lines[before], lines[index], is_aside=is_aside) and (
                follows is None or not follows(before, index)
            ):
                reading.append(BREAK)
        reading.append(name)
        before = index
    return tuple(reading)


def _may_follow(line: TextLine, then: TextLine, *, is_aside: bool) -> bool:
    if line is then:
        return True
    if is_aside:
        return not stands_apart(line, then)
    is_turned = line.direction != then.direction
    if is_turned or stands_apart(line, then) or _goes_back(line, then):
        return False
    if line.direction != 0:
        return True
    if line.column is None or then.column is None or line.column == then.column:
        return True
    return then.column == line.column + 1 and then.baseline < line.baseline - line.size


def _goes_back(line: TextLine, then: TextLine) -> bool:
    """Tell whether a line of running text is read on above, in its own column.

    Files may hold their lines in any order; nobody reads a paragraph upward. Short
    lines (the parts of a formula) do stand above what the file writes before them.
    """
    size = max(line.size, then.size)
    if min(len(line.words), len(then.words)) < WORDS or line.column != then.column:
        return False
    match line.direction:
        case 0 | 90:
            step = then.baseline - line.baseline
        case _:
            step = line.baseline - then.baseline
    return step < -BACK * size


def stands_apart(line: TextLine, then: TextLine) -> bool:
    """Tell whether two lines are beside each other, as two texts and not as one.

    That is so on one row, with a wide gap, or where neither stands over the other,
    of lines long enough to be running text.
    """
    size = max(line.size, then.size)
    if line.direction != 0 or min(line.bbox.width, then.bbox.width) < LONG * size:
        return False
    if line.column != then.column and None not in (line.column, then.column):
        return abs(line.baseline - then.baseline) < SAME_ROW * size
    gap = max(then.bbox.x0 - line.bbox.x1, line.bbox.x0 - then.bbox.x1)
    return gap > APART * size


def stands_under(line: TextLine, then: TextLine) -> bool:
    """Tell whether a line of the same column follows below another."""
    step = then.baseline - line.baseline
    size = max(line.size, then.size)
    return (
        line.direction == then.direction == 0
        and line.column is not None
        and line.column == then.column
        and SAME_ROW * size < step < FOLLOWS * size
    )
