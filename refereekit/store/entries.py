"""Claims of the pool to JSON objects and back, in a shape that is held to strictly.

A person may read and edit the file, so nothing in it is believed: what is not of this
shape is refused here, and what the words say is checked again where it is used.
"""

from __future__ import annotations

from typing import Any

from refereekit.claims import (
    Claim,
    EquationCitation,
    FigureCitation,
    PageCitation,
    Quotation,
)
from refereekit.patterns import regex
from refereekit.pool import KINDS, Entry, claim_about
from refereekit.positions import BBox, Span
from refereekit.store.shapes import (
    list_in,
    numbers_of,
    object_of,
    positive_in,
    strings_in,
    text_in,
)
from refereekit.verdicts import Anchor, Finding, Reason, Verdict

__all__ = ["entry_from_json", "entry_to_json"]

_ID = regex(r"[0-9a-f]{12}")
_KEYS = frozenset(
    {
        "id",
        "kind",
        "page",
        "label",
        "text",
        "verdict",
        "reason",
        "evidence",
        "anchors",
        "folded",
        "note",
    }
)
_ANCHOR_KEYS = frozenset({"page", "span", "exact", "prefix", "suffix", "boxes"})
_JOINING = {
    reason.code: reason
    for reason in Reason
    if reason.verdict in (Verdict.PASS, Verdict.FLAG)
}


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """Return a claim of the pool as a JSON object."""
    finding = entry.finding
    return {
        "id": entry.id,
        **_claim_to_json(finding),
        "verdict": finding.verdict.value,
        "reason": finding.reason.code,
        "evidence": finding.evidence,
        "anchors": [_anchor_to_json(anchor) for anchor in finding.anchors],
        "folded": list(finding.folded),
        "note": entry.note,
    }


def entry_from_json(data: object) -> Entry:
    """Return the claim that `entry_to_json` wrote.

    Raises:
        ValueError: the object is of another shape; the message says where.
    """
    row = object_of(data, _KEYS)
    reason = _JOINING.get(text_in(row, "reason"))
    if reason is None or row["verdict"] != reason.verdict.value:
        raise ValueError("'verdict' and 'reason' are not those of a claim that joins")
    identifier = text_in(row, "id")
    if not _ID.fullmatch(identifier):
        raise ValueError("'id' is not 12 hexadecimal digits")
    return Entry(
        identifier,
        Finding(
            _claim_from_json(row),
            reason,
            text_in(row, "evidence"),
            tuple(_anchor_from_json(anchor) for anchor in list_in(row, "anchors")),
            strings_in(row, "folded"),
        ),
        text_in(row, "note"),
    )


def _claim_to_json(finding: Finding) -> dict[str, Any]:
    page: int | None = None
    label: str | None = None
    text: str | None = None
    match claim := finding.claim:
        case Quotation():
            kind, page, text = "quotation", claim.page_numbers[0], claim.text
        case PageCitation():
            kind, page = "page", claim.number
        case EquationCitation():
            kind, label = "equation", claim.label
        case FigureCitation():
            kind, label = "figure", claim.label
        case _:
            raise ValueError(f"no claim of a pool: {type(claim).__name__}")
    return {"kind": kind, "page": page, "label": label, "text": text}


def _claim_from_json(row: dict[str, Any]) -> Claim:
    kind = row["kind"]
    if kind not in KINDS:
        raise ValueError(f"'kind' is none of {', '.join(KINDS)}")
    wanted = {"quotation": ("page", "text"), "page": ("page",)}.get(kind, ("label",))
    for key in ("page", "label", "text"):
        if (row[key] is not None) != (key in wanted):
            raise ValueError(f"'{key}' does not go with the kind '{kind}'")
    return claim_about(
        kind,
        page=positive_in(row, "page") if "page" in wanted else 0,
        label=text_in(row, "label") if "label" in wanted else "",
        text=text_in(row, "text") if "text" in wanted else "",
    )


def _anchor_to_json(anchor: Anchor) -> dict[str, Any]:
    span = anchor.span
    return {
        "page": anchor.page_number,
        "span": None if span is None else [span.start, span.end],
        "exact": anchor.exact,
        "prefix": anchor.prefix,
        "suffix": anchor.suffix,
        "boxes": [bbox.as_list() for bbox in anchor.bboxes],
    }


def _anchor_from_json(data: object) -> Anchor:
    row = object_of(data, _ANCHOR_KEYS)
    return Anchor(
        page_number=positive_in(row, "page"),
        span=None if row["span"] is None else Span(*numbers_of(row["span"], 2, int)),
        exact=text_in(row, "exact"),
        prefix=text_in(row, "prefix"),
        suffix=text_in(row, "suffix"),
        bboxes=tuple(
            BBox(*numbers_of(b, 4, int, float)) for b in list_in(row, "boxes")
        ),
    )
