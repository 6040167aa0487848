"""What an embedded font program says about its glyphs: their names, its Unicode map.

Subsets often hold neither; then nothing is said.
"""

from __future__ import annotations

import logging
import re
import struct
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any

from fontTools.encodings.StandardEncoding import StandardEncoding
from pypdf.generic import IndirectObject, StreamObject

from refereekit.extract.damage import DAMAGE
from refereekit.extract.glyphnames import is_shown, said_by

# fontTools tells its logger what is odd about a font, which would reach the terminal.
logging.getLogger("fontTools").addHandler(logging.NullHandler())

__all__ = ["Shown", "glyph_texts", "has_program", "program_texts"]

Shown = dict[int, frozenset[str]]
"""What each code or glyph may be said to show; one glyph may be two letters.

Nothing, where a name says nothing.
"""

_ENTRY = re.compile(rb"\bdup\s+(\d+)\s*/([^\s/]+)\s+put\b")
_BROKEN = (*DAMAGE, struct.error, EOFError)
_SYMBOL_BASES = (0, 0xF000, 0xF100, 0xF200)
"""Where a symbolic font may have its codes in its map (PDF 32000-1 §9.6.6.4)."""
_BEGINNINGS = (b"%!", b"\x80\x01", b"\0\1\0\0", b"true", b"OTTO", b"ttcf", b"\1\0")
_CODES = 256
_NAMED_POST = 2.0
_NONE: frozenset[str] = frozenset()
_MICROSOFT, _MACINTOSH, _SYMBOL = 3, 1, 0


def has_program(descriptor: Mapping[str, Any]) -> bool:
    """Tell whether a font program is embedded; other data is passed over."""
    for key in ("/FontFile", "/FontFile2", "/FontFile3"):
        program = descriptor.get(key)
        if isinstance(program, IndirectObject):
            program = program.get_object()
        if isinstance(program, StreamObject):
            return program.get_data().startswith(_BEGINNINGS)
    return False


def program_texts(descriptor: Mapping[str, Any]) -> Shown:
    """Return what the codes of a simple font show by its program's own encoding."""
    for key, read in (
        ("/FontFile", _type1_codes),
        ("/FontFile2", _truetype_codes),
        ("/FontFile3", _compact_codes),
    ):
        program = descriptor.get(key)
        if program is not None:
            return _read(read, program)
    return {}


def glyph_texts(descriptor: Mapping[str, Any]) -> Shown:
    """Return what the glyphs of an embedded program show, by their number."""
    if "/FontFile2" in descriptor:
        return _read(_truetype_glyphs, descriptor["/FontFile2"])
    if "/FontFile3" in descriptor:
        return _read(_compact_glyphs, descriptor["/FontFile3"])
    return {}


def _read(read: Any, program: Any) -> Shown:
    from fontTools.ttLib import TTLibError

    if isinstance(program, IndirectObject):
        program = program.get_object()
    if not isinstance(program, StreamObject):
        return {}
    try:
        return dict(read(program.get_data()))
    except (*_BROKEN, TTLibError):
        return {}


def _type1_codes(data: bytes) -> Shown:
    head = data.partition(b"eexec")[0]
    if re.search(rb"/Encoding\s+StandardEncoding\s+def\b", head):
        return _named(enumerate(StandardEncoding))
    entries = _ENTRY.findall(head)
    return _named((int(code), name.decode("latin-1")) for code, name in entries)


def _named(names: Iterable[tuple[int, str]]) -> Shown:
    return {n: said_by(name) for n, name in names if name not in ("", ".notdef")}


def _compact(data: bytes) -> Any:
    """Return the one font of a CFF program, bare or in an OpenType file."""
    from fontTools.cffLib import CFFFontSet
    from fontTools.ttLib import TTFont

    if data[:4] == b"OTTO":
        return TTFont(BytesIO(data), lazy=True)["CFF "].cff[0]
    fonts = CFFFontSet()
    fonts.decompile(BytesIO(data), None)
    return fonts[0]


def _compact_codes(data: bytes) -> Shown:
    font = _compact(data)
    if hasattr(font, "ROS"):
        return {}
    encoding = font.Encoding
    names = StandardEncoding if encoding == "StandardEncoding" else encoding
    return {} if isinstance(names, str) else _named(enumerate(names))


def _compact_glyphs(data: bytes) -> Shown:
    font = _compact(data)
    return {} if hasattr(font, "ROS") else _named(enumerate(font.charset))


def _truetype_codes(data: bytes) -> Shown:
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(data), lazy=True)
    texts = _texts_of_names(font)
    found: Shown = {}
    for table in font["cmap"].tables:
        kind = table.platformID, table.platEncID
        if kind not in ((_MICROSOFT, _SYMBOL), (_MACINTOSH, _SYMBOL)):
            continue
        for code in range(_CODES):
            for base in _SYMBOL_BASES:
                glyph = table.cmap.get(base + code)
                if glyph in texts:
                    found[code] = found.get(code, _NONE) | texts[glyph]
    return found


def _truetype_glyphs(data: bytes) -> Shown:
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(data), lazy=True)
    texts = _texts_of_names(font)
    return {font.getGlyphID(name): text for name, text in texts.items()}


def _texts_of_names(font: Any) -> dict[str, frozenset[str]]:
    """Return the texts of a TrueType program's glyphs, by fontTools' names of them."""
    found: dict[str, frozenset[str]] = {}
    for table in font["cmap"].tables if "cmap" in font else ():
        if not table.isUnicode() or (
            (table.platformID, table.platEncID) == (_MICROSOFT, _SYMBOL)
        ):
            continue
        for code, glyph in table.cmap.items():
            if is_shown(chr(code)):
                found[glyph] = found.get(glyph, _NONE) | {chr(code)}
    if "post" in font and font["post"].formatType == _NAMED_POST:
        for glyph in font.getGlyphOrder():
            texts = said_by(glyph)
            if texts:
                found[glyph] = found.get(glyph, _NONE) | texts
    return found
