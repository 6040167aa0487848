"""Lines that belong to a drawing: its lettering, whether inside its frame or beside.

A plot is often nothing but axes, drawn as thin rules, a few marks, and words set like
any others: `1962`, `year`, `(a) Port Ellery`. Left in the running text, they part the
sentence that goes on over the figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import pairwise

from refereekit.extract.layout import GraphicKind, PageLayout, TextLine
from refereekit.extract.painted import clustered
from refereekit.positions import BBox

__all__ = ["figure_lines", "is_paragraph"]

LEAST_FIGURE = 40.0
"""Points, both ways; what is smaller is an ornament, unless it is above a caption."""
MOST_OF_PAGE = 0.7
LEAST_AXIS = 24.0
"""Points; the bars of fractions and the signs of roots are shorter than an axis."""
MOST_RULES = 2_000
"""Rules that are joined to axes and frames; a page of more is one drawing."""
PARAGRAPH = 0.75
"""Share of a frame's or a column's width from which a line is one of running text."""
CELL_GAP = 1.2
"""Sizes of a line from which a gap is one between cells."""
CAPTION_REACH = 40.0
"""Points between a caption and its figure that axis labels and panel titles take."""
SAME_EDGE = 4.0
AT_EDGE = 2.0
NEAR = 1.2
"""Sizes of a line by which lettering is off what it belongs to."""
ROUNDS = 3
"""A tick's label is beside the axis, the axis's label beside that."""
SHORT = 0.3
"""Share of the column that a tick's or an axis's label takes at most."""
SMALLER = 0.93
LARGER = 1.05


def figure_lines(
    layout: PageLayout,
    captions: Sequence[Sequence[int]],
    size: float,
    taken: Set[int],
) -> set[int]:
    """Return the lines of a page that are lettering of its pictures and drawings.

    `captions` are those of figures. `size` is that of the paper's text; lines in
    `taken` have another role.
    """
    free = [i for i in range(len(layout.lines)) if i not in taken]
    figures = [
        box
        for box in _pictures(layout)
        if not is_paragraph(_held(layout, box, free), box, layout, size)
    ]
    chains = [
        box
        for caption in captions
        for box in _chained(layout, caption, size, taken)
        if not is_paragraph(_held(layout, box, free), box, layout, size)
    ]
    inside = {
        i
        for box in (*figures, *chains)
        for i in free
        if _holds(box, layout.lines[i].bbox)
    }
    for box in figures:
        inside |= _beside(layout, box, set(free) - inside, size)
    return inside


def _held(layout: PageLayout, box: BBox, indexes: Iterable[int]) -> list[TextLine]:
    lines = (layout.lines[i] for i in indexes)
    return [line for line in lines if _holds(box, line.bbox)]


def is_paragraph(
    lines: Sequence[TextLine], frame: BBox, layout: PageLayout, size: float
) -> bool:
    """Tell whether the lines in a frame are running text.

    It is a tinted box, or the border of a page. Most letters are then in lines that
    fill the frame, or their column.
    """
    wide = [line for line in lines if _is_wide(line, frame, layout, size)]
    letters = sum(len(line.text) for line in lines)
    return len(wide) >= 2 and 2 * sum(len(line.text) for line in wide) >= letters


def _is_wide(line: TextLine, frame: BBox, layout: PageLayout, size: float) -> bool:
    if any(
        right.x0 - left.x1 > CELL_GAP * line.size
        for left, right in pairwise(line.words)
    ):
        return False
    if line.bbox.width > PARAGRAPH * frame.width:
        return True
    return line.size > SMALLER * size and _is_running(line, layout)


def _is_running(line: TextLine, layout: PageLayout) -> bool:
    """Tell whether a line fills most of its column, or more than one."""
    if line.column is not None:
        width = layout.columns[line.column].width
    else:
        width = min((column.width for column in layout.columns), default=layout.width)
    return line.bbox.width > PARAGRAPH * width


def _pictures(layout: PageLayout) -> Iterator[BBox]:
    """Yield the boxes of images, drawings and axes that are large enough."""
    images = [g.bbox for g in layout.graphics if g.kind is not GraphicKind.PATH]
    drawn = [g.bbox for g in layout.graphics if g.kind is GraphicKind.PATH]
    for box in (*images, *_drawings(drawn, layout.rules)):
        is_large = min(box.width, box.height) >= LEAST_FIGURE
        if is_large and not _is_ground(box, layout):
            yield box


def _is_ground(box: BBox, layout: PageLayout) -> bool:
    return box.width * box.height >= MOST_OF_PAGE * layout.width * layout.height


def _drawings(drawn: list[BBox], rules: Sequence[BBox]) -> list[BBox]:
    """Return drawings joined with the axes and frames that touch them.

    Level rules alone are those of a table or under a running head.
    """
    axes = [rule for rule in rules if rule.height >= LEAST_AXIS]
    if not axes:
        return drawn
    level = [rule for rule in rules if rule.width >= LEAST_AXIS]
    if len(axes) + len(level) > MOST_RULES:
        return [*drawn, BBox.around(axes)]
    joined = clustered([*drawn, *axes, *level])
    kept = [*drawn, *axes]
    return [box for box in joined if any(_holds(box, part) for part in kept)]


def _holds(frame: BBox, box: BBox) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.top + box.bottom) / 2
    return frame.x0 <= x <= frame.x1 and frame.top <= y <= frame.bottom


def _chained(
    layout: PageLayout, caption: Sequence[int], size: float, taken: Set[int]
) -> list[BBox]:
    """Return the area from a caption up over all that is drawn close above it.

    A diagram of small boxes and arrows has no frame; it ends at running text.
    """
    box = _over_column(layout, caption)
    above = [
        mark
        for mark in (*(g.bbox for g in layout.graphics), *layout.rules)
        if mark.bottom <= box.top + SAME_EDGE
        and mark.x0 < box.x1
        and box.x0 < mark.x1
        and not _is_ground(mark, layout)
    ]
    stops = _stops(layout, box, size, taken)
    area = box
    for mark in sorted(above, key=lambda m: -m.bottom):
        is_far = area.top - mark.bottom > CAPTION_REACH
        if is_far or any(mark.top < stop < area.top for stop in stops):
            break
        area = area.union(mark)
    if area.top > box.top - LEAST_AXIS:
        return []
    return [BBox(area.x0, area.top - SAME_EDGE, area.x1, box.top)]


def _over_column(layout: PageLayout, caption: Sequence[int]) -> BBox:
    """Return a caption's box, as wide as its column: a short one is centred."""
    box = BBox.around(layout.lines[i].bbox for i in caption)
    place = layout.lines[caption[0]].column
    if place is None:
        return box
    column = layout.columns[place]
    x0, x1 = min(box.x0, column.x0), max(box.x1, column.x1)
    return BBox(x0, box.top, x1, box.bottom)


def _stops(layout: PageLayout, box: BBox, size: float, taken: Set[int]) -> list[float]:
    """Return the heights of text over a box that belongs to no figure."""
    return [
        (line.bbox.top + line.bbox.bottom) / 2
        for i, line in enumerate(layout.lines)
        if line.bbox.x0 < box.x1
        and box.x0 < line.bbox.x1
        and line.bbox.bottom <= box.top + SAME_EDGE
        and (i in taken or (line.size > SMALLER * size and _is_running(line, layout)))
    ]


def _beside(layout: PageLayout, box: BBox, free: Set[int], size: float) -> set[int]:
    """Return the lettering next to a drawing, and next to that."""
    found: set[int] = set()
    for _ in range(ROUNDS):
        new = {
            i
            for i in free - found
            if _is_near(box, layout.lines[i])
            and _is_lettering(layout.lines[i], layout, size)
        }
        if not new:
            break
        found |= new
        box = BBox.around([box, *(layout.lines[i].bbox for i in new)])
    return found


def _is_near(box: BBox, line: TextLine) -> bool:
    reach = NEAR * line.size
    around = BBox(box.x0 - reach, box.top - reach, box.x1 + reach, box.bottom + reach)
    return around.overlaps(line.bbox)


def _is_lettering(line: TextLine, layout: PageLayout, size: float) -> bool:
    """Tell whether a line is a tick's, an axis's or a panel's label.

    The short last line of a paragraph has the size of the text and begins where its
    column does; a heading is larger or bold.
    """
    if line.direction != 0:
        return True
    if line.size > LARGER * size or all(word.is_bold for word in line.words):
        return False
    column = layout.columns[line.column] if line.column is not None else None
    if column is None:
        return line.size < SMALLER * size
    is_at_edge = abs(line.bbox.x0 - column.x0) < AT_EDGE
    is_short = line.bbox.width < SHORT * column.width
    if line.size < SMALLER * size:
        return is_short or not is_at_edge
    return is_short and not is_at_edge
