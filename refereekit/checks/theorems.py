"""A theorem, lemma, definition or the like that a draft names by its number."""

from __future__ import annotations

from refereekit.checks.headings import Printed, found_on, not_found, printed_lines
from refereekit.claims import TheoremCitation
from refereekit.labels import label_key
from refereekit.patterns import regex
from refereekit.records import Page, Paper
from refereekit.verdicts import Finding

__all__ = ["check_theorem"]

_HEAD = regex(
    r"\s*(?P<head>[A-Za-z]{5,11})\s(?P<label>[A-Z]{0,2}\.?\d{0,3}(?:\.\d{1,3}){0,4}'?)"
    r"(?:[.:]?\s*$|[.:]\s|\s?[(\[—–]|\s(?=[A-Z]))"
)
"""`Theorem 2.`, `LEMMA 3.1 (Foo)`, `Theorem 2 Let`; not `Theorem 2 shows`."""

_SENTENCE_ENDS = (".", ":", "?", "!", "□", "■", "∎", ")", "]")


def check_theorem(claim: TheoremCitation, paper: Paper) -> Finding:
    """Say whether the head is printed, with this number, where a statement begins.

    A line that begins so in the middle of a sentence only mentions the theorem.
    """
    key = label_key(claim.label)
    found: list[Printed] = []
    for page, index, line in printed_lines(paper):
        head = _HEAD.match(line.span.cut(page.text))
        if (
            head is not None
            and head["head"].lower() == claim.head.lower()
            and label_key(head["label"]) == key
            and _begins_statement(paper, page, index)
        ):
            found.append((page, line))
    if found:
        return found_on(claim, "this head is printed", found)
    why = "no statement with this head was read"
    return not_found(claim, f"{claim.head} {claim.label}", why)


def _begins_statement(paper: Paper, page: Page, index: int) -> bool:
    """Tell whether no sentence runs on from the line before, or the page before."""
    line = page.lines[index]
    if index == page.flow_start:
        return _ends_in_a_sentence(paper.page(page.number - 1))
    if index == 0:
        return True
    before = page.lines[index - 1]
    if before.role is not line.role:
        return True
    if "\n\n" in page.text[before.span.end : line.span.start]:
        return True
    return before.span.cut(page.text).rstrip().endswith(_SENTENCE_ENDS)


def _ends_in_a_sentence(page: Page | None) -> bool:
    if page is None or page.flow_end is None:
        return True
    words = page.lines[page.flow_end].span.cut(page.text)
    return words.rstrip().endswith(_SENTENCE_ENDS)
