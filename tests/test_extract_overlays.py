"""Annotations and form fields hide what is under them, and part the words beside."""

from __future__ import annotations

import pytest
from pages import Line
from raw_pdf import stream, with_pages

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
