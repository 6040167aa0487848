"""The two flags on a draft that was written from the evidence.

A citation gets at most one: its anchor was never offered, or its words are not what
the original says. The prose is left as written.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from refereekit.audit import audit_draft
from refereekit.claims import Quotation
from refereekit.evidence import Evidence
from refereekit.matching.index import PaperIndex
from refereekit.records import Paper
from refereekit.verdicts import Audit, DraftSource, Finding, Verdict

__all__ = ["Flag", "FlagKind", "Flagged", "flag_draft"]


@unique
class FlagKind(StrEnum):
    """What is wrong with a citation, in the words that are shown."""

    NOT_IN_VERIFIED_POOL = "not in verified pool"
    FAILED_REVERIFICATION = "failed re-verification"


@dataclass(frozen=True, slots=True)
class Flag:
    """One citation that does not hold, and the finding on it."""

    kind: FlagKind
    finding: Finding


@dataclass(frozen=True, slots=True)
class Flagged:
    """A draft's flags in draft order, beside the audit that they come from."""

    audit: Audit
    flags: tuple[Flag, ...]


def flag_draft(
    draft: DraftSource, paper: Paper, index: PaperIndex, evidence: Evidence
) -> Flagged:
    """Return the flags on every citation of the draft in one of the six forms."""
    audit = audit_draft(draft, paper, index)
    pool = evidence.pool
    flags = []
    for finding in audit.findings:
        if finding.verdict is Verdict.UNANCHORED:
            continue
        if not pool.holds_anchor(finding):
            flags.append(Flag(FlagKind.NOT_IN_VERIFIED_POOL, finding))
        elif _has_failed_words(finding):
            flags.append(Flag(FlagKind.FAILED_REVERIFICATION, finding))
    flags.sort(key=lambda flag: flag.finding.claim.place)
    return Flagged(audit, tuple(flags))


def _has_failed_words(finding: Finding) -> bool:
    """Tell whether the original does not have a quotation's words on its page.

    The draft's reader drops what is no quotation of 12 to 400 characters, and a
    shorter one than four words is a FLAG, so neither is seen here.
    """
    return isinstance(finding.claim, Quotation) and finding.verdict is Verdict.FAIL
