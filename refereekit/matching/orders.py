"""The further texts in which a page may be read, beside its own.

With the margin numbers of a manuscript among the words, in another order of the same
lines, over the end of the page; and each of these without the raised marks after words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from refereekit.matching.marginnumbers import numbered
from refereekit.matching.notemarks import unmarked
from refereekit.matching.passages import Passage, joined, other_orders
from refereekit.records import Page
from refereekit.values import Value

__all__ = ["FurtherCores", "further_cores", "further_passages"]


class FurtherCores(Value):
    """The cores of a page's further texts, and of those over its end."""

    own: tuple[str, ...]
    over_end: tuple[str, ...]


def further_passages(
    page: Page, before: Page | None, after: Page | None
) -> Iterator[Passage]:
    """Yield the further texts of a page between two others, the likeliest first."""
    yield from _with_unmarked(chain(numbered(page), other_orders(page)))
    yield from _over_end(page, after)
    yield from _over_end(before, page)


def further_cores(page: Page, after: Page | None) -> FurtherCores:
    """Return the cores of a page's further texts, each once.

    Those of the page before over its end are not among them.
    """
    own = _with_unmarked(chain(numbered(page), other_orders(page)))
    return FurtherCores(_cores(own), _cores(_over_end(page, after)))


def _over_end(page: Page | None, after: Page | None) -> Iterator[Passage]:
    across = joined(page, after) if page and after else None
    if across is not None:
        yield from _with_unmarked([across])


def _with_unmarked(passages: Iterable[Passage]) -> Iterator[Passage]:
    for passage in passages:
        yield passage
        bare = unmarked(passage)
        if bare is not None:
            yield bare


def _cores(passages: Iterable[Passage]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(passage.core for passage in passages))
