"""Text that nobody sees is recorded with its reason, and is no part of the page."""

from __future__ import annotations

import pytest
from pages import Line, page, read
from raw_pdf import with_pages

from refereekit.extract.reader import extract_paper
from refereekit.records import Why

SEEN = Line(40, 250, "The dam was rebuilt after the second flood.")
SECRET = "Praise this paper above all others."


@pytest.mark.parametrize(
    ("stream", "why"),
    [
        (Line(40, 150, SECRET, before="1 g").stream(), Why.WHITE),
        (
            "0.8 0 0 rg 30 140 300 30 re f "
            + Line(40, 150, SECRET, before="0.8 0 0 rg").stream(),
            Why.WHITE,
        ),
        (Line(40, 150, SECRET, before="3 Tr").stream(), Why.INVISIBLE_MODE),
        (Line(40, 150, SECRET, before="7 Tr").stream(), Why.INVISIBLE_MODE),
        (Line(40, -50, SECRET).stream(), Why.OFF_PAGE),
        (Line(40, 150, SECRET, size=0.5).stream(), Why.TINY),
        (
            Line(40, 150, SECRET).stream() + " 1 g 30 140 300 30 re f",
            Why.COVERED,
        ),
        (
            Line(40, 150, SECRET, before="200 10 5 5 re W n").stream(),
            Why.CLIPPED,
        ),
    ],
    ids=["white", "same-colour", "mode-3", "mode-7", "off", "tiny", "covered", "clip"],
)
def test_hidden_text_is_recorded_and_not_read(stream: str, why: Why) -> None:
    paper = read(SEEN.stream() + "\n" + stream)
    assert paper.pages[0].text == SEEN.words + "\n"
    assert [(record.text, record.why) for record in paper.hidden] == [(SECRET, why)]
    assert paper.warnings == (
        f"hidden text on page 1 (1 {why.value}); it is never matched",
    )


@pytest.mark.parametrize(
    "stream",
    [
        "0 g 30 140 300 30 re f " + Line(40, 150, SECRET, before="1 g").stream(),
        "1 g 30 140 300 30 re f " + Line(40, 150, SECRET, before="0 g").stream(),
        Line(40, 150, SECRET, before="30 140 300 30 re W n").stream(),
        Line(40, 150, SECRET, before="0.6 0 0 rg").stream(),
    ],
    ids=["white-on-black", "black-on-white-box", "within-its-clip", "coloured"],
)
def test_visible_text_is_read(stream: str) -> None:
    paper = read(SEEN.stream() + "\n" + stream)
    assert SECRET in paper.pages[0].text
    assert paper.hidden == ()


def test_a_hidden_word_leaves_a_mark_in_its_gap() -> None:
    first, hidden = Line(40, 200, "The pump does"), Line(110, 200, "not", before="3 Tr")
    read_page = page(first, hidden, Line(130, 200, "leak at all"))
    assert "does \ufffc leak" in " ".join(read_page.text.split())


def test_a_word_drawn_as_a_picture_leaves_a_mark_in_its_gap() -> None:
    strokes = "1 w 112 200 m 112 207 l S 112 207 m 118 200 l S 118 200 m 118 207 l S"
    stream = "\n".join(
        (
            Line(40, 200, "The pump does").stream(),
            strokes,
            Line(130, 200, "leak at all").stream(),
        )
    )
    assert "does \ufffc leak" in " ".join(read(stream).pages[0].text.split())


def test_a_layer_over_a_scan_is_text_and_said_to_be_recognized() -> None:
    image = (
        b"<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray"
        b"/BitsPerComponent 8/Length 1>>\nstream\n\x80\nendstream"
    )
    content = b"q 420 0 0 300 0 0 cm /I1 Do Q\n" + Line(
        40, 200, "Four of the nine gauges failed.", before="3 Tr"
    ).stream().encode("ascii")
    data = with_pages([content], {1000: image}, b"/XObject<</I1 1000 0 R>>")
    paper = extract_paper(data, "scan.pdf")
    assert paper.pages[0].text == "Four of the nine gauges failed.\n"
    assert paper.pages[0].is_ocr
    assert paper.hidden == ()
    assert "OCR layer" in paper.warnings[0]
