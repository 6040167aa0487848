"""Labels printed beside displayed equations, accepted or refused with reasons.

This judges a page by itself; `agreement` looks at the pages of a document together,
which know better where its columns end and on which side of them its labels stand.
"""

from __future__ import annotations

from collections.abc import Iterator

from refereekit.extract.displays import has_relation, is_ordinary
from refereekit.extract.layout import Column, PageLayout
from refereekit.extract.rejections import reasons_against
from refereekit.extract.scenes import set_scene
from refereekit.extract.surroundings import Setting, Side, setting_of
from refereekit.positions import BBox
from refereekit.records import DisplayedEquation, LabelCandidate, Rejection
from refereekit.values import Value, replace

__all__ = ["EquationReading", "Judgement", "read_equations"]

_LEFT_GAP = 0.45
"""Ems between a left-hand label and a formula that is set at the left."""

_CLEAR = 1.5
"""Ems between a left-hand label and a formula that begins with a word; after a list's
mark there is less."""

_SAME_START = 1.0
"""Points by which the lines of one list's item begin apart."""

_SAME_END = 0.5
"""Points by which the ends of justified lines differ: rounding."""

_AROUND = 8.0
"""Ems above and below a label where the lines of its block of text stand."""

_LEAST_LINES = 2
"""Lines that end at one x from which that is the edge of their block."""

_FLUSH_LEFT = frozenset({Rejection.NOT_CENTRED, Rejection.NO_DISPLAY})
"""Reasons that a formula gives which is set at the left, right after its label."""


class Judgement(Value):
    """A label-shaped token, the display it would label, and what speaks against it.

    `text_start` is how far from its column's edge a row begins with a word of text.
    `stands_if` is the side of the column at which it would be accepted if the
    document showed that labels stand there: at an edge that the page's own columns do
    not have, or to the left of displays that are not centred.
    """

    label: str
    page_number: int
    bbox: BBox
    display: BBox
    text_start: float | None
    lines: tuple[int, ...]
    side: Side | None
    against: tuple[tuple[Rejection, str], ...]
    stands_if: Side | None = None

    @property
    def is_accepted(self) -> bool:
        """Tell whether nothing speaks against the label."""
        return not self.against


class EquationReading(Value):
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
    return _judged_elsewhere(setting, judged)


def _judged_elsewhere(setting: Setting, judged: Judgement) -> Judgement:
    """Judge a refused label again, between edges that its page does not show."""
    against = judged.against
    indented = _indented(setting)
    if indented is not None:
        return replace(_judgement(indented, against), stands_if=Side.LEFT)
    sighting, scene = setting.sighting, setting.scene
    if any(reason is Rejection.NOT_CENTRED for reason, _ in against):
        return judged
    if sighting.is_in_sentence(scene.page.lines[sighting.line]):
        return judged
    for column in _other_columns(setting):
        other = setting_of(sighting, scene, column)
        if next(reasons_against(other), None) is None:
            if _ends_text(setting):
                return _judgement(other, ())
            return replace(_judgement(other, against), stands_if=Side.RIGHT)
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
        _text_start(setting),
        (sighting.line, *setting.row, *setting.near),
        setting.side,
        against,
    )


def _text_start(setting: Setting) -> float | None:
    if not setting.beside or not is_ordinary(setting.beside[0]):
        return None
    return setting.beside[0].bbox.x0 - setting.bounds.x0


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
    gap = setting.gap or 0.0
    if gap < _LEFT_GAP * setting.sighting.size or not reasons <= _FLUSH_LEFT:
        return False
    if any(map(is_ordinary, setting.beside)):
        return gap >= _CLEAR * setting.sighting.size and has_relation(setting.beside)
    return True


def _indented(setting: Setting) -> Setting | None:
    """Return what stands around a left-hand label in a list, between the list's edges.

    There, other lines of text begin where the label does.
    """
    sighting, scene = setting.sighting, setting.scene
    start = sighting.bbox.x0
    if setting.side is not None or sighting.first > 0:
        return None
    if not any(
        facts.is_running and abs(line.bbox.x0 - start) <= _SAME_START
        for line, facts in zip(scene.page.lines, scene.facts, strict=True)
    ):
        return None
    found = setting_of(sighting, scene, Column(start, setting.bounds.x1))
    against = tuple(reasons_against(found))
    return found if _wants_left_document(found, against) else None


def _ends_text(setting: Setting) -> bool:
    """Tell whether lines of text around the token end where it does."""
    page, box = setting.scene.page, setting.sighting.bbox
    reach = _AROUND * setting.sighting.size
    ends = [
        line
        for line, facts in zip(page.lines, setting.scene.facts, strict=True)
        if facts.is_running
        and abs(line.bbox.x1 - box.x1) <= _SAME_END
        and box.top - reach <= line.bbox.top <= box.bottom + reach
    ]
    return len(ends) >= _LEAST_LINES


def _other_columns(setting: Setting) -> Iterator[Column]:
    """Yield columns that would end where the token ends.

    They reach over a gutter only where the token has its own column's row to itself.
    """
    box, scene = setting.sighting.bbox, setting.scene
    starts = {column.x0 for column in (*scene.page.columns, scene.extent)}
    least = scene.extent.x0
    if setting.column is not None and setting.inward:
        least = setting.column.x0
    for start in sorted(starts, reverse=True):
        if least <= start < box.x0:
            yield Column(start, box.x1)
