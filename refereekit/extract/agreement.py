"""What the labels of a document have in common: edges, side, place of displays."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from refereekit.extract.equations import EquationReading, Judgement
from refereekit.extract.surroundings import Side
from refereekit.records import Rejection
from refereekit.values import replace

__all__ = ["settle_equations"]

_SAME_EDGE = 1.0
"""Points by which the right ends of one document's labels differ: rounding."""

_SAME_COLUMN = 3.0
"""Points by which the right edges of one column differ from page to page."""

_DECIMAL = re.compile(r"(?P<section>[0-9]+)\.(?P<number>[0-9]+)")
_DECIMALS = 3
"""Digits after the point from which a label can be a table's value."""

_NEAR = 3
"""Most equations between two that have a label."""

_EDGE_REASONS = frozenset({Rejection.NO_COLUMN, Rejection.NOT_AT_COLUMN_EDGE})

_RAIL = 3
"""Labels that must end at one x before it counts as an edge of a column."""

_SURE = 2
"""Left-hand labels beside centred displays that show a document to have such."""

_MINORITY = 4
"""One label on one side against so many on the other is no label."""

_FLUSH = 3.0
"""Points from the column's edge within which a display begins at it."""

_SHORT = 40.0
"""Points from a display to its label from which the display is no full line."""

_BLOCK = 40.0
"""Points between the labels of one aligned display, the tallest rows apart."""

_LEAST = 4
"""Labels from which a document shows how it sets its displays."""


def settle_equations(
    readings: Sequence[EquationReading],
) -> tuple[EquationReading, ...]:
    """Judge the labels of a document again by what its pages have in common.

    Labels that end at one x over the document show where a column ends, on pages
    whose own lines do not: a page of displays, a short last column. And a document
    sets all its labels on one side.
    """
    rails = tuple(_rails(readings))
    shared, every = _column_ends(readings, 2), _column_ends(readings, 1)
    values = _values(readings)
    railed = []
    for reading in readings:
        ends = shared if reading.columns else every
        judgements = tuple(
            _at_end(j, rails, ends)
            for j in (_unless_value(j, values) for j in reading.judgements)
        )
        railed.append(replace(reading, judgements=judgements))
    wrong = _wrong_side(railed)
    sided = [
        replace(reading, judgements=tuple(_sided(j, wrong) for j in reading.judgements))
        for reading in railed
    ]
    if wrong is Side.RIGHT:
        sided = _in_turn(sided)
    return _without_flush(sided)


def _values(readings: Sequence[EquationReading]) -> frozenset[str]:
    """Return labels of the form `1.097` with none near them in the same section.

    A section with a hundred equations has others that are numbered so; a table's
    value has three decimals by itself.
    """
    counted = {j.label for reading in readings for j in reading.judgements}
    numbers: dict[str, set[int]] = defaultdict(set)
    found = {label: match for label in counted if (match := _DECIMAL.fullmatch(label))}
    for match in found.values():
        numbers[match["section"]].add(int(match["number"]))
    return frozenset(
        label
        for label, match in found.items()
        if len(match["number"]) >= _DECIMALS
        and not any(
            0 < abs(other - int(match["number"])) <= _NEAR
            for other in numbers[match["section"]]
        )
    )


def _unless_value(judgement: Judgement, values: Collection[str]) -> Judgement:
    if judgement.label not in values or any(
        reason is Rejection.TABULAR for reason, _ in judgement.against
    ):
        return judgement
    evidence = "no other label of its section has a number near it"
    against = (*judgement.against, (Rejection.TABULAR, evidence))
    return replace(judgement, against=against, stands_if=None)


def _rails(readings: Sequence[EquationReading]) -> Iterator[float]:
    """Yield every x at which several labels of the document end.

    Rows that follow one another may be those of one table, which shows no edge.
    """
    ends = sorted(
        (j for reading in readings for j in reading.judgements if _shows_an_edge(j)),
        key=lambda j: (j.bbox.x1, j.page_number, j.bbox.top),
    )
    start = 0
    for index in range(1, len(ends) + 1):
        if index < len(ends) and (
            ends[index].bbox.x1 - ends[index - 1].bbox.x1 <= _SAME_EDGE
        ):
            continue
        rail = ends[start:index]
        if len({j.label for j in rail}) >= _RAIL and not _is_one_block(rail):
            yield rail[-1].bbox.x1
        start = index


def _is_one_block(judgements: Sequence[Judgement]) -> bool:
    """Tell whether all labels stand in one block of rows, beside no formula."""
    places = sorted((j.page_number, j.bbox.top) for j in judgements)
    return not any(j.is_accepted for j in judgements) and all(
        page == before and top - above <= _BLOCK
        for (before, above), (page, top) in pairwise(places)
    )


def _shows_an_edge(judgement: Judgement) -> bool:
    """Tell whether a label stands at an edge, of a known column or of none.

    A number in the middle of a table's rows stands at none: there is text behind it.
    """
    if judgement.is_accepted:
        return judgement.side is Side.RIGHT
    reasons = {reason for reason, _ in judgement.against}
    return judgement.stands_if is Side.RIGHT and reasons <= _EDGE_REASONS


def _column_ends(readings: Sequence[EquationReading], pages: int) -> tuple[float, ...]:
    """Return the right edges that columns of at least so many pages have."""
    counts = Counter(
        round(column.x1) for reading in readings for column in reading.columns
    )
    return tuple(float(end) for end, count in counts.items() if count >= pages)


def _at_end(
    judgement: Judgement, rails: Sequence[float], ends: Sequence[float]
) -> Judgement:
    """Accept a label that wants only an edge where the document has one."""
    if judgement.stands_if is not Side.RIGHT:
        return judgement
    own = judgement.bbox.x1
    if any(abs(rail - own) <= _SAME_EDGE for rail in rails) or any(
        abs(end - own) <= _SAME_COLUMN for end in ends
    ):
        return replace(judgement, side=Side.RIGHT, against=())
    return judgement


def _wrong_side(readings: Sequence[EquationReading]) -> Side | None:
    """Return the side on which this document sets no labels."""
    judgements = [j for reading in readings for j in reading.judgements]
    sides = [j.side for j in judgements if j.is_accepted]
    left, right = sides.count(Side.LEFT), sides.count(Side.RIGHT)
    if left >= _SURE:
        left += sum(j.stands_if is Side.LEFT for j in judgements)
    if left * _MINORITY <= right:
        return Side.LEFT
    if right * _MINORITY <= left:
        return Side.RIGHT
    return None


def _sided(judgement: Judgement, wrong: Side | None) -> Judgement:
    """Hold a label to the side on which the document sets the others."""
    if judgement.is_accepted and judgement.side is wrong is not None:
        evidence = f"no other label of the document stands at the {wrong} edge"
        return replace(judgement, against=((Rejection.NOT_AT_COLUMN_EDGE, evidence),))
    return judgement


def _in_turn(readings: Sequence[EquationReading]) -> list[EquationReading]:
    """Accept left-hand labels close to their formulas whose number is next in turn.

    The items of a list look the same, and count from 1 again.
    """
    settled = []
    last = 0
    following = [_number(j) for r in readings for j in r.judgements if j.is_accepted]
    for reading in readings:
        judgements = []
        for judgement in reading.judgements:
            number = _number(judgement)
            if judgement.is_accepted:
                following.pop(0)
                last = number or last
            elif judgement.stands_if is Side.LEFT:
                ahead = next((n for n in following if n is not None), None)
                if number is None or last < number < (ahead or number + 1):
                    judgement = replace(judgement, against=())
                    last = number or last
            judgements.append(judgement)
        settled.append(replace(reading, judgements=tuple(judgements)))
    return settled


def _number(judgement: Judgement) -> int | None:
    """Return a plain label's number, `None` for `2.1` or `*`."""
    return int(judgement.label) if judgement.label.isdecimal() else None


def _without_flush(
    readings: Sequence[EquationReading],
) -> tuple[EquationReading, ...]:
    """Refuse short rows at the column's edge where other displays are centred."""
    flush = {
        id(judgement)
        for reading in readings
        for judgement in reading.judgements
        if judgement.is_accepted and _is_flush(judgement, reading)
    }
    accepted = sum(j.is_accepted for reading in readings for j in reading.judgements)
    if accepted < _LEAST or len(flush) * _MINORITY > accepted:
        return tuple(readings)
    evidence = "begins at the edge, where no other display of the document does"
    return tuple(
        replace(
            reading,
            judgements=tuple(
                replace(j, against=((Rejection.NOT_CENTRED, evidence),))
                if id(j) in flush
                else j
                for j in reading.judgements
            ),
        )
        for reading in readings
    )


def _is_flush(judgement: Judgement, reading: EquationReading) -> bool:
    """Tell whether a display is short and begins with a word at its column's edge.

    The rows of an aligned display are measured together: one of them is wide.
    """
    start = judgement.text_start
    if judgement.side is not Side.RIGHT or start is None or start > _FLUSH:
        return False
    rows = [
        other.display
        for other in reading.judgements
        if other.is_accepted
        and abs(other.bbox.x1 - judgement.bbox.x1) <= _SAME_EDGE
        and abs(other.bbox.top - judgement.bbox.top) <= _BLOCK
    ]
    return judgement.bbox.x0 - max(row.x1 for row in rows) >= _SHORT
