"""`text-paragraphs-split`: what stands between blank lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from refereekit.positions import Span
from refereekit.selection.limits import require_bytes, require_items
from refereekit.selection.text_lines import TextLines

__all__ = ["execute", "split_paragraphs"]

_REFERENCE_VERSION = "CommonMark 0.31.2, section 2.1 Characters and lines"

_PARAGRAPH = re.compile(
    # From the start of a line that holds more than spaces and tabs ...
    r"(?:(?<=[\r\n])|\A)[ \t]*+[^ \t\r\n][^\r\n]*+"
    # ... over every further line of the kind. Atomic: what is repeated possessively
    # keeps half a line in Python 3.11.2.
    r"(?>(?:(?:\r\n|\r|\n)[ \t]*+[^ \t\r\n][^\r\n]*+)*)"
)


def split_paragraphs(text: str) -> Iterator[Span]:
    """Yield the paragraphs: whole lines, without the last one's end of line."""
    for found in _PARAGRAPH.finditer(text):
        yield Span(*found.span())


def execute(document: Mapping[str, Any], limits: Mapping[str, int]) -> dict[str, Any]:
    """Return the result for an input that the contract's schema allows."""
    text = document["text"]
    require_bytes("/text", text, limits, "text")
    most = limits["max_paragraphs"]
    spans = list(islice(split_paragraphs(text), most + 1))
    require_items("/text", spans, limits, "max_paragraphs")
    lines = TextLines(text)
    return {
        "text_length": len(text),
        "paragraphs": [lines.piece(span) for span in spans],
        "reference_version": _REFERENCE_VERSION,
    }
