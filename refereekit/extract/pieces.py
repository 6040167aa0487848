"""Pieces: the glyphs of one word that one text object draws, with their extent.

Geometry is asked for at the ends of a piece only; that is what keeps reading a page
fast. A piece's own coordinates run along its writing direction: `u` onward in the
direction of reading, `v` downward across it, whatever the page's rotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from refereekit.extract.glyphs import Glyphs, Run, Style
from refereekit.positions import BBox

__all__ = ["Piece", "cut_pieces", "turned_back", "without_doubles"]

_TOKEN = re.compile(r"\S+")
# A fake bold repeats the same letters this close, in multiples of the size: the copies
# in real files stand within a hundredth; the narrowest letter is a quarter wide.
_SAME_PLACE = 0.12

_LEAST_TURN = 4
"""Glyphs in the shortest slice that can hold a formula's end and a label."""

_Seen = dict[str, dict[tuple[int, int], list[tuple[float, float]]]]
"""Where letters were drawn, by the letters and a grid of one size."""


@dataclass(slots=True)
class Piece:
    """Glyphs `start` to `end` (excluded) of one text object, within one word.

    `is_spaced` tells that the file has white space before it.
    """

    text: str
    start: int
    end: int
    u0: float
    u1: float
    v: float
    size: float
    style: Style
    is_spaced: bool


def cut_pieces(glyphs: Glyphs) -> list[Piece]:
    """Return the pieces of a page in the order of the file."""
    pieces: list[Piece] = []
    for start, end, style, is_spaced in _forward_slices(glyphs):
        text = glyphs.cut(start, end)
        if not text:
            continue
        u0, u1, v = _extent(glyphs, start, end, style)
        pieces.append(Piece(text, start, end, u0, u1, v, style.size, style, is_spaced))
    return pieces


def without_doubles(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the pieces but those whose letters were drawn before in their place."""
    seen: _Seen = {}
    return [piece for piece in pieces if not _is_double(piece, seen)]


def _forward_slices(glyphs: Glyphs) -> Iterator[tuple[int, int, Style, bool]]:
    """Yield the slices, parted where one goes back to the left.

    A label at the left of a formula is set after it, without a space between. Where
    every glyph goes back, the script is one that runs to the left.
    """
    for start, end, style, is_spaced in _slices(glyphs):
        back = _turning_back(glyphs, start, end, style)
        if back is None:
            yield start, end, style, is_spaced
        else:
            yield start, back, style, is_spaced
            yield back, end, style, True


def _turning_back(glyphs: Glyphs, start: int, end: int, style: Style) -> int | None:
    if style.direction or glyphs.frame.rotation or end - start < _LEAST_TURN:
        return None
    left, right = glyphs.across(start, end)
    if right >= left:
        return None
    lefts = [glyphs.box(index).x0 for index in range(start, end)]
    turns = [
        start + index
        for index in range(1, len(lefts))
        if lefts[index] < lefts[index - 1] - style.size
    ]
    return turns[0] if len(turns) == 1 else None


def _slices(glyphs: Glyphs) -> Iterator[tuple[int, int, Style, bool]]:
    runs = iter(glyphs.runs)
    run: Run | None = next(runs, None)
    for token in _TOKEN.finditer(glyphs.text):
        start, end = token.span()
        is_spaced = True
        while run is not None and run.start < end:
            a, b = max(start, run.start), min(end, run.end)
            if a < b:
                yield a, b, run.style, is_spaced
                is_spaced = False
            if run.end > end:
                break
            run = next(runs, None)


def _extent(
    glyphs: Glyphs, start: int, end: int, style: Style
) -> tuple[float, float, float]:
    if style.direction == 0 and glyphs.frame.rotation == 0:
        left, right = glyphs.across(start, end)
        u0, u1 = left - glyphs.frame.left, right - glyphs.frame.left
        return (u0, u1, style.y) if u0 <= u1 else (u1, u0, style.y)
    first = glyphs.box(start)
    box = first if end == start + 1 else first.union(glyphs.box(end - 1))
    u0, u1 = _along(box, style.direction)
    return u0, u1, _across(style)


def _along(box: BBox, direction: int) -> tuple[float, float]:
    match direction:
        case 90:
            return -box.bottom, -box.top
        case 180:
            return -box.x1, -box.x0
        case 270:
            return box.top, box.bottom
        case _:
            return box.x0, box.x1


def _across(style: Style) -> float:
    match style.direction:
        case 90:
            return style.x
        case 180:
            return -style.y
        case 270:
            return -style.x
        case _:
            return style.y


def turned_back(u0: float, v0: float, u1: float, v1: float, direction: int) -> BBox:
    """Return the displayed box behind a box in the coordinates of a direction."""
    match direction:
        case 0:
            return BBox(u0, v0, u1, v1)
        case 90:
            return BBox(v0, -u1, v1, -u0)
        case 180:
            return BBox(-u1, -v1, -u0, -v0)
        case _:
            return BBox(-v1, u0, -v0, u1)


def _is_double(piece: Piece, seen: _Seen) -> bool:
    """Tell whether the same letters were already drawn at the same place."""
    size = piece.size or 1.0
    column, row = piece.u0 / size, piece.v / size
    cell = (int(column), int(row))
    places = seen.get(piece.text)
    if places is None:
        seen[piece.text] = {cell: [(piece.u0, piece.v)]}
        return False
    near = _SAME_PLACE * size
    for across in {int(column - _SAME_PLACE), int(column + _SAME_PLACE)}:
        for down in {int(row - _SAME_PLACE), int(row + _SAME_PLACE)}:
            for u, v in places.get((across, down), ()):
                if abs(u - piece.u0) < near and abs(v - piece.v) < near:
                    return True
    places.setdefault(cell, []).append((piece.u0, piece.v))
    return False
