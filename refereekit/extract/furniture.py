"""Running heads and feet: what the pages of a paper repeat outside their text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from refereekit.extract.layout import PageLayout, TextLine
from refereekit.records import Role
from refereekit.values import Value

__all__ = ["Edge", "Edges", "find_furniture", "page_edges"]

# How many baselines at the top and at the bottom may be furniture: a two-line head
# with a rule, a copyright block of four lines.
DEPTH = 4
# Furniture is set off by more than the usual distance between lines.
SET_OFF = 1.25
LEAST_DISTANCE = 6.0
SAME_PLACE = 2.5
SAME_ROW = 3.0
OUTER = 0.17
MOST_PARTS = 3
_NUMBER = re.compile(r"\d{1,5}")
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"[-–—(\[\s]*(?:p(?:age|\.)?\s*)?(?:[A-Za-z]{0,2}[.-]?\d{1,5}|[ivxlc]{1,7})"
    r"(?:\s*(?:of|/|\|)\s*\d{1,5})?[-–—)\]\s]*",
    re.IGNORECASE,
)


class Edge(Value):
    """One baseline near the top or bottom: its text without digits and its place.

    `numbers` are those that it begins or ends with, `is_number` tells that one stands
    by itself. `is_outer` tells that it is in the outer part of the page.
    """

    text: str
    baseline: float
    numbers: frozenset[int]
    is_number: bool
    is_set_off: bool
    is_outer: bool
    indexes: tuple[int, ...]


class Edges(Value):
    """The outermost baselines of a page, from the edge inward."""

    page_number: int
    head: tuple[Edge, ...]
    foot: tuple[Edge, ...]


def page_edges(layout: PageLayout) -> Edges:
    """Return the baselines of a page that may be furniture."""
    rows = _rows(layout.lines)
    down = [_distance(layout, rows, place, 1) for place in range(len(rows))]
    known = sorted(distance for distance in down if distance > 0)
    usual = known[(len(known) - 1) // 2] if known else 0.0
    places = range(min(DEPTH, len(rows)))
    head = tuple(
        _edge(layout, rows[place], down[place], usual, is_head=True) for place in places
    )
    foot = tuple(
        _edge(
            layout,
            rows[place],
            _distance(layout, rows, place, -1),
            usual,
            is_head=False,
        )
        for place in (len(rows) - 1 - place for place in places)
    )
    return Edges(layout.number, head, foot)


def _distance(
    layout: PageLayout, rows: list[tuple[float, list[int]]], place: int, step: int
) -> float:
    """Return how far the next text is that stands over or under a row's text."""
    baseline, indexes = rows[place]
    lines = layout.lines
    for other in range(place + step, len(rows) if step > 0 else -1, step):
        if any(
            lines[i].bbox.is_above_or_below(lines[j].bbox)
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
    layout: PageLayout,
    row: tuple[float, list[int]],
    inward: float,
    usual: float,
    *,
    is_head: bool,
) -> Edge:
    baseline, indexes = row
    texts = [
        layout.lines[i].text
        for i in sorted(indexes, key=lambda i: layout.lines[i].bbox.x0)
    ]
    return Edge(
        text=_DIGITS.sub("#", " ".join(texts)),
        baseline=baseline,
        numbers=frozenset(
            int(number) for text in texts for number in _outer_numbers(text)
        ),
        is_number=len(texts) <= MOST_PARTS
        and any(_PAGE_NUMBER.fullmatch(text) for text in texts),
        is_set_off=inward == 0 or inward > max(SET_OFF * usual, LEAST_DISTANCE),
        is_outer=_is_outer(baseline / layout.height, is_head=is_head),
        indexes=tuple(indexes),
    )


def _is_outer(share: float, *, is_head: bool) -> bool:
    return share <= OUTER if is_head else share >= 1 - OUTER


def _outer_numbers(text: str) -> list[str]:
    words = text.split()
    return [word for word in (words[0], words[-1]) if _NUMBER.fullmatch(word)]


def find_furniture(edges: Edges, neighbours: Iterable[Edges]) -> dict[int, Role]:
    """Return the lines of a page that are its running head and foot.

    A baseline counts when a page near by has the same text there (digits aside). In
    the outer part of the page it also counts when it is set off and holds a page
    number: one that stands by itself, or one that counts on from page to page.
    """
    others = list(neighbours)
    found: dict[int, Role] = {}
    for role, own, theirs in (
        (Role.RUNNING_HEAD, edges.head, [(o.page_number, o.head) for o in others]),
        (Role.RUNNING_FOOT, edges.foot, [(o.page_number, o.foot) for o in others]),
    ):
        for index in _furniture(edges.page_number, own, theirs):
            found[index] = role
    return found


_Others = Sequence[tuple[int, Sequence[Edge]]]


def _furniture(page_number: int, own: Sequence[Edge], theirs: _Others) -> list[int]:
    indexes: list[int] = []
    waiting: list[int] = []
    for place, edge in enumerate(own):
        if waiting and not edge.is_outer:
            break
        waiting += edge.indexes
        is_numbered = edge.is_outer and (
            _counts_on(page_number, edge, theirs)
            or (edge.is_number and edge.is_set_off and place == 0)
        )
        if is_numbered or _is_repeated(edge, theirs):
            indexes += waiting
            waiting = []
        elif edge.is_set_off or not edge.is_outer:
            break
    return indexes


def _is_repeated(edge: Edge, theirs: _Others) -> bool:
    return any(
        edge.text == other.text
        and abs(edge.baseline - other.baseline) < SAME_PLACE
        and (len(edge.text) > 1 or edge.is_number)
        for _, edges in theirs
        for other in edges
    )


def _counts_on(page_number: int, edge: Edge, theirs: _Others) -> bool:
    """Tell whether a number on the baseline counts on from page to page."""
    return any(
        value + number - page_number in other.numbers
        for number, edges in theirs
        for other in edges
        if abs(edge.baseline - other.baseline) < SAME_PLACE
        for value in edge.numbers
    )
