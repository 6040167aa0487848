"""Parts of a page drawn, at a scale at which thin strokes are still seen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from PIL import Image

from refereekit.extract import binding
from refereekit.extract.binding import raw
from refereekit.extract.frame import Frame
from refereekit.positions import BBox
from refereekit.values import Value

__all__ = ["WHITE", "Pixels", "View", "draw", "view_around"]

SCALE = 2.0
"""Pixels per point: a full stop of 6-point text is still a pixel wide."""
CELL = 4
"""Pixels; the side of the squares in which paint is found."""
MARGIN = 2.0
LARGEST_SIDE = 4000
WHITE = 0xFFFFFFFF
_RUN = re.compile(rb"[^\x00]+")

Pixels = tuple[int, int, int, int]


class View(Value):
    """A part of a page as it is drawn: the page's and the part's size in pixels."""

    page_width: int
    page_height: int
    across: float
    down: float
    x0: int
    top: int
    width: int
    height: int

    def boxes(self, marks: Image.Image) -> list[BBox]:
        """Return boxes around the marks of a picture, some points high each."""
        small = marks.reduce(CELL)
        found = []
        rows = small.tobytes()
        for row in range(small.height):
            for run in _RUN.finditer(rows[row * small.width : (row + 1) * small.width]):
                x0, x1 = run.start() * CELL, run.end() * CELL
                top = row * CELL
                found.append(
                    BBox(
                        (x0 + self.x0) / self.across,
                        (top + self.top) / self.down,
                        (x1 + self.x0) / self.across,
                        (top + CELL + self.top) / self.down,
                    )
                )
        return found

    def pixels(self, box: BBox) -> Pixels:
        """Return the pixels that a box touches; outside of the part it is empty."""
        x0 = max(0, int(box.x0 * self.across) - self.x0)
        top = max(0, int(box.top * self.down) - self.top)
        x1 = min(self.width, int(box.x1 * self.across) + 1 - self.x0)
        bottom = min(self.height, int(box.bottom * self.down) + 1 - self.top)
        return x0, top, max(x0, x1), max(top, bottom)


def view_around(boxes: Sequence[BBox], frame: Frame, most: float = SCALE) -> View:
    """Return the part of a page that holds these boxes, at `most` so large."""
    area = BBox.around(boxes)
    x0, top = max(0.0, area.x0 - MARGIN), max(0.0, area.top - MARGIN)
    x1 = min(frame.width, area.x1 + MARGIN)
    bottom = min(frame.height, area.bottom + MARGIN)
    scale = min(most, LARGEST_SIDE / max(1.0, x1 - x0, bottom - top))
    width, height = max(1, int(frame.width * scale)), max(1, int(frame.height * scale))
    across, down = width / frame.width, height / frame.height
    return View(
        width,
        height,
        across,
        down,
        int(x0 * across),
        int(top * down),
        max(1, int((x1 - x0) * across) + 1),
        max(1, int((bottom - top) * down) + 1),
    )


def draw(
    page: Any, view: View, annotations: int = raw.FPDF_ANNOT, ground: int = WHITE
) -> Image.Image:
    """Return a part of a loaded page as PDFium draws it on a ground (ARGB)."""
    width, height = view.width, view.height
    bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_BGRx, None, 0)
    try:
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, ground)
        raw.FPDF_RenderPageBitmap(
            bitmap,
            page,
            -view.x0,
            -view.top,
            view.page_width,
            view.page_height,
            0,
            annotations,
        )
        stride = raw.FPDFBitmap_GetStride(bitmap)
        address = binding.address(raw.FPDFBitmap_GetBuffer(bitmap))
        data = binding.bytes_at(address, stride * height)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    return Image.frombytes("RGB", (width, height), data, "raw", "BGRX", stride, 1)
