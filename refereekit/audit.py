"""A paper and a draft to an audit: the one place where the stages are joined."""

from __future__ import annotations

from refereekit.checks.equation import check_equation
from refereekit.checks.figure import check_figure
from refereekit.checks.page import check_page
from refereekit.checks.page_labels import by_printed_label, no_such_label
from refereekit.checks.panels import check_panel
from refereekit.checks.quotation import check_quotation
from refereekit.claims import (
    Claim,
    EquationCitation,
    FigureCitation,
    Forms,
    LineCitation,
    PageCitation,
    PageLabelCitation,
    Quotation,
)
from refereekit.draft import parse_draft
from refereekit.matching.index import PaperIndex
from refereekit.pool import NO_CLAIMS, Pool
from refereekit.records import Paper
from refereekit.values import replace
from refereekit.verdicts import Audit, DraftSource, Finding, Verdict

__all__ = ["audit_draft", "check_claim"]

_LAST = 9
_ORDER: dict[type, int] = {
    Quotation: 0,
    PageCitation: 1,
    PageLabelCitation: 1,
    LineCitation: 2,
    EquationCitation: 3,
    FigureCitation: 4,
}


def audit_draft(
    draft: DraftSource,
    paper: Paper,
    index: PaperIndex,
    *,
    forms: Forms = Forms.SPEC,
    pool: Pool = NO_CLAIMS,
) -> Audit:
    """Check everything that a draft claims, in the order of the transcript.

    Quotations that name a page come first, in draft order, then bare pages, lines,
    equations, figures, the other forms, and last the quotations that name no page.
    Each is labelled by how it compares with the claim pool.
    """
    parsed = parse_draft(draft.text, forms=forms)
    index.expect(c.text for c in parsed.claims if isinstance(c, Quotation))
    findings = [
        check_claim(claim, paper, index, forms=forms) for claim in parsed.claims
    ]
    findings = [replace(found, pool=pool.label(found)) for found in findings]
    findings.sort(key=_rank)
    return Audit(
        original=paper.original,
        draft=draft,
        parsed=parsed,
        findings=tuple(findings),
        warnings=paper.warnings,
    )


def check_claim(
    claim: Claim, paper: Paper, index: PaperIndex, *, forms: Forms = Forms.SPEC
) -> Finding:
    """Return the finding on one claim, read by the promises of these forms."""
    if forms is Forms.ALL:
        claim = by_printed_label(claim, paper)
    match claim:
        case Quotation(page_numbers=(), page_label=str(label)):
            return no_such_label(claim, label)
        case Quotation():
            return check_quotation(claim, paper, index)
        case PageCitation():
            return check_page(claim, paper)
        case EquationCitation():
            return check_equation(claim, paper)
        case FigureCitation():
            check = check_panel if forms is Forms.ALL else check_figure
            return check(claim, paper)
        case _:
            # The checks of the forms beyond the specification's six.
            from refereekit.checks.places import check_place

            return check_place(claim, paper)


def _rank(finding: Finding) -> int:
    if finding.verdict is Verdict.UNANCHORED:
        return _LAST
    return _ORDER.get(type(finding.claim), _LAST - 1)
