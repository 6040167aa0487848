"""Paint or hidden text in the gap between two words of a line.

A word drawn as a picture, or hidden, leaves a gap that a text layer closes: `does not
converge` would read `does converge`. The gap gets U+FFFC, which matches nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from refereekit.extract.endmarks import is_end_mark
from refereekit.extract.layout import TextLine, Word
from refereekit.positions import BBox
from refereekit.values import replace

__all__ = ["OBJECT", "mark_blots"]

OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"

HIDDEN_SHARE = 0.5
# In sizes of the line.
LEAST_GAP = 0.35
"""A drawn letter of 0.1 between two narrow gaps."""
WIDE_GAP = 0.6
"""Word gaps of justified text are narrower."""
LEAST_BLOT = 0.3
HIGHEST = 2.5
RULE_WIDTH, RULE_HEIGHT = 0.15, 1.0
"""An upright stroke that is thinner and longer is a table's rule, no letter."""
MINUS_WIDTH, MINUS_HEIGHT = (0.25, 1.3), 0.2
MINUS_RISE = (0.1, 0.45)
"""A level stroke at this height above the baseline may be a minus sign or a dash."""
NUMERATOR = 1.0
"""From a fraction's bar to the middle of what is above or below it at most."""
SLACK = 0.1
"""By which paint may reach over the words on both sides of its gap."""


def mark_blots(
    lines: Sequence[TextLine], paint: Sequence[BBox], hidden: Sequence[BBox]
) -> list[TextLine]:
    """Return the lines with U+FFFC in gaps that hold paint or hidden text.

    `paint` are boxes of what is painted and no text, `hidden` boxes of hidden words.
    """
    if not paint and not hidden:
        return list(lines)
    marker = _Marker(lines, paint, hidden)
    return [
        marker.marked(line) if line.direction == 0 and len(line.words) > 1 else line
        for line in lines
    ]


class _Marker:
    """Knows what a page holds besides the words of a line."""

    def __init__(
        self, lines: Sequence[TextLine], paint: Sequence[BBox], hidden: Sequence[BBox]
    ) -> None:
        self._lines, self._hidden = lines, hidden
        self._paint = sorted(paint, key=lambda box: box.top)
        self._tops = [box.top for box in self._paint]
        self._middles: list[tuple[float, float, float]] | None = None

    def marked(self, line: TextLine) -> TextLine:
        """Return a line with U+FFFC in its gaps that are no gaps."""
        reach = HIGHEST * line.size
        start = bisect_left(self._tops, line.baseline - reach)
        end = bisect_left(self._tops, line.baseline + line.size)
        near = [box for box in self._paint[start:end] if box.height < reach]
        unseen = [b for b in self._hidden if b.top < line.baseline < b.bottom]
        if not near and not unseen:
            return line
        words: list[Word] = [line.words[0]]
        shifts: list[int] = []
        for place, (left, right) in enumerate(pairwise(line.words), start=1):
            # What stands above a fraction's bar and below it has no gap in between.
            is_over = right.x0 - left.x1 < -WIDE_GAP / 2 * line.size
            x0, x1 = sorted((left.x1, right.x0))
            sides = x0, line.bbox.top, x1, line.bbox.bottom
            boxes = [] if is_over else near
            if self._is_filled(BBox(*sides), left.text, boxes, unseen, line):
                words.append(Word(OBJECT, *sides, line.size))
                shifts.append(place)
            words.append(right)
        if not shifts:
            return line
        interruptions = tuple(
            (place + sum(shift <= place for shift in shifts), order)
            for place, order in line.interruptions
        )
        return replace(line, words=tuple(words), interruptions=interruptions)

    def _is_filled(
        self,
        gap: BBox,
        before: str,
        near: list[BBox],
        unseen: list[BBox],
        line: TextLine,
    ) -> bool:
        # A hidden word that is mostly elsewhere was under the words that are seen.
        if any(
            min(b.x1, gap.x1) - max(b.x0, gap.x0) > HIDDEN_SHARE * b.width
            for b in unseen
        ):
            return True
        inside = [b for b in near if _is_inside(b, gap, line)]
        if is_end_mark(before, inside, line.size):
            return False
        if any(_is_minus(b, line) and not self._is_fraction(b, line) for b in inside):
            return True
        letters = [b for b in inside if not _is_rule(b, line.size)]
        if gap.width < LEAST_GAP * line.size or not letters:
            return False
        return BBox.around(letters).height > LEAST_BLOT * line.size

    def _is_fraction(self, bar: BBox, line: TextLine) -> bool:
        """Tell whether a level stroke has a word right above and one right below."""
        if self._middles is None:
            self._middles = sorted(
                ((word.top + word.bottom) / 2, word.x0, word.x1)
                for other in self._lines
                for word in other.words
            )
        reach = NUMERATOR * line.size
        first = bisect_left(self._middles, (bar.top - reach,))
        last = bisect_left(self._middles, (bar.bottom + reach,))
        near = [
            middle
            for middle, x0, x1 in self._middles[first:last]
            if x0 < bar.x1 and bar.x0 < x1
        ]
        return bool(near) and near[0] < bar.top and near[-1] > bar.bottom


def _is_minus(box: BBox, line: TextLine) -> bool:
    least, most = MINUS_WIDTH
    low, high = MINUS_RISE
    rise = line.baseline - (box.top + box.bottom) / 2
    return (
        least * line.size <= box.width <= most * line.size
        and box.height <= MINUS_HEIGHT * line.size
        and low * line.size <= rise <= high * line.size
    )


def _is_rule(box: BBox, size: float) -> bool:
    return box.width < RULE_WIDTH * size and box.height > RULE_HEIGHT * size


def _is_inside(box: BBox, gap: BBox, line: TextLine) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.top + box.bottom) / 2
    if not (gap.x0 <= x <= gap.x1 and gap.top <= y <= gap.bottom):
        return False
    slack = SLACK * line.size if gap.width < WIDE_GAP * line.size else box.width
    return gap.x0 - slack <= box.x0 and box.x1 <= gap.x1 + slack
