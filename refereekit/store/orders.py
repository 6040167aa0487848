"""The cores of the further texts of each page, read when they are first asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property

from refereekit.errors import SessionCorrupt
from refereekit.matching.orders import FurtherCores, further_cores
from refereekit.records import Page
from refereekit.store.shapes import object_of, strings_in

__all__ = ["StoredOrders", "orders_row"]


def orders_row(page: Page, after: Page | None) -> bytes:
    """Return the cores of a page as one line, which ends in a line feed."""
    cores = further_cores(page, after)
    row = {"own": cores.own, "over_end": cores.over_end}
    return json.dumps(row, separators=(",", ":")).encode() + b"\n"


class StoredOrders:
    """Gives the cores of all further texts of a page by the page's number.

    A row that is none of this version's is a `SessionCorrupt` when it is asked for,
    which names the `source` of the rows.
    """

    def __init__(self, read: Callable[[], list[bytes]], source: str) -> None:
        self._read = read
        self._source = source
        self._pages: dict[int, FurtherCores] = {}

    def __call__(self, number: int) -> tuple[str, ...]:
        """Return the cores of every further text in which a page may be read."""
        before = self._page(number - 1).over_end if number > 1 else ()
        page = self._page(number)
        return page.own + page.over_end + before

    @cached_property
    def _rows(self) -> list[bytes]:
        return self._read()

    def _page(self, number: int) -> FurtherCores:
        found = self._pages.get(number)
        if found is None:
            try:
                row = object_of(json.loads(self._rows[number - 1]))
                own, over_end = strings_in(row, "own"), strings_in(row, "over_end")
            except (ValueError, LookupError, RecursionError) as problem:
                raise SessionCorrupt(
                    f"{self._source}: the record of page {number} cannot be "
                    f"understood: {problem}; start a fresh session with --session DIR"
                ) from problem
            found = self._pages[number] = FurtherCores(own, over_end)
        return found
