"""Ruled regions of a page: the rows between the rules of a table or an algorithm."""

from __future__ import annotations

from refereekit.extract.displays import is_running
from refereekit.extract.sightings import Setting
from refereekit.positions import BBox

__all__ = ["in_ruled_region"]

_SAME = 4.0
"""Points by which the rules of one table may differ in extent."""


def in_ruled_region(setting: Setting) -> str | None:
    """Say between which two rules of one extent the token's row stands.

    A rule that underlines a running head and one above a footer are no table: there
    is running text between them.
    """
    box = setting.sighting.bbox
    covering = [
        rule
        for rule in setting.scene.page.rules
        if rule.width > 3 * setting.sighting.size
        and rule.x0 <= box.x0 + _SAME
        and rule.x1 >= box.x1 - _SAME
    ]
    above = max(
        (r for r in covering if r.bottom <= box.top + 2), key=_height, default=None
    )
    below = min(
        (r for r in covering if r.top >= box.bottom - 2), key=_height, default=None
    )
    if above is None or below is None:
        return None
    if abs(above.x0 - below.x0) > _SAME or abs(above.x1 - below.x1) > _SAME:
        return None
    if _holds_running_text(setting, above, below):
        return None
    return f"between rules at {above.top:.0f} and {below.top:.0f} points"


def _height(rule: BBox) -> float:
    return rule.top


def _holds_running_text(setting: Setting, above: BBox, below: BBox) -> bool:
    lines = setting.scene.page.lines
    inside = {index for index, _, _ in setting.scene.between(above.bottom, below.top)}
    inside.discard(setting.sighting.line)
    return any(
        lines[index].bbox.width > 0.6 * above.width
        and is_running(lines[index].words, setting.bounds, setting.sighting.size)
        for index in inside
    )
