"""The claims that only `--forms all` makes, each with its own check."""

from __future__ import annotations

from typing import assert_never

from refereekit.checks.algorithms import check_algorithm
from refereekit.checks.lines import check_lines
from refereekit.checks.page_labels import check_page_label
from refereekit.checks.sections import check_section
from refereekit.checks.tables import check_table
from refereekit.checks.theorems import check_theorem
from refereekit.claims import (
    AlgorithmCitation,
    LineCitation,
    PageLabelCitation,
    SectionCitation,
    TableCitation,
    TheoremCitation,
)
from refereekit.records import Paper
from refereekit.verdicts import Finding

__all__ = ["PlaceCitation", "check_place"]

PlaceCitation = (
    PageLabelCitation
    | TableCitation
    | AlgorithmCitation
    | SectionCitation
    | TheoremCitation
    | LineCitation
)


def check_place(claim: PlaceCitation, paper: Paper) -> Finding:
    """Return the finding on one place of a form beyond the specification's six."""
    match claim:
        case PageLabelCitation():
            return check_page_label(claim, paper)
        case TableCitation():
            return check_table(claim, paper)
        case AlgorithmCitation():
            return check_algorithm(claim, paper)
        case SectionCitation():
            return check_section(claim, paper)
        case TheoremCitation():
            return check_theorem(claim, paper)
        case LineCitation():
            return check_lines(claim, paper)
        case _:
            assert_never(claim)
