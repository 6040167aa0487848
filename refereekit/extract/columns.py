"""The text columns of a page and the gutters between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from refereekit.extract.layout import Column, TextLine
from refereekit.extract.lines import BASELINE_DRIFT, WIDE_GAP, Segment

__all__ = ["assign_column", "find_columns", "find_gutters"]

# A column edge is where at least this many lines begin, each this many sizes long.
LEAST_LINES = 4
LEAST_PAIRS = 2
FEW_LINES = 16
SUPPORT = 0.1
PROTRUDING = 0.92
# Lines that begin at the edge, for each line that runs through the strip: a first page
# has two long lines of title and abstract for each of the text below.
AGAINST = 0.3
# Lines on the left between the first and the last on the right, for each of those:
# an indented abstract has none.
BESIDE = 0.4
LEAST_LENGTH = 6.0
EDGE_WIDTH = 3.0
LEAST_GUTTER = 0.6
SPANS = 0.35


def find_gutters(segments: Sequence[Segment]) -> list[tuple[float, float]]:
    """Return (left, right) of the strips between columns, from left to right.

    A gutter ends where many long pieces of text begin, and others end before it; on a
    page with few lines, two are enough where they stand side by side.
    """
    upright = [s for s in segments if s.direction == 0]
    long = [s for s in upright if s.u1 - s.u0 > LEAST_LENGTH * s.size]
    least = max(LEAST_LINES, SUPPORT * len(long))
    edges = _edges([s.u0 for s in long], least)
    if len(long) < FEW_LINES:
        edges += _edges(_beside(long), LEAST_PAIRS)
    gutters: list[tuple[float, float]] = []
    for edge in sorted(set(edges)):
        gutter = _gutter_before(edge, long)
        if gutter and (not gutters or gutter[0] > gutters[-1][1]):
            gutters.append(gutter)
    return gutters


def _gutter_before(edge: float, long: Sequence[Segment]) -> tuple[float, float] | None:
    """Return the free strip left of an edge, `None` where text runs through it."""
    left = [s for s in long if s.u0 < edge - EDGE_WIDTH and s.u1 < edge]
    if len(left) < LEAST_PAIRS:
        return None
    # A few lines stick out of their column: an overfull line, a wide table.
    ends = sorted(s.u1 for s in left)
    begin = ends[int(PROTRUDING * (len(ends) - 1))]
    size = sorted(s.size for s in left)[len(left) // 2]
    if edge - begin <= LEAST_GUTTER * size:
        return None
    crossing = sum(s.u0 < begin and s.u1 > edge + EDGE_WIDTH for s in long)
    right = [s.v for s in long if abs(s.u0 - edge) <= EDGE_WIDTH]
    beside = sum(min(right) - size <= s.v <= max(right) + size for s in left)
    is_gutter = len(right) >= AGAINST * crossing and beside >= BESIDE * len(right)
    return (begin, edge) if is_gutter else None


def _beside(long: Sequence[Segment]) -> list[float]:
    """Return the left edges of long pieces of text right of others on their row."""
    ordered = sorted(long, key=lambda s: (s.v, s.u0))
    return [
        right.u0
        for left, right in pairwise(ordered)
        if abs(left.v - right.v) <= BASELINE_DRIFT * right.size
        and right.u0 - left.u1 > WIDE_GAP * right.size
    ]


def _edges(positions: Sequence[float], least: float) -> list[float]:
    """Return the left edges that at least so many of the positions share."""
    ordered = sorted(positions)
    edges: list[float] = []
    start = 0
    for index in range(1, len(ordered) + 1):
        if index < len(ordered) and ordered[index] - ordered[start] <= EDGE_WIDTH:
            continue
        if index - start >= least:
            edges.append(ordered[start])
        start = index
    return edges


def find_columns(
    lines: Sequence[TextLine], gutters: Sequence[tuple[float, float]]
) -> tuple[Column, ...]:
    """Return the text columns of a page, from left to right."""
    upright = [
        line
        for line in lines
        if line.direction == 0 and line.bbox.width > LEAST_LENGTH * line.size
    ]
    if not upright:
        return ()
    left = min(line.bbox.x0 for line in upright)
    right = max(line.bbox.x1 for line in upright)
    bounds = [left, *(x for gutter in gutters for x in gutter), right]
    columns = []
    for x0, x1 in zip(bounds[0::2], bounds[1::2], strict=True):
        if x1 - x0 > 1:
            columns.append(_fitted(x0, x1, upright))
    return tuple(columns)


def _fitted(x0: float, x1: float, lines: Sequence[TextLine]) -> Column:
    """Return the column between two gutters, as wide as its own lines."""
    own = [n for n in lines if n.bbox.x0 >= x0 - 2 and n.bbox.x1 <= x1 + 2]
    if len(own) < LEAST_LINES:
        return Column(x0, x1)
    return Column(min(line.bbox.x0 for line in own), max(line.bbox.x1 for line in own))


def assign_column(line: TextLine, columns: Sequence[Column]) -> int | None:
    """Return the index of the column that a line stands in."""
    if line.direction != 0:
        return None
    touched = [
        index
        for index, column in enumerate(columns)
        if min(line.bbox.x1, column.x1) - max(line.bbox.x0, column.x0)
        > min(SPANS * column.width, 0.5 * line.bbox.width)
    ]
    return touched[0] if len(touched) == 1 else None
