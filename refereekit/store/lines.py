"""The lines of a stored page, each decoded when it is asked for.

A quotation is found in the text; of sixty lines, only those it touches are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from refereekit.errors import SessionCorrupt
from refereekit.records import Line

__all__ = ["Refuse", "StoredLines"]

Refuse = Callable[[Exception], SessionCorrupt]
"""Says of which record it is that something in it cannot be understood."""


class StoredLines(Sequence[Line]):
    """Lines in order, equal to any other sequence of the same lines.

    A row that is no line of this version's is a `SessionCorrupt` when it is asked for.
    """

    def __init__(
        self, rows: Sequence[Any], decode: Callable[[Any], Line], refuse: Refuse
    ) -> None:
        self._rows = rows
        self._decode = decode
        self._refuse = refuse
        self._lines: dict[int, Line] = {}

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Line]: ...
    def __getitem__(self, index: int | slice) -> Line | Sequence[Line]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        index = range(len(self))[index]
        if index not in self._lines:
            try:
                self._lines[index] = self._decode(self._rows[index])
            except (ValueError, TypeError) as problem:
                raise self._refuse(problem) from problem
        return self._lines[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))
