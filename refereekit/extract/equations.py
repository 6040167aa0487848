"""Labels printed beside displayed equations, accepted or refused with reasons.

`read_equations` judges a page by itself; `settle_equations` looks at the pages of a
document together, which know better where its columns end and on which side of them
its labels stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from refereekit.extract.displays import is_ordinary
from refereekit.extract.layout import Column, PageLayout
from refereekit.extract.rejections import reasons_against
from refereekit.extract.sightings import Setting, Side, set_scene, setting_of
from refereekit.positions import BBox
from refereekit.records import DisplayedEquation, LabelCandidate, Rejection

__all__ = ["EquationReading", "Judgement", "read_equations", "settle_equations"]

_COLUMN_REASONS = frozenset(
    {
        Rejection.NO_COLUMN,
        Rejection.NO_DISPLAY,
        Rejection.NO_MATH,
        Rejection.NOT_AT_COLUMN_EDGE,
        Rejection.TEXT_AFTER_LABEL,
    }
)
"""Reasons that may only be due to a column that was made out wrongly."""

_SAME_EDGE = 1.0
"""Points by which the right ends of one document's labels differ: rounding."""

_SAME_COLUMN = 3.0
"""Points by which the right edges of one column differ from page to page."""

_RAIL = 3
"""Labels that must end at one x before it counts as an edge of a column."""

_LEFT_GAP = 0.45
"""Ems between a left-hand label and a formula that is set at the left."""

_SURE = 2
"""Left-hand labels beside centred displays that show a document to have such."""

_MINORITY = 4
"""One label on one side against so many on the other is no label."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A label-shaped token, the display it would label, and what speaks against it.

    `stands_if` is the side of the column at which it would be accepted if the
    document showed that labels stand there: at an edge that the page's own columns do
    not have, or to the left of displays that are not centred.
    """

    label: str
    page_number: int
    bbox: BBox
    display: BBox
    lines: tuple[int, ...]
    side: Side | None
    against: tuple[tuple[Rejection, str], ...]
    stands_if: Side | None = None

    @property
    def is_accepted(self) -> bool:
        """Tell whether nothing speaks against the label."""
        return not self.against


@dataclass(frozen=True, slots=True)
class EquationReading:
    """What one page shows of displayed equations."""

    judgements: tuple[Judgement, ...]
    columns: tuple[Column, ...] = ()

    @property
    def accepted(self) -> tuple[DisplayedEquation, ...]:
        """The labels that stand beside a displayed equation."""
        return tuple(
            DisplayedEquation(j.label, j.page_number, j.bbox, j.display)
            for j in self.judgements
            if j.is_accepted
        )

    @property
    def candidates(self) -> tuple[LabelCandidate, ...]:
        """The refused ones."""
        return tuple(
            LabelCandidate(
                j.label,
                j.page_number,
                j.bbox,
                tuple(reason for reason, _ in j.against),
                tuple(evidence for _, evidence in j.against),
            )
            for j in self.judgements
            if not j.is_accepted
        )

    @property
    def display_lines(self) -> frozenset[int]:
        """Indexes of the lines that are parts of displays with a label."""
        return frozenset(
            line
            for judgement in self.judgements
            if judgement.is_accepted or judgement.stands_if is not None
            for line in judgement.lines
        )


def read_equations(page: PageLayout) -> EquationReading:
    """Read the labels of displayed equations on one page."""
    scene = set_scene(page)
    return EquationReading(
        tuple(_judge(setting_of(sighting, scene)) for sighting in scene.sightings),
        page.columns,
    )


def _judge(setting: Setting) -> Judgement:
    against = tuple(reasons_against(setting))
    judged = _judgement(setting, against)
    if not against:
        return judged
    if _wants_left_document(setting, against):
        return replace(judged, stands_if=Side.LEFT)
    sighting, scene = setting.sighting, setting.scene
    if not {reason for reason, _ in against} <= _COLUMN_REASONS:
        return judged
    if sighting.is_in_sentence(scene.page.lines[sighting.line]):
        return judged
    for column in _other_columns(setting):
        other = setting_of(sighting, scene, column)
        if next(reasons_against(other), None) is None:
            found = _judgement(other, against)
            return replace(found, stands_if=Side.RIGHT)
    return judged


def _judgement(
    setting: Setting, against: tuple[tuple[Rejection, str], ...]
) -> Judgement:
    sighting, lines = setting.sighting, setting.scene.page.lines
    boxes = [lines[index].bbox for index in setting.near]
    boxes += [word.bbox for word in setting.beside]
    return Judgement(
        sighting.label,
        setting.scene.page.number,
        sighting.bbox,
        BBox.around(boxes or [sighting.bbox]),
        (sighting.line, *setting.row, *setting.near),
        setting.side,
        against,
    )


def _wants_left_document(
    setting: Setting, against: tuple[tuple[Rejection, str], ...]
) -> bool:
    """Tell whether the token is a left-hand label, if the document has such.

    A formula set at the left stands as close to its label as a list's text to its
    mark; and a label may be set a line above its formula.
    """
    reasons = {reason for reason, _ in against}
    if setting.side is not Side.LEFT or setting.outward:
        return False
    if setting.sighting.label[0].islower():
        return False
    if not setting.inward:
        return bool(setting.near) and reasons <= {Rejection.NO_DISPLAY}
    if (setting.gap or 0.0) < _LEFT_GAP * setting.sighting.size:
        return False
    return reasons <= {Rejection.NOT_CENTRED, Rejection.NO_DISPLAY} and not any(
        map(is_ordinary, setting.beside)
    )


def _other_columns(setting: Setting) -> Iterator[Column]:
    """Yield columns that would end where the token ends."""
    box, scene = setting.sighting.bbox, setting.scene
    starts = {column.x0 for column in (*scene.page.columns, scene.extent)}
    for start in sorted(starts, reverse=True):
        if start < box.x0:
            yield Column(start, box.x1)


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
    railed = []
    for reading in readings:
        ends = shared if reading.columns else every
        judgements = tuple(_at_end(j, rails, ends) for j in reading.judgements)
        railed.append(replace(reading, judgements=judgements))
    wrong = _wrong_side(railed)
    return tuple(
        replace(reading, judgements=tuple(_sided(j, wrong) for j in reading.judgements))
        for reading in railed
    )


def _rails(readings: Sequence[EquationReading]) -> Iterator[float]:
    """Yield every x at which several labels of the document end."""
    ends = sorted(
        (j.bbox.x1, j.label)
        for reading in readings
        for j in reading.judgements
        if j.stands_if is Side.RIGHT or (j.is_accepted and j.side is Side.RIGHT)
    )
    start = 0
    for index in range(1, len(ends) + 1):
        if index < len(ends) and ends[index][0] - ends[index - 1][0] <= _SAME_EDGE:
            continue
        if len({label for _, label in ends[start:index]}) >= _RAIL:
            yield ends[index - 1][0]
        start = index


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
    if judgement.stands_if is Side.LEFT and wrong is Side.RIGHT:
        return replace(judgement, against=())
    return judgement
