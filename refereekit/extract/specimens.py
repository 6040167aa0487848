"""A font's glyphs drawn by themselves, as shapes that can be compared."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from typing import Any

import pypdfium2
from PIL import Image
from pypdf import PdfWriter
from pypdf.generic import (
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
)

from refereekit.extract.damage import DAMAGE
from refereekit.extract.drawings import View, draw

__all__ = ["SIDE", "Shape", "draw_shapes"]

SIDE = 16
"""Squares each way into which the box of a glyph is cut."""
_CELL, _SIZE, _PER_ROW = 96, 44, 16
"""Pixels for each glyph, the size of the type, and glyphs in a row of a sheet."""
_LEFT, _BELOW = 24, 30
"""Pixels from the sides of a cell to a glyph's origin."""
_DOWN, _ASIDE = 39, 15
"""Pixels by which a glyph stands below and left of its origin in vertical writing."""
_DRAWING = (
    "/Type",
    "/Subtype",
    "/BaseFont",
    "/Encoding",
    "/FirstChar",
    "/LastChar",
    "/Widths",
    "/FontDescriptor",
    "/DescendantFonts",
    "/FontMatrix",
    "/FontBBox",
    "/CharProcs",
)
"""What a font is drawn by; a Type 3 font's resources may be all those of a page."""
_TRACE = bytes(100) + bytes([255]) * 156
_INVERSE = bytes(range(255, -1, -1))
_HALF = b"0" * 128 + b"1" * 128


@dataclass(slots=True)
class Shape:
    """A glyph's outline within its box.

    `squares` are the blackened ones, row by row from the top left, the first the most
    significant; `slimness` is the logarithm of its width by its height. `parts` is the
    number of its parts less that of its holes.
    """

    squares: int
    slimness: float
    parts: int


def draw_shapes(
    font: DictionaryObject,
    codes: Sequence[int],
    *,
    is_wide: bool,
    is_vertical: bool = False,
) -> dict[int, Shape]:
    """Return the shapes that codes of a font draw, without those that draw none.

    What does not fit into its place on the sheet is left out. `is_wide`: codes have
    two bytes; `is_vertical`: the font writes downward. A font that cannot be copied or
    drawn by itself shows none: PDFium draws its page all the same, or not.
    """
    origin = (_LEFT + _ASIDE, _BELOW + _DOWN) if is_vertical else (_LEFT, _BELOW)
    try:
        sheet = _drawn(_sheet(font, codes, 4 if is_wide else 2, origin), len(codes))
    except (*DAMAGE, pypdfium2.PdfiumError):
        return {}
    found = {}
    for place, code in enumerate(codes):
        shape = _shape(_cell(sheet, place))
        if shape is not None:
            found[code] = shape
    return found


def _drawing(font: DictionaryObject) -> DictionaryObject:
    return DictionaryObject(
        {NameObject(key): font.raw_get(key) for key in _DRAWING if key in font}
    )


def _sheet(
    font: DictionaryObject, codes: Sequence[int], digits: int, origin: tuple[int, int]
) -> bytes:
    """Return a PDF of one page that shows the codes of a font in rows."""
    writer = PdfWriter()
    rows = -(-len(codes) // _PER_ROW)
    page = writer.add_blank_page(_PER_ROW * _CELL, rows * _CELL)
    entry = _drawing(font).clone(writer)
    page[NameObject("/Resources")] = DictionaryObject(
        {NameObject("/Font"): DictionaryObject({NameObject("/F"): entry})}
    )
    content = [f"BT /F {_SIZE} Tf"]
    for place, code in enumerate(codes):
        row, column = divmod(place, _PER_ROW)
        x = column * _CELL + origin[0]
        y = (rows - 1 - row) * _CELL + origin[1]
        content.append(f"1 0 0 1 {x} {y} Tm <{code:0{digits}X}> Tj")
    stream = DecodedStreamObject()
    stream.set_data("\n".join([*content, "ET"]).encode("ascii"))
    page[NameObject("/Contents")] = writer._add_object(stream)  # noqa: SLF001
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def _drawn(pdf: bytes, count: int) -> Image.Image:
    """Return the one page of a PDF, ink white on black."""
    width, height = _PER_ROW * _CELL, -(-count // _PER_ROW) * _CELL
    opened: Any = pypdfium2
    document = opened.PdfDocument(pdf)
    try:
        page = document[0]
        view = View(width, height, 1.0, 1.0, 0, 0, width, height)
        sheet = draw(page.raw, view).convert("L")
        return Image.frombytes("L", sheet.size, sheet.tobytes().translate(_INVERSE))
    finally:
        document.close()


def _cell(sheet: Image.Image, place: int) -> Image.Image:
    row, column = divmod(place, _PER_ROW)
    x, y = column * _CELL, row * _CELL
    return sheet.crop((x, y, x + _CELL, y + _CELL))


def _shape(cell: Image.Image) -> Shape | None:
    box = cell.point(_TRACE).getbbox()
    if box is None or min(box[:2]) == 0 or max(box[2:]) == _CELL:
        return None
    glyph = cell.crop(box)
    small = glyph.resize((SIDE, SIDE), Image.Resampling.BOX)
    squares = int(small.tobytes().translate(_HALF), 2)
    return Shape(squares, math.log(glyph.width / glyph.height), _parts(glyph))


def _parts(glyph: Image.Image) -> int:
    """Return the number of parts less that of holes (Gray, 1971, by fours of pixels).

    Pixels that touch at a corner are of one part.
    """
    width = glyph.width
    data = glyph.tobytes().translate(_HALF)
    starts = range(0, len(data), width)
    rows = [0, *(int(data[start : start + width], 2) << 1 for start in starts), 0]
    total = 0
    for above, below in pairwise(rows):
        a, b = above << 1, below << 1
        odd = a ^ above ^ b ^ below
        crossed = (a & below & ~above & ~b) | (above & b & ~a & ~below)
        several = (a & above) | (b & below) | ((a | above) & (b | below))
        total += (odd & ~several).bit_count() - (odd & several).bit_count()
        total -= 2 * crossed.bit_count()
    return total // 4
