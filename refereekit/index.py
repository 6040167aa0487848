"""The folded text of all pages of a paper, for one search through all of them."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from refereekit.differences import Skeleton
from refereekit.folding import WALL
from refereekit.matching import Quote
from refereekit.notemarks import unmarked
from refereekit.passages import Passage, page_passage
from refereekit.records import Page
from refereekit.values import Value
from refereekit.wording import Wording

__all__ = ["PageCores", "PaperIndex", "fold_page"]


class PageCores(Value):
    """The core of one page, and its core without the raised marks after words."""

    whole: str
    unmarked: str = ""


class PaperIndex:
    """The cores of a paper's pages, in page order."""

    __slots__ = ("_offsets", "_pages", "_passages", "_skeletons", "_text")

    def __init__(self, pages: Iterable[PageCores]) -> None:
        self._pages = tuple(pages)
        blocks = [*(p.whole for p in self._pages), *(p.unmarked for p in self._pages)]
        self._text = WALL.join(blocks)
        self._passages: dict[int, tuple[Passage, ...]] = {}
        self._skeletons: dict[int, Skeleton] = {}
        self._offsets = list(accumulate((len(b) + 1 for b in blocks), initial=0))

    @classmethod
    def build(cls, pages: Iterable[Page]) -> PaperIndex:
        """Fold every page of a paper."""
        return cls(map(fold_page, pages))

    def pack(self) -> Iterator[str]:
        """Yield one line of JSON for each page."""
        for page in self._pages:
            yield json.dumps([page.whole, page.unmarked], ensure_ascii=False)

    @classmethod
    def unpack(cls, lines: Iterable[str]) -> PaperIndex:
        """Return the index that was packed into these lines."""
        return cls(PageCores(*json.loads(line)) for line in lines if line.strip())

    def __len__(self) -> int:
        return len(self._pages)

    def passage(self, page: Page) -> Passage:
        """Return a page of this paper in the order of its text."""
        return self.passages(page)[0]

    def passages(self, page: Page) -> tuple[Passage, ...]:
        """Return the page, then the page without the raised marks after words.

        Made once: the pages of a paper do not change.
        """
        found = self._passages.get(page.number)
        if found is None:
            whole = page_passage(page)
            bare = unmarked(whole)
            found = (whole,) if bare is None else (whole, bare)
            self._passages[page.number] = found
        return found

    def skeleton(self, page: Page) -> Skeleton:
        """Return the letters of a page's words, made once."""
        found = self._skeletons.get(page.number)
        if found is None:
            found = self._skeletons[page.number] = Skeleton(page.text)
        return found

    def candidates(self, quote: Quote) -> Iterator[int]:
        """Yield the pages on which a quotation's words, or some of them, stand."""
        found: set[int] = set()
        for wording in quote.wordings:
            found.update(self._pages_with(wording.normalized.core))
        for _, pieces in quote.splits:
            longest = max(pieces, key=_longest_core)
            for wording in longest:
                found.update(self._pages_with(wording.normalized.core))
        yield from sorted(found)

    def _pages_with(self, core: str) -> Iterator[int]:
        """Yield the numbers of the pages whose core holds a string, in order."""
        count = len(self._pages)
        found: set[int] = set()
        at = self._text.find(core) if core else -1
        while at >= 0:
            block = bisect_right(self._offsets, at) - 1
            found.add(block % count + 1)
            at = self._text.find(core, self._offsets[block + 1])
        yield from sorted(found)


def _longest_core(piece: Sequence[Wording]) -> int:
    return max((len(wording.normalized.core) for wording in piece), default=0)


def fold_page(page: Page) -> PageCores:
    """Return the cores of one page."""
    passage = page_passage(page)
    bare = unmarked(passage)
    return PageCores(passage.core, bare.core if bare is not None else "")
