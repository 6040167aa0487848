"""PDFium's calls per glyph and per object, with plain addresses instead of pointers.

The generated bindings build a pointer object for every argument and result, which
doubles the cost of a call that is made for each glyph of a page. Here the same
functions take and return integers.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from typing import Any

import pypdfium2.raw

__all__ = [
    "MOST_NESTED",
    "address",
    "bytes_at",
    "char_box",
    "char_loose_box",
    "char_matrix",
    "char_object",
    "char_origin",
    "char_unicode",
    "clip_path",
    "clip_segment",
    "clip_segments",
    "clips",
    "fill_colour",
    "font_ascent",
    "font_descent",
    "font_flags",
    "font_is_embedded",
    "font_name",
    "font_of",
    "font_size",
    "font_weight",
    "form_count",
    "form_object",
    "glyph_width",
    "has_map_error",
    "has_transparency",
    "mark",
    "mark_count",
    "mark_value_type",
    "numbers",
    "object_bounds",
    "object_matrix",
    "object_type",
    "objects_in",
    "objects_on",
    "page_count",
    "page_object",
    "path_draw_mode",
    "path_segment",
    "path_segments",
    "raw",
    "remove_mark",
    "render_mode",
    "segment_kind",
    "segment_point",
    "set_active",
    "set_render_mode",
    "stroke_colour",
    "text_of",
    "text_place",
]

raw: Any = pypdfium2.raw
"""The generated bindings, which carry no types."""
MOST_NESTED = 64
"""Forms within forms; PDFium leaves out what is within more than 40."""


def _plain(name: str, result: type[Any], *arguments: type[Any]) -> Callable[..., Any]:
    entry = ctypes.cast(getattr(raw, name), ctypes.c_void_p).value
    return ctypes.CFUNCTYPE(result, *arguments)(entry or 0)


def address(pointer: object) -> int:
    """Return the address behind a pointer of the generated bindings, 0 for null."""
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0  # type: ignore[arg-type]


def numbers(kind: str, count: int) -> tuple[Any, tuple[int, ...]]:
    """Return memory for numbers that PDFium writes, and the address of each.

    `kind` is a type code of `array`, of which the numbers are read four times as fast
    as of the arrays and structures of `ctypes`.
    """
    memory = array(kind, [0] * count)
    start, _ = memory.buffer_info()
    size = memory.itemsize
    return memory, tuple(range(start, start + size * count, size))


def bytes_at(place: int, size: int) -> bytes:
    """Return a copy of PDFium's memory."""
    return ctypes.string_at(place, size)


_P, _I, _Z = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t
_L = ctypes.c_ulong

char_unicode = _plain("FPDFText_GetUnicode", ctypes.c_uint, _P, _I)
char_loose_box = _plain("FPDFText_GetLooseCharBox", _I, _P, _I, _P)
char_box = _plain("FPDFText_GetCharBox", _I, _P, _I, _P, _P, _P, _P)
char_origin = _plain("FPDFText_GetCharOrigin", _I, _P, _I, _P, _P)
char_object = _plain("FPDFText_GetTextObject", _P, _P, _I)
char_matrix = _plain("FPDFText_GetMatrix", _I, _P, _I, _P)
font_size = _plain("FPDFText_GetFontSize", ctypes.c_double, _P, _I)
has_map_error = _plain("FPDFText_HasUnicodeMapError", _I, _P, _I)

text_of = _plain("FPDFText_GetText", _I, _P, _I, _I, _P)
text_place = _plain("FPDFText_GetCharIndexFromTextIndex", _I, _P, _I)

font_of = _plain("FPDFTextObj_GetFont", _P, _P)
font_name = _plain("FPDFFont_GetBaseFontName", _Z, _P, _P, _Z)
font_flags = _plain("FPDFFont_GetFlags", _I, _P)
font_is_embedded = _plain("FPDFFont_GetIsEmbedded", _I, _P)
font_weight = _plain("FPDFFont_GetWeight", _I, _P)
font_ascent = _plain("FPDFFont_GetAscent", _I, _P, ctypes.c_float, _P)
font_descent = _plain("FPDFFont_GetDescent", _I, _P, ctypes.c_float, _P)
glyph_width = _plain("FPDFFont_GetGlyphWidth", _I, _P, _I, ctypes.c_float, _P)
render_mode = _plain("FPDFTextObj_GetTextRenderMode", _I, _P)
set_render_mode = _plain("FPDFTextObj_SetTextRenderMode", _I, _P, _I)

page_count = _plain("FPDFPage_CountObjects", _I, _P)
page_object = _plain("FPDFPage_GetObject", _P, _P, _I)
object_type = _plain("FPDFPageObj_GetType", _I, _P)
object_bounds = _plain("FPDFPageObj_GetBounds", _I, _P, _P, _P, _P, _P)
object_matrix = _plain("FPDFPageObj_GetMatrix", _I, _P, _P)
set_active = _plain("FPDFPageObj_SetIsActive", _I, _P, _I)
form_count = _plain("FPDFFormObj_CountObjects", _I, _P)
form_object = _plain("FPDFFormObj_GetObject", _P, _P, _Z)
fill_colour = _plain("FPDFPageObj_GetFillColor", _I, _P, _P, _P, _P, _P)
stroke_colour = _plain("FPDFPageObj_GetStrokeColor", _I, _P, _P, _P, _P, _P)
has_transparency = _plain("FPDFPageObj_HasTransparency", _I, _P)
mark_count = _plain("FPDFPageObj_CountMarks", _I, _P)
mark = _plain("FPDFPageObj_GetMark", _P, _P, _L)
mark_value_type = _plain("FPDFPageObjMark_GetParamValueType", _I, _P, ctypes.c_char_p)
remove_mark = _plain("FPDFPageObj_RemoveMark", _I, _P, _P)
path_draw_mode = _plain("FPDFPath_GetDrawMode", _I, _P, _P, _P)
path_segments = _plain("FPDFPath_CountSegments", _I, _P)
path_segment = _plain("FPDFPath_GetPathSegment", _P, _P, _I)
segment_kind = _plain("FPDFPathSegment_GetType", _I, _P)
clip_path = _plain("FPDFPageObj_GetClipPath", _P, _P)
clips = _plain("FPDFClipPath_CountPaths", _I, _P)
clip_segments = _plain("FPDFClipPath_CountPathSegments", _I, _P, _I)
clip_segment = _plain("FPDFClipPath_GetPathSegment", _P, _P, _I, _I)
segment_point = _plain("FPDFPathSegment_GetPoint", _I, _P, _P, _P)


def objects_on(page: int) -> list[tuple[int, int]]:
    """Return the address and type of each object of a page, in order of painting."""
    handles = [page_object(page, index) for index in range(page_count(page))]
    return [(handle, object_type(handle)) for handle in handles]


def objects_in(form: int) -> list[tuple[int, int]]:
    """Return the address and type of each object of a form, in order of painting."""
    handles = [form_object(form, index) for index in range(form_count(form))]
    return [(handle, object_type(handle)) for handle in handles]
