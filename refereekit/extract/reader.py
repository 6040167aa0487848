"""A paper's PDF read into records, page by page."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from refereekit.errors import PdfUnreadable
from refereekit.extract.agreement import settle_equations
from refereekit.extract.captions import (
    CaptionBlock,
    caption_blocks,
    settle_captions,
)
from refereekit.extract.drawn import DrawnPages, without_frames
from refereekit.extract.equations import EquationReading, read_equations
from refereekit.extract.furniture import Edges, find_furniture, page_edges
from refereekit.extract.layout import PageLayout
from refereekit.extract.notices import notices
from refereekit.extract.opening import OpenPdf, open_pdf
from refereekit.extract.pageplan import PageParts, plan_page
from refereekit.extract.pages import PageDraft, blank_page, draft_page, lay_out
from refereekit.extract.pagetext import write_page
from refereekit.extract.regions import letter_sizes
from refereekit.extract.window import with_neighbours
from refereekit.records import Caption, HiddenText, Original, Page, Paper

__all__ = ["PageReading", "PaperStream", "extract_paper", "read_pages"]

_NEAR = 2
"""Pages on each side that may share a running head: left and right ones differ."""


@dataclass(frozen=True, slots=True)
class PageReading:
    """Everything recorded about one page."""

    page: Page
    captions: tuple[CaptionBlock, ...]
    equations: EquationReading
    hidden: tuple[HiddenText, ...]
    is_broken: bool = False


def extract_paper(
    data: bytes,
    name: str,
    *,
    password: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Paper:
    """Return everything that a PDF records, read in this process.

    `progress` is called with the pages read and all pages.

    Raises:
        PdfUnreadable: It is no PDF, or too damaged to read.
        PdfEncrypted: It needs a password, or another one than was given.
    """
    with PaperStream(data, name, password=password) as stream:
        pages = []
        for page in stream.pages():
            pages.append(page)
            if progress is not None:
                progress(len(pages), stream.page_count)
        return replace(stream.rest(), pages=tuple(pages))


class PaperStream:
    """A paper that is read page by page, holding none of them.

    `skip` numbers pages that are not to be touched: each becomes a page without text.
    """

    def __init__(
        self,
        data: bytes,
        name: str,
        *,
        password: str | None = None,
        skip: frozenset[int] = frozenset(),
    ) -> None:
        self._pdf = open_pdf(data, name, password)
        self._original = Original(
            name, hashlib.sha256(data).hexdigest(), self._pdf.page_count
        )
        self._drawn = DrawnPages(data, password)
        self._skip = skip
        self._readings: list[PageReading] = []

    def __enter__(self) -> PaperStream:
        return self

    def __exit__(self, *exception: object) -> None:
        self._drawn.close()
        self._pdf.close()

    @property
    def page_count(self) -> int:
        """Return the number of physical pages."""
        return self._pdf.page_count

    def pages(self, starting: Callable[[int], None] | None = None) -> Iterator[Page]:
        """Yield the pages in order; `starting` hears which one is worked on next."""
        for reading in read_pages(self._pdf, skip=self._skip, starting=starting):
            yield reading.page
            self._readings.append(replace(reading, page=_without_text(reading.page)))

    def rest(self) -> Paper:
        """Return what all pages together recorded, without the pages."""
        return _paper(self._original, self._pdf, self._readings, self._drawn)


def _without_text(page: Page) -> Page:
    return replace(page, text="", lines=(), raised=(), lowered=(), readings=())


def read_pages(
    pdf: OpenPdf,
    *,
    skip: frozenset[int] = frozenset(),
    starting: Callable[[int], None] | None = None,
) -> Iterator[PageReading]:
    """Yield the pages of an opened PDF in order; few are in memory at a time."""
    is_in_references = False
    sizes: Counter[float] = Counter()
    hear = starting or _nobody_hears
    layouts = _layouts(pdf, skip, hear)
    for before, (layout, edges), after in with_neighbours(layouts, _NEAR):
        hear(layout.number)
        captions = caption_blocks(layout)
        equations = read_equations(layout)
        neighbours = [other for _, other in (*before, *after)]
        plan = plan_page(
            layout,
            PageParts(
                find_furniture(edges, neighbours),
                captions,
                equations.display_lines,
                _body_size(sizes, layout),
                is_in_references,
            ),
        )
        is_in_references = plan.is_in_references
        yield PageReading(
            write_page(layout, plan),
            captions,
            equations,
            layout.hidden,
            layout.is_broken,
        )


def _body_size(sizes: Counter[float], layout: PageLayout) -> float:
    """Return the size of most letters up to this page, which it adds to `sizes`."""
    sizes += letter_sizes(layout)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _nobody_hears(number: int) -> None:
    """Stand in for a listener."""


def _layouts(
    pdf: OpenPdf, skip: frozenset[int], hear: Callable[[int], None]
) -> Iterator[tuple[PageLayout, Edges]]:
    for before, draft, after in with_neighbours(_drafts(pdf, skip, hear), 1):
        hear(draft.number)
        layout = lay_out(draft, (*before, *after))
        yield layout, page_edges(layout)


def _drafts(
    pdf: OpenPdf, skip: frozenset[int], hear: Callable[[int], None]
) -> Iterator[PageDraft]:
    for number in range(1, pdf.page_count + 1):
        hear(number)
        yield blank_page(pdf, number) if number in skip else draft_page(pdf, number)


def _paper(
    original: Original, pdf: OpenPdf, readings: list[PageReading], drawn: DrawnPages
) -> Paper:
    broken = [reading.page.number for reading in readings if reading.is_broken]
    if len(broken) == len(readings):
        raise PdfUnreadable(
            f"{original.name}: none of its pages can be loaded, too damaged or "
            "beyond the memory limit of reading; "
            "export or download it again"
        )
    hidden = tuple(h for reading in readings for h in reading.hidden)
    pages = [reading.page for reading in readings]
    captions = settle_captions([reading.captions for reading in readings])
    equations = settle_equations(
        [without_frames(reading.equations, drawn.on_page) for reading in readings]
    )
    return Paper(
        original=original,
        pages=(),
        captions=tuple(_caption(block) for page in captions for block in page),
        equations=tuple(e for reading in equations for e in reading.accepted),
        candidates=tuple(c for reading in equations for c in reading.candidates),
        hidden=hidden,
        warnings=(*pdf.warnings, *notices(pages, broken, hidden)),
    )


def _caption(block: CaptionBlock) -> Caption:
    return Caption(block.kind, block.label, block.page_number, block.text, block.bbox)
