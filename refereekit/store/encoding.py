"""Records to JSON objects and back.

The shapes are those of `refereekit records --format json`, with a page's lines and
other readings beside its text. Numbers of points are rounded to a hundredth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from refereekit.positions import BBox, Span
from refereekit.records import (
    Caption,
    CaptionKind,
    DisplayedEquation,
    HiddenText,
    LabelCandidate,
    Line,
    Original,
    Page,
    Paper,
    Rejection,
    Role,
    Why,
)

__all__ = [
    "candidate_from_json",
    "candidate_to_json",
    "caption_from_json",
    "caption_to_json",
    "equation_from_json",
    "equation_to_json",
    "hidden_from_json",
    "hidden_to_json",
    "page_from_json",
    "page_to_json",
    "records_from_json",
    "records_to_json",
]

_ROLES = tuple(Role)
_ROLE_NUMBER = {role: number for number, role in enumerate(_ROLES)}


def page_to_json(page: Page) -> dict[str, Any]:
    """Return everything that is recorded of a page."""
    return {
        "number": page.number,
        "label": page.label,
        "width": round(page.width, 2),
        "height": round(page.height, 2),
        "rotation": page.rotation,
        "readable": page.is_readable,
        "ocr": page.is_ocr,
        "text": page.text,
        "lines": [_line_to_json(line) for line in page.lines],
        "raised": [[s.start, s.end] for s in page.raised],
        "lowered": [[s.start, s.end] for s in page.lowered],
        "readings": [list(reading) for reading in page.readings],
        "flow": [page.flow_start, page.flow_end],
    }


def page_from_json(data: dict[str, Any]) -> Page:
    """Return the page that `page_to_json` wrote."""
    flow_start, flow_end = data["flow"]
    return Page(
        number=data["number"],
        label=data["label"],
        width=data["width"],
        height=data["height"],
        rotation=data["rotation"],
        text=data["text"],
        lines=tuple(_line_from_json(line) for line in data["lines"]),
        raised=tuple(Span(*pair) for pair in data["raised"]),
        lowered=tuple(Span(*pair) for pair in data["lowered"]),
        readings=tuple(tuple(reading) for reading in data["readings"]),
        flow_start=flow_start,
        flow_end=flow_end,
        is_readable=data["readable"],
        is_ocr=data["ocr"],
    )


def _line_to_json(line: Line) -> list[Any]:
    """Pack a line as a list: a paper has tens of thousands of them."""
    return [
        line.span.start,
        line.span.end,
        [round(v, 1) for v in line.bbox.as_list()],
        _ROLE_NUMBER[line.role],
        line.direction,
        line.margin_number,
        [round(v, 1) for pair in line.extents for v in pair],
        int(line.margin_is_right),
    ]


def _line_from_json(data: list[Any]) -> Line:
    start, end, bbox, role, direction, margin_number, extents, is_right = data
    return Line(
        span=Span(start, end),
        bbox=BBox(*bbox),
        role=_ROLES[role],
        direction=direction,
        margin_number=margin_number,
        extents=tuple(zip(extents[::2], extents[1::2], strict=True)),
        margin_is_right=bool(is_right),
    )


def caption_to_json(caption: Caption) -> dict[str, Any]:
    """Return a caption's record."""
    return {
        "kind": caption.kind.value,
        "label": caption.label,
        "page": caption.page_number,
        "text": caption.text,
        "box": caption.bbox.as_list(),
    }


def caption_from_json(data: dict[str, Any]) -> Caption:
    """Return the caption that `caption_to_json` wrote."""
    return Caption(
        kind=CaptionKind(data["kind"]),
        label=data["label"],
        page_number=data["page"],
        text=data["text"],
        bbox=BBox(*data["box"]),
    )


def equation_to_json(equation: DisplayedEquation) -> dict[str, Any]:
    """Return an accepted label's record."""
    return {
        "label": equation.label,
        "page": equation.page_number,
        "box": equation.bbox.as_list(),
        "display": equation.display.as_list(),
    }


def equation_from_json(data: dict[str, Any]) -> DisplayedEquation:
    """Return the label that `equation_to_json` wrote."""
    return DisplayedEquation(
        label=data["label"],
        page_number=data["page"],
        bbox=BBox(*data["box"]),
        display=BBox(*data["display"]),
    )


def candidate_to_json(candidate: LabelCandidate) -> dict[str, Any]:
    """Return a refused label's record, with every reason."""
    return {
        "label": candidate.label,
        "page": candidate.page_number,
        "box": candidate.bbox.as_list(),
        "rejected": [code.value for code in candidate.rejected],
    }


def candidate_from_json(data: dict[str, Any]) -> LabelCandidate:
    """Return the refused label that `candidate_to_json` wrote."""
    return LabelCandidate(
        label=data["label"],
        page_number=data["page"],
        bbox=BBox(*data["box"]),
        rejected=tuple(Rejection(code) for code in data["rejected"]),
    )


def hidden_to_json(hidden: HiddenText) -> dict[str, Any]:
    """Return a hidden text's record."""
    return {
        "page": hidden.page_number,
        "text": hidden.text,
        "why": hidden.why.value,
        "box": hidden.bbox.as_list(),
    }


def hidden_from_json(data: dict[str, Any]) -> HiddenText:
    """Return the hidden text that `hidden_to_json` wrote."""
    return HiddenText(
        page_number=data["page"],
        text=data["text"],
        why=Why(data["why"]),
        bbox=BBox(*data["box"]),
    )


def records_to_json(paper: Paper) -> dict[str, Any]:
    """Return what all pages together recorded, without the pages."""
    equations = paper.equations
    return {
        "captions": [caption_to_json(c) for c in paper.captions],
        "equations": (
            None if equations is None else [equation_to_json(e) for e in equations]
        ),
        "candidates": [candidate_to_json(c) for c in paper.candidates],
        "hidden": [hidden_to_json(h) for h in paper.hidden],
        "warnings": list(paper.warnings),
    }


def records_from_json(
    data: dict[str, Any], original: Original, pages: Sequence[Page]
) -> Paper:
    """Return the paper whose records `records_to_json` wrote."""
    equations = data.get("equations")
    return Paper(
        original=original,
        pages=pages,
        captions=tuple(map(caption_from_json, data["captions"])),
        equations=(
            None if equations is None else tuple(map(equation_from_json, equations))
        ),
        candidates=tuple(map(candidate_from_json, data.get("candidates", ()))),
        hidden=tuple(map(hidden_from_json, data.get("hidden", ()))),
        warnings=tuple(data.get("warnings", ())),
    )
