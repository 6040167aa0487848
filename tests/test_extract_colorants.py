"""Text painted with no colorant is not on the page, whatever PDFium draws."""

from __future__ import annotations

import pytest
from pages import Line
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, PdfObject
from raw_pdf import stream, with_pages

from refereekit.extract.colorants import lacks_colorants
from refereekit.extract.reader import extract_paper
from refereekit.records import Paper, Why

WORDS = "The ferry to the island left at noon."
TEXT = Line(40, 150, WORDS).stream()
TINTS = {
    1000: b"<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[0 0 0]/N 1>>",
    1001: stream(
        b"{pop dup dup}", b"/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]"
    ),
}
NONE = b"[/DeviceN[/None]/DeviceRGB 1000 0 R]"
TWICE_NONE = b"[/DeviceN[/None/None]/DeviceRGB 1001 0 R]"


def read(content: str, resources: bytes, more: dict[int, bytes]) -> Paper:
    data = with_pages([content.encode("ascii")], {**TINTS, **more}, resources)
    return extract_paper(data, "paper.pdf")


def read_in(space: bytes, paint: str = "/C1 cs 1 sc") -> Paper:
    """Return a paper whose text is set in a colour space."""
    return read(f"{paint} {TEXT}", b"/ColorSpace<</C1 " + space + b">>", {})


@pytest.mark.parametrize(
    ("space", "paint"),
    [
        (NONE, "/C1 cs 1 sc"),
        (NONE, "/C1 CS 1 SC 1 Tr"),
        (TWICE_NONE, "/C1 cs 0.1 0.1 sc"),
        (b"[/Separation/None/DeviceRGB 1000 0 R]", "/C1 cs 1 sc"),
        (b"[/Indexed " + NONE + b" 1<00FF>]", "/C1 cs 1 sc"),
    ],
    ids=["filled", "outlined", "two", "separation", "indexed"],
)
def test_text_without_a_colorant_is_hidden(space: bytes, paint: str) -> None:
    paper = read_in(space, paint)
    assert paper.pages[0].text == ""
    assert [(h.text, h.why) for h in paper.hidden] == [(WORDS, Why.WHITE)]


@pytest.mark.parametrize(
    ("space", "paint"),
    [
        (b"[/DeviceN[/Spot]/DeviceRGB 1000 0 R]", "/C1 cs 1 sc"),
        (b"[/DeviceN[/None/Spot]/DeviceRGB 1001 0 R]", "/C1 cs 0.1 0.1 sc"),
        (b"[/Separation/Spot/DeviceRGB 1000 0 R]", "/C1 cs 1 sc"),
        (b"[/Separation/None/DeviceRGB 1000 0 R]", "0 g"),
        (b"/DeviceRGB", "/C1 cs 0 0 1 sc"),
    ],
    ids=["spot", "spot-and-none", "separation", "unused", "device"],
)
def test_text_with_a_colorant_is_read(space: bytes, paint: str) -> None:
    paper = read_in(space, paint)
    assert paper.pages[0].text == f"{WORDS}\n"
    assert paper.hidden == ()


def test_colorants_of_forms_in_forms_count() -> None:
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]/Resources<<%s>>"
    font = b"/Font<</F1 3 0 R>>"
    inner = font + b"/ColorSpace<</C1 " + NONE + b">>/XObject<</X1 1002 0 R>>"
    more = {
        1002: stream(b"/X2 Do", form % b"/XObject<</X2 1003 0 R>>"),
        1003: stream(f"/C1 cs 1 sc {TEXT}".encode("ascii"), form % inner),
    }
    paper = read("/X1 Do", b"/XObject<</X1 1002 0 R>>", more)
    assert paper.pages[0].text == ""


def test_text_painted_through_a_shading_without_a_colorant_is_hidden() -> None:
    pattern = (
        b"<</PatternType 2/Shading<</ShadingType 2/Coords[0 0 420 0]/Function"
        b"<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>/ColorSpace " + NONE + b">>>>"
    )
    resources = b"/Pattern<</P1 1002 0 R>>"
    paper = read(f"/Pattern cs /P1 scn {TEXT}", resources, {1002: pattern})
    assert paper.pages[0].text == ""


@pytest.mark.parametrize(
    ("space", "is_seen"),
    [
        (b"[/Separation/Spot/DeviceGray 1002 0 R]", False),
        (b"[/CalGray<</WhitePoint[0.95 1 1.09]>>]", True),
        (b"/DeviceGray", True),
    ],
)
def test_a_colour_that_stands_for_plain_ones_may_be_any(
    space: bytes, *, is_seen: bool
) -> None:
    tint = b"<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>"
    resources = b"/ColorSpace<</DefaultGray " + space + b">>"
    paper = read(f"0 g {TEXT}", resources, {1002: tint})
    assert (WORDS in paper.pages[0].text) is is_seen


def test_a_colour_space_too_deep_to_be_looked_at_may_lack_colorants() -> None:
    space: PdfObject = NameObject("/DeviceGray")
    for _ in range(40):
        space = ArrayObject([NameObject("/Indexed"), space])
    holder = DictionaryObject(
        {
            NameObject("/Resources"): DictionaryObject(
                {
                    NameObject("/ColorSpace"): DictionaryObject(
                        {NameObject("/C1"): space}
                    )
                }
            )
        }
    )
    assert lacks_colorants(holder)
