"""What the codes of a font show, by its encoding and by its embedded program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fontTools.encodings.StandardEncoding import StandardEncoding
from pypdf.generic import DictionaryObject, StreamObject

from refereekit.extract.fontprograms import (
    Shown,
    glyph_texts,
    has_program,
    program_texts,
)
from refereekit.extract.glyphnames import is_shown, named, said_by
from refereekit.extract.resources import resolved
from refereekit.values import Value

__all__ = ["Evidence", "drawn_codes", "drawn_glyphs", "drawn_heights", "shown_by_font"]

_ASCII = range(0x21, 0x7F)
_CODES = 256
_LATIN = ("/Arial", "/Courier", "/Helvetica", "/Times")
_SYMBOLS = ("/Symbol", "/ZapfDingbats")
_SYMBOLIC = 1 << 2
_IDENTITY = ("/Identity-H", "/Identity-V")
_STATED_BY_NONE = "/"


class Evidence(Value):
    """What the codes of a font show: by what the font states, and by its program.

    Codes that a font states are not among those of its program. `unnamed` are those
    whose glyph has a name that says nothing; `None` where other codes may have a glyph
    without a name. `is_embedded`: the glyphs are in the file.
    """

    stated: Shown
    programmed: Shown
    is_embedded: bool = True
    unnamed: frozenset[int] | None = None


def shown_by_font(font: DictionaryObject) -> Evidence:
    """Return what is known of the codes of a font (PDF 32000-1 §9.6.6 and §9.7).

    Names that say nothing of their glyph are left out.
    """
    if font.get("/Subtype") != "/Type0":
        return _simple(font)
    if font.get("/Encoding") in _IDENTITY:
        return Evidence({}, _composite(font))
    return Evidence({}, {})


def _simple(font: DictionaryObject) -> Evidence:
    """Return the evidence of a font that is of Type 1 if it says nothing else."""
    kind = font.get("/Subtype")
    descriptor = resolved(font.get("/FontDescriptor")) or {}
    is_symbolic = bool(int(descriptor.get("/Flags", 0)) & _SYMBOLIC)
    if kind == "/TrueType" and is_symbolic and has_program(descriptor):
        return Evidence({}, program_texts(descriptor))
    encoding = resolved(font.get("/Encoding"))
    differences: Shown = {}
    if isinstance(encoding, DictionaryObject):
        differences = _differences(resolved(encoding.get("/Differences")) or ())
        encoding = encoding.get("/BaseEncoding", "")
    stated = _encoded(encoding) if isinstance(encoding, str) else {}
    programmed: Shown = {}
    if kind != "/Type3" and not stated:
        if kind != "/TrueType" and has_program(descriptor):
            programmed = program_texts(descriptor)
        elif _is_latin(font, is_symbolic=is_symbolic):
            stated = _encoded(_STATED_BY_NONE)
    own = {c: texts for c, texts in programmed.items() if c not in differences}
    is_embedded = kind == "/Type3" or has_program(descriptor)
    unnamed = None
    if own and any(own.values()):
        unnamed = frozenset(c for c, t in (own | differences).items() if not t)
    said = {code: texts for code, texts in own.items() if texts}
    return Evidence(stated | differences, said, is_embedded, unnamed)


def _is_latin(font: DictionaryObject, *, is_symbolic: bool) -> bool:
    """Tell whether a font without a program shows ASCII as it is."""
    name = str(font.get("/BaseFont", ""))
    return name.startswith(_LATIN) or not (is_symbolic or name.startswith(_SYMBOLS))


def _encoded(name: str) -> Shown:
    """Return what the codes of an encoding show.

    A font that states none has in its ASCII what all encodings have.
    """
    match name:
        case "/":
            texts = [chr(code) if code in _ASCII else "" for code in range(_CODES)]
        case "/StandardEncoding":
            texts = [named(glyph) for glyph in StandardEncoding]
        case "/WinAnsiEncoding" | "/MacRomanEncoding":
            codec = "cp1252" if name == "/WinAnsiEncoding" else "mac_roman"
            texts = [bytes([c]).decode(codec, "ignore") for c in range(_CODES)]
        case _:
            texts = []
    return {
        code: frozenset({text})
        for code, text in enumerate(texts)
        if text and is_shown(text)
    }


def _differences(entries: Iterable[object]) -> Shown:
    """Return the text of each code of a `/Differences` array, none where unknown."""
    return {
        code: said_by(name.removeprefix("/")) for code, name in _named_codes(entries)
    }


def drawn_codes(font: DictionaryObject) -> frozenset[int] | None:
    """Return the codes for which a Type 3 font has a glyph, `None` for any code.

    It draws nothing where the name of a code is none of its procedures'.
    """
    names, procedures = _names_of_codes(font), _procedures(font)
    if not names or procedures is None:
        return None
    if procedures.keys() - {"/.notdef"} - set(names.values()):
        return None
    return frozenset(code for code, name in names.items() if name in procedures)


def drawn_glyphs(font: DictionaryObject) -> dict[int, str]:
    """Return the names of the glyphs that a Type 3 font has for its codes."""
    procedures = _procedures(font)
    if procedures is None:
        return {}
    return {c: name for c, name in _names_of_codes(font).items() if name in procedures}


def drawn_heights(font: DictionaryObject) -> tuple[float, float] | None:
    """Return the ascent and descent that PDFium takes from a Type 3 font, in its sizes.

    They are those of the boxes that its `A` and `g` state, else of its own box; `None`
    where these are not stated plainly. Raises one of `DAMAGE` where one is no box.
    """
    if font.get("/Subtype") != "/Type3":
        return None
    matrix = [float(resolved(number)) for number in resolved(font["/FontMatrix"])]
    box = [float(resolved(side)) for side in resolved(font["/FontBBox"])]
    names, procedures = _names_of_codes(font), resolved(font["/CharProcs"])
    glyphs = (resolved(procedures.get(names.get(code))) for code in b"Ag")
    tall, deep = map(_stated_box, glyphs)
    if matrix[1:3] != [0, 0] or not any(box) or tall is None or deep is None:
        return None
    return (tall or box)[3] * matrix[3], (deep or box)[1] * matrix[3]


def _stated_box(procedure: object) -> list[float] | None:
    """Return the box that a glyph's procedure states, `None` where it states none.

    It is empty where there is no glyph.
    """
    if not isinstance(procedure, StreamObject):
        return []
    *numbers, operator = procedure.get_data().split(maxsplit=7)[:7]
    return [float(number) for number in numbers[2:]] if operator == b"d1" else None


def _procedures(font: DictionaryObject) -> DictionaryObject | None:
    """Return what draws the glyphs of a Type 3 font, by their names."""
    if font.get("/Subtype") != "/Type3":
        return None
    procedures = resolved(font.get("/CharProcs"))
    return procedures if isinstance(procedures, DictionaryObject) else None


def _names_of_codes(font: DictionaryObject) -> dict[int, str]:
    encoding = resolved(font.get("/Encoding"))
    if not isinstance(encoding, DictionaryObject):
        return {}
    return dict(_named_codes(resolved(encoding.get("/Differences")) or ()))


def _named_codes(entries: Iterable[object]) -> Iterator[tuple[int, str]]:
    """Yield the codes of a `/Differences` array and the names of their glyphs."""
    code = 0
    for entry in map(resolved, entries):
        if isinstance(entry, str):
            yield code, entry
            code += 1
        elif isinstance(entry, int | float):
            code = int(entry)


def _composite(font: DictionaryObject) -> Shown:
    """Return what the codes of a font show that are its glyphs' numbers."""
    descendant = resolved(resolved(font["/DescendantFonts"])[0])
    texts = glyph_texts(resolved(descendant.get("/FontDescriptor")) or {})
    places = resolved(descendant.get("/CIDToGIDMap"))
    texts = {glyph: text for glyph, text in texts.items() if text}
    if not texts or not isinstance(places, StreamObject):
        return texts
    data = places.get_data()
    glyphs = [int.from_bytes(data[i : i + 2], "big") for i in range(0, len(data), 2)]
    return {code: texts[glyph] for code, glyph in enumerate(glyphs) if glyph in texts}
