"""The paint that a text leaves: the page drawn with and without it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageChops

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.frame import Frame
from refereekit.extract.glyphs import Glyphs
from refereekit.extract.hidden import Doubt
from refereekit.extract.idle import only_near
from refereekit.extract.pieces import Piece
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
_TRACE = 1
_IS_TRACE = bytes(LEAST_TRACE) + bytes([_TRACE]) * (256 - LEAST_TRACE)
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
        inks = [self._inks(doubt.piece) for doubt in doubts]
        # The boxes of glyphs that a font draws itself, or that are askew, are loose.
        are_loose = [
            doubt.piece.style.is_askew or not doubt.piece.style.font.name
            for doubt in doubts
        ]
        boxes = [box for own in inks for box in own]
        if not boxes:
            return set(range(len(doubts)))
        handles = {doubt.piece.style.handle for doubt in doubts}
        view = _view(boxes, self._frame)
        places = [piece_box(doubt.piece) for doubt in doubts]
        with only_near(binding.address(self._page), self._frame, places):
            paint = _Paint(self._paint_of(handles, view), view)
        return {
            place
            for place, (own, is_loose) in enumerate(zip(inks, are_loose, strict=True))
            if not own or not all(paint.shows(box, is_loose=is_loose) for box in own)
        }

    def _paint_of(self, handles: Set[int], view: _View) -> Image.Image:
        """Return what text objects paint, in tones of grey."""
        before = _draw(self._page, view)
        modes = {handle: binding.render_mode(handle) for handle in handles}
        for handle in handles:
            binding.set_render_mode(handle, raw.FPDF_TEXTRENDERMODE_INVISIBLE)
        after = _draw(self._page, view)
        for handle, mode in modes.items():
            binding.set_render_mode(handle, mode)
        red, green, blue = ImageChops.difference(before, after).split()
        return ImageChops.lighter(ImageChops.lighter(red, green), blue)

    def _inks(self, piece: Piece) -> list[BBox]:
        """Return the boxes of a piece's glyphs, but of those that have no outline."""
        if not piece.style.font.name:
            return [piece_box(piece)]
        inks = map(self._glyphs.ink, range(piece.start, piece.end))
        return [ink for ink in inks if min(ink.width, ink.height) > 0]

    def inked(self, doubts: Sequence[Doubt]) -> set[int]:
        """Return the places in `doubts` of pieces where the page is not of one tone."""
        boxes = [piece_box(doubt.piece) for doubt in doubts]
        view = _view(boxes, self._frame)
        shown = _draw(self._page, view).convert("L")
        found = set()
        for place, box in enumerate(boxes):
            tones = shown.crop(view.pixels(box)).tobytes()
            if tones and max(tones) - min(tones) >= LEAST_INK:
                found.add(place)
        return found


_Pixels = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class _View:
    """A part of a page as it is drawn: the page's and the part's size in pixels."""

    page_width: int
    page_height: int
    across: float
    down: float
    x0: int
    top: int
    width: int
    height: int

    def pixels(self, box: BBox) -> _Pixels:
        """Return the pixels that a box touches; outside of the part it is empty."""
        x0 = max(0, int(box.x0 * self.across) - self.x0)
        top = max(0, int(box.top * self.down) - self.top)
        x1 = min(self.width, int(box.x1 * self.across) + 1 - self.x0)
        bottom = min(self.height, int(box.bottom * self.down) + 1 - self.top)
        return x0, top, max(x0, x1), max(top, bottom)


def _view(boxes: Sequence[BBox], frame: Frame) -> _View:
    area = BBox.around(boxes)
    x0, top = max(0.0, area.x0 - MARGIN), max(0.0, area.top - MARGIN)
    x1 = min(frame.width, area.x1 + MARGIN)
    bottom = min(frame.height, area.bottom + MARGIN)
    scale = min(SCALE, LARGEST_SIDE / max(1.0, x1 - x0, bottom - top))
    width, height = max(1, int(frame.width * scale)), max(1, int(frame.height * scale))
    across, down = width / frame.width, height / frame.height
    return _View(
        width,
        height,
        across,
        down,
        int(x0 * across),
        int(top * down),
        max(1, int((x1 - x0) * across) + 1),
        max(1, int((bottom - top) * down) + 1),
    )


class _Paint:
    """What texts leave on a drawn page, row by row of pixels.

    Asked glyph by glyph, pictures cut out of a picture take most of reading a page.
    """

    def __init__(self, paint: Image.Image, view: _View) -> None:
        self._tones = paint.tobytes()
        self._traces = self._tones.translate(_IS_TRACE)
        self._view = view

    def shows(self, box: BBox, *, is_loose: bool) -> bool:
        """Tell whether a glyph leaves paint, on all sides unless its box is loose.

        A stroke thinner than a pixel leaves a part of its tone.
        """
        view = self._view
        x0, top, x1, bottom = view.pixels(box)
        if x0 >= x1 or top >= bottom:
            return False
        starts = range(top * view.width + x0, bottom * view.width + x0, view.width)
        width = x1 - x0
        share = min(1.0, box.width * view.across, box.height * view.down)
        tones = b"".join([self._tones[start : start + width] for start in starts])
        if max(tones) < LEAST_CONTRAST * share:
            return False
        return is_loose or self._is_whole(starts, width)

    def _is_whole(self, starts: range, width: int) -> bool:
        """Tell whether there is a trace of paint on all four sides of a glyph's box."""
        rows = [self._traces[start : start + width] for start in starts]
        across, down = max(2, width // 3) + 1, max(2, len(rows) // 3) + 1
        return (
            any(_TRACE in row for row in rows[:down])
            and any(_TRACE in row for row in rows[-down:])
            and any(_TRACE in row[:across] for row in rows)
            and any(_TRACE in row[-across:] for row in rows)
        )


def _draw(page: Any, view: _View) -> Image.Image:
    width, height = view.width, view.height
    bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_BGRx, None, 0)
    try:
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        raw.FPDF_RenderPageBitmap(
            bitmap,
            page,
            -view.x0,
            -view.top,
            view.page_width,
            view.page_height,
            0,
            raw.FPDF_ANNOT,
        )
        stride = raw.FPDFBitmap_GetStride(bitmap)
        address = binding.address(raw.FPDFBitmap_GetBuffer(bitmap))
        data = binding.bytes_at(address, stride * height)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    return Image.frombytes("RGB", (width, height), data, "raw", "BGRX", stride, 1)
