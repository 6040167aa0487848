"""Paint or hidden text in the gap between two words of a line.

A word drawn as a picture, or hidden, leaves a gap that a text layer closes: `does not
converge` would read `does converge`. The gap gets U+FFFC, which matches nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from refereekit.extract.layout import TextLine, Word
from refereekit.positions import BBox

__all__ = ["OBJECT", "mark_blots"]

OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"

# In sizes of the line: word gaps of justified text are below 0.6.
LEAST_GAP = 0.6
LEAST_BLOT = 0.3
HIGHEST = 2.5
HIDDEN_SLACK = 0.2
RULE_WIDTH, RULE_HEIGHT = 0.15, 1.2
"""An upright stroke that is thinner and longer is a table's rule, no letter."""


def mark_blots(
    lines: Sequence[TextLine], paint: Sequence[BBox], hidden: Sequence[BBox]
) -> list[TextLine]:
    """Return the lines with U+FFFC in gaps that hold paint or hidden text.

    `paint` are boxes of what is painted and no text, `hidden` boxes of hidden words.
    """
    if not paint and not hidden:
        return list(lines)
    by_top = sorted((box for box in paint), key=lambda box: box.top)
    tops = [box.top for box in by_top]
    marked = []
    for line in lines:
        if line.direction != 0 or len(line.words) < 2:
            marked.append(line)
            continue
        reach = HIGHEST * line.size
        start = bisect_left(tops, line.baseline - reach)
        end = bisect_left(tops, line.baseline + line.size)
        near = [b for b in by_top[start:end] if b.height < reach]
        unseen = [b for b in hidden if b.top < line.baseline < b.bottom]
        marked.append(_marked(line, near, unseen) if near or unseen else line)
    return marked


def _marked(line: TextLine, near: list[BBox], unseen: list[BBox]) -> TextLine:
    words: list[Word] = [line.words[0]]
    shifts: list[int] = []
    for place, (left, right) in enumerate(pairwise(line.words), start=1):
        start, end = sorted((left.x1, right.x0))
        sides = start, line.bbox.top, end, line.bbox.bottom
        if _is_filled(BBox(*sides), near, unseen, line):
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


def _is_filled(gap: BBox, near: list[BBox], unseen: list[BBox], line: TextLine) -> bool:
    # A hidden word that is wider was under the words that are seen.
    slack = HIDDEN_SLACK * line.size
    if any(gap.x0 - slack <= b.x0 and b.x1 <= gap.x1 + slack for b in unseen):
        return True
    if gap.width < LEAST_GAP * line.size:
        return False
    inside = [b for b in near if _is_inside(b, gap) and not _is_rule(b, line.size)]
    if not inside:
        return False
    whole = BBox.around(inside)
    return min(whole.width, whole.height) > LEAST_BLOT * line.size


def _is_rule(box: BBox, size: float) -> bool:
    return box.width < RULE_WIDTH * size and box.height > RULE_HEIGHT * size


def _is_inside(box: BBox, gap: BBox) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.top + box.bottom) / 2
    return gap.x0 <= x <= gap.x1 and gap.top <= y <= gap.bottom
