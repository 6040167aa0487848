"""An audit's findings by reason, the most serious first."""

from __future__ import annotations

from dataclasses import dataclass

from refereekit.reports.presentation import Presentation
from refereekit.reports.reasons import MEANING
from refereekit.reports.severity import Severity
from refereekit.verdicts import Audit, Finding, Reason, Verdict

__all__ = ["Group", "counted", "groups", "left_out", "totals"]


@dataclass(frozen=True, slots=True)
class Group:
    """The findings of one reason, in draft order."""

    reason: Reason
    severity: Severity
    findings: tuple[Finding, ...]

    @property
    def title(self) -> str:
        """Return what the group's findings have in common."""
        return MEANING[self.reason]


def groups(audit: Audit, presentation: Presentation) -> list[Group]:
    """Return the groups that are not off: by verdict, severity, and seriousness.

    A FAIL stands before everything else, whatever its severity.
    """
    shown = presentation.shown(audit)
    found = []
    for reason in MEANING:
        findings = [finding for finding in shown if finding.reason is reason]
        if findings:
            findings.sort(key=lambda finding: finding.claim.place)
            severity = presentation.severity(findings[0])
            found.append(Group(reason, severity, tuple(findings)))
    return sorted(found, key=_rank)  # sorting keeps the order of MEANING


def _rank(group: Group) -> tuple[bool, int]:
    return group.reason.verdict is not Verdict.FAIL, group.severity.rank


def left_out(audit: Audit, presentation: Presentation) -> dict[Reason, int]:
    """Return how many findings of each reason are off."""
    shown = set(map(id, presentation.shown(audit)))
    counts: dict[Reason, int] = {}
    for finding in audit.findings:
        if id(finding) not in shown:
            counts[finding.reason] = counts.get(finding.reason, 0) + 1
    return counts


def totals(audit: Audit) -> str:
    """Return the counts of all verdicts in one line."""
    passed, flagged, failed, unanchored = map(audit.count, Verdict)
    cited = counted(passed + flagged + failed, "citation")
    return (
        f"{cited}: {failed} FAIL, {flagged} FLAG, {passed} PASS; "
        f"{unanchored} unanchored"
    )


def counted(number: int, noun: str) -> str:
    """Return `1 citation`, `2 citations`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
