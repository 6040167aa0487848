"""Running heads and feet: what the pages of a paper repeat outside their text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from refereekit.extract.layout import PageLayout, TextLine
from refereekit.records import Role

__all__ = ["Edge", "Edges", "find_furniture", "page_edges"]

# How many baselines at the top and at the bottom may be furniture: a two-line head
# with a rule, a copyright block of four lines.
DEPTH = 4
# Furniture is set off by more than the usual distance between lines.
SET_OFF = 1.25
LEAST_DISTANCE = 6.0
SAME_PLACE = 2.5
SAME_ROW = 3.0
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"[-–—(\[\s]*(?:p(?:age|\.)?\s*)?(?:[A-Za-z]{0,2}[.-]?\d{1,5}|[ivxlc]{1,7})"
    r"(?:\s*(?:of|/|\|)\s*\d{1,5})?[-–—)\]\s]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Edge:
    """One baseline near the top or bottom: its text without digits and its place."""

    text: str
    baseline: float
    is_number: bool
    is_set_off: bool
    indexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Edges:
    """The outermost baselines of a page, from the edge inward."""

    head: tuple[Edge, ...]
    foot: tuple[Edge, ...]


def page_edges(layout: PageLayout) -> Edges:
    """Return the baselines of a page that may be furniture."""
    rows = _rows(layout.lines)
    down = [_distance(layout, rows, place, 1) for place in range(len(rows))]
    known = sorted(distance for distance in down if distance > 0)
    usual = known[len(known) // 2] if known else 0.0
    places = range(min(DEPTH, len(rows)))
    head = tuple(_edge(layout, rows[p], down[p], usual) for p in places)
    foot = tuple(
        _edge(
            layout, rows[-1 - p], _distance(layout, rows, len(rows) - 1 - p, -1), usual
        )
        for p in places
    )
    return Edges(head, foot)


def _distance(
    layout: PageLayout, rows: list[tuple[float, list[int]]], place: int, step: int
) -> float:
    """Return how far the next text is that stands over or under a row's text."""
    baseline, indexes = rows[place]
    lines = layout.lines
    for other in range(place + step, len(rows) if step > 0 else -1, step):
        if any(
            lines[i].bbox.x0 < lines[j].bbox.x1 and lines[j].bbox.x0 < lines[i].bbox.x1
            for i in indexes
            for j in rows[other][1]
        ):
            return abs(rows[other][0] - baseline)
    return 0.0


def _rows(lines: Sequence[TextLine]) -> list[tuple[float, list[int]]]:
    rows: list[tuple[float, list[int]]] = []
    upright = [i for i, line in enumerate(lines) if line.direction == 0]
    for index in sorted(upright, key=lambda i: lines[i].baseline):
        baseline = lines[index].baseline
        if rows and baseline - rows[-1][0] <= SAME_ROW:
            rows[-1][1].append(index)
        else:
            rows.append((baseline, [index]))
    return rows


def _edge(
    layout: PageLayout, row: tuple[float, list[int]], inward: float, usual: float
) -> Edge:
    baseline, indexes = row
    texts = [
        layout.lines[i].text
        for i in sorted(indexes, key=lambda i: layout.lines[i].bbox.x0)
    ]
    return Edge(
        text=_DIGITS.sub("#", " ".join(texts)),
        baseline=baseline,
        is_number=any(_PAGE_NUMBER.fullmatch(text) for text in texts),
        is_set_off=inward == 0 or inward > max(SET_OFF * usual, LEAST_DISTANCE),
        indexes=tuple(indexes),
    )


def find_furniture(edges: Edges, neighbours: Iterable[Edges]) -> dict[int, Role]:
    """Return the lines of a page that are its running head and foot.

    A baseline counts when a page near by has the same text there (digits aside), or
    has one set off at the same height; a page number set off counts by itself.
    """
    others = list(neighbours)
    found: dict[int, Role] = {}
    for role, own, theirs in (
        (Role.RUNNING_HEAD, edges.head, [other.head for other in others]),
        (Role.RUNNING_FOOT, edges.foot, [other.foot for other in others]),
    ):
        for index in _furniture(own, theirs):
            found[index] = role
    return found


def _furniture(own: Sequence[Edge], theirs: Sequence[Sequence[Edge]]) -> list[int]:
    indexes: list[int] = []
    waiting: list[int] = []
    for edge in own:
        waiting += edge.indexes
        if _is_repeated(edge, theirs) or (edge.is_set_off and _is_placed(edge, theirs)):
            indexes += waiting
            waiting = []
        elif edge.is_set_off:
            break
    return indexes


def _is_repeated(edge: Edge, theirs: Sequence[Sequence[Edge]]) -> bool:
    return any(
        edge.text == other.text
        and abs(edge.baseline - other.baseline) < SAME_PLACE
        and (len(edge.text) > 1 or edge.is_number)
        for edges in theirs
        for other in edges
    )


def _is_placed(edge: Edge, theirs: Sequence[Sequence[Edge]]) -> bool:
    if edge.is_number:
        return True
    return any(
        edges
        and edges[0].is_set_off
        and abs(edge.baseline - edges[0].baseline) < SAME_PLACE
        for edges in theirs
    )
