"""One page of an opened PDF to its layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pypdfium2

from refereekit.extract import binding
from refereekit.extract.accents import compose_accents, spoil_unread
from refereekit.extract.bars import mark_bars
from refereekit.extract.blots import mark_blots
from refereekit.extract.breaks import mark_breaks
from refereekit.extract.columns import assign_column, find_columns, find_gutters
from refereekit.extract.frame import Frame
from refereekit.extract.glyphs import read_glyphs
from refereekit.extract.hanging import settle_hanging
from refereekit.extract.hidden import Doubt, hidden_records, see_pieces
from refereekit.extract.initials import join_initials
from refereekit.extract.layout import Graphic, GraphicKind, PageLayout, TextLine
from refereekit.extract.lines import Segment, build_lines, join_rows, segment_pieces
from refereekit.extract.margins import MarginNumbers, find_margin_numbers
from refereekit.extract.marks import remove_replacements
from refereekit.extract.numbering import confirmed, number_lines, without_numbers
from refereekit.extract.opening import OpenPdf
from refereekit.extract.overstrikes import mark_overstrikes
from refereekit.extract.paint import PageCanvas
from refereekit.extract.painted import Painted, clustered, look_at_objects
from refereekit.extract.pieces import cut_pieces
from refereekit.extract.shapes import Paints
from refereekit.extract.slashes import mark_slashes
from refereekit.extract.styles import UNREADABLE
from refereekit.extract.suspicion import piece_box
from refereekit.values import replace

__all__ = ["PageDraft", "blank_page", "draft_page", "lay_out"]

# US Letter, for a page that states no size at all.
DEFAULT_WIDTH, DEFAULT_HEIGHT = 612.0, 792.0


@dataclass(frozen=True, slots=True)
class PageDraft:
    """A page's pieces of text and paint, before its neighbours have been asked."""

    number: int
    label: str
    frame: Frame
    segments: tuple[Segment, ...] = ()
    painted: Painted = field(default_factory=Painted)
    numbers: tuple[MarginNumbers, ...] = ()
    hidden: tuple[Doubt, ...] = ()
    is_ocr: bool = False
    is_broken: bool = False


def blank_page(pdf: OpenPdf, number: int) -> PageDraft:
    """Return what stands for a page that cannot be read."""
    frame = Frame(0, 0, DEFAULT_WIDTH, DEFAULT_HEIGHT)
    return PageDraft(number, pdf.label(number), frame, is_broken=True)


def draft_page(pdf: OpenPdf, number: int) -> PageDraft:
    """Return what a page holds; a page that cannot be loaded holds nothing."""
    broken = blank_page(pdf, number)
    try:
        page = pdf.document[number - 1]
    except (pypdfium2.PdfiumError, IndexError):
        return broken
    try:
        objects = binding.objects_on(binding.address(page.raw))
        remove_replacements(objects)
        text_page = page.get_textpage()
        try:
            return _drafted(pdf, _Loaded(page, text_page, objects), number)
        finally:
            text_page.close()
    except pypdfium2.PdfiumError:
        return broken
    finally:
        page.close()


class _Loaded(NamedTuple):
    """A page of PDFium, its text, and its objects with their types."""

    page: Any
    text_page: Any
    objects: list[tuple[int, int]]


def _drafted(pdf: OpenPdf, loaded: _Loaded, number: int) -> PageDraft:
    page = loaded.page
    frame = _frame(page)
    glyphs = read_glyphs(loaded.text_page.raw, frame, pdf.fonts(number))
    spoil_unread(glyphs)
    compose_accents(glyphs)
    painted = look_at_objects(
        binding.address(page.raw),
        loaded.objects,
        frame,
        Paints(
            lambda: pdf.has_masks(number),
            lambda: pdf.has_shadings(number),
            lambda: pdf.has_blends(number),
        ),
    )
    painted.is_whole = painted.is_whole and not glyphs.has_blanks()
    heard = {run.style.handle for run in glyphs.runs}
    painted.silent = frozenset(painted.text_order.keys() - heard)
    canvas = PageCanvas(page.raw, frame, glyphs, painted)
    painted.notes = canvas.noted(painted.overlays)
    sight = see_pieces(
        cut_pieces(glyphs),
        painted,
        frame,
        canvas,
        has_hidden_layers=pdf.has_hidden_layers,
        unclear=pdf.unclear(number),
    )
    mark_overstrikes(sight.seen, glyphs)
    mark_slashes(sight.seen, glyphs, painted, frame)
    mark_bars(sight.seen, glyphs, painted.rules())
    segments = segment_pieces(settle_hanging(join_initials(sight.seen)))
    return PageDraft(
        number=number,
        label=pdf.label(number),
        frame=frame,
        segments=tuple(segments),
        painted=painted,
        numbers=find_margin_numbers(segments),
        hidden=sight.hidden,
        is_ocr=sight.is_ocr,
    )


def lay_out(draft: PageDraft, neighbours: Sequence[PageDraft]) -> PageLayout:
    """Return the layout of a page, its margin numbers confirmed by its neighbours.

    Those are the pages beside it, and the ones behind these.
    """
    runs = _margin_numbers(draft, neighbours)
    segments = without_numbers(draft.segments, runs)
    gutters = find_gutters(segments)
    lines = build_lines(join_rows(segments, gutters))
    lines.sort(key=lambda line: line.order)
    lines = mark_blots(
        lines,
        [*(shape.bbox for shape in draft.painted.shapes), *draft.painted.notes],
        [piece_box(doubt.piece) for doubt in draft.hidden],
    )
    columns = find_columns(lines, gutters)
    placed = [replace(line, column=assign_column(line, columns)) for line in lines]
    graphics = draft.painted.graphics()
    notes = [Graphic(GraphicKind.FORM, box) for box in clustered(draft.painted.notes)]
    placed = mark_breaks(placed, columns, (*graphics, *notes))
    return PageLayout(
        number=draft.number,
        label=draft.label,
        width=draft.frame.width,
        height=draft.frame.height,
        rotation=draft.frame.rotation,
        lines=tuple(number_lines(placed, runs)),
        columns=columns,
        rules=draft.painted.rules(),
        graphics=graphics,
        hidden=hidden_records(draft.number, draft.hidden),
        is_readable=_is_readable(placed),
        is_ocr=draft.is_ocr,
        is_broken=draft.is_broken,
    )


def _margin_numbers(
    draft: PageDraft, neighbours: Sequence[PageDraft]
) -> tuple[MarginNumbers, ...]:
    """Return the margin numbers of a page that the pages near it confirm."""
    if not draft.numbers:
        return ()
    numbers = {n.number: n.numbers for n in neighbours if n.segments}
    beside = [numbers.get(draft.number + side) for side in (-1, 1)]
    beyond = [
        numbers.get(draft.number + 2 * side, ())
        for side, near in zip((-1, 1), beside, strict=True)
        if not near
    ]
    near = [found for found in beside if found is not None]
    return confirmed(draft.numbers, near, beyond)


def _is_readable(lines: Sequence[TextLine]) -> bool:
    """Tell whether most glyphs of a page have a known character."""
    text = "".join(word.text for line in lines for word in line.words)
    return text.count(UNREADABLE) * 2 < len(text)


def _frame(page: Any) -> Frame:
    """Return the part of the crop box that is shown, which is within the media box.

    A crop box that is larger is cut to it (PDF 32000-1 §14.11.2).
    """
    box = binding.raw.FS_RECTF()
    binding.raw.FPDF_GetPageBoundingBox(page.raw, box)
    left, right = sorted((box.left, box.right))
    bottom, top = sorted((box.bottom, box.top))
    return Frame(left, bottom, right, top, page.get_rotation())
