"""The rows of a page: which pieces of text stand on one line, and what lies around.

A formula, a table and a row of captions are written in pieces. Two pieces are read on
where nothing says that they belong to two texts side by side.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from refereekit.extract.layout import TextLine

__all__ = ["Rows"]

ROW = 0.6
"""Pieces whose baselines are closer, in sizes, stand beside each other."""
CLOSE = 1.2
"""Sizes between two pieces of one line at most."""
NEXT = 2.2
"""Sizes to the rows above and below that would go on with two columns."""
PARAGRAPH = 1.6
"""Sizes between two lines of one paragraph at most."""
BAND = 2.5
"""Sizes from a row to the next where a blank strip parts what is above from below."""
CELLS = 3
"""Fewest lines of a row that are cells of a table."""
SMALL = 0.75
"""An index or a limit is at most so large, in sizes of its line."""
PROSE, PROSE_SHARE = 3, 0.5
HALF_ROW = 0.4, 0.9
"""Sizes from the middle of a cell of two rows to either of them."""
LEVEL = 0.1
"""Sizes by which such a row may stand off its place."""
_CAPITAL = re.compile(r"[(\[“\"]?[A-Z]")
_WORD = re.compile(r"(?<!\S)[(\[“\"]?[^\W\d_]{2,}[.,;:)\]”\"]*(?!\S)")


class Rows:
    """The upright pieces of a page, in rows."""

    def __init__(self, lines: Sequence[TextLine]) -> None:
        self._lines = lines
        upright = [i for i, line in enumerate(lines) if line.direction == 0]
        self._order = sorted(upright, key=lambda i: lines[i].baseline)
        self._baselines = [lines[i].baseline for i in self._order]
        self._chain = {index: index for index in upright}
        """For each piece the first one of the line in which it stands."""
        self._last: dict[int, int] = {}
        self._prose: dict[int, bool] = {}
        self._link()
        self._alone = self._find_alone()

    def _link(self) -> None:
        """Join pieces of one line that no wide gap parts."""
        by_place = sorted(self._order, key=lambda i: self._lines[i].bbox.x0)
        for index in by_place:
            before = self._piece_before(index)
            if before is not None:
                self._chain[index] = self._chain[before]
        for index in by_place:
            first = self._chain[index]
            last = self._last.get(first, first)
            if self._lines[index].bbox.x1 >= self._lines[last].bbox.x1:
                self._last[first] = index

    def _piece_before(self, index: int) -> int | None:
        then = self._lines[index]
        found = [
            i
            for i in self._beside(index)
            if self._lines[i].column == then.column
            and self._lines[i].bbox.x0 < then.bbox.x0
            and abs(then.bbox.x0 - self._lines[i].bbox.x1) < CLOSE * then.size
        ]
        return max(found, key=lambda i: self._lines[i].bbox.x1, default=None)

    def _within(self, low: float, high: float) -> Sequence[int]:
        first = bisect_left(self._baselines, low)
        return self._order[first : bisect_right(self._baselines, high)]

    def _beside(self, index: int) -> Iterator[int]:
        """Yield the other pieces on the row of a piece."""
        line = self._lines[index]
        reach = ROW * line.size
        for other in self._within(line.baseline - reach, line.baseline + reach):
            if other != index:
                yield other

    def _find_alone(self) -> set[int]:
        """Return the first pieces of lines that have no other line beside them."""
        lines = self._lines
        beside = {
            self._chain[index]
            for one, other in pairwise(self._order)
            if lines[other].baseline - lines[one].baseline
            < ROW * max(lines[one].size, lines[other].size)
            and self._chain[one] != self._chain[other]
            for index in (one, other)
        }
        return set(self._chain.values()) - beside

    def is_alone(self, index: int) -> bool:
        """Tell whether the line of a piece has no other beside it."""
        return self._chain.get(index) in self._alone

    def is_first(self, index: int) -> bool:
        """Tell whether a piece begins its line."""
        return self._chain.get(index) == index

    def is_last(self, index: int) -> bool:
        """Tell whether a piece ends its line."""
        return self._last.get(self._chain.get(index, -1)) == index

    def is_prose(self, index: int) -> bool:
        """Tell whether a piece has enough words to be running text."""
        known = self._prose.get(index)
        if known is None:
            known = self._prose[index] = _is_prose(self._lines[index].text)
        return known

    def is_between(self, one: int, other: int) -> bool:
        """Tell whether one of two cells stands between two rows of the other.

        The middle of a cell of one row is level with that of a cell of two.
        """
        return self._is_halfway(one, other) or self._is_halfway(other, one)

    def _is_halfway(self, low: int, high: int) -> bool:
        """Tell whether a piece stands half a row off another that has a second row."""
        line, then = self._lines[low], self._lines[high]
        size = max(line.size, then.size)
        step = then.baseline - line.baseline
        if not HALF_ROW[0] * size < abs(step) < HALF_ROW[1] * size:
            return False
        level = line.baseline - step
        return any(
            self._lines[i].size == then.size
            and then.bbox.is_above_or_below(self._lines[i].bbox)
            for i in self._within(level - LEVEL * size, level + LEVEL * size)
            if i not in (low, high)
        )

    def is_next_on_row(self, before: int, index: int) -> bool:
        """Tell whether a piece is the next to the right on the row of another."""
        line, then = self._lines[before], self._lines[index]
        size = max(line.size, then.size)
        if abs(line.baseline - then.baseline) >= ROW * size:
            return False
        if line.bbox.x1 > then.bbox.x0 + size:
            return False
        return not any(
            line.bbox.x0 < self._lines[i].bbox.x0 < then.bbox.x0
            for i in self._beside(index)
            if i != before
        )

    def is_cell(self, index: int) -> bool:
        """Tell whether a piece is one of so many on its row that it is no column's."""
        beside = {self._chain[i] for i in self._beside(index)}
        return len(beside | {self._chain.get(index, index)}) >= CELLS

    def is_next_row(self, before: int, index: int) -> bool:
        """Tell whether a piece stands on the first row below that of another.

        The limits of a formula are no row. Of two cells, either the one stands under
        the other, or the one ends its row and the other begins the next.
        """
        line, then = self._lines[before], self._lines[index]
        if not (
            line.bbox.is_above_or_below(then.bbox)
            or self.is_alone(before)
            or self.is_alone(index)
            or (self._ends_row(before) and self._begins_row(index))
        ):
            return False
        size = max(line.size, then.size)
        own = ROW * size
        if then.baseline - line.baseline < own:
            return False
        between = self._within(line.baseline + own, then.baseline - own)
        return all(self._lines[i].size <= SMALL * line.size for i in between)

    def _ends_row(self, index: int) -> bool:
        right = self._lines[index].bbox.x1
        return all(self._lines[i].bbox.x0 < right for i in self._beside(index))

    def _begins_row(self, index: int) -> bool:
        left = self._lines[index].bbox.x0
        return all(self._lines[i].bbox.x1 > left for i in self._beside(index))

    def is_below_band(self, before: int, index: int) -> bool:
        """Tell whether a blank strip over the page parts a piece from the next row."""
        line, then = self._lines[before], self._lines[index]
        size = max(line.size, then.size)
        is_far = then.baseline - line.baseline > BAND * size
        return is_far and self.is_next_row(before, index)

    def is_gutter(self, before: int, index: int) -> bool:
        """Tell whether the gap between two pieces of a row goes on above or below."""
        line = self._lines[before]
        reach, own = NEXT * line.size, ROW * line.size
        above = self._within(line.baseline - reach, line.baseline - own)
        below = self._within(line.baseline + own, line.baseline + reach)
        return any(self._leaves_free(near, before, index) for near in (above, below))

    def _leaves_free(self, near: Sequence[int], before: int, index: int) -> bool:
        """Tell whether rows near a gap leave it free as a gutter does.

        Lines on one side of it do only if they are of one paragraph with its own.
        """
        line, then = self._lines[before], self._lines[index]
        left, right = line.bbox.x1, then.bbox.x0
        beside = [
            other
            for other in (self._lines[i] for i in near)
            if other.bbox.x1 > line.bbox.x0 and other.bbox.x0 < then.bbox.x1
        ]
        if any(o.bbox.x0 < left and o.bbox.x1 > right for o in beside):
            return False
        sides = {other.bbox.x0 < left for other in beside}
        steps = (abs(other.baseline - line.baseline) for other in beside)
        return len(sides) > 1 or min(steps, default=NEXT * line.size) < (
            PARAGRAPH * line.size
        )


def _is_prose(text: str) -> bool:
    """Tell whether there are words enough for running text.

    Not all of them capitalised, as in a legend, nor among more values than words.
    """
    words = _WORD.findall(text)
    if len(words) < PROSE or all(_CAPITAL.match(word) for word in words):
        return False
    return len(words) >= PROSE_SHARE * len(text.split())
