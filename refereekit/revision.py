"""Two papers: what became, in a revision, of each claim about the original.

One outcome a claim. None of them says that the authors took anything out, nor that
the revision answers the report: what was not found may be there in other words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from refereekit.checks.equation import check_equation
from refereekit.checks.figure import check_figure
from refereekit.checks.quotation import check_quotation
from refereekit.claims import (
    EquationCitation,
    FigureCitation,
    PageCitation,
    Quotation,
)
from refereekit.matching.index import PaperIndex
from refereekit.records import Paper
from refereekit.searching import Searched
from refereekit.verdicts import Anchor, Finding, Reason, Verdict

__all__ = ["Compared", "Edition", "Outcome", "compare_claims", "count_outcomes"]


_MOST_NAMED = 8
"""Page numbers that one line can show."""


@unique
class Outcome(StrEnum):
    """What became of a claim."""

    UNCHANGED = "unchanged"
    MOVED = "moved"
    NOT_FOUND = "not-found"
    PAGE_EXISTS = "page-exists"
    PAGE_GONE = "page-gone"
    ANCHOR_EXISTS = "anchor-exists"
    ANCHOR_UNVERIFIED = "anchor-unverified"
    UNCHECKABLE = "uncheckable"


@dataclass(frozen=True, slots=True)
class Edition:
    """One of the two papers, and its folded text."""

    paper: Paper
    index: PaperIndex


@dataclass(frozen=True, slots=True)
class Compared:
    """One claim's outcome.

    `finding` is the claim's against the original. `pages` and `anchors` are where the
    revision has it; `closest` is where it has most of the words of a quotation that
    it does not have.
    """

    finding: Finding
    outcome: Outcome
    detail: str
    pages: tuple[int, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    closest: Anchor | None = None


def compare_claims(
    findings: Iterable[Finding], original: Edition, revised: Edition
) -> tuple[Compared, ...]:
    """Return the outcome of each claim, whose findings are against the original."""
    asked = list(findings)
    claims = (finding.claim for finding in asked)
    texts = {claim.text for claim in claims if isinstance(claim, Quotation)}
    comparison = _Comparison(original, revised, texts)
    return tuple(map(comparison.outcome, asked))


def count_outcomes(compared: Iterable[Compared]) -> dict[Outcome, int]:
    """Return how many claims have each outcome, in the order of `Outcome`."""
    counts = Counter(one.outcome for one in compared)
    return {outcome: counts[outcome] for outcome in Outcome}


class _Comparison:
    """Asks every claim again of one revision."""

    def __init__(
        self, original: Edition, revised: Edition, texts: Collection[str]
    ) -> None:
        self._original = original
        self._paper = revised.paper
        self._index = revised.index
        self._index.expect(texts)
        self._searched = Searched(revised.paper, revised.index, texts)

    def outcome(self, finding: Finding) -> Compared:
        """Return what became of one claim."""
        why_not = _why_not_compared(finding)
        if why_not is not None:
            return _uncheckable(finding, why_not)
        match claim := finding.claim:
            case Quotation():
                return self._quotation(finding, claim)
            case PageCitation():
                return self._page(finding, claim.number)
            case EquationCitation():
                return _anchor(finding, check_equation(claim, self._paper))
            case FigureCitation():
                return _anchor(finding, check_figure(claim, self._paper))
            case _:
                return _uncheckable(finding, "claims of this kind are not compared")

    def _page(self, finding: Finding, number: int) -> Compared:
        page = self._paper.page(number)
        if page is None:
            count = self._paper.page_count
            return Compared(
                finding,
                Outcome.PAGE_GONE,
                f"the revision has {count} page{'s' if count != 1 else ''}",
            )
        return Compared(
            finding,
            Outcome.PAGE_EXISTS,
            f"{page.name} exists; its wording is unchecked",
            (number,),
            (Anchor(number),),
        )

    def _quotation(self, finding: Finding, claim: Quotation) -> Compared:
        if finding.reason is Reason.NO_QUOTATION:
            return self._page(finding, claim.page_numbers[0])
        asked = check_quotation(claim, self._paper, self._index)
        if asked.verdict is Verdict.PASS:
            return Compared(
                finding,
                Outcome.UNCHANGED,
                asked.evidence,
                _pages_of(asked),
                asked.anchors,
            )
        pages = asked.elsewhere
        if asked.reason is Reason.NO_SUCH_PAGE:
            pages = self._searched.pages_with(claim)
        pages = pages or self._searched.seams_with(claim)
        if pages:
            return self._moved(finding, claim, pages)
        return self._not_found(finding, claim, asked)

    def _moved(
        self, finding: Finding, claim: Quotation, pages: tuple[int, ...]
    ) -> Compared:
        there = replace(claim, page_numbers=pages[:1])
        found = check_quotation(there, self._paper, self._index)
        pages = tuple(sorted({*pages, *_pages_of(found)}))
        detail = f"from {_names(claim.page_numbers)} to {_names(pages)}"
        before = check_quotation(there, self._original.paper, self._original.index)
        if before.verdict is Verdict.PASS:
            detail += f"; the original has the words on page {pages[0]} too"
        return Compared(finding, Outcome.MOVED, detail, pages, found.anchors)

    def _not_found(
        self, finding: Finding, claim: Quotation, asked: Finding
    ) -> Compared:
        closest = next(iter(asked.anchors), None)
        if closest is None:
            closest = self._searched.closest(claim.text, besides=claim.page_numbers)
        detail = "found on no page of the revision"
        if asked.reason is Reason.FORM_DIFFERS:
            detail = f"{asked.evidence}; nor on another page of the revision"
        elif closest is not None:
            words = " ".join(closest.exact.split())
            detail += (
                f'; the closest words are on page {closest.page_number}: "{words}"'
            )
        silent = self._searched.silent_pages
        if silent:
            detail += f"; {_names(silent)} gave no text, so the words may be there"
            return Compared(finding, Outcome.UNCHECKABLE, detail, closest=closest)
        return Compared(finding, Outcome.NOT_FOUND, detail, closest=closest)


def _why_not_compared(finding: Finding) -> str | None:
    if finding.verdict is Verdict.UNANCHORED:
        return "it names no page, so it was not checked"
    if finding.verdict is Verdict.FAIL:
        return f"it does not hold for the original: {finding.evidence}"
    return None


def _uncheckable(finding: Finding, why: str) -> Compared:
    return Compared(finding, Outcome.UNCHECKABLE, why)


def _anchor(finding: Finding, asked: Finding) -> Compared:
    """Return the outcome of a label, which is compared and nothing else."""
    if asked.verdict is not Verdict.PASS:
        return Compared(finding, Outcome.ANCHOR_UNVERIFIED, asked.evidence)
    return Compared(
        finding, Outcome.ANCHOR_EXISTS, asked.evidence, _pages_of(asked), asked.anchors
    )


def _pages_of(finding: Finding) -> tuple[int, ...]:
    return tuple(sorted({anchor.page_number for anchor in finding.anchors}))


def _names(numbers: tuple[int, ...]) -> str:
    """Name some pages, and at most the first few of very many."""
    if len(numbers) == 1:
        return f"page {numbers[0]}"
    shown = [str(number) for number in numbers[:_MOST_NAMED]]
    if len(numbers) > _MOST_NAMED:
        return f"pages {', '.join(shown)} and {len(numbers) - _MOST_NAMED} more"
    return f"pages {', '.join(shown[:-1])} and {shown[-1]}"
