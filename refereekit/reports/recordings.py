"""A paper's records as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from refereekit.positions import BBox
from refereekit.records import Page, Paper
from refereekit.reports.wording import printable
from refereekit.store import encoding

__all__ = ["KINDS", "SCHEMA", "document", "render_json", "render_text"]

KINDS = ("pages", "captions", "equations", "candidates", "hidden")

SCHEMA = 1
"""The number of the JSON document's shape."""


def document(paper: Paper, kinds: Sequence[str] = KINDS) -> dict[str, Any]:
    """Return the records of these kinds as JSON objects."""
    everything: dict[str, Callable[[], object]] = {
        "pages": lambda: [_page(page) for page in paper.pages],
        "captions": lambda: [encoding.caption_to_json(c) for c in paper.captions],
        "equations": lambda: (
            None
            if paper.equations is None
            else [encoding.equation_to_json(e) for e in paper.equations]
        ),
        "candidates": lambda: [encoding.candidate_to_json(c) for c in paper.candidates],
        "hidden": lambda: [encoding.hidden_to_json(h) for h in paper.hidden],
    }
    return {
        "schema": SCHEMA,
        "original": {
            "name": paper.original.name,
            "sha256": paper.original.sha256,
            "pages": paper.page_count,
        },
        **{kind: everything[kind]() for kind in kinds},
        "warnings": list(paper.warnings),
    }


def render_json(paper: Paper, kinds: Sequence[str] = KINDS) -> str:
    """Return the records as one JSON document, ending in a line feed."""
    return json.dumps(document(paper, kinds)) + "\n"


def render_text(paper: Paper, kinds: Sequence[str] = KINDS) -> str:
    """Return the records as lines of text, a heading before each kind."""
    lines: list[str] = []
    for kind in kinds:
        rows = _ROWS[kind](paper)
        lines.append(f"{kind}: {len(rows)}")
        lines += [f"  {row}" for row in rows]
    return "\n".join(lines) + "\n"


def _page(page: Page) -> dict[str, Any]:
    return {
        "number": page.number,
        "label": page.label,
        "width": round(page.width, 2),
        "height": round(page.height, 2),
        "rotation": page.rotation,
        "text": page.text,
        "readable": page.is_readable,
        "ocr": page.is_ocr,
    }


def _box(bbox: BBox) -> str:
    return "[" + ", ".join(f"{value:g}" for value in bbox.as_list()) + "]"


def _name(paper: Paper, number: int) -> str:
    page = paper.page(number)
    return page.name if page else f"page {number}"


def _page_rows(paper: Paper) -> list[str]:
    return [
        f"{page.name}: {page.width:g} x {page.height:g} pt, {len(page.lines)} lines, "
        f"{len(page.text.split())} words" + ("" if page.is_readable else ", unreadable")
        for page in paper.pages
    ]


def _caption_rows(paper: Paper) -> list[str]:
    return [
        f"{c.kind} {c.label}: {_name(paper, c.page_number)} {_box(c.bbox)} "
        f"{printable(c.text)}"
        for c in paper.captions
    ]


def _equation_rows(paper: Paper) -> list[str]:
    if paper.equations is None:
        return ["not recorded: the session predates equation records"]
    return [
        f"({e.label}): {_name(paper, e.page_number)} {_box(e.bbox)}, "
        f"display {_box(e.display)}"
        for e in paper.equations
    ]


def _candidate_rows(paper: Paper) -> list[str]:
    return [
        f"({c.label}): {_name(paper, c.page_number)} {_box(c.bbox)} refused: "
        + ", ".join(code.value for code in c.rejected)
        for c in paper.candidates
    ]


def _hidden_rows(paper: Paper) -> list[str]:
    return [
        f"{_name(paper, h.page_number)} {_box(h.bbox)} {h.why}: {printable(h.text)}"
        for h in paper.hidden
    ]


_ROWS = {
    "pages": _page_rows,
    "captions": _caption_rows,
    "equations": _equation_rows,
    "candidates": _candidate_rows,
    "hidden": _hidden_rows,
}
