"""The folded text of all pages of a paper, for one search through all of them."""

from __future__ import annotations

import json
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain

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


_PIECE, _STRIDE = 8, 16
_FEW_SEARCHES = 30
"""To look through 600 pages takes half a millisecond or more; to cut them up takes as
long as some dozens of such searches."""


class _Strides:
    """Where a text holds some longer strings, found in one pass through all of it.

    Eight bytes in every sixteen of the text are looked at: a string of 23 characters
    holds such a piece whole wherever it stands.
    """

    def __init__(self, text: str, cores: Iterable[str]) -> None:
        self._text = text
        self._pieces = {
            core: _pieces(core) for core in cores if len(core) >= _STRIDE + _PIECE - 1
        }
        wanted = {piece for pieces in self._pieces.values() for piece in pieces}
        data = _bytes(text)
        whole = memoryview(data[: len(data) // _PIECE * _PIECE]).cast("Q")
        self._starts: dict[int, list[int]] = {}
        for index, piece in enumerate(whole[:: _STRIDE // _PIECE].tolist()):
            if piece in wanted:
                self._starts.setdefault(piece, []).append(index * _STRIDE)

    def __contains__(self, core: str) -> bool:
        """Tell whether a string is one of those that were looked for."""
        return core in self._pieces

    def places(self, core: str) -> Iterator[int]:
        """Yield every place of a string that was looked for."""
        for within, piece in enumerate(self._pieces[core]):
            for start in self._starts.get(piece, ()):
                if start >= within and self._text.startswith(core, start - within):
                    yield start - within


def _pieces(core: str) -> list[int]:
    """Return the eight bytes at each of the first places of a string, as integers."""
    data = _bytes(core)
    return [
        int.from_bytes(data[within : within + _PIECE], sys.byteorder)
        for within in range(_STRIDE)
    ]


def _bytes(text: str) -> bytes:
    """Return a byte for each character; that some share one costs a comparison."""
    return text.encode("latin-1", "replace")


Further = Callable[[int], tuple[str, ...] | None]


def _unknown(number: int) -> None:
    """Return what is known of the further texts of a page."""


class PaperIndex:
    """The cores of a paper's pages, in page order."""

    __slots__ = (
        "_expected",
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
        self._expected: dict[str, Quote] = {}
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

    def expect(self, texts: Iterable[str]) -> None:
        """Prepare for quotations that will be asked for: many cost less together."""
        self._expected = {text: Quote(text) for text in texts}
        self._searches = 0
        self._strides = None

    def quote(self, text: str) -> Quote:
        """Return a quotation, one that was expected with all that is known of it."""
        return self._expected.get(text) or Quote(text)

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
        for core in _searched(quote):
            found.update(self._pages_with(core))
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
        if self._searches > _FEW_SEARCHES:
            strides = self._strides
            if strides is None:
                cores = chain.from_iterable(map(_searched, self._expected.values()))
                strides = self._strides = _Strides(self._text, cores)
            if core in strides:
                yield from strides.places(core)
                return
        at = self._text.find(core)
        while at >= 0:
            yield at
            block = bisect_right(self._offsets, at) - 1
            at = self._text.find(core, self._offsets[block + 1])


def _is_in(quote: Quote, cores: Sequence[str]) -> bool:
    return any(wording.core in core for wording in quote.wordings for core in cores)


def _searched(quote: Quote) -> Iterator[str]:
    """Yield what a page must hold one of to hold a quotation, or some of its words."""
    for wording in quote.wordings:
        yield wording.core
    for _, pieces in quote.splits:
        for wording in max(pieces, key=_longest_core):
            yield wording.core


def _longest_core(piece: Sequence[Wording]) -> int:
    return max((len(wording.core) for wording in piece), default=0)


def fold_page(page: Page) -> PageCores:
    """Return the cores of one page."""
    passage = page_passage(page)
    bare = unmarked(passage)
    return PageCores(passage.core, bare.core if bare is not None else "")
