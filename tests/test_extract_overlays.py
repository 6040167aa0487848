"""Annotations and form fields hide what is under them, and part the words beside."""

from __future__ import annotations

import pytest
from pages import Line
from raw_pdf import stream, with_pages

from refereekit.extract.overlays import MOST_BYTES
from refereekit.extract.reader import extract_paper

WORDS = "The ferry to the island left at noon."
FORM = b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]/Resources<</Font<</F1 3 0 R>>>>"
COVER = b"1 g 30 140 300 30 re f"


def text_under(kind: str, appearance: bytes, entries: str = "/F 4") -> str:
    """Return the text of a page with one annotation over all of it."""
    annotation = (
        f"<</Type/Annot/Subtype/{kind}/Rect[0 0 420 300]/FT/Btn/T(a){entries}"
        "/AP<</N 1001 0 R>>>>"
    )
    content = Line(40, 150, WORDS).stream().encode("ascii")
    data = with_pages(
        [content], {1000: annotation.encode(), 1001: stream(appearance, FORM)}
    )
    data = data.replace(b"/Type/Page/", b"/Annots[1000 0 R]/Type/Page/")
    return " ".join(extract_paper(data, "paper.pdf").pages[0].text.split())


@pytest.mark.parametrize("kind", ["Stamp", "FreeText", "Widget", "Highlight", "Other"])
def test_annotations_hide_what_they_cover(kind: str) -> None:
    assert WORDS not in text_under(kind, COVER)


@pytest.mark.parametrize("kind", ["Stamp", "Widget"])
@pytest.mark.parametrize("flags", ["/F 2", "/F 6", "/F 32"])
def test_annotations_that_are_not_shown_hide_nothing(kind: str, flags: str) -> None:
    assert text_under(kind, COVER, flags) == WORDS


@pytest.mark.parametrize("kind", ["Stamp", "Widget"])
def test_a_frame_around_a_text_hides_nothing(kind: str) -> None:
    assert WORDS in text_under(kind, b"0 G 1 w 30 140 300 30 re S")


def test_words_of_a_note_in_a_gap_part_the_words_around_it() -> None:
    note = b"BT /F1 10 Tf 1 0 0 1 105 150 Tm (not) Tj ET"
    left, right = Line(40, 150, "The pump does"), Line(127, 150, "leak at all")
    content = f"{left.stream()} {right.stream()}".encode("ascii")
    annotation = (
        b"<</Type/Annot/Subtype/FreeText/F 4/Rect[0 0 420 300]/AP<</N 1001 0 R>>>>"
    )
    data = with_pages([content], {1000: annotation, 1001: stream(note, FORM)})
    data = data.replace(b"/Type/Page/", b"/Annots[1000 0 R]/Type/Page/")
    text = extract_paper(data, "paper.pdf").pages[0].text
    assert "does \ufffc leak" in " ".join(text.split())


def text_beside(entries: bytes) -> str:
    """Return the text of a page with one annotation without an appearance over it."""
    content = Line(40, 150, WORDS).stream().encode("ascii")
    annotation = b"<</Type/Annot/F 4/Rect[30 140 360 170]%s>>" % entries
    data = with_pages([content], {1000: annotation})
    data = data.replace(b"/Type/Page/", b"/Annots[1000 0 R]/Type/Page/")
    return " ".join(extract_paper(data, "paper.pdf").pages[0].text.split())


@pytest.mark.parametrize(
    "appearance",
    [
        b"1 g 30 140 300 30 re f%",
        b"1 g 30 140 300 30 re f(a)",
        b"1 g 30 140 300 30 re f[]0 d",
        b"1 g 30 140 300 30 re\0f\0",
        b"\xfe\xff 1 g 30 140 300 30 re f",
        b"1 G 30 w 30 155 m 330 155 l S",
        b"1 G q 1 0 0 60 0 0 cm 1 w 30 2.5 m 330 2.5 l S Q",
        b"1 g BT /F1 1400 Tf -60 -200 Td (-) Tj ET",
        b"1 g BT /F1 1400 Tf -60 -200 Td (-)' ET",
        COVER + b" 0 0 m n" * (MOST_BYTES // 16),
    ],
    ids=repr,
)
def test_a_field_may_cover_whatever_way_its_paint_is_written(appearance: bytes) -> None:
    assert text_under("Widget", appearance) == ""


@pytest.mark.parametrize(
    ("entries", "is_seen"),
    [
        (b"/Subtype/Widget/FT/Tx/T(a)/V(########)/DA(1 g /F1 30 Tf)", False),
        (b"/Subtype/Widget/FT/Tx/T(a)/DA(1 g /F1 30 Tf)", True),
        (b"/Subtype/Link/Border[0 0 40]/C[1 1 1]", False),
        (b"/Subtype/Link/Border[0 0 1]/C[1 0 0]", True),
        (b"/Subtype/Link", True),
        (b"/Subtype/Line/L[30 155 360 155]/BS<</W 30>>/C[1 1 1]", False),
        (b"/Subtype/Polygon/Vertices[30 140 360 140 360 170]/IC[1 1 1]", False),
    ],
    ids=repr,
)
def test_what_other_viewers_draw_without_an_appearance_may_cover(
    entries: bytes, *, is_seen: bool
) -> None:
    assert text_beside(entries) == (WORDS if is_seen else "")
