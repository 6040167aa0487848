"""PDFs written object by object, for what no library would write."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["raw_pdf", "with_pages"]


def raw_pdf(objects: Mapping[int, bytes]) -> bytes:
    """Return a PDF of these objects; object 1 is the catalog."""
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    offsets = {}
    for number, body in objects.items():
        offsets[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    size = max(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        out += b"%010d 00000 n \n" % offsets.get(number, 0)
    out += b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, start)
    return bytes(out)


def stream(body: bytes, entries: bytes = b"") -> bytes:
    """Return a stream object's body."""
    return b"<</Length %d%s>>\nstream\n%s\nendstream" % (len(body), entries, body)


def with_pages(
    contents: list[bytes],
    more: Mapping[int, bytes] | None = None,
    resources: bytes = b"",
) -> bytes:
    """Return a PDF with one page for each content stream, set in Helvetica.

    `more` holds further objects, numbered from 1000; `resources` further resources.
    """
    count = len(contents)
    kids = b" ".join(b"%d 0 R" % (10 + 2 * i) for i in range(count))
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Count %d/Kids[%s]>>" % (count, kids),
        3: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    }
    for i, content in enumerate(contents):
        objects[10 + 2 * i] = (
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents %d 0 R"
            b"/Resources<</Font<</F1 3 0 R>>%s>>>>" % (11 + 2 * i, resources)
        )
        objects[11 + 2 * i] = stream(content)
    return raw_pdf({**objects, **(more or {})})


def line_of_text(words: str, y: int = 200) -> bytes:
    """Return a content stream that sets one line."""
    return b"BT /F1 12 Tf 40 %d Td (%s) Tj ET" % (y, words.encode("latin-1"))


def with_glyphs(
    program: bytes, mapped: Mapping[int, str], shown: list[int], encoding: str = "H"
) -> bytes:
    """Return a PDF of one page that shows glyphs of an embedded TrueType program.

    Nothing but the map to Unicode (`mapped`) says what they are, if the program does
    not. `encoding`: `H`, or `V` to write downward.
    """
    pairs = "".join(
        f"<{glyph:04X}> <{text.encode('utf-16-be').hex()}>\n"
        for glyph, text in mapped.items()
    )
    cmap = (
        "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        f"{len(mapped)} beginbfchar\n{pairs}endbfchar endcmap"
    )
    codes = "".join(f"{glyph:04X}" for glyph in shown)
    return raw_pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            2: b"<</Type/Pages/Count 1/Kids[4 0 R]>>",
            3: b"<</Type/Font/Subtype/Type0/BaseFont/AAAAAA+Made/Encoding/Identity-"
            + encoding.encode("ascii")
            + b"/DescendantFonts[7 0 R]/ToUnicode 6 0 R>>",
            4: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents 5 0 R"
            b"/Resources<</Font<</F1 3 0 R>>>>>>",
            5: stream(f"BT /F1 12 Tf 40 200 Td <{codes}> Tj ET".encode("ascii")),
            6: stream(cmap.encode("ascii")),
            7: b"<</Type/Font/Subtype/CIDFontType2/BaseFont/AAAAAA+Made/DW 500"
            b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            b"/CIDToGIDMap/Identity/FontDescriptor 8 0 R>>",
            8: b"<</Type/FontDescriptor/FontName/AAAAAA+Made/Flags 4/Ascent 800"
            b"/Descent -200/CapHeight 700/ItalicAngle 0/StemV 80"
            b"/FontBBox[0 0 500 700]/FontFile2 9 0 R>>",
            9: stream(program, b"/Length1 %d" % len(program)),
        }
    )
