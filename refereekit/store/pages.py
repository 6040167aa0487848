"""Pages kept as rows of JSON, each decoded when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import overload

from refereekit.errors import SessionCorrupt
from refereekit.records import Page
from refereekit.store import encoding

__all__ = ["StoredPages", "page_row"]


def page_row(page: Page) -> bytes:
    """Return a page as one line, which ends in a line feed."""
    data = encoding.page_to_json(page)
    row = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return row.encode() + b"\n"


class StoredPages(Sequence[Page]):
    """Pages in order. Those that were asked for by index are kept decoded.

    A row that is no page of this version's is a `SessionCorrupt` when it is asked for,
    which names the `source` of the rows.
    """

    def __init__(self, rows: Iterable[bytes], source: str) -> None:
        self._rows = list(rows)
        self._source = source
        self._pages: dict[int, Page] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Page]:
        # A walk through all pages of a long paper must not hold them all.
        return map(self._page, range(len(self._rows)))

    @overload
    def __getitem__(self, index: int) -> Page: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Page]: ...
    def __getitem__(self, index: int | slice) -> Page | Sequence[Page]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        index = range(len(self))[index]
        if index not in self._pages:
            self._pages[index] = self._page(index)
        return self._pages[index]

    def _page(self, index: int) -> Page:
        refuse = partial(self._refusal, index)
        try:
            page = encoding.page_from_json(json.loads(self._rows[index]), refuse)
            if page.number != index + 1:
                raise ValueError(f"it is that of page {page.number}")
        except (ValueError, TypeError, RecursionError) as problem:
            raise refuse(problem) from problem
        return page

    def _refusal(self, index: int, problem: Exception) -> SessionCorrupt:
        return SessionCorrupt(
            f"{self._source}: the record of page {index + 1} cannot be understood: "
            f"{problem}; start a fresh session with --session DIR"
        )
