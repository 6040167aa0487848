"""Line numbers that a review manuscript prints in its margins."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise

from refereekit.extract.lines import Segment
from refereekit.extract.pieces import Piece
from refereekit.values import Value

__all__ = ["ALIGNED", "MarginNumbers", "find_margin_numbers"]

STEPS = (1, 5, 2, 10)
LEAST_CHAIN = {1: 3, 2: 4, 5: 3, 10: 3}
SURE_CHAIN = 6
"""Fewer every-line numbers must stand beside every line of the page."""
ALIGNED = 3.0
"""Points by which the numbers' left or right edges may differ."""
LEAST_GAP = 0.35
"""Between a number and its line, in sizes of the number: a small one may be close."""
LONG = 8.0
MOST_FEW = 40
"""Numbers at the outer edges of a page's text; a table in its place has more."""
OVERLONG = 10
"""One of so many lines may run out into the margin."""
ACROSS = 60.0
SAME_ROW = 2.0
NEAR_ROW = 8.0
NUMBERED_ROWS = 0.6
"""Share of the text rows beside a run of every-line numbers that have one: a list
of references has its numbers at the first line of each entry only."""
_NUMBER = re.compile(r"\d{1,5}")


class _Candidate(Value):
    piece: Piece
    segment: Segment
    value: int


class MarginNumbers(Value):
    """A run of numbers in one margin, from top to bottom, that count up by `step`.

    Few of them (a page that is mostly figures, the end of the text) are sure only
    where they count on from a page beside it; `step` is 0 for a single one.
    """

    pieces: tuple[Piece, ...]
    step: int
    u0: float
    u1: float
    is_sure: bool = True

    @property
    def first(self) -> int:
        """The topmost number."""
        return int(self.pieces[0].text)

    @property
    def last(self) -> int:
        """The lowest number."""
        return int(self.pieces[-1].text)


def find_margin_numbers(segments: Sequence[Segment]) -> tuple[MarginNumbers, ...]:
    """Return the runs on one page that may be margin numbers.

    They count up by a constant step, share an edge, and stand outside of everything
    that is text on the page.
    """
    upright = [s for s in segments if s.direction == 0]
    candidates = [c for segment in upright for c in _candidates(segment)]
    found: list[MarginNumbers] = []
    taken: set[int] = set()
    for group in _aligned(candidates):
        free = [c for c in group if id(c.piece) not in taken]
        run = _longest_run(free)
        if run is None:
            continue
        members = {id(piece) for piece in run.pieces}
        if _is_outside(run, upright, members):
            found.append(run)
            taken |= members
    return tuple(found) or _few_numbers(candidates, upright)


def _few_numbers(
    candidates: Sequence[_Candidate], segments: Sequence[Segment]
) -> tuple[MarginNumbers, ...]:
    """Return the numbers outside of all text that may count on from another page."""
    numbers = {id(candidate.piece) for candidate in candidates}
    rows = []
    for segment in segments:
        own = [piece for piece in segment.pieces if id(piece) not in numbers]
        if own and segment.u1 - segment.u0 > LONG * segment.size:
            rows.append((own[0].u0, own[-1].u1))
    if not rows:
        return ()
    overlong = len(rows) // OVERLONG
    start = sorted(left for left, _ in rows)[overlong]
    end = sorted(right for _, right in rows)[-1 - overlong]
    few = [c for c in candidates if c.piece.u1 < start or end < c.piece.u0]
    found: dict[int, MarginNumbers] = {}
    for group in _aligned(few) if len(few) <= MOST_FEW else ():
        ordered = sorted(group, key=lambda c: c.piece.v)
        steps = {b.value - a.value for a, b in pairwise(ordered)} or {0}
        if len(steps) == 1 and steps <= {0, *STEPS}:
            pieces = tuple(c.piece for c in ordered)
            run = _run(pieces, steps.pop(), is_sure=False)
            found.setdefault(id(pieces[0]), run)
    return tuple(found.values())


def _run(pieces: tuple[Piece, ...], step: int, *, is_sure: bool) -> MarginNumbers:
    left, right = min(p.u0 for p in pieces), max(p.u1 for p in pieces)
    return MarginNumbers(pieces, step, left, right, is_sure)


def _candidates(segment: Segment) -> Iterable[_Candidate]:
    # The file may hold the number of a line anywhere among its words.
    pieces = sorted(segment.pieces, key=lambda piece: piece.u0)
    first, last = pieces[0], pieces[-1]
    if _NUMBER.fullmatch(first.text) and (
        len(pieces) == 1 or pieces[1].u0 - first.u1 > LEAST_GAP * first.size
    ):
        yield _Candidate(first, segment, int(first.text))
    if (
        len(pieces) > 1
        and _NUMBER.fullmatch(last.text)
        and last.u0 - pieces[-2].u1 > LEAST_GAP * last.size
    ):
        yield _Candidate(last, segment, int(last.text))


def _aligned(candidates: list[_Candidate]) -> list[list[_Candidate]]:
    """Return the candidates that share a right or a left edge, largest group first."""
    groups: list[list[_Candidate]] = []
    for is_right in (True, False):
        edges = [(c.piece.u1 if is_right else c.piece.u0, c) for c in candidates]
        edges.sort(key=lambda pair: pair[0])
        start = 0
        for index in range(1, len(edges) + 1):
            if index < len(edges) and edges[index][0] - edges[start][0] <= ALIGNED:
                continue
            groups.append([candidate for _, candidate in edges[start:index]])
            start = index
    return sorted(groups, key=len, reverse=True)


def _longest_run(group: list[_Candidate]) -> MarginNumbers | None:
    """Return the longest stretch of a group that counts up by a constant step."""
    ordered = sorted(group, key=lambda c: c.piece.v)
    best: MarginNumbers | None = None
    for step in STEPS:
        start = 0
        for index in range(1, len(ordered) + 1):
            if (
                index < len(ordered)
                and ordered[index].value - ordered[index - 1].value == step
            ):
                continue
            length = index - start
            if length >= LEAST_CHAIN[step] and (
                best is None or length > len(best.pieces)
            ):
                pieces = tuple(c.piece for c in ordered[start:index])
                best = _run(pieces, step, is_sure=True)
            start = index
    return best


def _is_outside(
    run: MarginNumbers, segments: Sequence[Segment], members: set[int]
) -> bool:
    """Tell whether no long text on the page reaches into the run's strip."""
    rows: list[float] = []
    for segment in segments:
        own = [piece for piece in segment.pieces if id(piece) not in members]
        if not own:
            continue
        u0, u1 = min(p.u0 for p in own), max(p.u1 for p in own)
        if u1 - u0 < LONG * segment.size:
            continue
        if u0 < run.u1 and run.u0 < u1:
            if _is_above_columns(segment, u0, u1, run):
                continue
            return False
        rows.append(segment.v)
    if not rows:
        return False
    if run.step != 1:
        return True
    heights = sorted(piece.v for piece in run.pieces)
    if len(heights) < SURE_CHAIN:
        return all(_has_near(heights, segment.v, SAME_ROW) for segment in segments)
    beside = [v for v in rows if heights[0] - 1 <= v <= heights[-1] + 1]
    numbered = [v for v in beside if _has_near(heights, v, NEAR_ROW)]
    return len(numbered) >= NUMBERED_ROWS * len(beside)


def _is_above_columns(
    segment: Segment, u0: float, u1: float, run: MarginNumbers
) -> bool:
    """Tell whether text that comes from the left is no line of numbers in a gutter.

    It runs over both columns, or it has no number of a sparse run beside it (a running
    head, an address); the lines of an algorithm are all numbered.
    """
    if u0 < run.u0 - ACROSS and run.u1 + ACROSS < u1:
        return True
    top, bottom = run.pieces[0].v, run.pieces[-1].v
    is_beside = top - segment.size <= segment.v <= bottom + segment.size
    return run.step > 2 and not is_beside and u0 < run.u0 - segment.size


def _has_near(values: list[float], value: float, reach: float) -> bool:
    at = bisect_left(values, value - reach)
    return at < len(values) and values[at] <= value + reach
