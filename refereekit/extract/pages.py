"""One page of an opened PDF to its layout."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pypdfium2

from refereekit.extract import binding
from refereekit.extract.columns import assign_column, find_columns, find_gutters
from refereekit.extract.frame import Frame
from refereekit.extract.glyphs import read_glyphs
from refereekit.extract.layout import PageLayout
from refereekit.extract.lines import build_line, join_rows, segment_pieces
from refereekit.extract.opening import OpenPdf
from refereekit.extract.painted import look_at_objects
from refereekit.extract.pieces import cut_pieces

__all__ = ["read_layout"]

# US Letter, for a page that states no size at all.
DEFAULT_WIDTH, DEFAULT_HEIGHT = 612.0, 792.0


def read_layout(pdf: OpenPdf, number: int) -> PageLayout:
    """Return a page's layout; a page that cannot be loaded has no lines."""
    label = pdf.label(number)
    try:
        page = pdf.document[number - 1]
    except (pypdfium2.PdfiumError, IndexError):
        return _blank(number, label)
    try:
        text_page = page.get_textpage()
        try:
            return _laid_out(page, text_page, number, label)
        finally:
            text_page.close()
    except pypdfium2.PdfiumError:
        return _blank(number, label)
    finally:
        page.close()


def _blank(number: int, label: str) -> PageLayout:
    return PageLayout(number, label, DEFAULT_WIDTH, DEFAULT_HEIGHT, is_readable=False)


def _laid_out(page: Any, text_page: Any, number: int, label: str) -> PageLayout:
    frame = _frame(page)
    glyphs = read_glyphs(text_page.raw, frame)
    painted = look_at_objects(binding.address(page.raw), frame)
    pieces = cut_pieces(glyphs)
    segments = segment_pieces(pieces)
    gutters = find_gutters(segments)
    lines = [build_line(s) for s in join_rows(segments, gutters)]
    lines.sort(key=lambda line: line.order)
    columns = find_columns(lines, gutters)
    placed = tuple(replace(line, column=assign_column(line, columns)) for line in lines)
    return PageLayout(
        number=number,
        label=label,
        width=frame.width,
        height=frame.height,
        rotation=frame.rotation,
        lines=placed,
        columns=columns,
        rules=painted.rules(),
        graphics=painted.graphics(),
        is_readable=bool(placed),
    )


def _frame(page: Any) -> Frame:
    left, bottom, right, top = page.get_cropbox()
    left, right = sorted((left, right))
    bottom, top = sorted((bottom, top))
    return Frame(left, bottom, right, top, page.get_rotation())
