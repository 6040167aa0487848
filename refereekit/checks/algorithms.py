"""An algorithm that a draft names by its label."""

from __future__ import annotations

from refereekit.checks.captions import check_caption
from refereekit.claims import AlgorithmCitation
from refereekit.records import CaptionKind, Paper
from refereekit.verdicts import Finding

__all__ = ["check_algorithm"]


def check_algorithm(claim: AlgorithmCitation, paper: Paper) -> Finding:
    """Say whether an algorithm's caption carries exactly this label."""
    return check_caption(claim, CaptionKind.ALGORITHM, claim.label, paper)
