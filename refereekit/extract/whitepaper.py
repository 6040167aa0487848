"""White paper under a page.

What is blended with an empty page is painted as it is, by the standard (PDF 32000-1
§11.4.7) and by PDFium. Other viewers begin with white paper and blend with that: black
text that lightens what is under it, or white text that inverts it, is not alike there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from refereekit.extract.binding import raw
from refereekit.extract.frame import Frame

__all__ = ["on_white_paper"]


@contextmanager
def on_white_paper(page: Any, frame: Frame) -> Iterator[None]:
    """Paint, while this lasts, a white box under everything on a loaded page."""
    width, height = frame.right - frame.left, frame.top - frame.bottom
    paper = raw.FPDFPageObj_CreateNewRect(frame.left, frame.bottom, width, height)
    raw.FPDFPageObj_SetFillColor(paper, 255, 255, 255, 255)
    raw.FPDFPath_SetDrawMode(paper, raw.FPDF_FILLMODE_WINDING, 0)
    raw.FPDFPage_InsertObjectAtIndex(page, paper, 0)
    try:
        yield
    finally:
        raw.FPDFPage_RemoveObject(page, paper)
        raw.FPDFPageObj_Destroy(paper)
