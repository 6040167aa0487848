"""A layer over a picture is text where the picture shows its words, row by row."""

from __future__ import annotations

import random
from io import BytesIO

import pypdfium2
import pytest
from pages import Line
from raw_pdf import with_pages

from refereekit.extract.reader import extract_paper
from refereekit.records import Paper

ROWS = (
    "On the ninth day of the count the tide was low",
    "and nobody on the pier spoke while the herons",
    "waited at the far end of the flats for the clerk",
)
OTHER = (
    "We admire everything about these excellent works",
    "unreservedly recommending immediate acceptance",
    "of contributions without requesting alterations",
)
WIDTH, HEIGHT = 840, 600


def lines(rows: tuple[str, ...], before: str = "") -> bytes:
    """Return a content stream with these rows in 10-point Helvetica."""
    parts = [
        Line(40, 240 - 14 * i, row, before=before).stream()
        for i, row in enumerate(rows)
    ]
    return "\n".join(parts).encode("ascii")


def printed(rows: tuple[str, ...]) -> bytes:
    """Return the tones of a scan of a page with these rows."""
    with pypdfium2.PdfDocument(BytesIO(with_pages([lines(rows)]))) as document:
        return bytes(document[0].render(scale=2).to_pil().convert("L").tobytes())


def scanned(tones: bytes, layer: bytes) -> Paper:
    """Return a page with a picture and a layer over it."""
    image = (
        b"<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray"
        b"/BitsPerComponent 8/Length %d>>\nstream\n%s\nendstream"
    ) % (WIDTH, HEIGHT, len(tones), tones)
    content = b"q 420 0 0 300 0 0 cm /I1 Do Q\n" + layer
    data = with_pages([content], {1000: image}, b"/XObject<</I1 1000 0 R>>")
    return extract_paper(data, "scan.pdf")


def test_words_that_a_scan_shows_are_text() -> None:
    paper = scanned(printed(ROWS), lines(ROWS, "3 Tr 1.005 0 0 1.005 0.5 -1.5 cm"))
    assert paper.pages[0].is_ocr
    assert " ".join(paper.pages[0].text.split()) == " ".join(ROWS)
    assert not paper.hidden
    assert len(paper.warnings) == 1
    assert "OCR" in paper.warnings[0]


def _noise() -> bytes:
    return random.Random(1).randbytes(WIDTH * HEIGHT)


@pytest.mark.parametrize(
    "tones",
    [
        printed(OTHER),
        _noise(),
        bytes([240]) * (WIDTH * HEIGHT),
        bytes(255 * (row // 6 % 2) for row in range(HEIGHT) for _ in range(WIDTH)),
        bytes(255 * (x // 4 % 2) for x in range(WIDTH)) * HEIGHT,
    ],
    ids=["other-words", "noise", "blank", "level-stripes", "upright-stripes"],
)
def test_a_layer_over_another_picture_is_hidden(tones: bytes) -> None:
    paper = scanned(tones, lines(ROWS, "3 Tr"))
    assert not paper.pages[0].is_ocr
    assert not paper.pages[0].text.strip()
    assert paper.hidden


def test_a_row_that_the_scan_does_not_show_is_hidden() -> None:
    paper = scanned(printed(ROWS), lines((*ROWS, "All of this is admirable"), "3 Tr"))
    assert paper.pages[0].is_ocr
    assert "admirable" not in paper.pages[0].text
    assert "admirable" in paper.hidden[0].text
