"""A sign with a stroke drawn through it is not read as the sign without."""

from __future__ import annotations

import pytest
from pages import Line, read
from raw_pdf import stream, with_pages

from refereekit.extract.reader import extract_paper

WORDS = "where a = b holds"
TEXT = Line(40, 150, WORDS, size=12).stream()
SLASH = "0.6 w 87 148 m 92 158 l S"
FORM = b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]/Resources<</Font<</F1 3 0 R>>>>"


def text_with(drawn: str) -> str:
    return read(f"{TEXT} {drawn}").pages[0].text.strip()


@pytest.mark.parametrize(
    "drawn",
    [
        SLASH,
        "0.6 w 92 148 m 87 158 l S",
        "0.6 w 89 147 m 89 158 l S",
        "87 148 m 87.8 148 l 91.8 158 l 91 158 l h f",
        "q 0.4 0.9165 -0.9165 0.4 89.5 153 cm 0.6 w -5 0 m 5 0 l S Q",
        "0.6 w 86 148 m 92 158 l 86 158 m 92 148 l S",
        "0.6 w 85 148 8 10 re 85 148 m 93 158 l S",
        "0.6 w 87 148 m 89 152 90 154 92 158 c S",
    ],
    ids=["slash", "back", "bar", "filled", "turned", "cross", "boxed", "curve"],
)
def test_a_struck_sign_cannot_be_read(drawn: str) -> None:
    assert text_with(drawn) == "where a \ufffd b holds"


@pytest.mark.parametrize(
    "drawn",
    [
        "",
        "0.6 w 70 140 m 110 175 l S",
        "0.6 w 97 148 m 101 158 l S",
        "0.6 w 84 148 m 96 148 l S",
        "0.6 w 84 147 11 12 re S",
        "0.5 w 87 140 m 91 148 l S",
    ],
    ids=["none", "long", "beside", "underlined", "framed", "below"],
)
def test_a_sign_without_a_stroke_is_read(drawn: str) -> None:
    assert text_with(drawn) == WORDS


@pytest.mark.parametrize("is_nested", [False, True])
def test_a_stroke_in_a_form_counts(*, is_nested: bool) -> None:
    own = FORM.replace(b"/Font", b"/XObject<</X2 1001 0 R>>/Font")
    content = f"{TEXT} {'/X2 Do' if is_nested else SLASH}".encode("ascii")
    more = {1000: stream(content, own), 1001: stream(SLASH.encode("ascii"), FORM)}
    data = with_pages([b"/X1 Do"], more, b"/XObject<</X1 1000 0 R>>")
    text = extract_paper(data, "paper.pdf").pages[0].text
    assert text.strip() == "where a \ufffd b holds"


def test_a_picture_of_a_stroke_counts() -> None:
    image = b"/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8"
    more = {1000: stream(b"\x80", image + b"/ColorSpace/DeviceGray")}
    content = f"{TEXT} q 1 0 0 10 89 148 cm /X1 Do Q".encode("ascii")
    data = with_pages([content], more, b"/XObject<</X1 1000 0 R>>")
    assert WORDS not in extract_paper(data, "paper.pdf").pages[0].text
