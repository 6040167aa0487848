"""Whether a glyph is drawn as another letter or digit than it is said to be.

The shapes of the standard fonts stand in a table. A glyph is doubted where it is much
nearer to another character's than to any of those that it may be; where a face is like
none of them, nothing is said. Measured on 539 faces, italics, small capitals and
old-style digits among them: none of their glyphs is doubted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from statistics import median
from string import ascii_letters, digits

from refereekit.extract.specimens import SIDE, Shape

__all__ = [
    "CHARACTERS",
    "DOUBLE",
    "NEAR",
    "STANDARD_FACES",
    "distance",
    "drawn_as_said",
    "misdrawn",
    "table",
]

CHARACTERS = digits + ascii_letters
STANDARD_FACES = (
    "Helvetica",
    "Helvetica-Bold",
    "Helvetica-Oblique",
    "Helvetica-BoldOblique",
    "Times-Roman",
    "Times-Bold",
    "Times-Italic",
    "Times-BoldItalic",
    "Courier",
    "Courier-Bold",
    "Courier-Oblique",
    "Courier-BoldOblique",
)
"""Those whose shapes are in the table."""
NEAR = 0.25
"""The distance within which a glyph looks like a character's."""
CLEAR, MARGIN = 0.1, 0.15
"""By how much nearer another character has to be, in a plain face and in others."""
PLAIN, STRANGE = 0.13, 0.2
"""The median distances up to which a face is like one of them, or like none."""
DOUBLE = 0.03
"""The distance within which the table has one shape for two."""
BY_SLIMNESS, BY_PART, MOST_PARTS = 0.3, 0.08, 2

_ALIKE = ("0oO", "1lIi", "9gq", "6b", "Jj", "5sS", "2zZ", "cC")
"""Characters that some faces draw alike; so do all letters with their capitals."""
_ALSO = {
    "A": "0oOQ",
    "B": "8",
    "C": "G",
    "D": "0oO",
    "E": "F",
    "F": "E",
    "G": "0OCc6",
    "J": "Ili1Tft",
    "M": "HNh",
    "P": "F",
    "Q": "0oOG9Cc",
    "R": "PpF",
    "a": "oO0Qqdcu",
    "e": "6oO",
    "f": "ltrI1",
    "g": "y97",
    "h": "nN",
    "i": "jJ",
    "j": "iI1l",
    "l": "tjJ",
    "n": "hHr",
    "q": "0",
    "r": "nPpFTvH",
    "t": "flLr",
    "u": "HvV",
    "v": "cuUop",
    "x": "I",
    "y": "JUugvVp",
}
"""What else the characters of honest faces may look like."""
_BOXES = "0BDHIOQUl1on"
"""What the box looks like that many fonts draw for a glyph they have not."""


@cache
def _drawn_like(character: str) -> str:
    """Return the characters that every face may draw like one, itself first."""
    alike = [group for group in _ALIKE if character in group]
    found = character + character.swapcase() + "".join(alike)
    return "".join(dict.fromkeys(found))


@cache
def _others(character: str) -> str:
    """Return the characters that no face draws like this one."""
    like = _drawn_like(character) + _ALSO.get(character, "")
    return "".join([other for other in CHARACTERS if other not in like])


def misdrawn(
    claims: Mapping[int, str], shapes: Mapping[int, Shape], missing: Shape | None
) -> Iterator[int]:
    """Yield the codes that are drawn as another character than they are said to be.

    `claims` has a letter or digit for each code, `missing` is what the font draws for
    a glyph that it has not.
    """
    own = {
        code: _nearest(shapes[code], _drawn_like(character))[0]
        for code, character in claims.items()
        if code in shapes
    }
    far = [code for code, away in own.items() if away > CLEAR]
    others = {code: _nearest(shapes[code], _others(claims[code])) for code in far}
    if not others:
        return
    least = [min(away, others.get(code, (away,))[0]) for code, away in own.items()]
    usual = median(least)
    if usual > STRANGE:
        return
    margin = CLEAR if usual <= PLAIN else MARGIN
    for code, (away, character) in others.items():
        is_other = away < NEAR and own[code] - away > margin
        is_box = character in _BOXES and _is_like(shapes[code], missing)
        if is_other and not is_box:
            yield code


def drawn_as_said(
    claims: Mapping[int, str], shapes: Mapping[int, Shape]
) -> dict[int, float]:
    """Return the codes that look more like what they are said to be than like others.

    Each has its distance to that.

    A letter may look like its capital, and as other letters do that faces draw alike.
    """
    found = {}
    for code, character in claims.items():
        if code not in shapes:
            continue
        like = _drawn_like(character)
        others = [other for other in CHARACTERS if other not in like]
        away, _ = _nearest(shapes[code], character + character.swapcase())
        if away <= _nearest(shapes[code], "".join(others))[0]:
            found[code] = away
    return found


def _is_like(shape: Shape, missing: Shape | None) -> bool:
    return missing is not None and distance(shape, missing) < DOUBLE


def _nearest(shape: Shape, characters: str) -> tuple[float, str]:
    """Return the least distance to some characters, and the one that has it."""
    known, squares = table(), shape.squares
    least, found = math.inf, ""
    for character in characters:
        for each in known[character]:
            if (squares ^ each.squares).bit_count() < least * SIDE**2:
                away = distance(shape, each)
                if away < least:
                    least, found = away, character
    return least, found


def distance(one: Shape, other: Shape) -> float:
    """Return how unlike two shapes are, 0 for the same."""
    squares = (one.squares ^ other.squares).bit_count() / SIDE**2
    parts = min(MOST_PARTS, abs(one.parts - other.parts))
    return squares + BY_SLIMNESS * abs(one.slimness - other.slimness) + BY_PART * parts


@cache
def table() -> dict[str, list[Shape]]:
    """Return the shapes that each character has in the standard fonts."""
    found: dict[str, list[Shape]] = {character: [] for character in CHARACTERS}
    text = files("refereekit.extract").joinpath("lettershapes.txt").read_text("ascii")
    for line in text.splitlines():
        character, percent, parts, squares = line.split()
        shape = Shape(int(squares, 16), math.log(int(percent) / 100), int(parts))
        found[character].append(shape)
    return found
