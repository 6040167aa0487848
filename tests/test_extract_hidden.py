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


COVER = "1 g 30 140 300 30 re f"


@pytest.mark.parametrize(
    ("form", "around"),
    [
        (Line(40, 150, SECRET).stream() + " " + COVER, ""),
        ("1 0 0 rg 30 140 300 30 re f " + Line(40, 150, SECRET).stream(), "1 0 0 rg"),
    ],
    ids=["cover-in-it", "same-colour"],
)
def test_what_is_in_a_form_may_be_hidden_there(form: str, around: str) -> None:
    stream = form.encode("ascii")
    body = b"<</Type/XObject/Subtype/Form/BBox[0 0 420 300]/Length %d>>" % len(stream)
    data = with_pages(
        [f"{SEEN.stream()} q {around} /X1 Do Q".encode("ascii")],
        {1000: body + b"\nstream\n" + stream + b"\nendstream"},
        b"/XObject<</X1 1000 0 R>>",
    )
    paper = extract_paper(data, "paper.pdf")
    assert [record.text for record in paper.hidden] == [SECRET]


@pytest.mark.parametrize(
    "stream",
    [
        Line(40, 150, SECRET).stream() + " 1 G 26 w 30 154 m 330 154 l S",
        Line(40, 150, SECRET, before="1 Tr 1 G").stream(),
        Line(40, 150, SECRET, before="30 140 m 35 300 l 36 140 l h W n").stream(),
        Line(40, 150, SECRET, before="30 148 330 3 re W n").stream(),
        Line(40, 150, SECRET, before="2 Tz").stream(),
    ],
    ids=["stroke", "white-outline", "triangle", "feet-only", "no-width"],
)
def test_other_ways_to_hide(stream: str) -> None:
    paper = read(SEEN.stream() + "\n" + stream)
    assert paper.pages[0].text == SEEN.words + "\n"


def test_one_covered_letter_hides_its_word() -> None:
    cover = " 1 g 40 140 5.4 30 re f"
    paper = read(Line(40, 150, "125 kg were left").stream() + cover)
    assert paper.pages[0].text.strip("\ufffc \n") == "kg were left"


def test_words_printed_over_covered_ones_are_read() -> None:
    words = " 1 g 30 140 300 30 re f 0 g " + Line(40, 150, "Praise this pile").stream()
    paper = read(Line(40, 150, "Praise this paper").stream() + words)
    assert paper.pages[0].text == "Praise this pile\n"
