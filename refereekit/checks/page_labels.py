"""Pages that a draft names as they are printed: `p. iv`, a journal's `p. 282`."""

from __future__ import annotations

from refereekit.checks.page import WORD_FLOOR
from refereekit.claims import Claim, PageCitation, PageLabelCitation, Quotation
from refereekit.records import Page, Paper
from refereekit.values import replace
from refereekit.verdicts import Anchor, Finding, Reason

__all__ = ["by_printed_label", "check_page_label", "no_such_label"]


def check_page_label(claim: PageLabelCitation, paper: Paper) -> Finding:
    """Say whether a page is printed with this label; its wording is never checked."""
    pages = _labelled(claim.label, paper)
    if not pages:
        return no_such_label(claim, claim.label)
    names = " and ".join(page.name for page in pages)
    exist = "exists" if len(pages) == 1 else "exist"
    return Finding(
        claim,
        Reason.NO_QUOTATION,
        f"{names} {exist}; no quotation to verify: 0 words, need {WORD_FLOOR}",
        tuple(Anchor(page.number) for page in pages),
    )


def no_such_label(claim: Claim, label: str) -> Finding:
    """Return the FAIL for a label that no page carries."""
    return Finding(claim, Reason.NO_SUCH_PAGE, f"no page is printed as {label}")


def by_printed_label(claim: Claim, paper: Paper) -> Claim:
    """Return the claim with printed page labels led back to physical pages.

    A number is a physical page first; only where the file has no such page may it be
    a label. A claim whose label no page carries is returned as it was.
    """
    match claim:
        case Quotation(page_label=str(label)):
            pages = _labelled(label, paper)
            return replace(claim, page_numbers=tuple(page.number for page in pages))
        case Quotation(page_numbers=(int(), *_)):
            return _quotation_by_label(claim, paper)
        case PageCitation():
            label = str(claim.number)
            if paper.page(claim.number) is None and _labelled(label, paper):
                return PageLabelCitation(label, claim.place, claim.cited)
            return claim
        case _:
            return claim


def _quotation_by_label(claim: Quotation, paper: Paper) -> Quotation:
    if any(paper.page(number) is not None for number in claim.page_numbers):
        return claim
    found = [_labelled(str(number), paper) for number in claim.page_numbers]
    if not all(found):
        return claim
    first, last = claim.page_numbers[0], claim.page_numbers[-1]
    label = str(first) if first == last else f"{first}-{last}"
    numbers = tuple(page.number for pages in found for page in pages)
    return replace(claim, page_numbers=numbers, page_label=label)


def _labelled(label: str, paper: Paper) -> list[Page]:
    """Return the pages with this printed label, where labels are not just numbers."""
    return [
        page
        for page in paper.pages
        if page.label == label and page.label != str(page.number)
    ]
