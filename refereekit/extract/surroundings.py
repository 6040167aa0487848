"""What stands around a label-shaped token, in its column."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum, unique

from refereekit.extract.displays import EDGE, INDENT, column_of
from refereekit.extract.layout import Column, Word
from refereekit.extract.scenes import Scene
from refereekit.extract.sightings import AFTER, Sighting
from refereekit.positions import BBox
from refereekit.values import Value

__all__ = ["Setting", "Side", "setting_of"]

_REACH = 1.3
"""Ems above and below a label within which the nearest part of its display stands.

A label pushed under its display stands at most one line below the formula's last
baseline; the next paragraph's last line is further off, by the display's skip.
"""

_RING = 0.7
"""Ems from one part of a display to the next; between two displays there is more."""

_RINGS = 6

_SAME_START = 1.5
"""Points by which the starts of a paragraph's lines differ: protruding marks."""

_FLUSH = 0.35
"""Ems within which a line begins at the edge of its column."""

_SAME_SPACE = 2.0
"""Points by which the white space on the two sides of a centred display differs."""

_SAME_STEP = 1.15
"""Ratio to the leading up to which a line goes on with the paragraph above it."""

_WIDE = 2.5
"""Ems; a wider gap in a row is no space of a formula (a quad is 1, two are common)."""


@unique
class Side(StrEnum):
    """The edge of its column at which a label stands."""

    LEFT = "left"
    RIGHT = "right"


class Setting(Value):
    """What stands around a sighting, in its column.

    `inward` are the words of its row on the side of the column where a display
    would be, `outward` those on its other side, both from left to right; `gap` is
    the distance to the nearest inward word. `near` are lines directly above and
    below that can be parts of a display, `row` the lines of the inward words.
    """

    sighting: Sighting
    scene: Scene
    column: Column | None
    bounds: Column
    side: Side | None
    inward: tuple[Word, ...]
    outward: tuple[Word, ...]
    near: tuple[int, ...]
    row: tuple[int, ...]

    @property
    def beside(self) -> tuple[Word, ...]:
        """The inward words up to the first wide gap: the display itself."""
        words = self.inward
        if self.side is Side.LEFT:
            for index in range(1, len(words)):
                if _apart(words[index - 1], words[index]) > _WIDE * self.sighting.size:
                    return words[:index]
            return words
        for index in range(len(words) - 1, 0, -1):
            if _apart(words[index - 1], words[index]) > _WIDE * self.sighting.size:
                return words[index:]
        return words

    @property
    def is_centred(self) -> bool:
        """Tell whether the display stands in the middle of its column.

        One that is too wide for that stands in the middle of what its label leaves.
        """
        if not self.beside:
            return False
        left = self.beside[0].x0 - self.bounds.x0
        right = self.bounds.x1 - self.beside[-1].x1
        free = (self.gap or 0.0, right) if self.side is not Side.LEFT else (right,)
        return left > _FLUSH * self.sighting.size and any(
            abs(left - other) <= _SAME_SPACE for other in free
        )

    @property
    def continues_text(self) -> bool:
        """Tell whether running text stands right above and begins at the same edge.

        It may begin there after a list's mark.
        """
        if not self.beside:
            return False
        scene, first = self.scene, self.beside[0].bbox
        if scene.leading is None:
            return False
        below, above = _SAME_STEP * scene.leading, 0.5 * self.sighting.size
        middle = (first.top + first.bottom) / 2
        return any(
            scene.facts[line].is_running
            and any(
                abs(word.x0 - first.x0) <= _SAME_START
                for word in scene.page.lines[line].words[:2]
            )
            for line, _, _ in scene.between(middle - below, middle - above)
        )

    @property
    def gap(self) -> float | None:
        """Points between the label and the nearest word of its row."""
        if not self.inward:
            return None
        if self.side is Side.LEFT:
            return self.inward[0].x0 - self.sighting.bbox.x1
        return self.sighting.bbox.x0 - self.inward[-1].x1


def setting_of(
    sighting: Sighting, scene: Scene, column: Column | None = None
) -> Setting:
    """Look around one sighting, in a given column or in the one that holds it."""
    column = column or column_of(sighting.bbox, scene.page)
    bounds = column or scene.extent
    side = _side(sighting, bounds)
    left: list[tuple[int, Word]] = []
    right: list[tuple[int, Word]] = []
    for line, place, word in _row(sighting, scene):
        if _is_own(sighting, line, place):
            continue
        if not (_inside(word, bounds) or _follows(sighting, word)):
            continue
        if word.x0 < sighting.bbox.x0:
            left.append((line, word))
        else:
            right.append((line, word))
    inward, outward = (right, left) if side is Side.LEFT else (left, right)
    row_lines = {line for line, _ in inward} - {sighting.line}
    rings = _RINGS if side is not None else 1
    return Setting(
        sighting,
        scene,
        column,
        bounds,
        side,
        _in_order(inward),
        _in_order(outward),
        _near(sighting, scene, bounds, rings),
        tuple(sorted(row_lines)),
    )


def _side(sighting: Sighting, bounds: Column) -> Side | None:
    box = sighting.bbox
    if box.x1 >= bounds.x1 - EDGE and box.x0 <= bounds.x1:
        return Side.RIGHT
    if abs(box.x0 - bounds.x0) <= EDGE:
        return Side.LEFT
    return None


def _row(sighting: Sighting, scene: Scene) -> Iterator[tuple[int, int, Word]]:
    half = 0.5 * sighting.size
    return scene.between(sighting.middle - half, sighting.middle + half)


def _is_own(sighting: Sighting, line: int, place: int) -> bool:
    return line == sighting.line and sighting.first <= place <= sighting.last


def _inside(word: Word, bounds: Column) -> bool:
    centre = (word.x0 + word.x1) / 2
    return bounds.x0 - EDGE <= centre <= bounds.x1


def _follows(sighting: Sighting, word: Word) -> bool:
    """Tell whether a word stands right after the token, in whatever column.

    The mark of a list or a reference stands outside the column of its text. A number
    in the margin is no text.
    """
    apart = word.x0 - sighting.bbox.x1
    return 0 <= apart < AFTER * sighting.size and not word.text.isdigit()


def _apart(first: Word, second: Word) -> float:
    return second.x0 - first.x1


def _in_order(found: list[tuple[int, Word]]) -> tuple[Word, ...]:
    return tuple(sorted((word for _, word in found), key=lambda word: word.x0))


def _near(
    sighting: Sighting, scene: Scene, bounds: Column, rings: int
) -> tuple[int, ...]:
    """Return the lines around the label's row that can belong to its display.

    They are gathered outward from the row, ring by ring: limits under a sum, the
    denominators under a bar. A line that is nearer another label is left to that.
    """
    lines = scene.page.lines
    reach = _REACH * sighting.size
    top, bottom = sighting.bbox.top, sighting.bbox.bottom
    found: set[int] = set()
    for _ in range(rings):
        ring = {
            line
            for line, _, word in scene.between(top - reach, bottom + reach)
            if line not in found
            and line != sighting.line
            and _inside(word, bounds)
            and _is_piece(scene, line, bounds)
            and not _is_anothers(sighting, scene, lines[line].bbox)
        }
        if not ring:
            break
        found |= ring
        top = min(top, *(lines[line].bbox.top for line in ring))
        bottom = max(bottom, *(lines[line].bbox.bottom for line in ring))
        reach = _RING * sighting.size
    return tuple(sorted(found))


def _is_piece(scene: Scene, index: int, bounds: Column) -> bool:
    """Tell whether a line can be a piece of a display, above or below a row."""
    facts, line = scene.facts[index], scene.page.lines[index]
    left, right = line.bbox.x0 - bounds.x0, bounds.x1 - line.bbox.x1
    if not facts.is_formula:
        is_centred = left > _FLUSH * line.size and abs(left - right) <= _SAME_SPACE
        return is_centred and facts.is_mathematical
    return facts.ordinary <= 1 or left > INDENT * line.size


def _is_anothers(sighting: Sighting, scene: Scene, box: BBox) -> bool:
    middle = (box.top + box.bottom) / 2
    own = abs(sighting.middle - middle)
    return any(
        abs(other.bbox.x1 - sighting.bbox.x1) < EDGE
        and abs(other.middle - middle) < own
        for other in scene.sightings
    )
