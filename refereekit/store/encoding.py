"""Records to JSON objects and back.

The shapes are those of `refereekit records --format json`, with a page's lines and
other readings beside its text. Numbers of points are rounded to a hundredth. What is
read back is held to its shape: anything else is a `ValueError` or a `TypeError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

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
    Why,
)
from refereekit.store.lines import Refuse, StoredLines, line_from_row, rows_of
from refereekit.store.shapes import (
    box_of,
    flag_in,
    integer_in,
    list_in,
    number_in,
    object_of,
    positive_in,
    spans_in,
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
        "lines": rows_of(page.lines),
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
        list_in(data, "lines"), partial(line_from_row, size=len(text)), refuse
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
        raised=spans_in(data, "raised", len(text)),
        lowered=spans_in(data, "lowered", len(text)),
        readings=tuple(_reading(order, lines) for order in list_in(data, "readings")),
        flow_start=flow_start,
        flow_end=flow_end,
        is_readable=flag_in(data, "readable"),
        is_ocr=flag_in(data, "ocr"),
    )


def _line_index(index: object, lines: Sequence[Line]) -> int | None:
    if index is None:
        return None
    if type(index) is not int or not 0 <= index < len(lines):
        raise ValueError(f"no line has the index {index!r}")
    return index


def _reading(order: object, lines: Sequence[Line]) -> tuple[int, ...]:
    if not isinstance(order, list):
        raise ValueError("a reading is not a list")
    size = len(lines)
    if set(map(type, order)) <= {int} and (
        not order or (min(order) >= BREAK and max(order) < size)
    ):
        return tuple(order)
    for index in order:
        if type(index) is not int or not BREAK <= index < size:
            raise ValueError(f"no line has the index {index!r}")
    return tuple(order)


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
        bbox=box_of(data.get("box")),
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
        bbox=box_of(data.get("box")),
        display=box_of(data.get("display")),
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
        bbox=box_of(data.get("box")),
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
        bbox=box_of(data.get("box")),
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
