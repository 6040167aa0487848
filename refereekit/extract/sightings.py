"""Where a page prints something shaped like an equation's label, and what is around it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum, unique

from refereekit.extract.displays import EDGE, column_of, display_like
from refereekit.extract.label_forms import BRACKETS, equation_label
from refereekit.extract.layout import Column, PageLayout, TextLine, Word
from refereekit.positions import BBox

__all__ = [
    "Scene",
    "Setting",
    "Side",
    "Sighting",
    "set_scene",
    "setting_of",
    "sightings",
]

_LONGEST_RUN = 3
"""Words that a label may be broken into: `(P`, `1`, `)`."""

_REACH = 1.3
"""Ems above and below a lone label within which its display must stand.

A label pushed under its display stands at most one line below the formula's last
baseline; the next paragraph's last line is further off, by the display's skip.
"""


@unique
class Side(StrEnum):
    """The edge of its column at which a label stands."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Sighting:
    """A label-shaped token: words `first` to `last` (included) of line `line`."""

    label: str
    bbox: BBox
    size: float
    line: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A page made ready for questions about neighbourhoods."""

    page: PageLayout
    words: tuple[tuple[float, int, int, Word], ...]
    tops: tuple[float, ...] = field(repr=False)
    extent: Column = Column(0.0, 0.0)

    def between(self, top: float, bottom: float) -> Iterator[tuple[int, int, Word]]:
        """Yield line, place in it and word of those whose middle is in the strip."""
        start = bisect_left(self.tops, top)
        for middle, line, place, word in self.words[start:]:
            if middle > bottom:
                return
            yield line, place, word


@dataclass(frozen=True, slots=True)
class Setting:
    """What stands around a sighting, in its column.

    `inward` are the words of its row on the side of the column where a display
    would be, `outward` those on its other side, both from left to right; `gap` is
    the distance to the nearest inward word. `near` are lines directly above and
    below that can be parts of a display.
    """

    sighting: Sighting
    scene: Scene
    column: Column | None
    bounds: Column
    side: Side | None
    inward: tuple[Word, ...]
    outward: tuple[Word, ...]
    near: tuple[int, ...]
    lines: tuple[int, ...]

    @property
    def gap(self) -> float | None:
        """Points between the label and the nearest word of its row."""
        if not self.inward:
            return None
        if self.side is Side.LEFT:
            return self.inward[0].bbox.x0 - self.sighting.bbox.x1
        return self.sighting.bbox.x0 - self.inward[-1].bbox.x1


def sightings(page: PageLayout) -> Iterator[Sighting]:
    """Yield every label-shaped token of a page's upright lines."""
    for index, line in enumerate(page.lines):
        if line.direction == 0:
            yield from _on_line(index, line)


def _on_line(index: int, line: TextLine) -> Iterator[Sighting]:
    place = 0
    while place < len(line.words):
        found = None
        if line.words[place].text[:1] in BRACKETS:
            found = _starting_at(index, line, place)
        if found is not None:
            yield found
            place = found.last
        place += 1


def _starting_at(index: int, line: TextLine, place: int) -> Sighting | None:
    token = ""
    for last in range(place, min(place + _LONGEST_RUN, len(line.words))):
        token += line.words[last].text
        if token[-1] != BRACKETS[token[0]]:
            continue
        label = equation_label(token)
        if label is None:
            return None
        words = line.words[place : last + 1]
        box = BBox.around(word.bbox for word in words)
        return Sighting(label, box, words[0].size, index, place, last)
    return None


def set_scene(page: PageLayout) -> Scene:
    """Index a page's upright words by height."""
    rows = sorted(
        (
            ((word.bbox.top + word.bbox.bottom) / 2, index, place, word)
            for index, line in enumerate(page.lines)
            if line.direction == 0
            for place, word in enumerate(line.words)
        ),
        key=lambda row: row[:3],
    )
    lefts = [line.bbox.x0 for line in page.lines if line.direction == 0]
    rights = [line.bbox.x1 for line in page.lines if line.direction == 0]
    extent = Column(min(lefts, default=0.0), max(rights, default=page.width))
    return Scene(page, tuple(rows), tuple(row[0] for row in rows), extent)


def setting_of(sighting: Sighting, scene: Scene) -> Setting:
    """Look around one sighting."""
    column = column_of(sighting.bbox, scene.page)
    bounds = column or scene.extent
    side = _side(sighting, bounds)
    left: list[tuple[int, Word]] = []
    right: list[tuple[int, Word]] = []
    for line, place, word in _row(sighting, scene):
        if _is_own(sighting, line, place) or not _inside(word, bounds):
            continue
        if word.bbox.x0 < sighting.bbox.x0:
            left.append((line, word))
        else:
            right.append((line, word))
    inward, outward = (right, left) if side is Side.LEFT else (left, right)
    row_lines = {line for line, _ in inward} - {sighting.line}
    near = _near(sighting, scene, bounds, row_lines)
    return Setting(
        sighting,
        scene,
        column,
        bounds,
        side,
        _in_order(inward),
        _in_order(outward),
        near,
        tuple(sorted(row_lines | set(near))),
    )


def _side(sighting: Sighting, bounds: Column) -> Side | None:
    if abs(sighting.bbox.x1 - bounds.x1) <= EDGE:
        return Side.RIGHT
    if abs(sighting.bbox.x0 - bounds.x0) <= EDGE:
        return Side.LEFT
    return None


def _row(sighting: Sighting, scene: Scene) -> Iterator[tuple[int, int, Word]]:
    half = 0.5 * sighting.size
    middle = (sighting.bbox.top + sighting.bbox.bottom) / 2
    return scene.between(middle - half, middle + half)


def _is_own(sighting: Sighting, line: int, place: int) -> bool:
    return line == sighting.line and sighting.first <= place <= sighting.last


def _inside(word: Word, bounds: Column) -> bool:
    centre = (word.bbox.x0 + word.bbox.x1) / 2
    return bounds.x0 - EDGE <= centre <= bounds.x1 + EDGE


def _in_order(found: list[tuple[int, Word]]) -> tuple[Word, ...]:
    return tuple(sorted((word for _, word in found), key=lambda word: word.bbox.x0))


def _near(
    sighting: Sighting, scene: Scene, bounds: Column, row: set[int]
) -> tuple[int, ...]:
    """Return the lines around the label's row that can belong to its display."""
    reach = _REACH * sighting.size
    top, bottom = sighting.bbox.top - reach, sighting.bbox.bottom + reach
    lines = scene.page.lines
    found = {
        line
        for line, _, word in scene.between(top, bottom)
        if line != sighting.line and _inside(word, bounds)
    }
    return tuple(
        sorted(line for line in found | row if display_like(lines[line], bounds))
    )
