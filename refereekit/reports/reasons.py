"""What each reason means in a sentence, and what a reader of it does next."""

from __future__ import annotations

from refereekit.claims import Quotation
from refereekit.reports.presentation import Presentation
from refereekit.reports.wording import claim_page
from refereekit.verdicts import Audit, Finding, Reason

__all__ = ["BY_SERIOUSNESS", "MEANING", "next_step"]

MEANING = {
    Reason.ABSENT: "what is cited was not found there",
    Reason.FORM_DIFFERS: "the words are on the page, but a symbol differs",
    Reason.NO_SUCH_PAGE: "the page does not exist",
    Reason.WRONG_PAGE: "the words are on another page",
    Reason.EQUATION_UNRESOLVED: (
        "no displayed equation was recorded with this label; the paper may have it"
    ),
    Reason.UNSUPPORTED_EQUATION_LABEL: (
        "the equation's label is of a form that the check does not know"
    ),
    Reason.EQUATION_EVIDENCE_UNAVAILABLE: "the session predates equation records",
    Reason.NO_PAGE_NAMED: "quoted with no page named, so not checked",
    Reason.NO_QUOTATION: "the page exists; too few words were quoted to check them",
    Reason.FOUND: "what is cited is where the draft says",
}
"""Every reason's meaning, the most serious reason first."""

BY_SERIOUSNESS = {reason: rank for rank, reason in enumerate(MEANING)}
"""Each reason's rank from 0: a misquotation stands before a slip in a number."""


_STEP = {
    Reason.FORM_DIFFERS: "copy the words as printed; the symbol may matter",
    Reason.EQUATION_UNRESOLVED: (
        "look the equation up yourself; 'refereekit records candidates' lists the "
        "labels that were refused, and why"
    ),
    Reason.UNSUPPORTED_EQUATION_LABEL: "cite one label at a time, as in 'Eq. (3)'",
    Reason.EQUATION_EVIDENCE_UNAVAILABLE: (
        "start a fresh session on the PDF with --session DIR"
    ),
    Reason.NO_QUOTATION: "read the page yourself, or quote four words or more of it",
    Reason.FOUND: "none; that the words are there does not make the claim true",
}


def next_step(finding: Finding, audit: Audit, presentation: Presentation) -> str:
    """Return what to do about one finding."""
    match finding.reason:
        case Reason.ABSENT if isinstance(finding.claim, Quotation):
            return "compare the words with the page; correct them, or cut the quotation"
        case Reason.ABSENT:
            return "look for it in the paper; correct the label, or cut the citation"
        case Reason.WRONG_PAGE:
            return f"cite {_other_pages(finding, presentation)} if you mean that place"
        case Reason.NO_SUCH_PAGE:
            return _count_pages(finding, audit, presentation)
        case Reason.NO_PAGE_NAMED:
            return _name_a_page(finding, presentation)
        case _:
            return _STEP[finding.reason]


def _other_pages(finding: Finding, presentation: Presentation) -> str:
    numbers = (*(anchor.page_number for anchor in finding.anchors), *finding.elsewhere)
    names = dict.fromkeys(map(presentation.page_name, numbers))
    return " or ".join(names) or "the page that has the words"


def _count_pages(finding: Finding, audit: Audit, presentation: Presentation) -> str:
    step = (
        f"cite the physical page, 1 to {audit.original.page_count}, counting the "
        "file's first page as 1"
    )
    number = claim_page(finding.claim)
    pages = presentation.paper.pages if presentation.paper else ()
    printed = [page.number for page in pages if page.label == str(number)]
    if len(printed) != 1:
        return step
    return f"{step}; the page printed {number} is physical page {printed[0]}"


def _name_a_page(finding: Finding, presentation: Presentation) -> str:
    if not finding.elsewhere:
        return "name the page in the same sentence, as in 'p. 3'"
    names = _other_pages(finding, presentation)
    return f"name the page in the same sentence; these words are on {names}"
