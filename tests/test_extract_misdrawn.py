"""Fonts without names and without a map of their own, whose map to Unicode lies."""

from __future__ import annotations

import ctypes
import math
import random
from functools import cache
from io import BytesIO
from string import ascii_letters, digits
from typing import Any

import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.basePen import BasePen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from pypdf.generic import DictionaryObject, NameObject
from raw_pdf import raw_pdf, stream, with_glyphs

from refereekit.extract.alphabets import out_of_order
from refereekit.extract.lettershapes import (
    CHARACTERS,
    DOUBLE,
    STANDARD_FACES,
    distance,
    misdrawn,
    table,
)
from refereekit.extract.misdrawn import misdrawn_texts
from refereekit.extract.reader import extract_paper
from refereekit.extract.specimens import Shape, draw_shapes

raw = pypdfium2.raw
UNITS = 1000
LINE, CURVE, MOVE = 0, 1, 2


@cache
def outlined(face: str, characters: str, blank: str = "") -> bytes:
    """Return a program with the outlines of a standard font, in this order.

    It has neither the names of its glyphs nor a map. Some are left `blank`.
    """
    document = pypdfium2.PdfDocument.new()
    font = raw.FPDFText_LoadStandardFont(document.raw, face.encode())
    names = [".notdef", *(f"glyph{n}" for n in range(len(characters)))]
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    widths = {".notdef": 500}
    for name, character in zip(names[1:], characters, strict=True):
        glyphs[name] = glyphs[".notdef"]
        if character not in blank:
            glyphs[name] = _glyph(font, ord(character))
        width = ctypes.c_float()
        raw.FPDFFont_GetGlyphWidth(font, ord(character), UNITS, width)
        widths[name] = round(width.value)
    raw.FPDFFont_Close(font)
    document.close()
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (widths[name], 0) for name in names})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Made", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost(keepGlyphNames=False)
    file = BytesIO()
    builder.save(file)
    return file.getvalue()


def _glyph(font: object, code: int) -> object:
    pen = TTGlyphPen(None)
    quadratic = Cu2QuPen(pen, 1.0, reverse_direction=True)
    _draw(font, code, quadratic)
    return pen.glyph()


def _draw(font: object, code: int, quadratic: Any) -> None:
    """Draw the outline of a code of a font of PDFium with a pen."""
    path = raw.FPDFFont_GetGlyphPath(font, code, UNITS)
    curve: list[tuple[int, int]] = []
    is_open = False
    for index in range(raw.FPDFGlyphPath_CountGlyphSegments(path)):
        segment = raw.FPDFGlyphPath_GetGlyphPathSegment(path, index)
        x, y = ctypes.c_float(), ctypes.c_float()
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = round(UNITS * x.value), round(UNITS * y.value)
        match raw.FPDFPathSegment_GetType(segment):
            case 2:
                if is_open:
                    quadratic.closePath()
                quadratic.moveTo(point)
                is_open = True
            case 0:
                quadratic.lineTo(point)
            case _:
                curve.append(point)
                if len(curve) == 3:
                    quadratic.curveTo(*curve)
                    curve = []
    if is_open:
        quadratic.closePath()


def read(
    shown: str,
    said: dict[str, str],
    order: str = digits + ascii_letters,
    face: str = "Times-Roman",
    blank: str = "",
    *,
    is_vertical: bool = False,
) -> str:
    """Return the text of a page that shows words in a font without names.

    `said` has what the map says instead of what is drawn.
    """
    glyph = {character: n for n, character in enumerate(order, 1)}
    mapped = {glyph[c]: said.get(c, c) for c in order}
    program = outlined(face, order, blank)
    encoding = "V" if is_vertical else "H"
    data = with_glyphs(program, mapped, [glyph[c] for c in shown], encoding)
    return extract_paper(data, "paper.pdf").pages[0].text.strip()


@pytest.mark.parametrize(
    ("shown", "blank", "text"),
    [("was38", "3", ""), ("was 38", "3", "was"), ("was 38", "dn", "was 38")],
)
def test_a_letter_without_an_outline_is_not_seen(
    shown: str, blank: str, text: str
) -> None:
    assert read(shown, {}, CHARACTERS + " ", blank=blank + " ") == text


SHUFFLED = "".join(random.Random(8).sample(CHARACTERS, len(CHARACTERS)))
FEW = "eh3tafnswo8rdi"
"""As a subset has them that numbers its glyphs in the order of a text."""


@pytest.mark.parametrize("face", STANDARD_FACES)
@pytest.mark.parametrize("order", [CHARACTERS, SHUFFLED, FEW])
def test_an_honest_map_is_read(face: str, order: str) -> None:
    assert read("was38", {}, order, face) == "was38"


@pytest.mark.parametrize("order", [CHARACTERS, SHUFFLED, FEW])
@pytest.mark.parametrize(
    ("shown", "said", "text"),
    [
        ("w3a", {"3": "8"}, "w\ufffda"),
        ("w3a", {"3": "\u2078"}, "w\ufffda"),
        ("w3a", {"3": "\U0001d7ea"}, "w\ufffda"),
        ("w3a", {"3": "1"}, "w\ufffda"),
        ("was", {"s": "r"}, "wa\ufffd"),
        ("not", {"t": "w"}, "no\ufffd"),
    ],
    ids=["digit", "power", "mathematical", "slim", "letter", "negation"],
)
def test_a_glyph_drawn_as_another_is_not_read(
    order: str, shown: str, said: dict[str, str], text: str
) -> None:
    assert read(shown, said, order) == text


def test_a_font_that_writes_downward_is_drawn_too() -> None:
    assert read("w3a", {}, SHUFFLED, is_vertical=True) == "w3a"
    assert read("w3a", {"3": "8"}, SHUFFLED, is_vertical=True) == "w\ufffda"


PROCEDURES = "ehtafnswordi3816"


class ContentPen(BasePen):
    """Writes an outline as the operators of a content stream."""

    def __init__(self) -> None:
        super().__init__(None)
        self.operators = ["500 0 0 -250 1000 1000 d1"]

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.operators.append(f"{point[0]} {point[1]} m")

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.operators.append(f"{point[0]} {point[1]} l")

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        places = " ".join(f"{x} {y}" for x, y in points)
        self.operators.append(f"{places} c")


def read_type3(shown: str, said: dict[str, str]) -> str:
    """Return the text of a page in a Type 3 font whose names say nothing."""
    document = pypdfium2.PdfDocument.new()
    font = raw.FPDFText_LoadStandardFont(document.raw, b"Times-Roman")
    objects = {}
    for place, character in enumerate(PROCEDURES):
        pen = ContentPen()
        _draw(font, ord(character), pen)
        objects[30 + place] = stream("\n".join([*pen.operators, "f"]).encode())
    raw.FPDFFont_Close(font)
    document.close()
    count = len(PROCEDURES)
    names = "".join(f"/g{n}" for n in range(count))
    procedures = "".join(f"/g{n} {30 + n} 0 R" for n in range(count))
    pairs = "".join(
        f"<{n:02X}> <{ord(said.get(c, c)):04X}>\n" for n, c in enumerate(PROCEDURES, 1)
    )
    codes = "".join(f"{PROCEDURES.index(c) + 1:02X}" for c in shown)
    objects |= {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Count 1/Kids[4 0 R]>>",
        3: (
            "<</Type/Font/Subtype/Type3/FontMatrix[.001 0 0 .001 0 0]"
            f"/FontBBox[0 -250 1000 1000]/FirstChar 1/LastChar {count}"
            f"/Widths[{' 500' * count}]/Encoding<</Differences[1 {names}]>>"
            f"/CharProcs<<{procedures}>>/ToUnicode 6 0 R>>"
        ).encode(),
        4: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents 5 0 R"
        b"/Resources<</Font<</F1 3 0 R>>>>>>",
        5: stream(f"BT /F1 12 Tf 40 200 Td <{codes}> Tj ET".encode()),
        6: stream(
            b"begincmap 1 begincodespacerange <00> <FF> endcodespacerange\n"
            b"%d beginbfchar\n%sendbfchar endcmap" % (count, pairs.encode())
        ),
    }
    return extract_paper(raw_pdf(objects), "paper.pdf").pages[0].text.strip()


@pytest.mark.parametrize(
    ("shown", "said", "text"),
    [
        ("was38", {}, "was38"),
        ("was38", {"3": "6"}, "was\ufffd8"),
        ("not", {"t": "w"}, "no\ufffd"),
    ],
)
def test_glyphs_that_a_font_draws_itself(
    shown: str, said: dict[str, str], text: str
) -> None:
    assert read_type3(shown, said) == text


def test_many_lies_do_not_make_a_face_strange() -> None:
    said = dict(zip(CHARACTERS, CHARACTERS[7:] + CHARACTERS[:7], strict=True))
    text = read("3was8", said, SHUFFLED)
    assert text.count("\ufffd") >= 4


def test_a_font_of_too_many_letters_is_not_believed() -> None:
    font = DictionaryObject({NameObject("/Subtype"): NameObject("/Type0")})
    assert misdrawn_texts(font, dict.fromkeys(range(2000), "8")) == {"8"}
    assert not misdrawn_texts(font, dict.fromkeys(range(20), "8"))


def test_glyphs_in_order_tell_one_that_is_not() -> None:
    claims = {glyph: chr(glyph + 29) for glyph in range(19, 29)}
    claims |= {glyph: chr(glyph + 29) for glyph in range(68, 94)}
    assert not list(out_of_order(claims))
    assert list(out_of_order(claims | {22: "8"})) == [22]
    assert list(out_of_order(claims | {27: "9"})) == [27]
    assert not list(out_of_order(claims | {700: "8"}))


def test_glyphs_numbered_anew_may_leave_letters_out() -> None:
    letters = "abcdefghijklmnopqrstuvwyz"
    assert not list(out_of_order(dict(enumerate(letters, 1))))


def test_of_a_strange_face_nothing_is_said() -> None:
    odd = Shape(0x5555AAAA << 100, 0.5, 3)
    claims = dict(enumerate("abcdefgh3"))
    shapes = dict.fromkeys(claims, odd) | {8: table()["8"][0]}
    assert not list(misdrawn(claims, shapes, None))
    plain = {code: table()[text][0] for code, text in claims.items()}
    assert list(misdrawn(claims, plain | {8: shapes[8]}, None)) == [8]


def test_a_glyph_that_a_font_has_not_is_no_other_letter() -> None:
    box = table()["D"][0]
    claims = dict(enumerate("abcdefghX"))
    shapes = {code: table()[text][0] for code, text in claims.items()} | {8: box}
    assert list(misdrawn(claims, shapes, None)) == [8]
    assert not list(misdrawn(claims, shapes, box))


@pytest.mark.parametrize("face", STANDARD_FACES)
def test_the_table_has_what_is_drawn(face: str) -> None:
    entries = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": f"/{face}"}
    font = DictionaryObject({NameObject(k): NameObject(v) for k, v in entries.items()})
    shapes = draw_shapes(font, [*map(ord, CHARACTERS)], is_wide=False)
    for character in CHARACTERS:
        shape = shapes[ord(character)]
        assert min(distance(shape, each) for each in table()[character]) <= DOUBLE


def test_a_shape_is_slim_and_has_holes() -> None:
    one, eight = table()["1"][0], table()["8"][0]
    assert one.slimness < eight.slimness < math.log(1)
    assert (one.parts, eight.parts) == (1, -1)
