"""Records to JSON objects and back.

The shapes are those of `refereekit records --format json`, with a page's lines and
other readings beside its text. Numbers of points are rounded to a hundredth. What is
read back is held to its shape: anything else is a `ValueError` or a `TypeError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from refereekit.positions import BBox, Span
from refereekit.records import (
    BREAK,
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
from refereekit.store.lines import Refuse, StoredLines
from refereekit.store.shapes import (
    flag_in,
    integer_in,
    list_in,
    number_in,
    numbers_of,
    object_of,
    positive_in,
    strings_in,
    text_in,
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


def page_from_json(data: dict[str, Any], refuse: Refuse) -> Page:
    """Return the page that `page_to_json` wrote; `refuse` is for its lines.

    Raises:
        ValueError: the object is of another shape.
    """
    data = object_of(data)
    text = text_in(data, "text")
    lines = StoredLines(
        list_in(data, "lines"), partial(_line_from_json, size=len(text)), refuse
    )
    flow_start, flow_end = (_line_index(i, lines) for i in list_in(data, "flow"))
    return Page(
        number=positive_in(data, "number"),
        label=text_in(data, "label"),
        width=number_in(data, "width"),
        height=number_in(data, "height"),
        rotation=integer_in(data, "rotation"),
        text=text,
        lines=lines,
        raised=tuple(_span(pair, len(text)) for pair in list_in(data, "raised")),
        lowered=tuple(_span(pair, len(text)) for pair in list_in(data, "lowered")),
        readings=tuple(_reading(order, lines) for order in list_in(data, "readings")),
        flow_start=flow_start,
        flow_end=flow_end,
        is_readable=flag_in(data, "readable"),
        is_ocr=flag_in(data, "ocr"),
    )


def _span(pair: object, size: int) -> Span:
    """Return a span within a text of this size."""
    span = Span(*numbers_of(pair, 2, int))
    if span.end > size:
        raise ValueError(f"not within the text: [{span.start}, {span.end})")
    return span


def _line_index(index: object, lines: Sequence[Line]) -> int | None:
    if index is None:
        return None
    if type(index) is not int or not 0 <= index < len(lines):
        raise ValueError(f"no line has the index {index!r}")
    return index


def _reading(order: object, lines: Sequence[Line]) -> tuple[int, ...]:
    if not isinstance(order, list):
        raise ValueError("a reading is not a list")
    for index in order:
        if type(index) is not int or not BREAK <= index < len(lines):
            raise ValueError(f"no line has the index {index!r}")
    return tuple(order)


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


def _line_from_json(data: list[Any], size: int) -> Line:
    start, end, bbox, role, direction, margin_number, extents, is_right = data
    if type(role) is not int or not 0 <= role < len(_ROLES):
        raise ValueError(f"no role has the number {role!r}")
    if type(direction) is not int:
        raise ValueError(f"not a direction: {direction!r}")
    if margin_number is not None and not isinstance(margin_number, str):
        raise ValueError(f"not a margin number: {margin_number!r}")
    places = numbers_of(extents, len(extents), int, float)
    return Line(
        span=_span([start, end], size),
        bbox=_box(bbox),
        role=_ROLES[role],
        direction=direction,
        margin_number=margin_number,
        extents=tuple(zip(places[::2], places[1::2], strict=True)),
        margin_is_right=bool(is_right),
    )


def _box(value: object) -> BBox:
    return BBox(*numbers_of(value, 4, int, float))


def caption_to_json(caption: Caption) -> dict[str, Any]:
    """Return a caption's record."""
    return {
        "kind": caption.kind.value,
        "label": caption.label,
        "page": caption.page_number,
        "text": caption.text,
        "box": caption.bbox.as_list(),
    }


def caption_from_json(data: object) -> Caption:
    """Return the caption that `caption_to_json` wrote."""
    data = object_of(data)
    return Caption(
        kind=CaptionKind(text_in(data, "kind")),
        label=text_in(data, "label"),
        page_number=positive_in(data, "page"),
        text=text_in(data, "text"),
        bbox=_box(data.get("box")),
    )


def equation_to_json(equation: DisplayedEquation) -> dict[str, Any]:
    """Return an accepted label's record."""
    return {
        "label": equation.label,
        "page": equation.page_number,
        "box": equation.bbox.as_list(),
        "display": equation.display.as_list(),
    }


def equation_from_json(data: object) -> DisplayedEquation:
    """Return the label that `equation_to_json` wrote."""
    data = object_of(data)
    return DisplayedEquation(
        label=text_in(data, "label"),
        page_number=positive_in(data, "page"),
        bbox=_box(data.get("box")),
        display=_box(data.get("display")),
    )


def candidate_to_json(candidate: LabelCandidate) -> dict[str, Any]:
    """Return a refused label's record, with every reason."""
    return {
        "label": candidate.label,
        "page": candidate.page_number,
        "box": candidate.bbox.as_list(),
        "rejected": [code.value for code in candidate.rejected],
    }


def candidate_from_json(data: object) -> LabelCandidate:
    """Return the refused label that `candidate_to_json` wrote."""
    data = object_of(data)
    return LabelCandidate(
        label=text_in(data, "label"),
        page_number=positive_in(data, "page"),
        bbox=_box(data.get("box")),
        rejected=tuple(map(Rejection, strings_in(data, "rejected"))),
    )


def hidden_to_json(hidden: HiddenText) -> dict[str, Any]:
    """Return a hidden text's record."""
    return {
        "page": hidden.page_number,
        "text": hidden.text,
        "why": hidden.why.value,
        "box": hidden.bbox.as_list(),
    }


def hidden_from_json(data: object) -> HiddenText:
    """Return the hidden text that `hidden_to_json` wrote."""
    data = object_of(data)
    return HiddenText(
        page_number=positive_in(data, "page"),
        text=text_in(data, "text"),
        why=Why(text_in(data, "why")),
        bbox=_box(data.get("box")),
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
    """Return the paper whose records `records_to_json` wrote.

    An older version did not write every list.
    """
    data = {"candidates": [], "hidden": [], "warnings": [], **object_of(data)}
    equations = None if data.get("equations") is None else list_in(data, "equations")
    return Paper(
        original=original,
        pages=pages,
        captions=tuple(map(caption_from_json, list_in(data, "captions"))),
        equations=(
            None if equations is None else tuple(map(equation_from_json, equations))
        ),
        candidates=tuple(map(candidate_from_json, list_in(data, "candidates"))),
        hidden=tuple(map(hidden_from_json, list_in(data, "hidden"))),
        warnings=strings_in(data, "warnings"),
    )
