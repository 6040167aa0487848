"""Paint where a line begins or ends, or where one line of a paragraph is missing.

A word drawn as a picture may stand there: `the pump does` and `leak` are then no
sentence. U+FFFC after or before the line keeps the two apart; a figure between two
paragraphs, and what is no higher than a rule, do not.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from refereekit.extract.blots import OBJECT
from refereekit.extract.endmarks import is_end_mark
from refereekit.extract.layout import Column, Graphic, TextLine, Word
from refereekit.positions import BBox
from refereekit.values import replace

__all__ = ["mark_breaks"]

LEAST_WORDS = 3
"""A display or a label is shorter; what stands beside it is judged elsewhere."""
# In sizes of the line.
LEAST_HEIGHT, MOST_HEIGHT = 0.35, 1.7
LEAST_WIDTH = 0.1
MIDDLE, OFF_MIDDLE = 0.3, 0.55
"""How far above the baseline the middle of letters is, and of a drawn word at most."""
REACH = 3.0
EDGE = 1.0
ONE_MISSING = 3.6
"""From one baseline to the next where a line of widely spaced text is missing."""


def mark_breaks(
    lines: Sequence[TextLine], columns: Sequence[Column], graphics: Iterable[Graphic]
) -> list[TextLine]:
    """Return the lines, with U+FFFC where paint stands beside or below them."""
    boxes = sorted((g.bbox for g in graphics), key=lambda box: box.top)
    if not boxes:
        return list(lines)
    tops = [box.top for box in boxes]
    marked = []
    for line in lines:
        size = line.size
        if line.direction == 0 and len(line.words) >= LEAST_WORDS:
            first = bisect_left(tops, line.baseline - REACH * size)
            last = bisect_left(tops, line.baseline + ONE_MISSING * size)
            near = [box for box in boxes[first:last] if _is_as_a_word(box, size)]
            if near:
                column = None if line.column is None else columns[line.column]
                marked.append(_marked(line, column, near, lines))
                continue
        marked.append(line)
    return marked


def _is_as_a_word(box: BBox, size: float) -> bool:
    is_high = LEAST_HEIGHT * size <= box.height <= MOST_HEIGHT * size
    return is_high and box.width >= LEAST_WIDTH * size


def _marked(
    line: TextLine,
    column: Column | None,
    near: Sequence[BBox],
    lines: Sequence[TextLine],
) -> TextLine:
    size, box = line.size, line.bbox
    middle = line.baseline - MIDDLE * size
    beside = [
        b for b in near if abs((b.top + b.bottom) / 2 - middle) < OFF_MIDDLE * size
    ]
    if column is not None:
        slack = EDGE * size
        near = [b for b in near if column.x0 - slack < b.x0 < column.x1]
        left, right = column.x0 - REACH * size, column.x1 + slack
        beside = [b for b in beside if left < b.x0 < right]
    is_before = any(-EDGE < (box.x0 - b.x1) / size < REACH for b in beside)
    behind = [b for b in beside if b.x0 > box.x1]
    if is_end_mark(line.words[-1].text, behind, size):
        beside = [b for b in beside if b not in behind]
    is_after = any(-EDGE < (b.x0 - box.x1) / size < REACH for b in beside)
    is_after = is_after or _misses_a_line(line, near, lines)
    words = list(line.words)
    if is_after:
        edge = box.x1
        words.append(Word(OBJECT, edge, box.top, edge, box.bottom, size))
    if not is_before:
        return replace(
            line,
            words=tuple(words),
            ends_in_hyphen=line.ends_in_hyphen and not is_after,
        )
    edge = box.x0
    words.insert(0, Word(OBJECT, edge, box.top, edge, box.bottom, size))
    return replace(
        line,
        words=tuple(words),
        ends_in_hyphen=line.ends_in_hyphen and not is_after,
        interruptions=tuple((place + 1, order) for place, order in line.interruptions),
    )


def _misses_a_line(
    line: TextLine, near: Sequence[BBox], lines: Sequence[TextLine]
) -> bool:
    """Tell whether paint is all that stands between a line and the next below it."""
    below = [b for b in near if b.top > line.baseline]
    if not below:
        return False
    following = [
        other.baseline
        for other in lines
        if other.column == line.column
        and other.direction == 0
        and other.baseline > line.baseline
        and other.bbox.x0 < line.bbox.x1
        and line.bbox.x0 < other.bbox.x1
    ]
    if not following or min(following) - line.baseline > ONE_MISSING * line.size:
        return False
    foot = min(following)
    return any(
        b.bottom < foot + LEAST_HEIGHT * line.size
        and (b.top + b.bottom) / 2 < foot - line.size
        for b in below
    )
