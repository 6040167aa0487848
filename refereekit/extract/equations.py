"""Labels printed beside displayed equations, accepted or refused with reasons.

`read_equations` judges a page by itself; `settle_equations` looks at the pages of a
document together, which know better where its columns end and on which side of them
its labels stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from refereekit.extract.displays import is_running
from refereekit.extract.layout import Column, PageLayout
from refereekit.extract.rejections import reasons_against
from refereekit.extract.sightings import Setting, Side, set_scene, setting_of
from refereekit.positions import BBox
from refereekit.records import DisplayedEquation, LabelCandidate, Rejection

__all__ = ["EquationReading", "Judgement", "read_equations", "settle_equations"]

_COLUMN_REASONS = frozenset({Rejection.NO_COLUMN, Rejection.NOT_AT_COLUMN_EDGE})

_SAME_EDGE = 1.0
"""Points by which the right ends of one document's labels differ: rounding."""

_RAIL = 3
"""Labels that must end at one x before it counts as an edge of a column."""

_MINORITY = 4
"""One label on one side against so many on the other is no label."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What stands around a label-shaped token, and every reason against it."""

    setting: Setting
    against: tuple[tuple[Rejection, str], ...]

    @property
    def is_accepted(self) -> bool:
        """Tell whether nothing speaks against the label."""
        return not self.against

    @property
    def misses_edge_only(self) -> bool:
        """Tell whether it is a label but for the column that was made out."""
        return all(reason in _COLUMN_REASONS for reason, _ in self.against)


@dataclass(frozen=True, slots=True)
class EquationReading:
    """What one page shows of displayed equations."""

    judgements: tuple[Judgement, ...]
    columns: tuple[Column, ...] = ()

    @property
    def accepted(self) -> tuple[DisplayedEquation, ...]:
        """The labels that stand beside a displayed equation."""
        return tuple(_equation(j.setting) for j in self.judgements if j.is_accepted)

    @property
    def candidates(self) -> tuple[LabelCandidate, ...]:
        """The refused ones."""
        return tuple(_candidate(j) for j in self.judgements if not j.is_accepted)

    @property
    def display_lines(self) -> frozenset[int]:
        """Indexes of the lines that are parts of labelled displays."""
        return frozenset(
            line
            for judgement in self.judgements
            if judgement.is_accepted
            for line in (
                judgement.setting.sighting.line,
                *judgement.setting.row,
                *judgement.setting.near,
            )
        )


def read_equations(page: PageLayout) -> EquationReading:
    """Read the labels of displayed equations on one page."""
    scene = set_scene(page)
    return EquationReading(
        tuple(_judge(setting_of(sighting, scene)) for sighting in scene.sightings),
        page.columns,
    )


def _judge(setting: Setting) -> Judgement:
    return Judgement(setting, tuple(reasons_against(setting)))


def _equation(setting: Setting) -> DisplayedEquation:
    lines = setting.scene.page.lines
    boxes = [lines[index].bbox for index in setting.near]
    boxes += [word.bbox for word in setting.beside]
    return DisplayedEquation(
        setting.sighting.label,
        setting.scene.page.number,
        setting.sighting.bbox,
        BBox.around(boxes),
    )


def _candidate(judgement: Judgement) -> LabelCandidate:
    sighting = judgement.setting.sighting
    reasons, evidence = zip(*judgement.against, strict=True)
    return LabelCandidate(
        sighting.label,
        judgement.setting.scene.page.number,
        sighting.bbox,
        reasons,
        evidence,
    )


def settle_equations(
    readings: Sequence[EquationReading],
) -> tuple[EquationReading, ...]:
    """Judge the labels of a document again by what its pages have in common.

    Labels that end at one x over the document show where a column ends, on pages
    whose own lines do not: a page of displays, a short last column. And a document
    sets all its labels on one side.
    """
    rails = (*_rails(readings), *_columns(readings))
    railed = [
        replace(
            reading, judgements=tuple(_on_rail(j, rails) for j in reading.judgements)
        )
        for reading in readings
    ]
    wrong = _wrong_side(railed)
    return tuple(
        replace(reading, judgements=tuple(_sided(j, wrong) for j in reading.judgements))
        for reading in railed
    )


def _rails(readings: Sequence[EquationReading]) -> Iterator[Column]:
    """Yield the columns at whose right edge labels of the document end."""
    ends = sorted(
        (j.setting.sighting.bbox.x1, j.setting.bounds.x0, j.setting.sighting.label)
        for reading in readings
        for j in reading.judgements
        if j.misses_edge_only and j.setting.side is not Side.LEFT
    )
    start = 0
    for index in range(1, len(ends) + 1):
        if index < len(ends) and ends[index][0] - ends[index - 1][0] <= _SAME_EDGE:
            continue
        group = ends[start:index]
        start = index
        if len({label for _, _, label in group}) >= _RAIL:
            yield Column(median(x0 for _, x0, _ in group), group[-1][0])


def _columns(readings: Sequence[EquationReading]) -> Iterator[Column]:
    """Yield the columns that several pages of the document have in common."""
    edges = Counter(
        (round(column.x0), round(column.x1))
        for reading in readings
        for column in reading.columns
    )
    for (x0, x1), count in edges.most_common():
        if count > 1:
            yield Column(float(x0), float(x1))


def _on_rail(judgement: Judgement, rails: tuple[Column, ...]) -> Judgement:
    """Judge a refused label again in the document's column that ends where it does."""
    if judgement.is_accepted:
        return judgement
    setting, end = judgement.setting, judgement.setting.sighting.bbox.x1
    for rail in rails:
        if abs(rail.x1 - end) <= _SAME_EDGE and rail != setting.bounds:
            again = _judge(setting_of(setting.sighting, setting.scene, rail))
            if again.is_accepted:
                return again
    return judgement


def _wrong_side(readings: Sequence[EquationReading]) -> Side | None:
    """Return the side on which this document sets no labels."""
    sides = [
        j.setting.side
        for reading in readings
        for j in reading.judgements
        if j.is_accepted
    ]
    left, right = sides.count(Side.LEFT), sides.count(Side.RIGHT)
    if left * _MINORITY <= right:
        return Side.LEFT
    if right * _MINORITY <= left:
        return Side.RIGHT
    return None


def _sided(judgement: Judgement, wrong: Side | None) -> Judgement:
    """Hold a label to the side on which the document sets the others."""
    side = judgement.setting.side
    reasons = {reason for reason, _ in judgement.against}
    if judgement.is_accepted and side is wrong is not None:
        evidence = f"no other label of the document stands at the {wrong} edge"
        return replace(judgement, against=((Rejection.NOT_AT_COLUMN_EDGE, evidence),))
    if (
        wrong is Side.RIGHT
        and side is Side.LEFT
        and reasons == {Rejection.NOT_CENTRED}
        and not _runs_on(judgement.setting)
    ):
        return replace(judgement, against=())
    return judgement


def _runs_on(setting: Setting) -> bool:
    return is_running(setting.beside, setting.bounds, setting.sighting.size)
