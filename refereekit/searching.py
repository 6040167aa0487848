"""Looking through a whole paper for words that are not on the page expected."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from refereekit.anchors import anchor
from refereekit.checks.quotation import check_quotation
from refereekit.claims import Quotation
from refereekit.index import PageCores, PaperIndex
from refereekit.matching import Quote
from refereekit.nearest import find_nearest
from refereekit.normalize import core_of
from refereekit.passages import Passage, joined, other_orders, unmarked
from refereekit.records import Page, Paper
from refereekit.verdicts import Anchor, Verdict

__all__ = ["Searched"]

_WORD = re.compile(r"[^\W_]+")
_MOST_PAGES = 3
"""Pages that are read closely for the closest words: those that share most of the
rarer words. In the fixture revision the right page was always the first."""


class Searched:
    """A paper with what is needed to look through all of it, made when asked for."""

    def __init__(self, paper: Paper, index: PaperIndex) -> None:
        self._paper = paper
        self._index = index

    @cached_property
    def silent_pages(self) -> tuple[int, ...]:
        """Return the numbers of the pages that gave no text."""
        return tuple(
            page.number
            for page in self._paper.pages
            if not page.is_readable or not page.text.strip()
        )

    def pages_with(self, claim: Quotation) -> tuple[int, ...]:
        """Return the pages on which a check of the claim would find its words.

        Page ends and other reading orders count as they do for a page that is named.
        """
        quote = Quote(claim.text)
        numbers = dict.fromkeys(
            [
                *self._index.candidates(quote),
                *(self._seams[n - 1][0] for n in self._seam_index.candidates(quote)),
            ]
        )
        return tuple(
            number for number in sorted(numbers) if self._has_words(claim, number)
        )

    def _has_words(self, claim: Quotation, number: int) -> bool:
        there = replace(claim, page_numbers=(number,))
        found = check_quotation(there, self._paper, self._index)
        return found.verdict is Verdict.PASS

    def closest(self, text: str) -> Anchor | None:
        """Return the place of the paper that has most of a quotation's words."""
        scores: dict[int, float] = defaultdict(float)
        for word in set(_words(text)):
            numbers = self._pages_of_word.get(word, ())
            for number in numbers:
                scores[number] += math.log(1 + len(self._paper.pages) / len(numbers))
        ranked = sorted(scores, key=lambda number: (-scores[number], number))
        for number in ranked[:_MOST_PAGES]:
            page = self._paper.pages[number - 1]
            span = find_nearest(text, self._index.passage(page))
            if span is not None:
                return anchor(page, span)
        return None

    @cached_property
    def _seams(self) -> list[tuple[int, Passage]]:
        """Return the texts in which a page can be read beside its own order."""
        return [
            (page.number, passage)
            for page in self._paper.pages
            for passage in self._other_passages(page)
        ]

    def _other_passages(self, page: Page) -> Iterator[Passage]:
        yield from other_orders(page)
        following = self._paper.page(page.number + 1)
        across = joined(page, following) if following is not None else None
        if across is not None:
            yield across

    @cached_property
    def _seam_index(self) -> PaperIndex:
        return PaperIndex(_cores(passage) for _, passage in self._seams)

    @cached_property
    def _pages_of_word(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for page in self._paper.pages:
            for word in set(_words(page.text)):
                found[word].append(page.number)
        return dict(found)


def _cores(passage: Passage) -> PageCores:
    bare = unmarked(passage)
    return PageCores(passage.core, bare.core if bare is not None else "")


def _words(text: str) -> Iterator[str]:
    return (core_of(word[0]) for word in _WORD.finditer(text))
