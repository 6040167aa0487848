"""The transcript: one line a finding, the counts, and what was not verified."""

from __future__ import annotations

from refereekit.claims import Forms
from refereekit.reports.outcome import exit_line
from refereekit.reports.presentation import PLAIN, Presentation
from refereekit.reports.wording import claim_title, printable
from refereekit.verdicts import Audit, Finding, Verdict

__all__ = ["finding_line", "not_verified", "render"]

_NOT_VERIFIED = {
    Forms.SPEC: "citation forms other than 'p. N', 'Eq. (N)' and 'Fig. (N)'",
    Forms.ALL: "citation forms listed as unsupported",
}


def render(audit: Audit, presentation: Presentation = PLAIN) -> str:
    """Return the transcript, ending in a line feed; it shows every finding."""
    lines = [
        "checked against the original bound to this session "
        f"(pdf sha256 {audit.original.sha256[:12]})",
        *(f"  {finding_line(finding)}" for finding in audit.findings),
        _counts(audit),
        not_verified(presentation.forms),
    ]
    for name, mentions in (
        ("unsupported forms", audit.parsed.unsupported),
        ("unread", audit.parsed.unread),
    ):
        if mentions:
            texts = dict.fromkeys(_short(mention.text) for mention in mentions)
            lines.append(f"  {name}: {', '.join(texts)}")
    lines.append(exit_line(audit, presentation.fail_on))
    return "\n".join(lines) + "\n"


def not_verified(forms: Forms) -> str:
    """Return what no check of this run has looked at."""
    return (
        f"not verified: {_NOT_VERIFIED[forms]}, "
        "quotations under the floors, and every unquoted claim"
    )


def finding_line(finding: Finding) -> str:
    """Return one finding as the transcript has it, without its indent."""
    title = claim_title(finding.claim)
    evidence = printable(finding.evidence)
    if finding.verdict is Verdict.UNANCHORED:
        return f"UNANCHORED {title}: {evidence}"
    unchecked = " -- wording unchecked" if finding.verdict is Verdict.FLAG else ""
    return (
        f"{finding.verdict}  {title}: {evidence} "
        f"[{finding.reason.code}; pool: {finding.pool}]{unchecked}"
    )


def _counts(audit: Audit) -> str:
    passed, flagged, failed, unanchored = (audit.count(v) for v in Verdict)
    return (
        f"{passed + flagged + failed} citation(s): {passed} PASS, {flagged} FLAG, "
        f"{failed} FAIL; {unanchored} unanchored"
    )


def _short(text: str, most: int = 60) -> str:
    shown = printable(text)
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"
