"""Margin numbers taken out of the text and given to their lines as labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from refereekit.extract.layout import TextLine
from refereekit.extract.lines import Segment
from refereekit.extract.margins import ALIGNED, MarginNumbers
from refereekit.extract.pieces import Piece
from refereekit.values import replace

__all__ = ["confirmed", "number_lines", "without_numbers"]

BESIDE = 0.5
SAME_BASELINE = 0.1
"""Sizes by which a number may be off the baseline of its own line."""


def confirmed(
    runs: Iterable[MarginNumbers],
    neighbours: Sequence[Sequence[MarginNumbers]],
    beyond: Sequence[Sequence[MarginNumbers]] = (),
) -> tuple[MarginNumbers, ...]:
    """Return the runs that a neighbouring page has too: in the same place, or going on.

    On the only page of a file they stand by themselves. Table rows can look like
    margin numbers on one page, not on two. `beyond` are the pages behind a neighbour
    without numbers, as one with an abstract is: there they have to go on.
    """
    if not neighbours:
        return tuple(run for run in runs if run.is_sure)
    return tuple(
        run
        for run in runs
        if any(_confirms(other, run) for page in neighbours for other in page)
        or any(_goes_on_beyond(other, run) for page in beyond for other in page)
    )


def _goes_on_beyond(other: MarginNumbers, run: MarginNumbers) -> bool:
    is_sure = run.is_sure and other.is_sure and run.step == other.step
    return is_sure and run.step in (run.first - other.last, other.first - run.last)


def _confirms(other: MarginNumbers, run: MarginNumbers) -> bool:
    step = other.step or run.step
    goes_on = step in (run.first - other.last, other.first - run.last)
    if not (run.is_sure and other.is_sure):
        is_one_sure = run.is_sure or other.is_sure
        return is_one_sure and goes_on and {run.step, other.step} <= {0, step}
    if run.step != other.step:
        return False
    edges = min(abs(run.u1 - other.u1), abs(run.u0 - other.u0))
    # The numbers of left and right pages may be in different margins.
    return edges <= 2 * ALIGNED or goes_on


def without_numbers(
    segments: Sequence[Segment], runs: Sequence[MarginNumbers]
) -> list[Segment]:
    """Return the segments without the pieces that are margin numbers."""
    members = {id(piece) for run in runs for piece in run.pieces}
    if not members:
        return list(segments)
    kept: list[Segment] = []
    for segment in segments:
        own = [piece for piece in segment.pieces if id(piece) not in members]
        if len(own) == len(segment.pieces):
            kept.append(segment)
        elif own:
            rest = Segment()
            for piece in own:
                rest.add(piece)
            rest.settle()
            kept.append(rest)
    return kept


def number_lines(
    lines: Sequence[TextLine], runs: Sequence[MarginNumbers]
) -> list[TextLine]:
    """Return the lines with their margin numbers.

    Of two lines beside a number in a gutter it is the one on its baseline; on a grid,
    the one in a column that no other run numbers, or the nearer one.
    """
    numbers: dict[int, tuple[str, bool]] = {}
    columns: set[int | None] = set()
    for run in sorted(runs, key=lambda run: run.u0):
        own: set[int | None] = set()
        for piece in run.pieces:
            beside = [i for i in _beside(lines, piece) if i not in numbers]
            if not beside:
                continue
            nearest = min(beside, key=lambda i: _rank(lines[i], piece, columns))
            is_right = run.u0 >= lines[nearest].bbox.x1
            numbers[nearest] = piece.text, is_right
            own.add(lines[nearest].column)
        columns |= own - {None}
    return [
        replace(line, margin_number=numbers[i][0], margin_is_right=numbers[i][1])
        if i in numbers
        else line
        for i, line in enumerate(lines)
    ]


def _beside(lines: Sequence[TextLine], piece: Piece) -> list[int]:
    return [
        i
        for i, line in enumerate(lines)
        if line.direction == 0 and abs(line.baseline - piece.v) < BESIDE * line.size
    ]


def _rank(
    line: TextLine, piece: Piece, numbered: Set[int | None]
) -> tuple[bool, bool, float]:
    is_off = abs(line.baseline - piece.v) > SAME_BASELINE * line.size
    distance = max(line.bbox.x0 - piece.u1, piece.u0 - line.bbox.x1)
    return is_off, line.column in numbered, distance
