"""Pages drawn: views of them as PNG, the marked words on yellow."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import ceil
from types import TracebackType
from typing import Any, Self

import pypdfium2
from PIL import Image, ImageChops, ImageDraw

from refereekit.errors import PdfUnreadable
from refereekit.extract.drawing_child import Order
from refereekit.extract.opening import open_document
from refereekit.extract.source import Data
from refereekit.positions import BBox
from refereekit.views import Picture, View

__all__ = ["DPI", "PagePictures"]

DPI = 150
"""Nine-point text is read without effort, a column's width is about 550 pixels."""

_POINTS_PER_INCH = 72
_MOST_PIXELS = 24_000_000
"""A page may state any size; one this large is drawn at a lower resolution."""
_COLOURS = 32
"""Grey and yellow text with smooth edges take about 20."""
_PURE, _NEARLY_PURE = 255, 252
"""The octree's mean of white and its neighbours is 254: grey beside a white page."""
_PAPER = (255, 236, 110)
_OUTLINE = (176, 112, 0)
"""Around the marks, where yellow cannot be seen: dark pages, colour blindness."""
_PAD_PT = 1.0
"""Ink of italic letters and accents stands out of a word's box by about this."""
_BETWEEN_PX = 10
_BETWEEN = (216, 216, 216)

_Size = tuple[int, int, int, int]


class PagePictures:
    """An opened PDF whose pages can be drawn.

    A page stays loaded until the file is closed, so that a second view of it costs
    only its drawing.
    """

    def __init__(self, data: Data, name: str, password: str | None = None) -> None:
        """Open a PDF for drawing.

        Raises:
            PdfUnreadable: it is too damaged.
            PdfEncrypted: it needs a password, or another one than was given.
        """
        self._name = name
        self._document: Any = open_document(data, name, password)
        self._pages: dict[int, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release the file."""
        for page in self._pages.values():
            page.close()
        self._pages.clear()
        self._document.close()

    def draw(self, views: Sequence[View], *, dpi: int = DPI) -> Picture:
        """Return one picture of at least one view; several stand below one another.

        Raises:
            PdfUnreadable: a page cannot be drawn.
        """
        image = _stacked([self._drawn(view, dpi) for view in views])
        name = " and ".join(dict.fromkeys(view.name for view in views))
        return Picture(name, _png(image), image.width, image.height)

    def fulfil(self, order: Order) -> tuple[Picture, ...]:
        """Return an order's pictures at the sharpest resolution that it allows.

        Raises:
            PdfUnreadable: a page cannot be drawn.
        """
        groups = [order.views] if order.is_joined else [(v,) for v in order.views]
        drawn: tuple[Picture, ...] = ()
        for dpi in order.resolutions:
            drawn = tuple(self.draw(views, dpi=dpi) for views in groups)
            weight = sum(len(picture.png) for picture in drawn)
            if order.most_bytes is None or weight <= order.most_bytes:
                break
        return drawn

    def _drawn(self, view: View, dpi: int) -> Image.Image:
        page = self._page(view.page_number)
        width, height = page.get_size()
        area = _within(view.area, width, height)
        scale = _scale(area, dpi)
        left, top = ceil(area.x0 * scale), ceil(area.top * scale)
        bitmap = page.render(
            scale=scale,
            crop=(area.x0, height - area.bottom, width - area.x1, area.top),
            rev_byteorder=True,
            prefer_bgrx=True,
        )
        picture: Image.Image = bitmap.to_pil().convert("RGB")
        _mark(picture, [_pixels(mark, scale, left, top) for mark in view.marks])
        return picture

    def _page(self, number: int) -> Any:
        if number not in self._pages:
            try:
                self._pages[number] = self._document[number - 1]
            except (pypdfium2.PdfiumError, IndexError) as error:
                raise PdfUnreadable(
                    f"{self._name}: page {number} cannot be drawn; open the PDF itself"
                ) from error
        return self._pages[number]


def _within(area: BBox, width: float, height: float) -> BBox:
    """Return the part of an area that is on the page, at least a point each way."""
    x0 = min(max(area.x0, 0.0), max(width - 1, 0.0))
    top = min(max(area.top, 0.0), max(height - 1, 0.0))
    return BBox(
        x0,
        top,
        min(max(area.x1, x0 + 1), max(width, x0 + 1)),
        min(max(area.bottom, top + 1), max(height, top + 1)),
    )


def _scale(area: BBox, dpi: int) -> float:
    """Return pixels for a point, fewer than asked for where the area is huge."""
    scale = dpi / _POINTS_PER_INCH
    pixels = area.width * area.height * scale**2
    return scale if pixels <= _MOST_PIXELS else scale * (_MOST_PIXELS / pixels) ** 0.5


def _pixels(mark: BBox, scale: float, left: int, top: int) -> _Size:
    return (
        int((mark.x0 - _PAD_PT) * scale) - left,
        int((mark.top - _PAD_PT) * scale) - top,
        ceil((mark.x1 + _PAD_PT) * scale) - left,
        ceil((mark.bottom + _PAD_PT) * scale) - top,
    )


def _mark(picture: Image.Image, boxes: Sequence[_Size]) -> None:
    """Turn the paper in some boxes yellow; what is printed there stays as dark."""
    outline = ImageDraw.Draw(picture)
    for box in boxes:
        part = picture.crop(box)
        paper = Image.new("RGB", part.size, _PAPER)
        picture.paste(ImageChops.darker(part, paper), box)
    for x0, y0, x1, y1 in boxes:
        outline.rectangle((x0 - 1, y0 - 1, x1 + 1, y1 + 1), outline=_OUTLINE)


def _stacked(pictures: Sequence[Image.Image]) -> Image.Image:
    if len(pictures) == 1:
        return pictures[0]
    gaps = _BETWEEN_PX * (len(pictures) - 1)
    size = max(p.width for p in pictures), sum(p.height for p in pictures) + gaps
    whole = Image.new("RGB", size, _BETWEEN)
    top = 0
    for picture in pictures:
        whole.paste(picture, (0, top))
        top += picture.height + _BETWEEN_PX
    return whole


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    few = picture.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE)
    few.putpalette([_PURE if v >= _NEARLY_PURE else v for v in few.getpalette() or ()])
    few.save(file, "PNG", compress_level=4)
    return file.getvalue()
