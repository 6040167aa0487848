"""What pdfplumber finds drawn on a page."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import pdfplumber
from pdfminer.psexceptions import PSException
from pdfplumber.utils.exceptions import PdfminerException

from refereekit.extract.drawn import Drawing
from refereekit.extract.source import Data, as_file
from refereekit.positions import BBox

__all__ = ["PlumbedPages"]

_LARGEST = 300_000
"""Bytes of a page's compressed content up to which it is read: about 2 seconds."""

_CELLS = 2
"""Cells from which ruled lines make a table; a frame alone makes one."""

# What a damaged content stream makes pdfminer raise, besides its own errors.
_FAULTS = (
    PSException,
    PdfminerException,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)


class PlumbedPages:
    """The pages of a PDF as pdfplumber reads them, opened for the first one."""

    def __init__(self, data: Data, password: str | None) -> None:
        self._data, self._password = data, password
        self._pdf: Any = None

    def on_page(self, number: int) -> Drawing | None:
        """Return what is drawn on a page, `None` if it cannot be read."""
        try:
            if self._pdf is None:
                self._pdf = pdfplumber.open(
                    as_file(self._data), password=self._password
                )
            return _drawing(self._pdf.pages[number - 1])
        except _FAULTS:
            return None

    def close(self) -> None:
        """Release the file."""
        if self._pdf is not None:
            self._pdf.close()


def _drawing(page: Any) -> Drawing:
    if sum(len(stream.rawdata or b"") for stream in page.page_obj.contents) > _LARGEST:
        raise ValueError("too much is drawn")
    left, top = page.cropbox[0], page.cropbox[1]

    def placed(x0: float, y0: float, x1: float, y1: float) -> BBox:
        return BBox(x0 - left, y0 - top, x1 - left, y1 - top)

    return Drawing(
        tuple(
            placed(shape["x0"], shape["top"], shape["x1"], shape["bottom"])
            for shape in (*page.lines, *page.rects, *page.curves, *page.images)
        ),
        tuple(
            placed(*table.bbox)
            for table in page.find_tables()
            if len(table.cells) >= _CELLS
        ),
    )
