"""The two draft flags as text or JSON."""

from __future__ import annotations

import json

from refereekit.flags import Flag, Flagged, FlagKind
from refereekit.reports.jsondoc import finding_object
from refereekit.reports.pool import original_object
from refereekit.reports.wording import claim_title, printable
from refereekit.verdicts import Verdict

__all__ = ["SCHEMA", "render_json", "render_text"]

SCHEMA = 1
"""The number of the JSON document's shape."""

_NOTHING = "exit 0: no citation is flagged; this is not approval"
_SOMETHING = "exit 3: a citation does not hold against the evidence"


def render_text(flagged: Flagged) -> str:
    """Return one line a flag, with file, line and column, then the count."""
    name = printable(flagged.audit.draft.name)
    lines = [_line(name, flag) for flag in flagged.flags]
    lines.append(f"{_citations(flagged)} citation(s): {len(lines)} flagged")
    lines.append(_SOMETHING if flagged.flags else _NOTHING)
    return "\n".join(lines) + "\n"


def render_json(flagged: Flagged) -> str:
    """Return the flags as one JSON document."""
    audit = flagged.audit
    document = {
        "schema": SCHEMA,
        "original": original_object(audit.original),
        "draft": {"name": audit.draft.name, "sha256": audit.draft.sha256},
        "flags": [
            {"flag": flag.kind.value, **finding_object(flag.finding)}
            for flag in flagged.flags
        ],
        "summary": {
            "citations": _citations(flagged),
            **{
                kind.value: sum(flag.kind is kind for flag in flagged.flags)
                for kind in FlagKind
            },
        },
        "exit_code": 3 if flagged.flags else 0,
    }
    return json.dumps(document) + "\n"


def _line(name: str, flag: Flag) -> str:
    finding = flag.finding
    place = finding.claim.place
    line = (
        f"{name}:{place.line}:{place.column}: {flag.kind}: {claim_title(finding.claim)}"
    )
    if flag.kind is FlagKind.NOT_IN_VERIFIED_POOL:
        return line
    return f"{line}: {printable(finding.evidence)} [{finding.reason.code}]"


def _citations(flagged: Flagged) -> int:
    """Return how many citations were read: all claims that name their place."""
    audit = flagged.audit
    return len(audit.where(lambda f: f.verdict is not Verdict.UNANCHORED))
