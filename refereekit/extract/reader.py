"""A paper's PDF read into records, page by page."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from refereekit.extract.captions import (
    CaptionBlock,
    caption_blocks,
    settle_captions,
)
from refereekit.extract.equations import (
    EquationReading,
    read_equations,
    settle_equations,
)
from refereekit.extract.furniture import Edges, find_furniture, page_edges
from refereekit.extract.layout import PageLayout
from refereekit.extract.opening import OpenPdf, open_pdf
from refereekit.extract.pageplan import PageParts, plan_page
from refereekit.extract.pages import draft_page, lay_out
from refereekit.extract.pagetext import write_page
from refereekit.extract.window import with_neighbours
from refereekit.records import Caption, HiddenText, Original, Page, Paper

__all__ = ["PageReading", "extract_paper", "read_pages"]

_NEAR = 2
"""Pages on each side that may share a running head: left and right ones differ."""


@dataclass(frozen=True, slots=True)
class PageReading:
    """Everything recorded about one page."""

    page: Page
    captions: tuple[CaptionBlock, ...]
    equations: EquationReading
    hidden: tuple[HiddenText, ...]


def extract_paper(
    data: bytes,
    name: str,
    *,
    password: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Paper:
    """Return everything that a PDF records.

    `progress` is called with the pages read and all pages.

    Raises:
        PdfUnreadable: It is no PDF, or too damaged to read.
        PdfEncrypted: It needs a password, or another one than was given.
    """
    pdf = open_pdf(data, name, password)
    try:
        readings = []
        for reading in read_pages(pdf):
            readings.append(reading)
            if progress is not None:
                progress(len(readings), pdf.page_count)
        return _paper(data, name, pdf, readings)
    finally:
        pdf.close()


def read_pages(pdf: OpenPdf) -> Iterator[PageReading]:
    """Yield the pages of an opened PDF in order; few are in memory at a time."""
    is_in_references = False
    for before, (layout, edges), after in with_neighbours(_layouts(pdf), _NEAR):
        captions = caption_blocks(layout)
        equations = read_equations(layout)
        neighbours = [other for _, other in (*before, *after)]
        plan = plan_page(
            layout,
            PageParts(
                find_furniture(edges, neighbours),
                [caption.lines for caption in captions],
                equations.display_lines,
                is_in_references,
            ),
        )
        is_in_references = plan.is_in_references
        yield PageReading(write_page(layout, plan), captions, equations, layout.hidden)


def _layouts(pdf: OpenPdf) -> Iterator[tuple[PageLayout, Edges]]:
    drafts = (draft_page(pdf, number) for number in range(1, pdf.page_count + 1))
    for before, draft, after in with_neighbours(drafts, 1):
        layout = lay_out(draft, (*before, *after))
        yield layout, page_edges(layout)


def _paper(data: bytes, name: str, pdf: OpenPdf, readings: list[PageReading]) -> Paper:
    digest = hashlib.sha256(data).hexdigest()
    captions = settle_captions([reading.captions for reading in readings])
    equations = settle_equations([reading.equations for reading in readings])
    return Paper(
        original=Original(name, digest, len(readings)),
        pages=tuple(reading.page for reading in readings),
        captions=tuple(_caption(block) for page in captions for block in page),
        equations=tuple(e for reading in equations for e in reading.accepted),
        candidates=tuple(c for reading in equations for c in reading.candidates),
        hidden=tuple(h for reading in readings for h in reading.hidden),
        warnings=pdf.warnings,
    )


def _caption(block: CaptionBlock) -> Caption:
    return Caption(block.kind, block.label, block.page_number, block.text, block.bbox)
