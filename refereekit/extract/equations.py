"""Labels printed beside displayed equations, accepted or refused with reasons."""

from __future__ import annotations

from dataclasses import dataclass

from refereekit.extract.layout import PageLayout
from refereekit.extract.rejections import reasons_against
from refereekit.extract.sightings import Setting, set_scene, setting_of, sightings
from refereekit.positions import BBox
from refereekit.records import DisplayedEquation, LabelCandidate

__all__ = ["EquationReading", "read_equations"]


@dataclass(frozen=True, slots=True)
class EquationReading:
    """What one page shows of displayed equations.

    `display_lines` are indexes of the lines that are parts of displays.
    """

    accepted: tuple[DisplayedEquation, ...]
    candidates: tuple[LabelCandidate, ...]
    display_lines: frozenset[int]


def read_equations(page: PageLayout) -> EquationReading:
    """Read the labels of displayed equations on one page."""
    scene = set_scene(page)
    accepted: list[DisplayedEquation] = []
    candidates: list[LabelCandidate] = []
    display: set[int] = set()
    for sighting in sightings(page):
        setting = setting_of(sighting, scene)
        against = tuple(reasons_against(setting))
        if against:
            reasons, evidence = zip(*against, strict=True)
            candidates.append(
                LabelCandidate(
                    sighting.label, page.number, sighting.bbox, reasons, evidence
                )
            )
            continue
        accepted.append(_equation(setting))
        display.update(setting.lines, {sighting.line})
    return EquationReading(tuple(accepted), tuple(candidates), frozenset(display))


def _equation(setting: Setting) -> DisplayedEquation:
    lines = setting.scene.page.lines
    boxes = [lines[index].bbox for index in setting.lines]
    boxes += [word.bbox for word in setting.inward]
    return DisplayedEquation(
        setting.sighting.label,
        setting.scene.page.number,
        setting.sighting.bbox,
        BBox.around(boxes),
    )
