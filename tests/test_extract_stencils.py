"""Text that clips is seen where what is painted through it shows its letters."""

from __future__ import annotations

import pytest
from pages import read

from refereekit.extract import stencils
from refereekit.records import Why

WORDS = "The ferry to the island left at noon."
BLACK, WHITE = "0 g 30 135 350 40 re f", "1 g 30 135 350 40 re f"
SHADING = (
    b"/Shading<</S1<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 420 0]"
    b"/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[%s]/C1[%s]/N 1>>>>>>"
)
RED, BLUE, PAPER = b"1 0 0", b"0 0 .5", b"1 1 1"


def text(mode: int, words: str = WORDS) -> str:
    return f"BT /F1 14 Tf {mode} Tr 40 150 Td ({words}) Tj ET"


def shows(content: str, resources: bytes = b"") -> bool:
    """Tell whether the words are on the page, and recorded as hidden otherwise."""
    paper = read(content, resources=resources)
    is_shown = WORDS in paper.pages[0].text
    assert is_shown is not bool(paper.hidden)
    return is_shown


@pytest.mark.parametrize(
    "content",
    [
        f"q {text(7)} {BLACK} Q",
        f"0 g 0 0 420 300 re f q {text(7)} {WHITE} Q",
        f"q 1 g {text(4)} {BLACK} Q",
        f"q 1 G .3 w {text(5)} {BLACK} Q",
        f"q 0 g {text(4)} Q",
        f"q 0 G .3 w {text(5)} Q",
        f"q 1 g 0 G .3 w {text(6)} Q",
        f"q BT /F1 14 Tf 7 Tr 40 150 Td ({WORDS}) Tj 0 -20 Td (It was late.) Tj ET "
        "0 g 30 100 350 90 re f Q",
    ],
    ids=[
        "filled",
        "white-on-black",
        "white-and-filled",
        "outline-and-filled",
        "black",
        "outline",
        "filled-outline",
        "two-lines",
    ],
)
def test_text_that_clips_is_seen_by_what_is_painted_through_it(content: str) -> None:
    assert shows(content)


@pytest.mark.parametrize(
    "content",
    [
        f"q {text(7)} Q",
        f"q {text(7)} {WHITE} Q",
        f"q {text(7)} 0 g 30 140 80 40 re f Q",
        f"q {text(7)} 0 g 30 140 350 13 re f Q",
        f"q {text(7)} 0 g 30 20 80 40 re f Q",
        f"q {text(7)} Q {BLACK}",
        f"q {text(7)} {BLACK} Q {WHITE}",
        f"0 g 0 0 420 300 re f q {text(7)} {BLACK} Q",
        f"q {text(7)} {text(7, '#' * 30)} {BLACK} Q",
        f"q 1 g {text(4)} Q",
        f"q 0 g {text(4)} {WHITE} Q",
        f"q 1 G .3 w {text(5)} Q",
        f"q 1 g 1 G .3 w {text(6)} Q",
    ],
    ids=[
        "nothing",
        "white",
        "half",
        "feet",
        "elsewhere",
        "not-through-it",
        "covered",
        "black-on-black",
        "crossed",
        "white-and-nothing",
        "painted-over",
        "white-outline",
        "white-filled-outline",
    ],
)
def test_text_that_clips_is_hidden_where_its_letters_do_not_show(content: str) -> None:
    assert not shows(content)


@pytest.mark.parametrize(
    ("colours", "is_shown"), [((RED, BLUE), True), ((PAPER, PAPER), False)]
)
def test_a_shading_is_painted_through_text(
    colours: tuple[bytes, bytes], *, is_shown: bool
) -> None:
    assert shows(f"q {text(7)} /S1 sh Q", SHADING % colours) is is_shown


@pytest.mark.parametrize("limit", ["MOST_GLYPHS", "MOST_OBJECTS"])
def test_of_too_much_nothing_counts_as_seen(
    monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(stencils, limit, 1)
    assert not shows(f"q {text(7)} {BLACK} Q")


def test_text_that_only_clips_keeps_its_reason() -> None:
    paper = read(f"q {text(7)} Q")
    assert [record.why for record in paper.hidden] == [Why.INVISIBLE_MODE]


@pytest.mark.parametrize("form", [b"/X1 Do", b"/X1 Do 1 g 0 0 420 300 re f"])
def test_text_that_clips_in_a_form(form: bytes) -> None:
    content = f"q {text(7)} {BLACK} Q".encode("ascii")
    body = (
        b"<</Type/XObject/Subtype/Form/BBox[0 0 420 300]/Length %d>>\nstream\n%s\n"
        b"endstream" % (len(content), content)
    )
    paper = read(
        form.decode("ascii"), more={1000: body}, resources=b"/XObject<</X1 1000 0 R>>"
    )
    assert (WORDS in paper.pages[0].text) is form.endswith(b"Do")
