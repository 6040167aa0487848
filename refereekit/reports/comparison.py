"""What became of each claim in a revision, as text, Markdown or JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from refereekit.changes import Change, Renumbered
from refereekit.claims import EquationCitation
from refereekit.records import Original
from refereekit.reports.jsondoc import finding_object
from refereekit.reports.markdown import code_span, escaped
from refereekit.reports.pool import claim_object, original_object
from refereekit.reports.wording import claim_title, printable
from refereekit.revision import Compared, Outcome, count_outcomes
from refereekit.verdicts import Anchor, DraftSource

__all__ = ["FORMATS", "SCHEMA", "Comparison", "Row", "render"]

FORMATS = ("json", "markdown", "text")

SCHEMA = 1
"""The number of the JSON document's shape."""

_LIMITS = (
    "'not-found' does not say that the authors took the words out",
    "this comparison cannot tell whether the revision answers the report",
)
_EMPTY = (
    "no claim to compare: the claim pool is empty; fill it with 'refereekit claim "
    "add', or name a report with --draft"
)
_WIDTH = max(len(outcome) for outcome in Outcome)


@dataclass(frozen=True, slots=True)
class Row:
    """One claim's outcome, its id in the pool, and what differs around it."""

    id: str | None
    compared: Compared
    change: Change | None = None
    renumbered: Renumbered | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every claim's outcome in one revision."""

    original: Original
    revision: Original
    revision_name: str
    rows: tuple[Row, ...]
    draft: DraftSource | None = None
    has_changes: bool = False

    @property
    def counts(self) -> dict[Outcome, int]:
        """Return how many claims have each outcome."""
        return count_outcomes(row.compared for row in self.rows)


def render(format_name: str, comparison: Comparison) -> str:
    """Return the comparison in one of `FORMATS`."""
    match format_name:
        case "json":
            return _json(comparison)
        case "markdown":
            return _markdown(comparison)
        case _:
            return _text(comparison)


def _text(comparison: Comparison) -> str:
    original, revision = comparison.original, comparison.revision
    lines = [
        f"compared with the revision {printable(comparison.revision_name)} "
        f"(pdf sha256 {revision.sha256[:12]})",
        f"original: {printable(original.name)} (pdf sha256 {original.sha256[:12]})",
    ]
    for row in comparison.rows:
        compared = row.compared
        lines.append(
            f"  {compared.outcome:<{_WIDTH}}  {_title(compared)}: "
            f"{printable(compared.detail)}"
        )
        lines += [f"    {remark}" for remark in _remarks(row)]
    lines += [_counts(comparison), *_LIMITS]
    return "\n".join(lines) + "\n"


def _markdown(comparison: Comparison) -> str:
    original, revision = comparison.original, comparison.revision
    lines = [
        "## Comparison with the revision",
        "",
        f"{code_span(comparison.revision_name)} (pdf sha256 "
        f"`{revision.sha256[:12]}`), a revision of {code_span(original.name)} "
        f"(pdf sha256 `{original.sha256[:12]}`).",
        "",
    ]
    for row in comparison.rows:
        compared = row.compared
        lines.append(
            f"- **{compared.outcome}** {code_span(_title(compared))}: "
            f"{escaped(compared.detail)}"
        )
        lines += [f"  - {escaped(remark)}" for remark in _remarks(row)]
    lines += ["", f"**{escaped(_counts(comparison))}**", ""]
    lines += [f"- {escaped(limit)}" for limit in _LIMITS]
    return "\n".join(lines) + "\n"


def _json(comparison: Comparison) -> str:
    draft = comparison.draft
    document = {
        "schema": SCHEMA,
        "original": original_object(comparison.original),
        "revision": {
            **original_object(comparison.revision),
            "name": comparison.revision_name,
        },
        "draft": None
        if draft is None
        else {"name": draft.name, "sha256": draft.sha256},
        "claims": [_row_object(row, comparison) for row in comparison.rows],
        "summary": {o.value: count for o, count in comparison.counts.items()},
        "limits": list(_LIMITS),
    }
    return json.dumps(document) + "\n"


def _row_object(row: Row, comparison: Comparison) -> dict[str, Any]:
    compared = row.compared
    found = claim_object(compared.finding)
    closest = compared.closest
    shown: dict[str, Any] = {
        "id": row.id,
        **{key: found[key] for key in ("kind", "page", "label", "text")},
        "outcome": compared.outcome.value,
        "detail": compared.detail,
        "pages": list(compared.pages),
        "anchors": _anchor_objects(compared, compared.anchors),
        "closest": _anchor_objects(compared, (closest,))[0] if closest else None,
    }
    if comparison.draft is not None:
        shown["draft"] = finding_object(compared.finding)["draft"]
    if comparison.has_changes:
        shown["changes"] = _change_object(row.change)
        shown["renumbered"] = _renumbered_object(row.renumbered)
    return shown


def _anchor_objects(compared: Compared, anchors: tuple[Anchor, ...]) -> list[Any]:
    """Return places in the revision in the shape that a finding's anchors have."""
    shown: list[Any] = finding_object(replace(compared.finding, anchors=anchors))[
        "anchors"
    ]
    return shown


def _change_object(change: Change | None) -> dict[str, Any] | None:
    if change is None:
        return None
    return {
        "only_in_original": list(change.only_in_original),
        "only_in_revision": list(change.only_in_revision),
    }


def _renumbered_object(renumbered: Renumbered | None) -> dict[str, Any] | None:
    if renumbered is None:
        return None
    return {"label": renumbered.label, "page": renumbered.page_number}


def _title(compared: Compared) -> str:
    return claim_title(compared.finding.claim)


def _remarks(row: Row) -> list[str]:
    """Return what differs around a claim, one line each."""
    remarks = []
    if row.change is not None:
        for runs, where in (
            (row.change.only_in_original, "only in the original"),
            (row.change.only_in_revision, "only in the revision"),
        ):
            if runs:
                shown = "; ".join(f'"{printable(run)}"' for run in runs)
                remarks.append(f"{where}: {shown}")
    if row.renumbered is not None:
        is_equation = isinstance(row.compared.finding.claim, EquationCitation)
        kind, by = ("Eq.", "display") if is_equation else ("Fig.", "caption")
        new = row.renumbered
        remarks.append(
            f"by its {by}'s text, {_title(row.compared)} became {kind} "
            f"({printable(new.label)}), on page {new.page_number}"
        )
    return remarks


def _counts(comparison: Comparison) -> str:
    if not comparison.rows and comparison.draft is None:
        return _EMPTY
    counted = [f"{n} {outcome}" for outcome, n in comparison.counts.items() if n]
    return f"{len(comparison.rows)} claim(s): {', '.join(counted) or 'none'}"
