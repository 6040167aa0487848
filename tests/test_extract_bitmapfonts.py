"""Bitmaps of TeX's letters without a map to Unicode are read by how they are drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
from raw_pdf import raw_pdf, stream

from refereekit.extract.lettershapes import CHARACTERS, STANDARD_FACES, table
from refereekit.extract.reader import extract_paper
from refereekit.extract.specimens import SIDE

ROMAN = STANDARD_FACES.index("Times-Roman")
TALL, WIDE = 700, 500
UNREAD = "\ufffd"
WORDS = "the quick brown fox jumps over a lazy dog in 1962"
SQUARES = {"-": 3.5, ".": 1.0, ",": 0.5}
"""Width by height of marks that are drawn as full boxes."""


def procedure(drawn: str, advance: int) -> bytes:
    """Return the bitmap of a character of Times, or of a mark."""
    if drawn in SQUARES:
        high = 100
        wide, bits = round(high * SQUARES[drawn]), (1 << SIDE * SIDE) - 1
    else:
        shape = table()[drawn][ROMAN]
        high, bits = TALL, shape.squares
        wide = round(high * math.exp(shape.slimness))
    data = bits.to_bytes(SIDE * SIDE // 8, "big")
    return (
        (
            f"{advance} 0 0 -200 900 {TALL} d1 {wide} 0 0 {high} 0 0 cm "
            f"BI /W {SIDE} /H {SIDE} /IM true /BPC 1 /D [1 0] ID "
        ).encode()
        + data
        + b" EI"
    )


def read(
    words: bytes,
    drawn: Mapping[int, str],
    *,
    name: str = "a{}",
    widths: Mapping[int, int] | None = None,
) -> str:
    """Return the text of a page in a font that draws a character for each code."""
    advance = dict.fromkeys(drawn, WIDE) | dict(widths or {})
    objects = {
        9 + code: stream(procedure(each, advance[code])) for code, each in drawn.items()
    }
    names = {code: name.format(code) for code in drawn}
    listed = "".join(f"/{names[code]} {9 + code} 0 R" for code in drawn)
    differences = " ".join(f"{code}/{names[code]}" for code in sorted(drawn))
    last = max(drawn)
    advances = " ".join(str(advance.get(code, 0)) for code in range(last + 1))
    font = (
        "<</Type/Font/Subtype/Type3/FontBBox[0 -200 900 700]/FirstChar 0"
        f"/LastChar {last}/Resources<<>>/CharProcs<<{listed}>>"
        f"/FontMatrix[.001 0 0 .001 0 0]/Widths[{advances}]"
        f"/Encoding<</Differences[{differences}]>>>>"
    )
    text = words.hex()
    data = raw_pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            2: b"<</Type/Pages/Count 1/Kids[4 0 R]>>",
            3: font.encode(),
            4: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 620 300]/Contents 5 0 R"
            b"/Resources<</Font<</F1 3 0 R>>>>>>",
            5: stream(f"BT /F1 11 Tf 40 200 Td <{text}> Tj ET".encode()),
            **objects,
        }
    )
    return extract_paper(data, "paper.pdf").pages[0].text.strip()


def roman(text: str) -> dict[int, str]:
    return {ord(letter): letter for letter in text if letter in CHARACTERS}


def together(words: str) -> bytes:
    return words.replace(" ", "").encode()


@pytest.mark.parametrize("name", ["a{}", "{}", "x{:02X}"])
def test_letters_and_digits_are_read_where_they_are_drawn_so(name: str) -> None:
    assert read(together(WORDS), roman(WORDS), name=name) == WORDS.replace(" ", "")


def test_names_that_do_not_say_the_code_leave_all_unread() -> None:
    text = read(together(WORDS), roman(WORDS), name="g1{}")
    assert set(text) == {UNREAD}


def test_a_glyph_that_is_drawn_as_another_is_not_read() -> None:
    text = read(together(WORDS), roman(WORDS) | {ord("9"): "4"})
    assert text == WORDS.replace(" ", "").replace("9", UNREAD)


def test_a_font_of_symbols_is_not_read() -> None:
    letters = roman(WORDS)
    turned = dict(
        zip(letters, [*list(letters.values())[3:], "t", "h", "e"], strict=True)
    )
    assert set(read(together(WORDS), turned)) == {UNREAD}


def test_few_letters_are_read_each_for_itself() -> None:
    assert read(b"sky", roman("sky")) == "sky"
    assert read(b"sky", roman("sk") | {ord("y"): "W"}) == f"sk{UNREAD}"


@pytest.mark.parametrize(
    ("code", "width", "text"),
    [(0x0C, 950, "fi"), (0x1C, 980, "fi"), (0x0C, 650, UNREAD), (0x0E, 1450, "ffi")],
    ids=["old", "new", "a-greek-letter", "three"],
)
def test_a_ligature_is_as_wide_as_its_letters(code: int, width: int, text: str) -> None:
    drawn = roman(WORDS) | {code: "m"}
    found = read(together(WORDS) + bytes([code]), drawn, widths={code: width})
    assert found == WORDS.replace(" ", "") + text


def test_marks_are_read_in_a_font_of_text_where_they_are_drawn_so() -> None:
    drawn = roman(WORDS) | {0x2D: "-", 0x2E: "."}
    assert read(b"fox-dog.", drawn) == "fox-dog."
    assert read(b"fox-dog.", drawn | {0x2D: "."}) == f"fox{UNREAD}dog."


def test_marks_beside_greek_letters_are_not_read() -> None:
    drawn = roman(WORDS) | {0x0B: "m", 0x2E: "."}
    assert read(b"fox.\x0b", drawn, widths={0x0B: 640}) == f"fox{UNREAD * 2}"


def test_a_sign_under_an_unread_glyph_is_another_one() -> None:
    drawn = roman(WORDS) | {0x18: "l"}
    text = read(b"qu\x18ick", drawn, widths={0x18: 0})
    assert text == f"qu{UNREAD * 2}ck"
