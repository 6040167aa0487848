"""What annotations and form fields paint over a page."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator

from refereekit.extract.binding import raw
from refereekit.extract.frame import Frame
from refereekit.positions import BBox
from refereekit.values import Value

__all__ = ["Overlay", "overlays_of"]

_UNPAINTED = (raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP)
_MARKUP = (
    raw.FPDF_ANNOT_HIGHLIGHT,
    raw.FPDF_ANNOT_UNDERLINE,
    raw.FPDF_ANNOT_SQUIGGLY,
    raw.FPDF_ANNOT_STRIKEOUT,
)
_NOT_SHOWN = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
MOST_BYTES = 1 << 20
_FILLS = re.compile(r"(?<!\S)(?:f\*?|F|B\*?|b\*?|sh|Do|EI|Tr|gs)(?!\S)")
"""Operators that may paint an area over a text (PDF 32000-1 §8.5.3)."""
_PAINTS = re.compile(r"(?<!\S)(?:Tj|TJ|['\"]|f\*?|F|B\*?|b\*?|S|s|sh|Do|EI)(?!\S)")


class Overlay(Value):
    """One annotation that may be painted over the page, in its box.

    A form field is not drawn with the page: `is_cover` tells that it may paint over
    what is under it. `has_words`: it may show words or signs of its own.
    """

    bbox: BBox
    is_field: bool
    is_cover: bool
    has_words: bool


def overlays_of(page: int, frame: Frame) -> Iterator[Overlay]:
    """Yield the annotations of a loaded page that paint: links mostly do not."""
    handle = ctypes.cast(page, raw.FPDF_PAGE)
    for index in range(max(0, raw.FPDFPage_GetAnnotCount(handle))):
        annotation = raw.FPDFPage_GetAnnot(handle, index)
        if not annotation:
            continue
        try:
            overlay = _overlay(annotation, frame)
        finally:
            raw.FPDFPage_CloseAnnot(annotation)
        if overlay is not None:
            yield overlay


def _overlay(annotation: raw.FPDF_ANNOTATION, frame: Frame) -> Overlay | None:
    kind = raw.FPDFAnnot_GetSubtype(annotation)
    if raw.FPDFAnnot_GetFlags(annotation) & _NOT_SHOWN:
        return None
    if kind in _UNPAINTED and not _has_appearance(annotation):
        return None
    box = raw.FS_RECTF()
    if not raw.FPDFAnnot_GetRect(annotation, box):
        return None
    left, right = sorted((box.left, box.right))
    bottom, top = sorted((box.bottom, box.top))
    bbox = frame.box(left, bottom, right, top)
    if kind != raw.FPDF_ANNOT_WIDGET:
        has_words = kind not in _MARKUP and kind not in _UNPAINTED
        return Overlay(bbox, is_field=False, is_cover=True, has_words=has_words)
    appearance = _appearance(annotation)
    # Without an appearance, a viewer makes one from the field's own colours.
    is_made = not appearance and bool(raw.FPDFAnnot_HasKey(annotation, b"MK"))
    is_cover = is_made or bool(_FILLS.search(appearance))
    has_words = is_made or bool(_PAINTS.search(appearance))
    return Overlay(bbox, is_field=True, is_cover=is_cover, has_words=has_words)


def _has_appearance(annotation: raw.FPDF_ANNOTATION) -> bool:
    # An empty text in UTF-16 has two bytes.
    return bool(raw.FPDFAnnot_GetAP(annotation, 0, None, 0) > 2)


def _appearance(annotation: raw.FPDF_ANNOTATION) -> str:
    size = min(MOST_BYTES, raw.FPDFAnnot_GetAP(annotation, 0, None, 0))
    if size <= 2:
        return ""
    buffer = (ctypes.c_ushort * (size // 2 + 1))()
    raw.FPDFAnnot_GetAP(annotation, 0, buffer, size)
    return bytes(buffer)[: size - 2].decode("utf-16-le", "replace")
