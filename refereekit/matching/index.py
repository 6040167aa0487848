"""The folded text of all pages of a paper, for one search through all of them."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from refereekit.folding import WALL
from refereekit.matching.differences import Skeleton
from refereekit.matching.nearest import bare_words
from refereekit.matching.notemarks import unmarked
from refereekit.matching.passages import Passage, page_passage
from refereekit.matching.quotes import Quote
from refereekit.matching.wording import Wording
from refereekit.records import Page
from refereekit.values import Value

__all__ = ["PageCores", "PaperIndex", "fold_page"]


class PageCores(Value):
    """The core of one page, and its core without the raised marks after words."""

    whole: str
    unmarked: str = ""


_STRIDE = 12
_FEW_SEARCHES = 30
"""To look through 600 pages takes half a millisecond; to cut them up takes as long as
some dozens of such searches, and then a search takes hundredths."""


class _Strides:
    """A text cut up into pieces of one length, to find a longer string by.

    A string of two pieces less one character holds a whole piece wherever it stands.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        starts = range(0, len(text), _STRIDE)
        pieces = [text[start : start + _STRIDE] for start in starts]
        # Most pieces stand in one place: a list for each would take twice the time.
        self._last = dict(zip(pieces, starts, strict=True))
        self._others: dict[str, list[int]] = {}
        if len(self._last) < len(pieces):
            for piece, start in zip(pieces, starts, strict=True):
                if self._last[piece] != start:
                    self._others.setdefault(piece, []).append(start)

    def places(self, core: str) -> Iterator[int]:
        """Yield every place of a string."""
        for within in range(_STRIDE):
            piece = core[within : within + _STRIDE]
            last = self._last.get(piece)
            if last is None:
                continue
            for start in (*self._others.get(piece, ()), last):
                if start >= within and self._text.startswith(core, start - within):
                    yield start - within


Further = Callable[[int], tuple[str, ...] | None]


def _unknown(number: int) -> None:
    """Return what is known of the further texts of a page."""


class PaperIndex:
    """The cores of a paper's pages, in page order."""

    __slots__ = (
        "_further",
        "_offsets",
        "_pages",
        "_passages",
        "_searches",
        "_skeletons",
        "_strides",
        "_text",
        "_unmarked",
        "_words",
    )

    def __init__(self, pages: Iterable[PageCores], further: Further = _unknown) -> None:
        """Join the cores of the pages.

        `further` returns the cores of all other texts in which a page, by its number,
        may be read, where they are known.
        """
        self._further = further
        self._searches = 0
        self._strides: _Strides | None = None
        self._pages = tuple(pages)
        blocks = [*(p.whole for p in self._pages), *(p.unmarked for p in self._pages)]
        self._text = WALL.join(blocks)
        self._passages: dict[int, Passage] = {}
        self._unmarked: dict[int, Passage | None] = {}
        self._skeletons: dict[int, Skeleton] = {}
        self._words: dict[int, list[str]] = {}
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
    def unpack(cls, lines: Iterable[str], further: Further = _unknown) -> PaperIndex:
        """Return the index that was packed into these lines."""
        pages = [PageCores(*json.loads(line)) for line in lines if line.strip()]
        return cls(pages, further)

    def __len__(self) -> int:
        return len(self._pages)

    def passage(self, page: Page) -> Passage:
        """Return a page of this paper in the order of its text.

        Made once: the pages of a paper do not change.
        """
        found = self._passages.get(page.number)
        if found is None:
            core = self._pages[page.number - 1].whole
            found = self._passages[page.number] = page_passage(page, core)
        return found

    def passages(self, page: Page, quote: Quote) -> Iterator[Passage]:
        """Yield the page, then the page without the raised marks after words.

        The second where it is not known that it does not hold the quotation.
        """
        whole = self.passage(page)
        yield whole
        if self._is_known(quote, page.number) and not _is_in(
            quote, (self._pages[page.number - 1].unmarked,)
        ):
            return
        if page.number not in self._unmarked:
            self._unmarked[page.number] = unmarked(whole)
        bare = self._unmarked[page.number]
        if bare is not None:
            yield bare

    def skeleton(self, page: Page) -> Skeleton:
        """Return the letters of a page's words, made once."""
        found = self._skeletons.get(page.number)
        if found is None:
            found = self._skeletons[page.number] = Skeleton(page.text)
        return found

    def words(self, page: Page) -> list[str]:
        """Return a page's words as `find_nearest` compares them, made once."""
        found = self._words.get(page.number)
        if found is None:
            found = self._words[page.number] = bare_words(page.text)
        return found

    def has_nowhere(self, quote: Quote, number: int) -> bool:
        """Tell whether no text in which a page may be read can hold a quotation."""
        page = self._pages[number - 1]
        is_there = _is_in(quote, (page.whole, page.unmarked))
        return not is_there and self.has_not_further(quote, number)

    def has_not_further(self, quote: Quote, number: int) -> bool:
        """Tell whether no text beside the page's own can hold a quotation."""
        return self._is_known(quote, number) and not _is_in(
            quote, self._further(number) or ()
        )

    def _is_known(self, quote: Quote, number: int) -> bool:
        """Tell whether the stored cores say what this version would fold.

        What is left out of a quotation, or put in, is for who looks at the page.
        """
        return not quote.splits and self._further(number) is not None

    def candidates(self, quote: Quote) -> Iterator[int]:
        """Yield the pages on which a quotation's words, or some of them, stand."""
        found: set[int] = set()
        for wording in quote.wordings:
            found.update(self._pages_with(wording.core))
        for _, pieces in quote.splits:
            longest = max(pieces, key=_longest_core)
            for wording in longest:
                found.update(self._pages_with(wording.core))
        yield from sorted(found)

    def _pages_with(self, core: str) -> Iterator[int]:
        """Yield the numbers of the pages whose core holds a string, in order."""
        count = len(self._pages)
        places = self._places(core) if core else ()
        blocks = {bisect_right(self._offsets, at) - 1 for at in places}
        yield from sorted({block % count + 1 for block in blocks})

    def _places(self, core: str) -> Iterator[int]:
        """Yield places of a core in the text, at least one for each block with it."""
        self._searches += 1
        if self._searches > _FEW_SEARCHES and len(core) >= 2 * _STRIDE - 1:
            if self._strides is None:
                self._strides = _Strides(self._text)
            yield from self._strides.places(core)
            return
        at = self._text.find(core)
        while at >= 0:
            yield at
            block = bisect_right(self._offsets, at) - 1
            at = self._text.find(core, self._offsets[block + 1])


def _is_in(quote: Quote, cores: Sequence[str]) -> bool:
    return any(wording.core in core for wording in quote.wordings for core in cores)


def _longest_core(piece: Sequence[Wording]) -> int:
    return max((len(wording.core) for wording in piece), default=0)


def fold_page(page: Page) -> PageCores:
    """Return the cores of one page."""
    passage = page_passage(page)
    bare = unmarked(passage)
    return PageCores(passage.core, bare.core if bare is not None else "")
