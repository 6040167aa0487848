"""A paper's PDF read into records, page by page."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

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
from refereekit.extract.source import Data
from refereekit.extract.window import with_neighbours
from refereekit.records import Caption, HiddenText, Original, Page, Paper, Role
from refereekit.values import Value, replace

__all__ = [
    "Course",
    "LaidPage",
    "PageReading",
    "PaperStream",
    "extract_paper",
    "settle",
]

_NEAR = 2
"""Pages on each side that may share a running head: left and right ones differ."""
_BESIDE = 2
"""Pages on each side whose margin numbers go on with a page's own; one of the two may
have none."""
_HELD = 50
"""Pages after which what was loaded for them is let go of, which takes 15 ms."""


@dataclass(slots=True)
class Course:
    """What the pages so far say about the next one.

    `sizes` counts their letters of each size; `is_in_references` tells that the list
    of references has begun.
    """

    sizes: Counter[float] = field(default_factory=Counter)
    is_in_references: bool = False


class LaidPage(Value):
    """What a page and its neighbours show: all that needs not the pages before."""

    layout: PageLayout
    captions: tuple[CaptionBlock, ...]
    equations: EquationReading
    furniture: Mapping[int, Role]

    def read(self, course: Course) -> PageReading:
        """Return the page's records, and let `course` go on behind it."""
        layout = self.layout
        course.sizes += letter_sizes(layout)
        sizes = course.sizes.most_common(1)
        plan = plan_page(
            layout,
            PageParts(
                self.furniture,
                self.captions,
                self.equations.display_lines,
                sizes[0][0] if sizes else 0.0,
                course.is_in_references,
            ),
        )
        course.is_in_references = plan.is_in_references
        return PageReading(
            write_page(layout, plan),
            self.captions,
            self.equations,
            layout.hidden,
            layout.is_broken,
        )


class PageReading(Value):
    """Everything recorded about one page."""

    page: Page
    captions: tuple[CaptionBlock, ...]
    equations: EquationReading
    hidden: tuple[HiddenText, ...]
    is_broken: bool = False

    def without_text(self) -> PageReading:
        """Return what is kept of a page when its text has been handed on."""
        page = replace(self.page, text="", lines=(), raised=(), lowered=(), readings=())
        return replace(self, page=page)


def extract_paper(
    data: Data,
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
        data: Data,
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

    @property
    def warnings(self) -> tuple[str, ...]:
        """Return what was noticed when the file was opened."""
        return self._pdf.warnings

    def pages(self, starting: Callable[[int], None] | None = None) -> Iterator[Page]:
        """Yield the pages in order; `starting` hears which one is worked on next."""
        hear = starting or _nobody_hears
        course = Course()
        for laid in _laid_pages(
            self._pdf, range(1, self.page_count + 1), self._skip, hear
        ):
            hear(laid.layout.number)
            reading = laid.read(course)
            yield reading.page
            self._readings.append(reading.without_text())

    def lay(
        self,
        numbers: range,
        skip: frozenset[int] = frozenset(),
        starting: Callable[[int], None] | None = None,
    ) -> Iterator[LaidPage]:
        """Yield some pages laid out, for which pages around them are looked at too."""
        return _laid_pages(self._pdf, numbers, skip, starting or _nobody_hears)

    def rest(self, settling: Callable[[int], None] | None = None) -> Paper:
        """Return what all pages together recorded, without the pages.

        `settling` hears whose page's labels are judged next.
        """
        return settle(
            self._original,
            self.warnings,
            self._readings,
            self._drawn,
            settling or _nobody_hears,
        )


def _nobody_hears(number: int) -> None:
    """Stand in for a listener."""


def _laid_pages(
    pdf: OpenPdf,
    numbers: range,
    skip: frozenset[int],
    hear: Callable[[int], None],
) -> Iterator[LaidPage]:
    """Yield consecutive pages of an opened PDF; few are in memory at a time."""
    layouts = _layouts(pdf, _widened(numbers, _NEAR, pdf), skip, hear)
    for before, (layout, edges), after in with_neighbours(layouts, _NEAR):
        if layout.number not in numbers:
            continue
        hear(layout.number)
        neighbours = [other for _, other in (*before, *after)]
        yield LaidPage(
            layout,
            caption_blocks(layout),
            read_equations(layout),
            find_furniture(edges, neighbours),
        )


def _layouts(
    pdf: OpenPdf, numbers: range, skip: frozenset[int], hear: Callable[[int], None]
) -> Iterator[tuple[PageLayout, Edges]]:
    drafts = _drafts(pdf, _widened(numbers, _BESIDE, pdf), skip, hear)
    for before, draft, after in with_neighbours(drafts, _BESIDE):
        if draft.number in numbers:
            hear(draft.number)
            layout = lay_out(draft, (*before, *after))
            yield layout, page_edges(layout)


def _drafts(
    pdf: OpenPdf, numbers: range, skip: frozenset[int], hear: Callable[[int], None]
) -> Iterator[PageDraft]:
    for number in numbers:
        hear(number)
        yield blank_page(pdf, number) if number in skip else draft_page(pdf, number)
        if (number - numbers.start) % _HELD == _HELD - 1:
            pdf.forget()


def _widened(numbers: range, reach: int, pdf: OpenPdf) -> range:
    """Return page numbers and those of the pages around them."""
    return range(
        max(1, numbers.start - reach), min(pdf.page_count + 1, numbers.stop + reach)
    )


def settle(
    original: Original,
    warnings: Sequence[str],
    readings: Sequence[PageReading],
    drawn: DrawnPages,
    settling: Callable[[int], None],
) -> Paper:
    """Return what all pages of a paper together record, without the pages.

    `settling` hears whose page's labels are judged next: where they are in doubt, what
    is drawn on the page is looked at, which can take a second.

    Raises:
        PdfUnreadable: not one of them could be loaded.
    """
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
    judged = []
    for reading in readings:
        settling(reading.page.number)
        judged.append(without_frames(reading.equations, drawn.on_page))
    equations = settle_equations(judged)
    return Paper(
        original=original,
        pages=(),
        captions=tuple(_caption(block) for page in captions for block in page),
        equations=tuple(e for reading in equations for e in reading.accepted),
        candidates=tuple(c for reading in equations for c in reading.candidates),
        hidden=hidden,
        warnings=(*warnings, *notices(pages, broken, hidden)),
    )


def _caption(block: CaptionBlock) -> Caption:
    return Caption(block.kind, block.label, block.page_number, block.text, block.bbox)
