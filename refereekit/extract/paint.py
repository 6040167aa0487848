"""The paint that a text leaves: the page drawn with and without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageChops

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.frame import Frame
from refereekit.extract.glyphs import Glyphs
from refereekit.extract.hidden import Doubt
from refereekit.extract.suspicion import piece_box
from refereekit.positions import BBox

__all__ = ["PageCanvas"]

SCALE = 2.0
"""Pixels per point: a full stop of 6-point text is still a pixel wide."""
LEAST_CONTRAST = 24
"""Of 255: a difference that can be seen."""
LEAST_TRACE = 6
"""Of 255: the same at a glyph's edge, which covers parts of pixels only."""
LEAST_INK = 48
"""Of 255: between a scanned letter and its paper; noise is weaker."""
MARGIN = 2.0
LARGEST_SIDE = 4000


class PageCanvas:
    """Draws a loaded page."""

    def __init__(self, page: Any, frame: Frame, glyphs: Glyphs) -> None:
        self._page, self._frame, self._glyphs = page, frame, glyphs

    def unpainted(self, doubts: Sequence[Doubt]) -> set[int]:
        """Return the places in `doubts` of pieces that leave no visible paint.

        Every glyph has to leave some, on all of its sides: a covered `1` makes another
        number of 125, a covered right half an `n` of an `m`.
        """
        area = _area([piece_box(doubt.piece) for doubt in doubts], self._frame)
        before = _draw(self._page, self._frame, area)
        handles = {doubt.piece.style.handle for doubt in doubts}
        modes = {handle: binding.render_mode(handle) for handle in handles}
        for handle in handles:
            binding.set_render_mode(handle, raw.FPDF_TEXTRENDERMODE_INVISIBLE)
        after = _draw(self._page, self._frame, area)
        for handle, mode in modes.items():
            binding.set_render_mode(handle, mode)
        bands = ImageChops.difference(before, after).split()
        difference = ImageChops.lighter(ImageChops.lighter(*bands[:2]), bands[2])
        return {
            place
            for place, doubt in enumerate(doubts)
            if not self._is_painted(difference, area, doubt)
        }

    def inked(self, doubts: Sequence[Doubt]) -> set[int]:
        """Return the places in `doubts` of pieces where the page is not of one tone."""
        boxes = [piece_box(doubt.piece) for doubt in doubts]
        area = _area(boxes, self._frame)
        shown = _draw(self._page, self._frame, area).convert("L")
        scale = shown.width / area.width
        found = set()
        for place, box in enumerate(boxes):
            inside = _pixels(shown, area, box, scale)
            if inside is None:
                continue
            tones = shown.crop(inside).tobytes()
            if max(tones) - min(tones) >= LEAST_INK:
                found.add(place)
        return found

    def _is_painted(self, difference: Image.Image, area: BBox, doubt: Doubt) -> bool:
        scale = difference.width / area.width
        is_painted = False
        for index in range(doubt.piece.start, doubt.piece.end):
            ink = self._glyphs.ink(index)
            if min(ink.width, ink.height) <= 0:
                continue
            inside = _pixels(difference, area, ink, scale)
            if inside is None or not _is_whole(difference, inside):
                return False
            is_painted = True
        return is_painted


def _is_whole(difference: Image.Image, box: tuple[int, int, int, int]) -> bool:
    """Tell whether there is paint on all four sides of a glyph's box."""
    x0, top, x1, bottom = box
    across, down = max(2, (x1 - x0) // 3), max(2, (bottom - top) // 3)
    strips = (
        (x0, top, x1, min(bottom, top + down)),
        (x0, max(top, bottom - down), x1, bottom),
        (x0, top, min(x1, x0 + across), bottom),
        (max(x0, x1 - across), top, x1, bottom),
    )
    return _most(difference, box) >= LEAST_CONTRAST and all(
        _most(difference, strip) >= LEAST_TRACE for strip in strips
    )


def _most(difference: Image.Image, box: tuple[int, int, int, int]) -> int:
    return max(difference.crop(box).tobytes())


def _pixels(
    image: Image.Image, area: BBox, box: BBox, scale: float
) -> tuple[int, int, int, int] | None:
    """Return the pixels of a box in an image of an area, `None` outside of it."""
    x0 = max(0, int((box.x0 - area.x0) * scale))
    top = max(0, int((box.top - area.top) * scale))
    x1 = min(image.width, int((box.x1 - area.x0) * scale) + 1)
    bottom = min(image.height, int((box.bottom - area.top) * scale) + 1)
    return (x0, top, x1, bottom) if x0 < x1 and top < bottom else None


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
