"""One-page PDFs whose quoted words are red, so that their ink can be found again."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

from pypdf import PdfWriter
from pypdf.generic import (
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    NumberObject,
    RectangleObject,
)

WORDS = "seven grey herons waited"
_AROUND = (
    "On the first morning of the count the tide",
    "was low and nobody on the pier spoke while",
    f"|{WORDS}| at the far end of",
    "the flats, and the clerk wrote their number",
    "into the book before the light had gone out.",
)
_LEADING = 14


@dataclass(frozen=True)
class Sheet:
    """How the page is cut, turned and set; the media box is 400 by 300 points."""

    rotate: int = 0
    crop: tuple[int, int, int, int] | None = None
    is_upright: bool = True
    columns: int = 1


def build(sheet: Sheet) -> bytes:
    writer = PdfWriter()
    page = writer.add_blank_page(400, 300)
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    page[NameObject("/Resources")] = DictionaryObject(
        {NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})}
    )
    stream = DecodedStreamObject()
    stream.set_data(_content(sheet).encode("ascii"))
    page[NameObject("/Contents")] = writer._add_object(stream)
    page[NameObject("/Rotate")] = NumberObject(sheet.rotate)
    if sheet.crop is not None:
        page.cropbox = RectangleObject(sheet.crop)
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def _content(sheet: Sheet) -> str:
    turned = sheet.rotate if sheet.is_upright else 0
    # What turns text so that it is upright once the page is turned for display.
    a, b = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[turned]
    x, y = {0: (70, 220), 90: (180, 50), 180: (330, 120), 270: (150, 260)}[turned]
    size = 10 if sheet.columns == 1 else 6
    parts = ["BT", f"/F1 {size} Tf"]
    for column in range(sheet.columns):
        for number, line in enumerate(_AROUND):
            along, down = 140 * column, number * _LEADING
            left, bottom = x + a * along + b * down, y + b * along - a * down
            parts.append(f"{a} {b} {-b} {a} {left} {bottom} Tm")
            parts += _shown(line)
    parts.append("ET")
    return "\n".join(parts)


def _shown(line: str) -> list[str]:
    shown = []
    for index, part in enumerate(line.split("|")):
        if part:
            colour = "1 0 0 rg" if index % 2 else "0 g"
            shown.append(f"{colour} ({part}) Tj")
    return shown
