"""The audit as one JSON document."""

from __future__ import annotations

import json
from typing import Any

from refereekit import __version__
from refereekit.claims import Mention, Place
from refereekit.reports.location import Position, position
from refereekit.reports.outcome import FailOn, exit_code
from refereekit.reports.presentation import PLAIN, Presentation
from refereekit.reports.wording import claim_kind, claim_label, claim_page, claim_title
from refereekit.verdicts import Anchor, Audit, DraftSource, Finding, Verdict

__all__ = ["SCHEMA", "document", "finding_object", "render"]

SCHEMA = 1
"""The number of the document's shape; it changes when a reader must."""


def render(audit: Audit, presentation: Presentation = PLAIN) -> str:
    """Return the document, ending in a line feed; it shows every finding."""
    return json.dumps(document(audit, fail_on=presentation.fail_on)) + "\n"


def document(
    audit: Audit, *, fail_on: frozenset[FailOn] = frozenset()
) -> dict[str, Any]:
    """Return the document as JSON objects.

    Positions in the draft are code points from 0, lines and columns from 1; boxes are
    x0, top, x1, bottom in points from the top left of the page's crop box.
    """
    counts = {verdict: audit.count(verdict) for verdict in Verdict}
    return {
        "schema": SCHEMA,
        "tool": "refereekit",
        "version": __version__,
        "original": {
            "name": audit.original.name,
            "sha256": audit.original.sha256,
            "pages": audit.original.page_count,
        },
        "draft": {"name": audit.draft.name, "sha256": audit.draft.sha256},
        "findings": [finding_object(f, audit.draft) for f in audit.findings],
        "unsupported": [_mention(m, audit.draft) for m in audit.parsed.unsupported],
        "unread": [_mention(m, audit.draft) for m in audit.parsed.unread],
        "warnings": list(audit.warnings),
        "summary": {
            "citations": sum(counts.values()) - counts[Verdict.UNANCHORED],
            **{verdict.value: count for verdict, count in counts.items()},
        },
        "exit_code": exit_code(audit, fail_on),
    }


def finding_object(
    finding: Finding, draft: DraftSource | None = None
) -> dict[str, Any]:
    """Return one finding as a JSON object; the draft adds a document's runs."""
    claim = finding.claim
    return {
        "verdict": finding.verdict.value,
        "reason": finding.reason.code,
        "kind": claim_kind(claim),
        "page": claim_page(claim),
        "label": claim_label(claim),
        "text": getattr(claim, "text", None),
        "cited": claim_title(claim),
        "evidence": finding.evidence,
        "pool": finding.pool.value,
        "draft": _place(claim.place, draft),
        "anchors": [_anchor(anchor) for anchor in finding.anchors],
        "folded": list(finding.folded),
        "elsewhere": list(finding.elsewhere),
    }


def _anchor(anchor: Anchor) -> dict[str, Any]:
    found: dict[str, Any] = {"page": anchor.page_number}
    if anchor.span is not None:
        found["selector"] = {
            "type": "TextPositionSelector",
            "start": anchor.span.start,
            "end": anchor.span.end,
        }
        found["quote"] = {
            "type": "TextQuoteSelector",
            "exact": anchor.exact,
            "prefix": anchor.prefix,
            "suffix": anchor.suffix,
        }
    found["boxes"] = [bbox.as_list() for bbox in anchor.bboxes]
    return found


def _place(place: Place, draft: DraftSource | None) -> dict[str, Any]:
    found: dict[str, Any] = {"start": place.span.start, "end": place.span.end}
    at = position(draft, place) if draft else Position(place.line, place.column)
    found |= {"line": at.line, "column": at.column}
    if at.run is not None:
        found |= {"part": at.run.part, "run": at.run.number}
    return found


def _mention(mention: Mention, draft: DraftSource) -> dict[str, Any]:
    found: dict[str, Any] = {"text": mention.text, **_place(mention.place, draft)}
    if mention.why:
        found["why"] = mention.why
    return found
