"""Codes of a font of which only the map tells what they show: what speaks against it.

Many honest fonts have neither names nor a map of their own; the order of their glyphs
and how these are drawn are all there is to ask.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from pypdf.generic import DictionaryObject

from refereekit.extract.alphabets import out_of_order
from refereekit.extract.lettershapes import CHARACTERS, misdrawn
from refereekit.extract.specimens import draw_shapes

__all__ = ["misdrawn_texts"]

_MISSING = 0
"""The code for which most fonts draw that they have no glyph."""
_MOST = 1024
"""Codes of letters and digits; no font has so many, and each costs memory."""
_FORMS = ("<super>", "<sub>", "<wide>", "<font>")
_OUTLINED = range(0x1D7D8, 0x1D7E2)
"""Digits of a mathematical alphabet that look like no others."""


def misdrawn_texts(font: DictionaryObject, texts: Mapping[int, str]) -> frozenset[str]:
    """Return those of the texts of a font's codes that what is drawn contradicts."""
    is_wide = font.get("/Subtype") == "/Type0"
    last = 0xFFFF if is_wide else 0xFF
    claims = {
        code: letter
        for code, text in texts.items()
        if code <= last and (letter := _letter(text))
    }
    if not claims:
        return frozenset()
    if len(claims) > _MOST:
        return frozenset(texts[code] for code in claims)
    codes = set(out_of_order(claims))
    all_codes = [_MISSING, *claims]
    shapes = draw_shapes(font, all_codes, is_wide=is_wide)
    if is_wide and 2 * len(shapes) < len(all_codes):
        shapes = draw_shapes(font, all_codes, is_wide=True, is_vertical=True)
    codes.update(misdrawn(claims, shapes, shapes.get(_MISSING)))
    return frozenset(texts[code] for code in codes)


def _letter(text: str) -> str:
    """Return the ASCII letter or digit that a text is a form of, empty for others."""
    if len(text) != 1 or ord(text) in _OUTLINED:
        return ""
    if text in CHARACTERS:
        return text
    plain = unicodedata.normalize("NFKC", text)
    is_form = unicodedata.decomposition(text).startswith(_FORMS)
    return plain if is_form and plain.isdecimal() and plain in CHARACTERS else ""
