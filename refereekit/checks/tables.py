"""A table that a draft names by its label."""

from __future__ import annotations

from refereekit.checks.captions import check_caption
from refereekit.claims import TableCitation
from refereekit.records import CaptionKind, Paper
from refereekit.verdicts import Finding

__all__ = ["check_table"]


def check_table(claim: TableCitation, paper: Paper) -> Finding:
    """Say whether a table caption carries exactly this label."""
    return check_caption(claim, CaptionKind.TABLE, claim.label, paper)
