"""`markdown-sections-chunk`: a CommonMark document by its top-level headings."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from refereekit.positions import Span
from refereekit.selection.headings import find_headings
from refereekit.selection.limits import require_bytes, require_items
from refereekit.selection.text_lines import TextLines

__all__ = ["execute"]

_REFERENCE_VERSION = "CommonMark 0.31.2, sections 4.2 ATX headings, 4.3 Setext headings"


def execute(document: Mapping[str, Any], limits: Mapping[str, int]) -> dict[str, Any]:
    """Return the result for an input that the contract's schema allows."""
    text = document["text"]
    require_bytes("/text", text, limits, "text")
    lines = TextLines(text)
    sections = _sections(lines)
    require_items("/text", sections, limits, "max_sections")
    return {
        "text_length": len(text),
        "sections": sections,
        "reference_version": _REFERENCE_VERSION,
    }


def _sections(lines: TextLines) -> list[dict[str, Any]]:
    """Return every section, what stands before the first heading as one of level 0."""
    spans = lines.spans
    headings = find_headings([span.cut(lines.text).rstrip("\r\n") for span in spans])
    starts = [spans[heading.first_line].start for heading in headings]
    sections = []
    preamble = Span(0, starts[0] if starts else len(lines.text))
    if preamble:
        sections.append({"level": 0, "title": None, "path": []} | lines.piece(preamble))
    path: list[tuple[int, str]] = []
    bodies = pairwise([*starts, len(lines.text)])
    for heading, (start, end) in zip(headings, bodies, strict=True):
        path = [above for above in path if above[0] < heading.level]
        path.append((heading.level, heading.title))
        place = {
            "level": heading.level,
            "title": heading.title,
            "path": [title for _, title in path],
        }
        sections.append(place | lines.piece(Span(start, end)))
    return sections
