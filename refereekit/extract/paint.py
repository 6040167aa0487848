"""The paint that a text leaves: the page drawn with and without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageChops

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.frame import Frame
from refereekit.extract.glyphs import Glyphs
from refereekit.extract.hidden import Doubt, piece_box
from refereekit.positions import BBox

__all__ = ["unpainted_pieces"]

SCALE = 2.0
"""Pixels per point: a full stop of 6-point text is still a pixel wide."""
LEAST_CONTRAST = 24
"""Of 255: a difference that can be seen."""
MARGIN = 2.0
LARGEST_SIDE = 4000


def unpainted_pieces(
    page: Any, frame: Frame, glyphs: Glyphs, doubts: Sequence[Doubt]
) -> set[int]:
    """Return the places in `doubts` of pieces that leave no visible paint.

    A piece is painted when most of its glyphs are.
    """
    area = _area([piece_box(doubt.piece) for doubt in doubts], frame)
    before = _draw(page, frame, area)
    handles = {doubt.piece.style.handle for doubt in doubts}
    modes = {handle: binding.render_mode(handle) for handle in handles}
    for handle in handles:
        binding.set_render_mode(handle, raw.FPDF_TEXTRENDERMODE_INVISIBLE)
    after = _draw(page, frame, area)
    for handle, mode in modes.items():
        binding.set_render_mode(handle, mode)
    difference = ImageChops.difference(before, after)
    return {
        place
        for place, doubt in enumerate(doubts)
        if not _is_painted(difference, area, glyphs, doubt)
    }


def _area(boxes: Sequence[BBox], frame: Frame) -> BBox:
    around = BBox.around(boxes)
    x0, top = max(0.0, around.x0 - MARGIN), max(0.0, around.top - MARGIN)
    x1 = min(frame.width, around.x1 + MARGIN)
    bottom = min(frame.height, around.bottom + MARGIN)
    return BBox(x0, top, max(x0 + 1, x1), max(top + 1, bottom))


def _draw(page: Any, frame: Frame, area: BBox) -> Image.Image:
    scale = min(SCALE, LARGEST_SIDE / max(area.width, area.height))
    width, height = max(1, int(area.width * scale)), max(1, int(area.height * scale))
    bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_BGRx, None, 0)
    try:
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        raw.FPDF_RenderPageBitmap(
            bitmap,
            page,
            -int(area.x0 * scale),
            -int(area.top * scale),
            int(frame.width * scale),
            int(frame.height * scale),
            0,
            raw.FPDF_ANNOT,
        )
        stride = raw.FPDFBitmap_GetStride(bitmap)
        address = binding.address(raw.FPDFBitmap_GetBuffer(bitmap))
        data = binding.bytes_at(address, stride * height)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    return Image.frombytes("RGB", (width, height), data, "raw", "BGRX", stride, 1)


def _is_painted(
    difference: Image.Image, area: BBox, glyphs: Glyphs, doubt: Doubt
) -> bool:
    scale = difference.width / area.width
    piece = doubt.piece
    painted = sum(
        _has_paint(difference, area, glyphs.ink(index), scale)
        for index in range(piece.start, piece.end)
    )
    return painted * 2 > piece.end - piece.start


def _has_paint(difference: Image.Image, area: BBox, ink: BBox, scale: float) -> bool:
    x0 = max(0, int((ink.x0 - area.x0) * scale))
    top = max(0, int((ink.top - area.top) * scale))
    x1 = min(difference.width, int((ink.x1 - area.x0) * scale) + 1)
    bottom = min(difference.height, int((ink.bottom - area.top) * scale) + 1)
    if x0 >= x1 or top >= bottom:
        return False
    bands = difference.crop((x0, top, x1, bottom)).split()
    return any(max(band.tobytes()) >= LEAST_CONTRAST for band in bands)
