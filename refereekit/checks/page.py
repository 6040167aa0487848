"""A page that a draft names without words that can be checked."""

from __future__ import annotations

from refereekit.claims import PageCitation
from refereekit.records import Paper
from refereekit.verdicts import Anchor, Finding, Reason

__all__ = ["WORD_FLOOR", "check_page"]

WORD_FLOOR = 4
"""A quotation of fewer words is never a PASS."""


def check_page(claim: PageCitation, paper: Paper) -> Finding:
    """Say whether the page exists; its wording is never checked."""
    page = paper.page(claim.number)
    if page is None:
        return Finding(
            claim, Reason.NO_SUCH_PAGE, f"page {claim.number} does not exist"
        )
    words = "1 word" if claim.words == 1 else f"{claim.words} words"
    return Finding(
        claim,
        Reason.NO_QUOTATION,
        f"{page.name} exists; no quotation to verify: {words}, need {WORD_FLOOR}",
        (Anchor(page.number),),
    )
