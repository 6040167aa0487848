"""What the encoding of a simple font says that its codes show, by glyph names.

A name of the Adobe Glyph List, or one built by its rules, says which character its
glyph is. Names such as `g23` or `a123` say nothing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from fontTools.agl import toUnicode
from fontTools.encodings.StandardEncoding import StandardEncoding
from pypdf.generic import DictionaryObject, IndirectObject

__all__ = ["is_same", "named", "shown_by_names"]

_ALIKE = {
    "-": "\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe63\uff0d",
    "'": "\u2018\u2019\u201b\u02bc\u2032\u00b4\u02b9\u02bb`",
    '"': "\u201c\u201d\u201f\u2033\u02ba",
    ",": "\u201a",
    "\u00b7": "\u2219\u22c5\u2022\u2024",
    "|": "\u2223\u01c0",
    "\u2016": "\u2225",
    "*": "\u2217\u22c6",
    "/": "\u2044\u2215",
    "\\": "\u2216\u29f5",
    "~": "\u02dc\u223c",
    "^": "\u02c6",
    ":": "\u2236",
    "\u0394": "\u2206",
    "\u03a3": "\u2211",
    "\u03a0": "\u220f",
    "\u03a9": "\u2126",
    "\u03bc": "\u00b5",
    "\u0110": "\u00d0",
    "i": "\u0131",
    "j": "\u0237",
    "\u00b0": "\u02da\u00ba\u25e6\u2218",
    "\u27e8": "\u2329\u3008",
    "\u27e9": "\u232a\u3009",
    "\u22a5": "\u27c2",
}
"""Characters that look alike or fold alike: to take one for another is no lie."""
_TO_ONE = {ord(other): one for one, others in _ALIKE.items() for other in others}
_ASCII = range(0x21, 0x7F)
_CODES = 256
_SIMPLE = ("/Type1", "/MMType1", "/TrueType", "/Type3")
_PROGRAMS = ("/FontFile", "/FontFile2", "/FontFile3")
_SYMBOLS = ("/Symbol", "/ZapfDingbats")
_SYMBOLIC = 1 << 2


@lru_cache(maxsize=4096)
def named(name: str) -> str:
    """Return the text that a glyph name stands for, empty where it tells nothing.

    What follows a period tells the form of a glyph (`a.sc`, `nine.oldstyle`).
    """
    text = str(toUnicode(name))
    return text if all(map(_is_shown, text)) else ""


def _is_shown(character: str) -> bool:
    """Tell whether a character is a letter, digit, sign or mark of punctuation."""
    return unicodedata.category(character)[0] in "LNPS"


def shown_by_names(font: DictionaryObject) -> dict[int, str]:
    """Return the text of each code of a simple font that its encoding names.

    Where the glyphs are chosen by the font program itself, nothing is said
    (PDF 32000-1 §9.6.6).
    """
    subtype = font.get("/Subtype")
    if subtype not in _SIMPLE:
        return {}
    descriptor = _resolved(font.get("/FontDescriptor")) or {}
    is_embedded = any(key in descriptor for key in _PROGRAMS)
    is_symbolic = bool(int(descriptor.get("/Flags", 0)) & _SYMBOLIC)
    if subtype == "/TrueType" and is_symbolic and is_embedded:
        return {}
    encoding = _resolved(font.get("/Encoding"))
    if isinstance(encoding, str):
        return _encoded(encoding)
    is_own = is_embedded or is_symbolic or subtype == "/Type3"
    is_own = is_own or str(font.get("/BaseFont", "")).startswith(_SYMBOLS)
    shown = {} if is_own else _encoded("/")
    if isinstance(encoding, DictionaryObject):
        shown = _encoded(encoding.get("/BaseEncoding", "")) or shown
        shown |= _differences(_resolved(encoding.get("/Differences")) or ())
    return shown


def _resolved(value: Any) -> Any:
    return value.get_object() if isinstance(value, IndirectObject) else value


def _encoded(name: str) -> dict[int, str]:
    """Return what the codes of an encoding show.

    `/` stands for a font that states none: its ASCII is that of all encodings.
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
    return {code: text for code, text in enumerate(texts) if text and _is_shown(text)}


def _differences(entries: Iterable[object]) -> dict[int, str]:
    """Return the text of each code of a `/Differences` array, empty where unknown."""
    found: dict[int, str] = {}
    code = 0
    for entry in map(_resolved, entries):
        if isinstance(entry, str):
            found[code] = named(entry.removeprefix("/"))
            code += 1
        elif isinstance(entry, int | float):
            code = int(entry)
    return found


def is_same(shown: str, mapped: str) -> bool:
    """Tell whether a text is what a glyph shows, written in another way.

    Case is no difference: small capitals are mapped either way. A raised digit is no
    digit.
    """
    return _folded(shown) == _folded(mapped)


def _folded(text: str) -> str:
    plain = "".join(map(_compatible, text.translate(_TO_ONE)))
    return unicodedata.normalize("NFC", plain).translate(_TO_ONE).casefold()


@lru_cache(maxsize=4096)
def _compatible(character: str) -> str:
    if unicodedata.decomposition(character).startswith(("<super>", "<sub>")):
        return character
    return unicodedata.normalize("NFKC", character)
