"""Fonts that are pictures of TeX's letters, with names that only say their codes.

Where a scalable font is missing, TeX sets bitmaps of METAFONT's, a font of Type 3 with
glyphs like `a65` and no map to Unicode. In TeX's fonts of text a letter's code is that
of ASCII; in those of symbols it is anything. So a code is read where the glyph is drawn
as what it would be, and other codes where a font is shown to be one of text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain

from pypdf.generic import DictionaryObject

from refereekit.extract.encodings import drawn_glyphs
from refereekit.extract.lettershapes import CHARACTERS, NEAR, drawn_as_said, misdrawn
from refereekit.extract.resources import resolved
from refereekit.extract.specimens import Shape, draw_shapes

__all__ = ["bitmap_texts"]

_DECIMAL, _HEX = re.compile(r"/[A-Za-z]?([0-9]+)"), re.compile(r"/x([0-9A-Fa-f]{2})")
LEAST_LETTERS, FEW_LETTERS = 12, 4
"""Letters and digits that show a font to be one of text; few if all are alike."""
SHARE = 0.65
"""Of a font's letters and digits, how many are drawn as such: fonts of text have three
in four or more, italics included, those of symbols two in five or fewer."""
WIDTHS = (0.9, 1.03)
"""The width of a ligature in those of its letters together; other glyphs that fonts of
TeX have in its place are 0.75 or less, 1.1 or more, but for slashed letters (0.87)."""
# Of marks: the number of their parts less that of their holes, and the least and the
# most logarithm of their width by their height.
_MARKS = {
    "!": (2, -2.4, -1.3),
    "'": (1, -1.2, -0.5),
    "`": (1, -1.2, -0.5),
    "(": (1, -1.7, -0.9),
    ")": (1, -1.7, -0.9),
    "+": (1, -0.15, 0.15),
    ",": (1, -1.3, -0.4),
    "-": (1, 0.9, 2.0),
    ".": (1, -0.3, 0.3),
    "/": (1, -1.2, -0.6),
    ":": (2, -2.0, -0.7),
    ";": (2, -2.1, -0.8),
    "=": (2, 0.4, 1.2),
    "?": (2, -1.0, -0.2),
    "[": (1, -2.2, -0.9),
    "]": (1, -2.2, -0.9),
}
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")
_OLD_LIGATURES, _NEW_LIGATURES = range(0x0B, 0x10), range(0x1B, 0x20)
"""Where TeX's own encoding of text (OT1) and Cork's (T1) have them."""
_OLD = (
    dict(enumerate("ΓΔΘΛΞΠΣΥΦΨΩ"))
    | dict(enumerate("ıȷ`´ˇ˘¯˚¸ßæœøÆŒØ", start=0x10))
    | dict(zip(b'"\\^_{|}~\x7f', "”“ˆ˙–—˝˜¨", strict=True))
)
_UNLIKE_LATIN = (0xD7, 0xDF, 0xF7, 0xFF)
_NEW = (
    dict(enumerate("`´ˆ˜¨˝˚ˇ˘¯˙¸˛"))
    | dict(zip(b"\x10\x11\x12\x15\x16", "“”„–—", strict=True))
    | {code: chr(code) for code in range(0xC0, 0x100) if code not in _UNLIKE_LATIN}
)
_QUOTES = {0x27: "’", 0x60: "‘"}


def bitmap_texts(font: DictionaryObject) -> dict[int, str]:
    """Return the texts of the codes of such a font, as far as they are certain."""
    codes = [code for code, name in drawn_glyphs(font).items() if _says(name, code)]
    letters = {code: chr(code) for code in codes if chr(code) in CHARACTERS}
    if not letters:
        return {}
    shapes = draw_shapes(font, codes, is_wide=False)
    letters = {code: text for code, text in letters.items() if code in shapes}
    alike = drawn_as_said(letters, shapes)
    if len(alike) < SHARE * len(letters):
        return {}
    if len(letters) >= LEAST_LETTERS:
        sure = letters.keys() - set(misdrawn(letters, shapes, None))
    else:
        sure = {code for code, away in alike.items() if away < NEAR}
    read = {code: letters[code] for code in sure}
    is_text = len(sure) >= LEAST_LETTERS or len(sure) == len(letters) >= FEW_LETTERS
    return read | dict(_others(font, read, shapes)) if is_text else read


def _says(name: str, code: int) -> bool:
    """Tell whether a glyph's name says its code and nothing else."""
    found, in_hex = _DECIMAL.fullmatch(name), _HEX.fullmatch(name)
    return (found is not None and int(found[1]) == code) or (
        in_hex is not None and int(in_hex[1], 16) == code
    )


def _others(
    font: DictionaryObject, letters: Mapping[int, str], shapes: Mapping[int, Shape]
) -> Iterator[tuple[int, str]]:
    """Yield what a font of text shows beside its letters, by its encoding.

    One of formulas has Greek letters in the place of ligatures.
    """
    widths = _widths(font)
    old = dict(_ligatures(_OLD_LIGATURES, letters, widths))
    new = dict(_ligatures(_NEW_LIGATURES, letters, widths))
    ligatures = chain(_OLD_LIGATURES, _NEW_LIGATURES)
    if not old and not new and any(code in shapes for code in ligatures):
        return
    yield from (old or new).items()
    for code, shape in shapes.items():
        if chr(code) in _MARKS and _is_mark(shape, chr(code)):
            yield code, _QUOTES.get(code, chr(code))
    if bool(old) != bool(new):
        known = _OLD if old else _NEW
        yield from ((code, known[code]) for code in shapes if code in known)


def _is_mark(shape: Shape, mark: str) -> bool:
    parts, least, most = _MARKS[mark]
    return shape.parts == parts and least <= shape.slimness <= most


def _ligatures(
    codes: range, letters: Mapping[int, str], widths: Mapping[int, float]
) -> Iterator[tuple[int, str]]:
    """Yield the codes that are as wide as the letters of a ligature together."""
    least, most = WIDTHS
    for code, text in zip(codes, _LIGATURES, strict=True):
        parts = [widths.get(part, 0.0) for part in text.encode() if part in letters]
        if len(parts) < len(text) or not all(parts):
            continue
        if least <= widths.get(code, 0.0) / sum(parts) <= most:
            yield code, text


def _widths(font: DictionaryObject) -> dict[int, float]:
    first = int(font.get("/FirstChar", 0))
    widths = map(resolved, resolved(font.get("/Widths")) or ())
    return {first + place: float(width) for place, width in enumerate(widths)}
