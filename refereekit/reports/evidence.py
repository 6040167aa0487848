"""The evidence that a draft may be written from, as text, Markdown or JSON."""

from __future__ import annotations

import json

from refereekit.claims import Quotation
from refereekit.evidence import Evidence
from refereekit.pool import Entry
from refereekit.reports.markdown import code_span, escaped
from refereekit.reports.pool import entry_object, original_object
from refereekit.reports.wording import claim_title, printable
from refereekit.verdicts import Finding, Verdict

__all__ = ["FORMATS", "SCHEMA", "render"]

FORMATS = ("json", "markdown", "text")

SCHEMA = 1
"""The number of the JSON document's shape."""

_EMPTY = (
    "EMPTY POOL: no verified claim to write from; add some with 'refereekit claim add'"
)
_SCOPE = (
    "a quotation's words are on its page and a label is printed where it says; "
    "nothing here says that a claim is true"
)


def render(format_name: str, evidence: Evidence) -> str:
    """Return the evidence in one of `FORMATS`."""
    match format_name:
        case "json":
            return _json(evidence)
        case "markdown":
            return _markdown(evidence)
        case _:
            return _text(evidence)


def _text(evidence: Evidence) -> str:
    original = evidence.original
    lines = [] if evidence.offered else [_EMPTY]
    lines.append(
        f"evidence from {printable(original.name)} (pdf sha256 {original.sha256[:12]})"
    )
    lines += [f"  {_title(e.finding)}: {_promise(e)}" for e in evidence.offered]
    lines += [f"  {_excluded(e)}" for e in evidence.excluded]
    lines.append(_counts(evidence))
    lines.append(_SCOPE)
    return "\n".join(lines) + "\n"


def _markdown(evidence: Evidence) -> str:
    original = evidence.original
    lines = [] if evidence.offered else [_EMPTY, ""]
    lines += [
        "## Evidence",
        "",
        f"From {code_span(original.name)} (pdf sha256 `{original.sha256[:12]}`): "
        f"{_SCOPE}.",
        "",
    ]
    for entry in evidence.offered:
        promise = escaped(_promise(entry))
        lines.append(f"- {code_span(_title(entry.finding))}: {promise}")
    for entry in evidence.excluded:
        title, why = code_span(_title(entry.finding)), escaped(_why(entry))
        lines.append(f"- EXCLUDED {title}: {why}")
    if evidence.offered or evidence.excluded:
        lines.append("")
    lines.append(_counts(evidence))
    return "\n".join(lines) + "\n"


def _json(evidence: Evidence) -> str:
    document = {
        "schema": SCHEMA,
        "original": original_object(evidence.original),
        "empty": not evidence.offered,
        "evidence": [
            {**entry_object(entry), "checked": _checked(entry)}
            for entry in evidence.offered
        ],
        "excluded": [entry_object(entry) for entry in evidence.excluded],
    }
    return json.dumps(document) + "\n"


def _title(finding: Finding) -> str:
    return claim_title(finding.claim)


def _checked(entry: Entry) -> str:
    """Return what the check established: `words`, `page` or `label`."""
    if entry.finding.verdict is Verdict.FLAG:
        return "page"
    return "words" if isinstance(entry.finding.claim, Quotation) else "label"


def _promise(entry: Entry) -> str:
    evidence = printable(entry.finding.evidence)
    note = f" -- note: {printable(entry.note)}" if entry.note else ""
    match _checked(entry):
        case "words":
            return evidence + note
        case "page":
            return f"bare pointer: the page exists, its wording is unchecked{note}"
        case _:
            return f"{evidence}; what is stated or shown there is unchecked{note}"


def _excluded(entry: Entry) -> str:
    return f"EXCLUDED {_title(entry.finding)}: {_why(entry)}"


def _why(entry: Entry) -> str:
    finding = entry.finding
    return f"{printable(finding.evidence)} [{finding.reason.code}]"


def _counts(evidence: Evidence) -> str:
    return f"{len(evidence.offered)} on offer, {len(evidence.excluded)} excluded"
