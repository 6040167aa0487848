"""An embedded font program tells which characters its glyphs are."""

from __future__ import annotations

from io import BytesIO

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject
from raw_pdf import with_glyphs

from refereekit.extract.fontprograms import glyph_texts, program_texts
from refereekit.extract.reader import extract_paper

TYPE1 = b"""%!PS-AdobeFont-1.0: Made
/Encoding 256 array
0 1 255 {1 index exch /.notdef put} for
dup 51 /three put
dup 12 /fi put
dup 65 /g77 put
readonly def
currentfile eexec
"""
ORDER = (".notdef", "one", "three", "eight", "f_i")


def descriptor(key: str, program: bytes) -> DictionaryObject:
    entry = DecodedStreamObject()
    entry.set_data(program)
    return DictionaryObject({NameObject(key): entry})


def truetype(*, named: bool = False, mapped: bool = True, symbolic: bool = False):
    """Return a program whose glyphs are all one box."""
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(ORDER))
    builder.setupCharacterMap(
        {0x31: "one", 0x33: "three", 0x38: "eight"} if mapped else {}
    )
    pen = TTGlyphPen(None)
    for x, y, draw in (
        (50, 0, pen.moveTo),
        (450, 0, pen.lineTo),
        (450, 700, pen.lineTo),
    ):
        draw((x, y))
    pen.closePath()
    box = pen.glyph()
    builder.setupGlyf(dict.fromkeys(ORDER, box))
    builder.setupHorizontalMetrics(dict.fromkeys(ORDER, (500, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Made", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost(keepGlyphNames=named)
    if symbolic:
        table = CmapSubtable.newSubtable(4)
        table.platformID, table.platEncID, table.language = 3, 0, 0
        table.cmap = {0xF041: "three"}
        builder.font["cmap"].tables.append(table)
    file = BytesIO()
    builder.save(file)
    return file.getvalue()


def test_the_encoding_of_a_type_1_program() -> None:
    texts = program_texts(descriptor("/FontFile", TYPE1))
    assert texts == {51: {"3"}, 12: {"\ufb01"}, 65: set()}


def test_a_type_1_program_with_the_standard_encoding() -> None:
    texts = program_texts(
        descriptor("/FontFile", b"/Encoding StandardEncoding def\ncurrentfile eexec")
    )
    assert texts[0x33] == {"3"}
    assert texts[0xAE] == {"\ufb01"}


@pytest.mark.parametrize(
    ("program", "texts"),
    [
        (truetype(), {1: {"1"}, 2: {"3"}, 3: {"8"}}),
        (truetype(named=True, mapped=False), {1: {"1"}, 2: {"3"}, 3: {"8"}, 4: {"fi"}}),
        (truetype(mapped=False), {}),
        (b"\0\1\0\0 no font at all", {}),
    ],
    ids=["by-map", "by-name", "neither", "broken"],
)
def test_the_glyphs_of_a_truetype_program(program: bytes, texts: object) -> None:
    found = glyph_texts(descriptor("/FontFile2", program))
    assert found == texts


def test_the_codes_of_a_symbolic_truetype_program() -> None:
    texts = program_texts(descriptor("/FontFile2", truetype(symbolic=True)))
    assert texts == {0x41: {"3"}}


def test_a_map_that_contradicts_an_embedded_program_is_not_read() -> None:
    assert composite({1: "1", 2: "8"}) == "1\ufffd"
    assert composite({1: "1", 2: "3"}) == "13"


def composite(mapped: dict[int, str]) -> str:
    data = with_glyphs(truetype(), mapped, [1, 2])
    return extract_paper(data, "paper.pdf").pages[0].text.strip()
