"""Looking through a whole paper for words that are not on the page expected."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from refereekit.anchors import anchor
from refereekit.checks.quotation import check_quotation
from refereekit.claims import Quotation
from refereekit.folding import run_core
from refereekit.matching.index import PageCores, PaperIndex
from refereekit.matching.nearest import find_nearest
from refereekit.matching.notemarks import unmarked
from refereekit.matching.passages import Passage, joined, other_orders
from refereekit.patterns import regex
from refereekit.records import Page, Paper
from refereekit.verdicts import Anchor, Verdict

__all__ = ["Searched"]

_WORD = regex(r"[^\W_]+")

_LEAST_SHARE = 0.6
"""Share of a quotation's words below which a page is not read for its closest words:
less than `find_nearest` asks for, because it counts words in order and with signs."""

_MOST_PAGES = 3
"""Pages that are read closely: those that share most words."""


@dataclass(slots=True)
class _Survey:
    """What one walk through the pages notes down.

    `seams` are the pages that can be read in another text than their own, with the
    cores of that text.
    """

    silent: list[int] = field(default_factory=list)
    seams: list[tuple[int, PageCores]] = field(default_factory=list)
    pages_of_word: dict[str, list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )


class Searched:
    """A paper with what is needed to look through all of it, made when asked for.

    `texts` are the quotations that it will be asked for.
    """

    def __init__(
        self, paper: Paper, index: PaperIndex, texts: Collection[str] = ()
    ) -> None:
        self._paper = paper
        self._index = index
        self._texts = texts

    @property
    def silent_pages(self) -> tuple[int, ...]:
        """Return the numbers of the pages that gave no text."""
        return tuple(self._survey.silent)

    def pages_with(self, claim: Quotation) -> tuple[int, ...]:
        """Return the pages on which a check of the claim would find its words."""
        return self._found_on(
            claim, self._index.candidates(self._index.quote(claim.text))
        )

    def seams_with(self, claim: Quotation) -> tuple[int, ...]:
        """Return the pages that a check finds the words on in another text.

        That is over a page's end, or in another order of the page's lines.
        """
        seams = self._survey.seams
        found = self._seam_index.candidates(self._seam_index.quote(claim.text))
        return self._found_on(claim, (seams[number - 1][0] for number in found))

    def _found_on(self, claim: Quotation, numbers: Iterable[int]) -> tuple[int, ...]:
        return tuple(n for n in sorted(set(numbers)) if self._has_words(claim, n))

    def _has_words(self, claim: Quotation, number: int) -> bool:
        there = replace(claim, page_numbers=(number,))
        found = check_quotation(there, self._paper, self._index)
        return found.verdict is Verdict.PASS

    def closest(self, text: str, besides: Collection[int]) -> Anchor | None:
        """Return the place that has most of a quotation's words, on other pages."""
        words = {run_core(word) for word in _WORD.findall(text)}
        shared: Counter[int] = Counter()
        for word in words:
            shared.update(self._survey.pages_of_word.get(word, ()))
        likely = [
            n for n, count in shared.items() if count >= _LEAST_SHARE * len(words)
        ]
        likely.sort(key=lambda number: (-shared[number], number))
        for number in likely[:_MOST_PAGES]:
            page = self._paper.pages[number - 1]
            passage = self._index.passage(page)
            span = find_nearest(text, passage, self._index.words(page))
            if span is not None:
                return anchor(page, span)
        return None

    @cached_property
    def _survey(self) -> _Survey:
        survey = _Survey()
        cores: dict[str, str] = {}
        before: Page | None = None
        for page in self._paper.pages:
            if not page.is_readable or not page.text.strip():
                survey.silent.append(page.number)
            words = set(_WORD.findall(page.text))
            cores.update({word: run_core(word) for word in words - cores.keys()})
            for core in {cores[word] for word in words}:
                survey.pages_of_word[core].append(page.number)
            survey.seams += [(page.number, _cores(p)) for p in other_orders(page)]
            across = joined(before, page) if before is not None else None
            if across is not None:
                survey.seams.append((page.number, _cores(across)))
            before = page
        return survey

    @cached_property
    def _seam_index(self) -> PaperIndex:
        index = PaperIndex(cores for _, cores in self._survey.seams)
        index.expect(self._texts)
        return index


def _cores(passage: Passage) -> PageCores:
    bare = unmarked(passage)
    return PageCores(passage.core, bare.core if bare is not None else "")
