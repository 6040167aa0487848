"""Receipts: a check's passes as input that a second program can check again.

Every quotation that passes points at the session's text of a page. The pages become the
sources of `citation-batch-check` and each place two citations: its position with the
words there, and its words with what stands around them. A batch holds no more than the
tool's contract allows; what needs more becomes several batches.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from refereekit.records import Paper
from refereekit.selection import find_tool
from refereekit.selectors import TextPositionSelector, TextQuoteSelector
from refereekit.store.session import EXTRACTION
from refereekit.verdicts import Anchor, Audit, Verdict

__all__ = ["TOOL", "batches", "encoded"]

TOOL = ("citation-batch-check", "1.0.0")

_AROUND_BYTES = 64
"""Room for the brackets and names around the sources and the citations."""


@dataclass
class _Batch:
    """Sources by version, and citations, within the limits of one input."""

    limits: Mapping[str, int]
    sources: dict[str, dict[str, Any]] = field(default_factory=dict)
    citations: list[dict[str, Any]] = field(default_factory=list)
    size: int = _AROUND_BYTES
    scanned: int = 0

    def take(self, source: dict[str, Any], citations: list[dict[str, Any]]) -> bool:
        """Add a place, unless that would break a limit."""
        is_new = source["version"] not in self.sources
        size = sum(map(_bytes, citations)) + (_bytes(source) if is_new else 0)
        scans = sum("claimed_start" in citation for citation in citations)
        scanned = scans * len(source["text"].encode("utf-16-le")) // 2
        if (
            len(self.sources) + is_new > self.limits["max_sources"]
            or len(self.citations) + len(citations) > self.limits["max_citations"]
            or self.size + size > self.limits["max_input_bytes"]
            or self.scanned + scanned > self.limits["max_scan_units"]
        ):
            return False
        self.sources[source["version"]] = source
        self.citations += citations
        self.size += size
        self.scanned += scanned
        return True

    def document(self) -> dict[str, Any]:
        """Return the batch as the tool takes it."""
        return {"sources": list(self.sources.values()), "citations": self.citations}


def batches(audit: Audit, paper: Paper) -> Iterator[dict[str, Any]]:
    """Yield inputs of `citation-batch-check` for all quotations that pass.

    A place that no input can hold, for the size of its page, is left out.
    """
    limits = find_tool(*TOOL).contract.limits
    batch = _Batch(limits)
    for source, citations in _places(audit, paper, limits):
        if batch.take(source, citations):
            continue
        if batch.citations:
            yield batch.document()
        batch = _Batch(limits)
        batch.take(source, citations)
    if batch.citations:
        yield batch.document()


def encoded(value: dict[str, Any]) -> str:
    """Return a value as JSON of the fewest bytes: the contract counts them."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _places(
    audit: Audit, paper: Paper, limits: Mapping[str, int]
) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    for number, finding in enumerate(audit.findings, 1):
        if finding.verdict is not Verdict.PASS:
            continue
        for part, anchor in enumerate(finding.anchors, 1):
            page = paper.page(anchor.page_number)
            if anchor.span is None or page is None:
                continue
            source = {
                "source_id": audit.original.sha256,
                "version": f"extraction-{EXTRACTION}/page-{page.number}",
                "text": page.text,
            }
            if len(page.text.encode()) <= limits["max_text_bytes"]:
                name = f"finding-{number}/part-{part}"
                yield source, list(_citations(name, source, anchor, limits))


def _citations(
    name: str, source: dict[str, Any], anchor: Anchor, limits: Mapping[str, int]
) -> Iterator[dict[str, Any]]:
    if anchor.span is None:
        return
    start, end = anchor.span.start, anchor.span.end
    of = {"source_id": source["source_id"], "version": source["version"]}
    yield {
        "citation_id": f"{name}/position",
        **of,
        "selector": TextPositionSelector(start, end).as_json(),
        "quote": anchor.exact,
    }
    context = (anchor.prefix, anchor.suffix)
    if max(len(text.encode()) for text in context) <= limits["max_context_bytes"]:
        yield {
            "citation_id": f"{name}/quote",
            **of,
            "selector": TextQuoteSelector(anchor.exact, *context).as_json(),
            "claimed_start": start,
        }


def _bytes(value: dict[str, Any]) -> int:
    """Return how many bytes a value takes in the input, with what parts it."""
    return len(encoded(value).encode()) + 2
