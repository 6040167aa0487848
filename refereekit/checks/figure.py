"""A figure that a draft names by its label."""

from __future__ import annotations

from refereekit.checks.captions import check_caption
from refereekit.claims import FigureCitation
from refereekit.records import CaptionKind, Paper
from refereekit.verdicts import Finding

__all__ = ["check_figure"]


def check_figure(claim: FigureCitation, paper: Paper) -> Finding:
    """Say whether a figure caption carries exactly this label."""
    return check_caption(claim, CaptionKind.FIGURE, claim.label, paper)
