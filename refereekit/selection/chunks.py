"""`text-delimiter-chunk`: what stands between the places of a delimiter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refereekit.positions import Span
from refereekit.selection.limits import require_bytes, require_items
from refereekit.selection.text_lines import TextLines

__all__ = ["execute", "split_chunks"]

_REFERENCE_VERSION = "Python 3 str.split(sep, maxsplit)"


def split_chunks(text: str, delimiter: str, max_splits: int = -1) -> list[Span]:
    """Return the spans of the pieces that `str.split` gives, empty ones included."""
    spans, start = [], 0
    for piece in text.split(delimiter, max_splits):
        spans.append(Span(start, start + len(piece)))
        start += len(piece) + len(delimiter)
    return spans


def execute(document: Mapping[str, Any], limits: Mapping[str, int]) -> dict[str, Any]:
    """Return the result for an input that the contract's schema allows."""
    text, delimiter = document["text"], document["delimiter"]
    require_bytes("/text", text, limits, "text")
    require_bytes("/delimiter", delimiter, limits, "delimiter")
    # No text has more places than code points, and Python takes no larger number.
    most = limits["max_chunks"]
    max_splits = min(document.get("max_splits", most), most)
    spans = split_chunks(text, delimiter, max_splits)
    require_items("/text", spans, limits, "max_chunks")
    lines = TextLines(text)
    return {
        "delimiter_length": len(delimiter),
        "text_length": len(text),
        "chunks": [lines.piece(span) for span in spans],
        "reference_version": _REFERENCE_VERSION,
    }
