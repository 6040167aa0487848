"""What is painted over, under or around a text hides it, or does not."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from pages import Line, read
from raw_pdf import stream, with_pages

from refereekit.extract.reader import extract_paper

WORDS = "The ferry to the island left at noon."
TEXT = Line(40, 150, WORDS).stream()
FORM = b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]/Resources<</Font<</F1 3 0 R>>>>"
PATTERN = (
    b"/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]"
    b"/XStep 5/YStep 5/Resources<<>>"
)
HATCH = " ".join(f"30 {y} m 340 {y} l S" for y in range(140, 166))


def form(content: str, entries: bytes = b"") -> Mapping[int, bytes]:
    return {1000: stream(content.encode("ascii"), FORM + entries)}


def pattern(content: bytes) -> Mapping[int, bytes]:
    return {1000: stream(content, PATTERN)}


def shows(
    content: str, more: Mapping[int, bytes] | None = None, resources: bytes = b""
) -> bool:
    """Tell whether the words are on the page, and recorded as hidden otherwise."""
    names = b"/XObject<</X1 1000 0 R>>/Pattern<</P1 1000 0 R>>" + resources
    paper = read(content, more=more, resources=names)
    is_shown = WORDS in " ".join(paper.pages[0].text.split())
    assert is_shown is not bool(paper.hidden)
    return is_shown


@pytest.mark.parametrize(
    "content",
    [
        f"{TEXT} 1 G 1.2 w {HATCH}",
        f"{TEXT} 1 G 1.2 w {HATCH.replace(' S', '')} S",
        f"0 G 1.2 w {HATCH} {TEXT}",
        f"{TEXT} 1 G 1 g 2 w 30 140 300 30 re B",
    ],
    ids=["hatch", "hatch-in-one-path", "dark-hatch-under", "filled-and-stroked"],
)
def test_strokes_together_hide_a_text(content: str) -> None:
    assert not shows(content)


@pytest.mark.parametrize(
    "content",
    [
        f"{TEXT} 0 G 0.4 w 40 148 m 250 148 l S",
        f"{TEXT} 0 g 40 147 200 0.6 re f",
        f"{TEXT} 0 G 0.5 w 30 140 300 30 re S",
        f"q 300 20 80 80 re W n 1 g -9000 -9000 18000 18000 re f Q {TEXT}",
        f"{TEXT} q 300 20 80 80 re W n 1 g -9000 -9000 18000 18000 re f Q",
    ],
    ids=["underline", "filled-rule", "frame", "clipped-before", "clipped-after"],
)
def test_rules_and_what_is_clipped_away_hide_nothing(content: str) -> None:
    assert shows(content)


def test_a_white_stroke_over_a_minus_sign_hides_it() -> None:
    words = "a change of -12 kg"
    paper = read(f"{Line(40, 150, words).stream()} 1 G 2 w 94 152.6 m 98.2 152.6 l S")
    assert words not in paper.pages[0].text


@pytest.mark.parametrize(("tile", "is_shown"), [(b"1 g", False), (b"0 g", True)])
def test_text_filled_with_tiles_is_seen_by_their_paint(
    tile: bytes, *, is_shown: bool
) -> None:
    text = Line(40, 150, WORDS, before="/Pattern cs /P1 scn").stream()
    assert shows(text, pattern(tile + b" 0 0 5 5 re f")) is is_shown


@pytest.mark.parametrize(("tile", "is_shown"), [(b"0 g", False), (b"1 g", True)])
def test_text_on_tiles_is_seen_by_their_paint(tile: bytes, *, is_shown: bool) -> None:
    ground = "q /Pattern cs /P1 scn 30 140 300 30 re f Q"
    content = pattern(tile + b" 0 0 5 5 re f")
    assert shows(f"{ground} {TEXT}", content) is is_shown


@pytest.mark.parametrize(
    ("ground", "is_shown"), [(".8 0 0 rg", False), (".9 .9 1 rg", True)]
)
def test_text_on_a_form_is_seen_by_its_paint(ground: str, *, is_shown: bool) -> None:
    text = Line(40, 150, WORDS, before=".8 0 0 rg").stream()
    body = form(f"{ground} 30 140 300 30 re f")
    assert shows(f"/X1 Do {text}", body) is is_shown


@pytest.mark.parametrize(
    ("clip", "is_shown"),
    [("10 10 20 20 re", False), ("10 10 90 200 re", False), ("10 90 400 90 re", True)],
)
def test_a_form_is_seen_within_its_clip(clip: str, *, is_shown: bool) -> None:
    assert shows(f"q {clip} W n /X1 Do Q", form(TEXT)) is is_shown


def test_a_form_with_a_group_of_its_own_need_not_be_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[object] = []
    monkeypatch.setattr("refereekit.extract.paint.draw", drawn.append)
    frame = "0 G 1 w 30 140 300 30 re S 1 g 60 60 200 40 re f 0 g"
    assert shows("/X1 Do", form(f"{frame} {TEXT}", b"/Group<</S/Transparency>>"))
    assert not drawn


@pytest.mark.parametrize(
    "matrix", ["1 0 50 .05", "1 1 1 1", "1 0 0 .02", ".03 0 0 .03"]
)
def test_text_of_no_height_is_hidden(matrix: str) -> None:
    content = f"BT /F1 10 Tf {matrix} 40 150 Tm ({WORDS}) Tj ET"
    assert not shows(content)


def test_spaces_of_text_askew_are_spaces() -> None:
    content = f"BT /F1 10 Tf .866 .5 -.5 .866 40 60 Tm ({WORDS}) Tj ET"
    assert shows(content)


def test_a_clip_of_white_space_leaves_nothing() -> None:
    blank = "BT /F1 10 Tf 7 Tr 40 150 Td ( ) Tj ET"
    assert not shows(f"q {blank} {TEXT} Q")


def test_a_poster_is_drawn_at_the_scale_of_its_text() -> None:
    names = b"/ExtGState<</G1<</ca .7>>>>"
    text = Line(40, 150, WORDS, before="/G1 gs").stream()
    far = Line(9000, 9000, "far away", before="/G1 gs").stream()
    content = f"{text} {far}"
    data = with_pages([content.encode("ascii")], resources=names)
    data = data.replace(b"[0 0 420 300]", b"[0 0 9999 9999]")
    assert WORDS in extract_paper(data, "poster.pdf").pages[0].text


SHADES = (
    b"<</Type/Pattern/PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceRGB"
    b"/Coords[0 0 420 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]"
    b"/C0[%s]/C1[%s]/N 1>>>>>>"
)


@pytest.mark.parametrize("is_in_form", [False, True])
@pytest.mark.parametrize(
    ("colours", "colour", "is_shown"),
    [
        ((b"1 0 0", b"1 0 0"), "1 0 0 rg", False),
        ((b"0 0 0", b"1 1 1"), "0 g", False),
        ((b"1 .7 .7", b"1 .8 .8"), "0 g", True),
    ],
    ids=["same", "fading", "light"],
)
def test_text_on_a_shading_pattern_is_seen_by_its_paint(
    colours: tuple[bytes, bytes], colour: str, *, is_shown: bool, is_in_form: bool
) -> None:
    ground = "q /Pattern cs /P1 scn 0 130 240 40 re f Q"
    content = f"{ground} {Line(40, 150, WORDS, before=colour).stream()}"
    more = {1000: SHADES % colours}
    if is_in_form:
        names = b"/Resources<</Font<</F1 3 0 R>>/Pattern<</P1 1000 0 R>>>>"
        entries = b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]" + names
        more[1001] = stream(content.encode("ascii"), entries)
        content = "/X2 Do"
    paper = read(
        content,
        more=more,
        resources=b"/Pattern<</P1 1000 0 R>>/XObject<</X2 1001 0 R>>"
        if is_in_form
        else b"/Pattern<</P1 1000 0 R>>",
    )
    assert (WORDS in paper.pages[0].text) is is_shown


@pytest.mark.parametrize(
    ("ground", "colour", "is_shown"),
    [
        ("1 g", "1 1 .8 rg", False),
        ("1 g", "1 .6 0 rg", True),
        ("0 0 0 1 k", "0 g", False),
        ("0 g", "0 0 0 1 k", False),
        ("0 g", "0 0 .9 rg", True),
        ("0 g", ".35 g", True),
    ],
)
def test_contrast_is_what_a_reader_sees(
    ground: str, colour: str, *, is_shown: bool
) -> None:
    text = Line(40, 150, WORDS, before=colour).stream()
    assert shows(f"q {ground} 30 135 300 40 re f Q {text}") is is_shown
