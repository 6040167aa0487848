"""An audit as remarks on lines of the draft: what editors and code reviews show."""

from __future__ import annotations

from dataclasses import dataclass

from refereekit.claims import Mention, Place
from refereekit.reports.presentation import Presentation
from refereekit.reports.severity import Severity
from refereekit.reports.wording import claim_title, printable
from refereekit.verdicts import Audit, Finding

__all__ = ["UNREAD_CODE", "UNSUPPORTED_CODE", "Annotation", "annotate"]

UNSUPPORTED_CODE = "unsupported-form"
UNREAD_CODE = "unread"


@dataclass(frozen=True, slots=True)
class Annotation:
    """One remark; `code` is the reason's, or says why nothing was checked."""

    place: Place
    severity: Severity
    subject: str
    message: str
    code: str


def annotate(audit: Audit, presentation: Presentation) -> list[Annotation]:
    """Return every remark in draft order, without findings that are off."""
    found = [
        _of_finding(finding, presentation.severity(finding))
        for finding in presentation.shown(audit)
    ]
    found += [_of_mention(m, UNSUPPORTED_CODE) for m in audit.parsed.unsupported]
    found += [_of_mention(m, UNREAD_CODE) for m in audit.parsed.unread]
    return sorted(found, key=lambda annotation: annotation.place)


def _of_finding(finding: Finding, severity: Severity) -> Annotation:
    return Annotation(
        finding.claim.place,
        severity,
        claim_title(finding.claim),
        printable(finding.evidence),
        finding.reason.code,
    )


def _of_mention(mention: Mention, code: str) -> Annotation:
    why = f": {printable(mention.why)}" if mention.why else ""
    return Annotation(
        mention.place,
        Severity.NOTE,
        printable(mention.text),
        f"not checked{why}",
        code,
    )
