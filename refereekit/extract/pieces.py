"""Pieces: the glyphs of one word that one text object draws, with their extent.

Geometry is asked for at the ends of a piece only; that is what keeps reading a page
fast. A piece's own coordinates run along its writing direction: `u` onward in the
direction of reading, `v` downward across it, whatever the page's rotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from refereekit.extract.glyphs import Glyphs, Run
from refereekit.extract.styles import Style
from refereekit.positions import BBox

__all__ = [
    "NO_GAP",
    "WORD_GAP",
    "Piece",
    "cut_pieces",
    "turned_back",
    "without_doubles",
]

_TOKEN, _SPACE = re.compile(r"\S+"), re.compile(r"\s")
# A fake bold repeats the same letters this close, in multiples of the size: the copies
# in real files stand within a hundredth; the narrowest letter is a quarter wide.
_SAME_PLACE = 0.12

# In sizes: within a word, kerns reach 0.05; the tightest gap between two words is 0.17.
WORD_GAP, NO_GAP = 0.16, 0.05
_LEAST_LETTERS = 2
_OVERHANG = 0.4
"""Sizes by which slanted letters of two words hang over the gap between them."""
LOOSE = 0.5
"""Sizes per glyph from which a slice may hold a gap; those of words take 0.45."""
MOST_LOOSE = 6
"""Glyphs in a slice that a distiller sets apart by the space after each character."""
_LEAST_TURN = 4
"""Glyphs in the shortest slice that can hold a formula's end and a label."""

_Seen = dict[tuple[int, int], list[tuple[float, float]]]
"""Where the same letters were drawn, by a grid of one size."""


@dataclass(slots=True)
class Piece:
    """Glyphs `start` to `end` (excluded) of one text object, within one word.

    `is_spaced` tells that the file has white space before it, `is_apart` that it is
    of another word than what is before it, however near that is.
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
    is_apart: bool = False


def cut_pieces(glyphs: Glyphs) -> list[Piece]:
    """Return the pieces of a page in the order of the file."""
    pieces: list[Piece] = []
    is_upright = glyphs.frame.rotation == 0
    whole = glyphs.text if glyphs.is_plain else None
    end: int | None = None
    for run in glyphs.runs:
        is_spaced = end is None or bool(_SPACE.search(glyphs.text, end, run.start))
        if is_upright and not run.style.direction:
            end = _cut_upright(glyphs, run, whole, pieces, is_spaced=is_spaced) or end
        else:
            end = _cut_turned(glyphs, run, pieces, is_spaced=is_spaced) or end
    return pieces


def _cut_upright(
    glyphs: Glyphs,
    run: Run,
    whole: str | None,
    pieces: list[Piece],
    *,
    is_spaced: bool,
) -> int:
    """Add the pieces of a run along the page's upper edge, and return where they end.

    `whole` is the page's text where that of glyphs is a part of it. `is_spaced` is
    that of the first piece.
    """
    end = 0
    first, last, style = run
    size, v = style.size, style.y
    may_hang = style.is_sheared or style.font.is_italic
    loose = LOOSE * size
    edge, across, cut = glyphs.frame.left, glyphs.across, glyphs.cut
    for token in _TOKEN.finditer(glyphs.text, first, last):
        start, end = token.span()
        is_spaced = is_spaced or start > first
        left, right = across(start, end)
        count = end - start
        if right < left or right - left > loose * count:
            bounds = _bounds(glyphs, start, end, right - left, style)
            if bounds is not None:
                pieces += _parted(glyphs, bounds, style, is_spaced)
                continue
        text = cut(start, end) if whole is None else whole[start:end]
        u0, u1 = left - edge, right - edge
        if u0 > u1:
            u0, u1 = u1, u0
        is_apart = (
            may_hang
            and is_spaced
            and bool(pieces)
            and (style.is_sheared or text.isalpha())
            and _is_apart(glyphs, pieces[-1], start, count, u0, v)
        )
        if text:
            pieces.append(
                Piece(text, start, end, u0, u1, v, size, style, is_spaced, is_apart)
            )
    return end


def _bounds(
    glyphs: Glyphs, start: int, end: int, width: float, style: Style
) -> tuple[int, ...] | None:
    """Return where the parts of a slice begin and end, `None` where it is one.

    `width` is from the left of its first glyph to the right of its last.
    """
    count = end - start
    if width < 0:
        back = None
        if count >= _LEAST_TURN:
            back = _turning_back(glyphs, start, end, style)
        if back is not None:
            return start, back, end
    if 1 < count <= MOST_LOOSE and 0 < LOOSE * style.size * count < abs(width):
        gaps = _word_gaps(glyphs, start, end, style.size)
        if gaps:
            return start, *gaps, end
    return None


def _cut_turned(
    glyphs: Glyphs, run: Run, pieces: list[Piece], *, is_spaced: bool
) -> int:
    """Add the pieces of a run in any direction, and return where they end."""
    end = 0
    for token in _TOKEN.finditer(glyphs.text, run.start, run.end):
        start, end = token.span()
        text = glyphs.cut(start, end)
        if text:
            spaced = is_spaced or start > run.start
            extent = _extent(glyphs, start, end, run.style)
            size = run.style.size
            pieces.append(Piece(text, start, end, *extent, size, run.style, spaced))
    return end


def _is_apart(
    glyphs: Glyphs, last: Piece, start: int, size: int, u0: float, v: float
) -> bool:
    """Tell whether slanted words stand apart whose letters hang over the gap.

    The box of an `f` holds all that is drawn of it. Of single letters, which may be
    those of a formula, that is not asked, unless the file slants upright ones: then
    the box of every letter leans over what follows it.
    """
    if last.v != v:
        return False
    is_short = min(last.end - last.start, size) < _LEAST_LETTERS
    if is_short and not last.style.is_sheared:
        return False
    if not -_OVERHANG < (u0 - last.u1) / (last.size or 1.0) <= NO_GAP:
        return False
    gap = glyphs.gap(last.end - 1, last.style, start)
    return gap > NO_GAP * last.size


def _word_gaps(glyphs: Glyphs, start: int, end: int, size: float) -> list[int]:
    """Return the glyphs of a slice that begin another word, by their places.

    Distillers set two letters apart by the space after each character, and write no
    space: `(sm)` is the end of `surveys` and the beginning of `measured`. Where all
    letters stand apart, it is a word that is spaced out.
    """
    boxes = [glyphs.box(index) for index in range(start, end)]
    gaps = [(after.x0 - box.x1) / size for box, after in pairwise(boxes)]
    wide = [start + i for i, gap in enumerate(gaps, start=1) if gap > WORD_GAP]
    if not wide or len(wide) < len(gaps):
        return wide if not any(NO_GAP < gap <= WORD_GAP for gap in gaps) else []
    if len(wide) > 1:
        return []
    beside = [
        boxes[0].x0 - glyphs.box(start - 1).x1 if start else size,
        glyphs.box(end).x0 - boxes[-1].x1 if end < len(glyphs.text) else size,
    ]
    is_of_words = any(-WORD_GAP < gap / size < NO_GAP for gap in beside)
    return wide if is_of_words else []


def _parted(
    glyphs: Glyphs, bounds: Sequence[int], style: Style, is_spaced: bool
) -> Iterator[Piece]:
    """Yield the pieces of a slice that goes back to the left, or holds two words."""
    first, *_ = bounds
    for start, end in pairwise(bounds):
        spaced = is_spaced if start == first else True
        text = glyphs.cut(start, end)
        if text:
            extent = _extent(glyphs, start, end, style)
            yield Piece(text, start, end, *extent, style.size, style, spaced)


def without_doubles(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the pieces but those whose letters were drawn before in their place."""
    kept = list(pieces)
    first: dict[str, Piece] = {}
    alike: dict[str, list[Piece]] = {}
    for piece in kept:
        text = piece.text
        if first.setdefault(text, piece) is not piece:
            alike.setdefault(text, [first[text]]).append(piece)
    doubles: set[int] = set()
    for same in alike.values():
        if _are_close(same):
            seen: _Seen = {}
            doubles |= {id(piece) for piece in same if _is_double(piece, seen)}
    return [p for p in kept if id(p) not in doubles] if doubles else kept


def _are_close(pieces: list[Piece]) -> bool:
    """Tell whether two pieces begin so near to each other that one may be a double."""
    near = _SAME_PLACE * max([piece.size or 1.0 for piece in pieces])
    for places in ([p.v for p in pieces], [p.u0 for p in pieces]):
        places.sort()
        if not any(b - a < near for a, b in pairwise(places)):
            return False
    return True


def _turning_back(glyphs: Glyphs, start: int, end: int, style: Style) -> int | None:
    """Return the glyph at which a slice goes back to the left, `None` for no one.

    A label at the left of a formula is set after it, without a space between. Where
    every glyph goes back, the script is one that runs to the left.
    """
    lefts = [glyphs.box(index).x0 for index in range(start, end)]
    turns = [
        start + index
        for index in range(1, len(lefts))
        if lefts[index] < lefts[index - 1] - style.size
    ]
    return turns[0] if len(turns) == 1 else None


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
    near = _SAME_PLACE * size
    left, right = int(column - _SAME_PLACE), int(column + _SAME_PLACE)
    top, bottom = int(row - _SAME_PLACE), int(row + _SAME_PLACE)
    for across in range(left, right + 1) if seen else ():
        for down in range(top, bottom + 1):
            for u, v in seen.get((across, down), ()):
                if abs(u - piece.u0) < near and abs(v - piece.v) < near:
                    return True
    cell = int(column), int(row)
    seen.setdefault(cell, []).append((piece.u0, piece.v))
    return False
