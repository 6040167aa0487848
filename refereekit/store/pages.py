"""Pages kept as rows of JSON, each decoded when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from refereekit.records import Page
from refereekit.store import encoding

__all__ = ["StoredPages", "page_row"]


def page_row(page: Page) -> bytes:
    """Return a page as one line, which ends in a line feed."""
    data = encoding.page_to_json(page)
    row = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return row.encode() + b"\n"


class StoredPages(Sequence[Page]):
    """Pages in order. Those that were asked for by index are kept decoded."""

    def __init__(self, rows: Iterable[bytes]) -> None:
        self._rows = list(rows)
        self._pages: dict[int, Page] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Page]:
        # A walk through all pages of a long paper must not hold them all.
        return map(_page, self._rows)

    @overload
    def __getitem__(self, index: int) -> Page: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Page]: ...
    def __getitem__(self, index: int | slice) -> Page | Sequence[Page]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        index = range(len(self))[index]
        if index not in self._pages:
            self._pages[index] = _page(self._rows[index])
        return self._pages[index]


def _page(row: bytes) -> Page:
    return encoding.page_from_json(json.loads(row))
