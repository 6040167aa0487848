"""Check a quotation: the quoted words occur on the named page."""

from __future__ import annotations

from collections.abc import Iterator

from refereekit.anchors import anchor
from refereekit.claims import Quotation
from refereekit.folding import Fold
from refereekit.matching.differences import Difference, find_difference
from refereekit.matching.index import PaperIndex
from refereekit.matching.nearest import find_nearest
from refereekit.matching.orders import further_passages
from refereekit.matching.passages import Passage
from refereekit.matching.quotes import Concealed, Match, Quote, find_quote
from refereekit.matching.words import WORD_FLOOR, count_words
from refereekit.records import Page, Paper
from refereekit.verdicts import Finding, Reason

__all__ = ["check_quotation"]

_MOST_ELSEWHERE = 8
"""Pages named at most where words are said to stand elsewhere."""


def check_quotation(claim: Quotation, paper: Paper, index: PaperIndex) -> Finding:
    """Return whether the quoted words occur on the page that the claim names."""
    quote = index.quote(claim.text)
    if not claim.page_numbers:
        return Finding(
            claim,
            Reason.NO_PAGE_NAMED,
            "quoted, no page named; not checked",
            elsewhere=tuple(_pages_with(quote, paper, index)),
        )
    pages = [p for n in claim.page_numbers if (p := paper.page(n)) is not None]
    if not pages:
        return Finding(claim, Reason.NO_SUCH_PAGE, _no_such_page(claim, paper))
    words = count_words(claim.text)
    if words < WORD_FLOOR:
        return Finding(claim, Reason.NO_QUOTATION, _too_short(pages, words))
    concealed: tuple[Page, Concealed] | None = None
    for page in pages:
        if index.has_nowhere(quote, page.number):
            continue
        found = find_quote(quote, _passages(quote, page, paper, index))
        if isinstance(found, Match):
            return _pass(claim, found)
        if found is not None:
            concealed = concealed or (page, found)
    return _fail(claim, quote, pages, concealed, paper, index)


def _passages(
    quote: Quote, page: Page, paper: Paper, index: PaperIndex
) -> Iterator[Passage]:
    """Yield the texts in which a page may be read, the likeliest first.

    Without those of which it is known that they do not hold the quotation.
    """
    yield from index.passages(page, quote)
    if index.has_not_further(quote, page.number):
        return
    before, after = paper.page(page.number - 1), paper.page(page.number + 1)
    yield from further_passages(page, before, after)


def _pass(claim: Quotation, match: Match) -> Finding:
    """Return the PASS for words that were found."""
    folded = {fold.value for fold in match.folds if fold is not Fold.PAGE_BREAK}
    numbers = sorted({page.number for page, _ in match.places})
    if len(numbers) > 1:
        folded.add(Fold.PAGE_BREAK.value)
        where = f"pages {numbers[0]}-{numbers[-1]}, joined across a page break"
    else:
        where = match.places[0][0].name
    evidence = f"found on {where}"
    if match.left_out:
        shown = "; ".join(f'"{" ".join(words.split())}"' for words in match.left_out)
        evidence += f", leaving out {shown}"
    return Finding(
        claim,
        Reason.FOUND,
        evidence,
        tuple(anchor(page, span) for page, span in match.places),
        tuple(sorted(folded)),
    )


def _fail(
    claim: Quotation,
    quote: Quote,
    pages: list[Page],
    concealed: tuple[Page, Concealed] | None,
    paper: Paper,
    index: PaperIndex,
) -> Finding:
    """Return the FAIL for words that were not found, with the reason."""
    missing = f"not found on {_names(pages)}"
    if concealed is not None:
        return Finding(
            claim,
            Reason.FORM_DIFFERS,
            f"{missing}; {_said_of_omission(concealed[1])}",
        )
    unreadable = [page for page in pages if not page.is_readable]
    if unreadable:
        missing += f"; {_names(unreadable)} has no readable text"
    elsewhere = tuple(_pages_with(quote, paper, index))
    if elsewhere:
        return Finding(
            claim,
            Reason.WRONG_PAGE,
            f"{missing}; the words are on {_places(elsewhere, paper)}",
            elsewhere=elsewhere,
        )
    return _differs(claim, pages, index, missing) or _absent(
        claim, pages, index, missing
    )


def _said_of_omission(concealed: Concealed) -> str:
    """Say what an ellipsis or an insert may not do."""
    if concealed.replaced:
        return f'"{concealed.word}" stands in place of "{concealed.replaced}"'
    return f'the words left out or put in hold "{concealed.word}"'


def _differs(
    claim: Quotation, pages: list[Page], index: PaperIndex, missing: str
) -> Finding | None:
    """Return the FAIL for the same words with another symbol."""
    for page in pages:
        passage = index.passage(page)
        difference = find_difference(claim.text, passage, index.skeleton(page))
        if difference is not None:
            return Finding(
                claim,
                Reason.FORM_DIFFERS,
                f"{missing}; a symbol differs: {_said(difference)}",
                (anchor(*difference.place),),
            )
    return None


def _said(difference: Difference) -> str:
    """Say what stands on the page and what the quotation has."""
    if not difference.page:
        return f'the quotation has "{difference.quoted}", the page does not'
    if not difference.quoted:
        return f'the page has "{difference.page}", the quotation does not'
    return f'the page has "{difference.page}", the quotation "{difference.quoted}"'


def _absent(
    claim: Quotation, pages: list[Page], index: PaperIndex, missing: str
) -> Finding:
    """Return the FAIL for words that are not there, with the closest ones."""
    for page in pages:
        passage = index.passage(page)
        span = find_nearest(claim.text, passage, index.words(page))
        if span is not None:
            shown = " ".join(span.cut(passage.text).split())
            return Finding(
                claim,
                Reason.ABSENT,
                f'{missing}; the closest words there are "{shown}"',
                (anchor(page, span),),
            )
    return Finding(claim, Reason.ABSENT, missing)


def _pages_with(quote: Quote, paper: Paper, index: PaperIndex) -> Iterator[int]:
    """Yield the numbers of the pages that hold the words, in order."""
    found = 0
    for number in index.candidates(quote):
        page = paper.page(number)
        if page is None:
            continue
        if isinstance(find_quote(quote, index.passages(page, quote)), Match):
            yield number
            found += 1
            if found == _MOST_ELSEWHERE:
                return


def _no_such_page(claim: Quotation, paper: Paper) -> str:
    numbers = claim.page_numbers
    if len(numbers) == 1:
        return f"page {numbers[0]} does not exist"
    return f"pages {numbers[0]}-{numbers[-1]} do not exist"


def _too_short(pages: list[Page], words: int) -> str:
    exist = "exists" if len(pages) == 1 else "exist"
    counted = "1 word" if words == 1 else f"{words} words"
    return (
        f"{_names(pages)} {exist}; no quotation to verify: {counted}, need {WORD_FLOOR}"
    )


def _names(pages: list[Page]) -> str:
    """Name one page with its printed label, or a range of pages."""
    if len(pages) == 1:
        return pages[0].name
    return f"pages {pages[0].number}-{pages[-1].number}"


def _places(numbers: tuple[int, ...], paper: Paper) -> str:
    """Name the pages that hold the words."""
    if len(numbers) == 1:
        page = paper.page(numbers[0])
        return page.name if page is not None else f"page {numbers[0]}"
    *most, last = map(str, numbers)
    return f"pages {', '.join(most)} and {last}"
