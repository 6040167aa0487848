"""Glyphs over other glyphs: a stroke through an equals sign, one word over another.

Nobody reads either of them there, or reads a third sign that the file does not name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from refereekit.extract.glyphs import Glyphs
from refereekit.extract.overlaps import overlapping
from refereekit.extract.pieces import Piece
from refereekit.extract.styles import UNREADABLE
from refereekit.positions import BBox

__all__ = ["mark_overstrikes"]

SHARED, SHARED_BY_SCRIPT = 0.45, 0.85
"""Share of the smaller glyph's box that lies in the other's; scripts are tucked in."""
ALIKE, LEVEL = 0.8, 0.15
"""Sizes and, in sizes, baselines of two texts that are no script of one another."""
_NEGATION = re.compile("[\u0300-\u036f]")
"""Signs that stand over another one to make a third, and say so."""
MOST_TIMES = 8.0
"""How many times as large the other one is at most; a root holds smaller signs."""
LEAST_EXTENT = 0.09
"""In sizes: thinner signs are bars, which underline or accent a letter."""
SAME_PLACE = 0.15
"""In sizes: by which the copies of a letter that imitate bold type are apart."""


def mark_overstrikes(pieces: Sequence[Piece], glyphs: Glyphs) -> None:
    """Make the letters of pieces unreadable where another one stands over them."""
    struck: dict[int, set[int]] = {}
    for first, second in overlapping(pieces):
        one, other = pieces[first], pieces[second]
        if not one.style.font.name or not other.style.font.name:
            continue
        for a, b in _struck(one, other, glyphs):
            struck.setdefault(first, set()).add(a)
            struck.setdefault(second, set()).add(b)
    for place, indexes in struck.items():
        piece = pieces[place]
        letters = list(piece.text)
        if len(letters) != piece.end - piece.start:
            indexes = set(range(len(letters)))
        for index in indexes:
            letters[index] = UNREADABLE
        piece.text = "".join(letters)


def _struck(one: Piece, other: Piece, glyphs: Glyphs) -> list[tuple[int, int]]:
    """Return the places in both pieces of each two glyphs that cross."""
    size = min(one.size, other.size)
    is_script = size < ALIKE * max(one.size, other.size) or (
        abs(one.v - other.v) > LEVEL * size
    )
    least = SHARED_BY_SCRIPT if is_script else SHARED
    ours = _inks(one, glyphs)
    theirs = _inks(other, glyphs)
    return [
        (a, b)
        for a, mine in enumerate(ours)
        for b, its in enumerate(theirs)
        if mine.overlaps(its)
        and _share(mine, its, size) > least
        and not _belong(
            glyphs.text[one.start + a], mine, glyphs.text[other.start + b], its, size
        )
    ]


def _inks(piece: Piece, glyphs: Glyphs) -> list[BBox]:
    return [glyphs.ink(index) for index in range(piece.start, piece.end)]


def _share(one: BBox, other: BBox, size: float) -> float:
    """Return the share of the smaller box in the other, 0 where it does not count."""
    if min(one.width, one.height, other.width, other.height) < LEAST_EXTENT * size:
        return 0.0
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    smaller, larger = sorted((one.width * one.height, other.width * other.height))
    return across * down / smaller if larger < MOST_TIMES * smaller else 0.0


def _belong(letter: str, box: BBox, other: str, its: BBox, size: float) -> bool:
    """Tell whether two glyphs are copies of one letter, or a sign and its stroke."""
    if _NEGATION.match(letter) or _NEGATION.match(other):
        return True
    near = SAME_PLACE * size
    return (
        letter == other
        and abs(box.x0 - its.x0) < near
        and abs(box.top - its.top) < near
    )
