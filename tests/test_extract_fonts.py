"""A font's map to Unicode is not believed where its glyphs' names contradict it."""

from __future__ import annotations

import re
import zlib

import pytest
from raw_pdf import raw_pdf, stream

from refereekit.extract.glyphnames import is_same, named, said_by
from refereekit.extract.reader import extract_paper
from refereekit.extract.styles import sets_mathematics
from refereekit.extract.unicodemap import read_unicode_map

UNREAD = "\ufffd"
NAMES = (
    "[1/three/minus/f_i/nine.oldstyle/aacute/g23/twosuperior/less/uni0041/lslash/comma]"
)
DIFFERENT = f"<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences{NAMES}>>"


def cmap(body: str) -> bytes:
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        f"1 begincodespacerange <00> <FF> endcodespacerange\n{body}\nendcmap end end"
    ).encode()


def mapping(pairs: dict[int, str]) -> str:
    lines = [f"<{c:02X}> <{t.encode('utf-16-be').hex()}>" for c, t in pairs.items()]
    return f"{len(lines)} beginbfchar\n" + "\n".join(lines) + "\nendbfchar"


def read(
    words: str,
    body: str,
    encoding: str = "/WinAnsiEncoding",
    *,
    name: str = "Helvetica",
    entries: str = "",
) -> str:
    """Return the text of a page in a font with this map, which a form draws."""
    font = f"<</Type/Font/Subtype/Type1/BaseFont/{name}/ToUnicode 6 0 R{entries}"
    font += f"/Encoding{encoding}>>" if encoding else ">>"
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]"
    content = f"BT /F1 11 Tf 40 200 Td ({words}) Tj ET".encode("latin-1")
    data = raw_pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            2: b"<</Type/Pages/Count 1/Kids[4 0 R]>>",
            3: font.encode(),
            4: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents 5 0 R"
            b"/Resources<</XObject<</X1 7 0 R>>>>>>",
            5: stream(b"/X1 Do"),
            6: stream(cmap(body)),
            7: stream(content, form + b"/Resources<</Font<</F1 3 0 R>>>>"),
        }
    )
    return extract_paper(data, "paper.pdf").pages[0].text.strip()


@pytest.mark.parametrize(
    "body",
    [
        mapping({ord("3"): "8"}),
        "1 beginbfrange <33> <34> <0038> endbfrange",
        "1 beginbfrange <33> <34> [<0038> <0034>] endbfrange",
        "1 beginbfchar % <33> <0033>\n<33><0038>endbfchar",
        "1 beginbfchar <0033> <00 38> endbfchar",
    ],
    ids=["pair", "range", "array", "comment", "long-code"],
)
def test_a_map_that_contradicts_the_encoding_is_not_read(body: str) -> None:
    assert read("lot 13", body) == f"lot 1{UNREAD}"


def test_of_two_texts_for_a_code_the_false_one_is_not_read() -> None:
    body = "2 beginbfchar <33> <0033> <33> <0038> endbfchar"
    # Versions of PDFium take the first, which is true, or the last.
    assert read("lot 13", body) in ("lot 13", f"lot 1{UNREAD}")


def test_forms_in_a_circle_have_all_their_fonts_on_every_page() -> None:
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]/Resources<<%s>>"
    page = (
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents %d 0 R"
        b"/Resources<</XObject<</X1 %d 0 R>>>>>>"
    )
    data = raw_pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            2: b"<</Type/Pages/Count 2/Kids[4 0 R 5 0 R]>>",
            3: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R"
            b"/Encoding/WinAnsiEncoding>>",
            4: page % (7, 8),
            5: page % (7, 9),
            6: stream(cmap(mapping({ord("3"): "8"}))),
            7: stream(b"/X1 Do"),
            8: stream(
                b"BT /F1 11 Tf 40 200 Td (lot 13) Tj ET",
                form % b"/Font<</F1 3 0 R>>/XObject<</X2 9 0 R>>",
            ),
            9: stream(b"/X1 Do", form % b"/XObject<</X1 8 0 R>>"),
        }
    )
    pages = extract_paper(data, "paper.pdf").pages
    assert [page.text for page in pages] == [f"lot 1{UNREAD}\n"] * 2


@pytest.mark.parametrize(
    "encoding", ["/WinAnsiEncoding", "/MacRomanEncoding", "/StandardEncoding", ""]
)
def test_every_latin_encoding_speaks_against_a_map(encoding: str) -> None:
    assert read("it was nqt so", mapping({ord("q"): "o"}), encoding) == (
        f"it was n{UNREAD}t s{UNREAD}"
    )


@pytest.mark.parametrize(
    ("words", "mapped", "read_as"),
    [
        ("lot \1", {1: "8"}, f"lot {UNREAD}"),
        ("at \2\1", {2: "+"}, f"at {UNREAD}3"),
        ("\3nal", {3: "f"}, f"{UNREAD}nal"),
        ("lot \4", {4: "6"}, f"lot {UNREAD}"),
        ("\5ba", {5: "a"}, f"{UNREAD}b{UNREAD}"),
        ("10\7", {7: "2"}, f"10{UNREAD}"),
        ("p \x085", {8: "\u2264"}, f"p {UNREAD}5"),
        ("\x0b", {11: "."}, UNREAD),
        ("lot \1", {1: "3"}, "lot 3"),
        ("\3nal", {3: "fi"}, "final"),
        ("\3nal", {3: "\ufb01"}, "final"),
        ("lot \4", {4: "9"}, "lot 9"),
        ("\5ba", {5: "a\u0301"}, "a\u0301ba"),
        ("at \2\1", {2: "-"}, "at -3"),
        ("\6ne", {6: "O"}, f"{UNREAD}ne"),
    ],
    ids=[
        "digit",
        "sign",
        "half-a-ligature",
        "old-style",
        "accent",
        "raised",
        "relation",
        "point",
        "honest-digit",
        "honest-ligature",
        "ligature-character",
        "honest-old-style",
        "decomposed",
        "hyphen-for-minus",
        "name-without-a-glyph",
    ],
)
def test_names_of_differences(words: str, mapped: dict[int, str], read_as: str) -> None:
    assert read(words, mapping(mapped), DIFFERENT) == read_as


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("ffi", f"{UNREAD * 3} office if"),
        ("\ufb00", f"{UNREAD * 2} office if"),
        ("f\u200b", f"{UNREAD * 2} o{UNREAD * 2}ice i{UNREAD}"),
    ],
    ids=["letters", "ligature", "one-letter-and-more"],
)
def test_letters_of_one_glyph_are_told_from_glyphs_of_one_letter(
    text: str, read_as: str
) -> None:
    assert read("\1 office if", mapping({1: text}), DIFFERENT) == read_as


def test_a_sign_said_to_be_a_space_makes_its_font_unreadable() -> None:
    # PDFium leaves out a space that follows a space: nothing would be left to mark.
    text = read("gain of \0023", mapping({2: " "}), DIFFERENT)
    assert "gain" not in text
    assert "3" not in text


def test_a_font_that_pdfium_renames_is_found() -> None:
    assert read("lot 13", mapping({ord("3"): "8"}), name="Arial") == f"lot 1{UNREAD}"


def test_glyphs_that_a_font_program_chooses_are_not_contradicted() -> None:
    entries = "/FontDescriptor<</Type/FontDescriptor/Flags 4>>"
    text = read("lot 3", mapping({ord("3"): "8"}), "", name="Signs", entries=entries)
    assert text == "lot 8"


@pytest.mark.parametrize(
    "font",
    [
        "/Subtype/Type1/Encoding/WinAnsiEncoding/ToUnicode 7 0 R/ToUnicode 6 0 R",
        "/Subtype/Type1/Encoding<</Differences[113/o]>>/Encoding/WinAnsiEncoding"
        "/ToUnicode 6 0 R",
        "/Encoding/WinAnsiEncoding/ToUnicode 6 0 R",
        "/Subtype/Type9/Encoding/WinAnsiEncoding/ToUnicode 6 0 R",
        "/Subtype/Type1/Encoding/NoEncoding/ToUnicode 6 0 R",
        "/Subtype/Type1/FontDescriptor<</Flags 4>>/ToUnicode 6 0 R",
        "/Subtype/Type1/FontDescriptor<</Flags 4/FontFile 7 0 R>>/ToUnicode 6 0 R",
        "/Subtype/Type1/Encoding<</Differences[113/g23]>>/ToUnicode 6 0 R",
        "/Subtype/Type1/Encoding/WinAnsiEncoding/ToUnicode 8 0 R",
        "/Subtype/Type1/Encoding/WinAnsiEncoding/ToUnicode 9 0 R",
    ],
    ids=[
        "two-maps",
        "two-encodings",
        "no-type",
        "unknown-type",
        "unknown-encoding",
        "called-symbolic",
        "no-program",
        "unknown-name",
        "unknown-filter",
        "old-filter",
    ],
)
def test_no_oddity_of_a_font_makes_a_false_map_believed(font: str) -> None:
    lie = cmap(mapping({ord("q"): "o"}))
    data = raw_pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            2: b"<</Type/Pages/Count 1/Kids[4 0 R]>>",
            3: b"<</Type/Font/BaseFont/Helvetica" + font.encode() + b">>",
            4: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents 5 0 R"
            b"/Resources<</Font<</F1 3 0 R>>>>>>",
            5: stream(b"BT /F1 11 Tf 40 200 Td (it was nqt so) Tj ET"),
            6: stream(lie),
            7: stream(cmap(mapping({ord("q"): "q"}))),
            8: stream(lie, b"/Filter/NoFilter"),
            9: stream(zlib.compress(lie), b"/Filter/Fl"),
        }
    )
    assert "not" not in extract_paper(data, "paper.pdf").pages[0].text


@pytest.mark.parametrize(
    "resources",
    [
        "/Resources<</Font<</F1 7 0 R>>>>/Resources<</Font<</F1 3 0 R>>>>",
        "/Resources<</Font<</F1 7 0 R/F1 3 0 R>>>>",
        "/Resources<</Font<</F1 7 0 R>>/Font<</F1 3 0 R>>>>",
    ],
    ids=["resources", "name", "fonts"],
)
def test_of_two_fonts_in_one_place_none_is_believed(resources: str) -> None:
    data = raw_pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            2: b"<</Type/Pages/Count 1/Kids[4 0 R]>>",
            3: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica"
            b"/Encoding/WinAnsiEncoding/ToUnicode 6 0 R>>",
            4: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents 5 0 R"
            + resources.encode()
            + b">>",
            5: stream(b"BT /F1 11 Tf 40 200 Td (it was nqt so) Tj ET"),
            6: stream(cmap(mapping({ord("q"): "o"}))),
            7: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        }
    )
    assert "not" not in extract_paper(data, "paper.pdf").pages[0].text


def test_a_code_without_a_character_is_none_that_another_code_has() -> None:
    # PDFium hands out the code 111 of an unknown glyph as an o, after a true one.
    letters = {ord(c): c for c in "itwasnx "} | {ord("x"): "o"}
    names = "/space" + "/g1" * 94
    font = (
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/CharProcs<</g1 7 0 R>>"
        "/FontMatrix[.001 0 0 .001 0 0]/FirstChar 32/LastChar 126/Resources<<>>"
        f"/Widths[{'600 ' * 95}]/Encoding<</Differences[32{names}]>>/ToUnicode 6 0 R>>"
    )
    data = raw_pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            2: b"<</Type/Pages/Count 1/Kids[4 0 R]>>",
            3: font.encode(),
            4: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents 5 0 R"
            b"/Resources<</Font<</F1 3 0 R>>>>>>",
            5: stream(b"BT /F1 11 Tf 40 200 Td (itxwasnot) Tj ET"),
            6: stream(cmap(mapping(letters))),
            7: stream(b"600 0 d0 50 0 500 700 re f"),
        }
    )
    text = extract_paper(data, "paper.pdf").pages[0].text.strip()
    assert text == f"itowasn{UNREAD}t"


@pytest.mark.parametrize(
    ("names", "others", "read_as"),
    [
        ("/three/g1", "", f"3{UNREAD}"),
        ("/three/eight", "/three/eight", "38"),
        ("/three/eight", "/three/g1", f"3{UNREAD}"),
        ("/three/eight", "/three/nine", f"3{UNREAD}"),
    ],
    ids=["one-name", "agreeing", "one-without", "contradicting"],
)
def test_a_glyph_without_a_map_is_read_by_its_name(
    names: str, others: str, read_as: str
) -> None:
    """Fonts of Type 3 have no name: all of a page have to say the same."""

    def font(named: str) -> bytes:
        return (
            "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FirstChar 65"
            "/LastChar 66/Resources<<>>"
            "/CharProcs<</g1 7 0 R/three 7 0 R/eight 7 0 R/nine 7 0 R>>"
            "/FontMatrix[.001 0 0 .001 0 0]/Widths[600 600]"
            f"/Encoding<</Differences[65{named}]>>>>"
        ).encode()

    second = b"/F2 6 0 R" if others else b""
    data = raw_pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            2: b"<</Type/Pages/Count 1/Kids[4 0 R]>>",
            3: font(names),
            4: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents 5 0 R"
            b"/Resources<</Font<</F1 3 0 R" + second + b">>>>>>",
            5: stream(b"BT /F1 11 Tf 40 200 Td (AB) Tj ET"),
            6: font(others),
            7: stream(b"600 0 d0 50 0 500 700 re f"),
        }
    )
    assert extract_paper(data, "paper.pdf").pages[0].text.strip() == read_as


@pytest.mark.parametrize(
    ("others", "words", "read_as"),
    [
        ("[66/nine/four]", "(BC) Tj", "38 94"),
        ("[67/nine/four]", "(CD) Tj", "38 94"),
        ("[65/nine/eight]", "(AB) Tj", f"{UNREAD}8 {UNREAD}8"),
        ("[66/nine/four]", "(AC) Tj", f"38 {UNREAD}{UNREAD}"),
        ("[66/nine/g1]", "(BC) Tj", f"38 9{UNREAD}"),
        ("[66/nine/f_f_i]", "(BC) Tj", "38 9ffi"),
    ],
    ids=["a-code", "other-codes", "same-codes", "no-glyph", "no-name", "ligature"],
)
def test_a_font_without_a_name_is_known_by_the_glyphs_it_has(
    others: str, words: str, read_as: str
) -> None:
    def font(differences: str) -> bytes:
        names = re.findall("/[a-z0-9_]+", differences)
        procedures = "".join(f"{name} 7 0 R" for name in names)
        return (
            "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FirstChar 65"
            f"/LastChar 68/Resources<<>>/CharProcs<<{procedures}>>"
            "/FontMatrix[.001 0 0 .001 0 0]/Widths[600 600 600 600]"
            f"/Encoding<</Differences{differences}>>>>"
        ).encode()

    content = f"BT /F1 11 Tf 40 200 Td (AB) Tj /F2 11 Tf 30 0 Td {words} ET"
    data = raw_pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            2: b"<</Type/Pages/Count 1/Kids[4 0 R]>>",
            3: font("[65/three/eight]"),
            4: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 300]/Contents 5 0 R"
            b"/Resources<</Font<</F1 3 0 R/F2 6 0 R>>>>>>",
            5: stream(content.encode()),
            6: font(others),
            7: stream(b"600 0 d0 50 0 500 700 re f"),
        }
    )
    assert extract_paper(data, "paper.pdf").pages[0].text.strip() == read_as


@pytest.mark.parametrize(
    ("name", "texts"),
    [("two", {"2"}), ("two.sups", {"2", "\u00b2", "\u2082"}), ("g23", set())],
)
def test_a_form_of_a_digit_may_be_raised(name: str, texts: set[str]) -> None:
    assert said_by(name) == texts


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.sc", "a"),
        ("f_f_i", "ffi"),
        ("uni2212", "\u2212"),
        ("u1D465", "\U0001d465"),
        ("g23", ""),
        ("C0012", ""),
        ("a123", ""),
        (".notdef", ""),
        ("space", ""),
        ("Asmall", ""),
        ("summationdisplay", "\u2211"),
        ("integraltext", "\u222b"),
        ("summationbig", ""),
    ],
)
def test_what_a_name_says(name: str, text: str) -> None:
    assert named(name) == text


@pytest.mark.parametrize(
    ("shown", "mapped", "expected"),
    [
        ("\u2206", "\u0394", True),
        ("\u00b5", "\u03bc", True),
        ("\u03f5", "\u03b5", True),
        ("-", "\u00ad", True),
        ("\u00b2", "2", False),
        ("\u00bd", "1/2", True),
        ("\u00bd", "12", False),
        ("i", "in", False),
        ("0", "O", False),
    ],
)
def test_what_is_the_same_text(shown: str, mapped: str, expected: bool) -> None:
    assert is_same(shown, mapped) is expected


def test_a_map_is_read_as_pairs_and_ranges() -> None:
    body = "beginbfchar <01> <0066 0069> endbfchar beginbfrange <02> <03> <D835DC65>"
    assert read_unicode_map(body.encode()) == {
        1: {"fi"},
        2: {"\U0001d465"},
        3: {"\U0001d466"},
    }


@pytest.mark.parametrize(
    "name",
    [
        *("CMMI10", "CMSY7", "CMEX10", "MSBM10", "EURM10", "rsfs10", "LMMathItalic10"),
        *("StandardSymL", "StandardSymL-Slant_167", "SymbolMT", "HFBRMI10", "CMBRSY8"),
        *("Kp--M-Italic", "Kp--M-Sy-Regular", "txsy", "NewTXMI7", "NewPXMI"),
        *("PazoMath-Italic", "Fourier-Math-Letters", "XITSMath", "CambriaMath"),
    ],
)
def test_fonts_of_formulas(name: str) -> None:
    assert sets_mathematics(name)


@pytest.mark.parametrize(
    "name",
    [
        *("CMR10", "CMBX12", "CMTI10", "HFBR10", "HFBRSL10", "SFRM1000", "EBGaramond"),
        *("NimbusRomNo9L-Regu", "Kp-Regular", "Kp-Expert-Italic", "TeXGyreTermesX"),
        *("LinLibertineT", "NewTXBold", "STIXGeneral-Regular", "Utopia-Regular"),
    ],
)
def test_fonts_of_text(name: str) -> None:
    assert not sets_mathematics(name)
