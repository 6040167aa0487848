"""A paper's PDF read into records, page by page."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from refereekit.extract.equations import EquationReading, read_equations
from refereekit.extract.layout import PageLayout
from refereekit.extract.opening import OpenPdf, open_pdf
from refereekit.extract.pageplan import plan_page
from refereekit.extract.pages import read_layout
from refereekit.extract.pagetext import write_page
from refereekit.records import Caption, Original, Page, Paper

__all__ = ["PageReading", "extract_paper", "read_pages"]


@dataclass(frozen=True, slots=True)
class PageReading:
    """Everything recorded about one page."""

    page: Page
    layout: PageLayout
    captions: tuple[Caption, ...]
    equations: EquationReading
    warnings: tuple[str, ...] = ()


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
    """Yield the pages of an opened PDF in order, each read on its own."""
    for number in range(1, pdf.page_count + 1):
        layout = read_layout(pdf, number)
        equations = read_equations(layout)
        plan = plan_page(layout, equations.display_lines)
        page = write_page(layout, plan.roles, plan.streams)
        yield PageReading(page, layout, (), equations)


def _paper(data: bytes, name: str, pdf: OpenPdf, readings: list[PageReading]) -> Paper:
    digest = hashlib.sha256(data).hexdigest()
    return Paper(
        original=Original(name, digest, len(readings)),
        pages=tuple(reading.page for reading in readings),
        captions=tuple(c for reading in readings for c in reading.captions),
        equations=tuple(e for reading in readings for e in reading.equations.accepted),
        candidates=tuple(
            c for reading in readings for c in reading.equations.candidates
        ),
        hidden=tuple(h for reading in readings for h in reading.layout.hidden),
        warnings=pdf.warnings,
    )
