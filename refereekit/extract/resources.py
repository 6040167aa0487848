"""What a page's content may draw on: its own resources, and those of its forms.

Forms may hold one another in a circle, and each may be drawn from any page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject

from refereekit.extract.damage import DAMAGE

__all__ = ["Reach", "entries_of", "resolved"]

T = TypeVar("T")


def resolved(value: Any) -> Any:
    """Return the object that a reference names."""
    return value.get_object() if isinstance(value, IndirectObject) else value


def entries_of(holder: DictionaryObject, kind: str) -> Iterator[tuple[str, Any]]:
    """Yield names and entries of one kind of a page's, form's or pattern's resources.

    An entry is a reference where the file has one.
    """
    resources = resolved(holder.get("/Resources"))
    if isinstance(resources, DictionaryObject):
        entries = resolved(resources.get(kind))
        if isinstance(entries, DictionaryObject):
            yield from ((key, entries.raw_get(key)) for key in entries)


@dataclass(slots=True)
class Reach(Generic[T]):
    """Looks once at each page, and at each entry of some `kinds` of resources.

    `damaged` stands for one that cannot be read.
    """

    reader: PdfReader
    kinds: tuple[str, ...]
    look: Callable[[DictionaryObject], T]
    damaged: T
    _known: dict[int, tuple[T | None, tuple[Any, ...]]] = field(default_factory=dict)

    def of_page(self, page: DictionaryObject) -> Iterator[T]:
        """Yield what is found at a page and at all that its resources lead to.

        Raises one of `DAMAGE` where the page's own resources cannot be read.
        """
        found, waiting = self.look(page), list(self._inner(page))
        yield found
        seen: set[int] = set()
        while waiting:
            entry = waiting.pop()
            key = entry.idnum if isinstance(entry, IndirectObject) else id(entry)
            if key in seen:
                continue
            seen.add(key)
            if key not in self._known:
                self._known[key] = self._looked_at(entry)
            inner, more = self._known[key]
            if inner is not None:
                yield inner
            waiting += more

    def forget(self) -> None:
        """Let go of what was found: who asks again has all looked at again."""
        self._known.clear()

    def _inner(self, holder: DictionaryObject) -> Iterator[Any]:
        for kind in self.kinds:
            yield from (entry for _, entry in entries_of(holder, kind))

    def _looked_at(self, entry: Any) -> tuple[T | None, tuple[Any, ...]]:
        try:
            holder = resolved(entry)
            if not isinstance(holder, DictionaryObject):
                return None, ()
            if holder.get("/Subtype") != "/Image":
                return self.look(holder), tuple(self._inner(holder))
        except DAMAGE:
            return self.damaged, ()
        if isinstance(entry, IndirectObject):
            # A picture is of no use here, and may be large.
            self.reader.resolved_objects.pop((entry.generation, entry.idnum), None)
        return None, ()
