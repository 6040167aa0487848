"""What annotations and form fields paint over a page."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator

from refereekit.extract.binding import raw
from refereekit.extract.frame import Frame
from refereekit.extract.shapes import THICK
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
_UNDRAWN = (
    raw.FPDF_ANNOT_LINE,
    raw.FPDF_ANNOT_POLYGON,
    raw.FPDF_ANNOT_POLYLINE,
    raw.FPDF_ANNOT_STAMP,
)
"""What other viewers draw without an appearance, and PDFium does not."""
EMPTY, MOST_BYTES = 2, 1 << 20
"""The bytes of an empty text in UTF-16, and of an appearance that is looked at."""
_BEFORE, _AFTER = r"(?<![^\s\0()<>\[\]{}/%])", r"(?![^\s\0()<>\[\]{}/%])"
_FILLS = re.compile(
    rf"{_BEFORE}(?:f\*?|F|B\*?|b\*?|sh|Do|EI|Tr|gs|Tj|TJ|cm|d[01]){_AFTER}|['\"]|[^\0-~]"
)
"""Operators that may paint an area over a text (PDF 32000-1 §8.5.3); nobody knows how
other characters than ASCII's are read in their place."""
_WIDTHS = re.compile(rf"([0-9]*\.?[0-9]+)[\s\0]+w{_AFTER}")
_STROKES = re.compile(rf"{_BEFORE}(?:S|s){_AFTER}")


class Overlay(Value):
    """One annotation that may be painted over the page, in its box.

    A form field is not drawn with the page, nor is what only other viewers draw
    (`is_field`): `is_cover` tells that it may paint over what is under it.
    `has_words`: it may show words or signs of its own.
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
    is_bare = not _has_appearance(annotation)
    is_framed = kind == raw.FPDF_ANNOT_LINK and _border(annotation) > THICK
    if kind in _UNPAINTED and is_bare and not is_framed:
        return None
    box = raw.FS_RECTF()
    if not raw.FPDFAnnot_GetRect(annotation, box):
        return None
    left, right = sorted((box.left, box.right))
    bottom, top = sorted((box.bottom, box.top))
    bbox = frame.box(left, bottom, right, top)
    if is_framed or (kind in _UNDRAWN and is_bare):
        return Overlay(bbox, is_field=True, is_cover=True, has_words=True)
    if kind != raw.FPDF_ANNOT_WIDGET:
        has_words = kind not in _MARKUP and kind not in _UNPAINTED
        return Overlay(bbox, is_field=False, is_cover=True, has_words=has_words)
    appearance = _appearance(annotation)
    if appearance is None:
        is_cover = has_words = True
    elif appearance:
        is_cover = _may_cover(appearance)
        has_words = is_cover or bool(_STROKES.search(appearance))
    else:
        # A viewer makes one from the field's own colours and value.
        is_cover = has_words = _has_any(annotation, b"MK", b"V")
    return Overlay(bbox, is_field=True, is_cover=is_cover, has_words=has_words)


def _may_cover(appearance: str) -> bool:
    """Tell whether what a field looks like may be more than a frame."""
    return bool(_FILLS.search(appearance)) or any(
        float(width) > THICK for width in _WIDTHS.findall(appearance)
    )


def _has_any(annotation: raw.FPDF_ANNOTATION, *keys: bytes) -> bool:
    return any(raw.FPDFAnnot_HasKey(annotation, key) for key in keys)


def _border(annotation: raw.FPDF_ANNOTATION) -> float:
    """Return how broad the frame of a link is."""
    across, down, width = ctypes.c_float(), ctypes.c_float(), ctypes.c_float()
    has_one = raw.FPDFAnnot_GetBorder(annotation, across, down, width)
    return width.value if has_one else 0.0


def _has_appearance(annotation: raw.FPDF_ANNOTATION) -> bool:
    return bool(raw.FPDFAnnot_GetAP(annotation, 0, None, 0) > EMPTY)


def _appearance(annotation: raw.FPDF_ANNOTATION) -> str | None:
    """Return the content of an appearance, `None` for one that is too long."""
    size = raw.FPDFAnnot_GetAP(annotation, 0, None, 0)
    if size <= EMPTY:
        return ""
    if size > MOST_BYTES:
        return None
    buffer = (ctypes.c_ushort * (size // 2 + 1))()
    raw.FPDFAnnot_GetAP(annotation, 0, buffer, size)
    return bytes(buffer)[: size - 2].decode("utf-16-le", "replace")
