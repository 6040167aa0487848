"""The lines of a stored page, each decoded when it is asked for.

A quotation is found in the text; of sixty lines, only those it touches are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from refereekit.errors import SessionCorrupt
from refereekit.positions import BBox, Span
from refereekit.records import Line, LineTable, Role
from refereekit.store.shapes import box_of, numbers_of, span_of, within

__all__ = ["Refuse", "StoredLines", "line_from_row", "rows_of"]

_ROLES = tuple(Role)
_ROLE_NUMBER = {role: number for number, role in enumerate(_ROLES)}

Refuse = Callable[[Exception], SessionCorrupt]
"""Says of which record it is that something in it cannot be understood."""


class StoredLines(LineTable):
    """Lines in order, equal to any other sequence of the same lines.

    A row that is no line of this version's is a `SessionCorrupt` when it is asked for.
    """

    def __init__(
        self, rows: Sequence[Any], decode: Callable[[Any], Line], refuse: Refuse
    ) -> None:
        self.rows = list(rows)
        self._decode = decode
        self._refuse = refuse
        self._lines: dict[int, Line] = {}

    @property
    def is_packed(self) -> bool:
        """Tell whether the rows are of the format that is written today."""
        return all(type(row) is str for row in self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def start(self, index: int) -> int:
        """Return where in the page's text a line starts."""
        row = self.rows[index]
        start = row.partition(" ")[0] if isinstance(row, str) else ""
        return int(start) if start.isdecimal() else self[index].span.start

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
                self._lines[index] = self._decode(self.rows[index])
            except (ValueError, TypeError) as problem:
                raise self._refuse(problem) from problem
        return self._lines[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


def rows_of(lines: Sequence[Line]) -> list[Any]:
    """Return the rows of lines; those of stored lines are as they were stored."""
    if isinstance(lines, StoredLines) and lines.is_packed:
        return lines.rows
    return [_line_to_row(line) for line in lines]


def _line_to_row(line: Line) -> str:
    """Pack a line as one string of numbers: a paper has tens of thousands of lines.

    Of a thousand numbers on a page, a check asks for those of a line or two; a reader
    of JSON would make objects of them all. A margin number stands behind a bar.
    """
    box = line.bbox
    places = [box.x0, box.top, box.x1, box.bottom]
    for pair in line.extents:
        places += pair
    whole = (
        line.span.start,
        line.span.end,
        _ROLE_NUMBER[line.role],
        line.direction,
        int(line.margin_is_right),
    )
    row = " ".join([*map(str, whole), *(f"{place:.1f}" for place in places)])
    return row if line.margin_number is None else f"{row}|{line.margin_number}"


def line_from_row(row: object, size: int) -> Line:
    """Return the line of a row within a text of this size.

    The row is of this format or of the first, which had lists.
    """
    if isinstance(row, list):
        return _line_from_list(row, size)
    if not isinstance(row, str):
        raise ValueError("a line is not a string")
    numbers, bar, margin_number = row.partition("|")
    start, end, role, direction, is_right, x0, top, x1, bottom, *extents = (
        numbers.split(" ")
    )
    places = list(map(float, extents))
    return Line(
        span=within(Span(int(start), int(end)), size),
        bbox=BBox(float(x0), float(top), float(x1), float(bottom)),
        role=_role(int(role)),
        direction=int(direction),
        margin_number=margin_number if bar else None,
        extents=tuple(zip(places[::2], places[1::2], strict=True)),
        margin_is_right=is_right != "0",
    )


def _line_from_list(data: list[Any], size: int) -> Line:
    start, end, bbox, role, direction, margin_number, extents, is_right = data
    if type(role) is not int:
        raise ValueError(f"no role has the number {role!r}")
    if type(direction) is not int:
        raise ValueError(f"not a direction: {direction!r}")
    if margin_number is not None and not isinstance(margin_number, str):
        raise ValueError(f"not a margin number: {margin_number!r}")
    places = numbers_of(extents, len(extents), int, float)
    return Line(
        span=span_of([start, end], size),
        bbox=box_of(bbox),
        role=_role(role),
        direction=direction,
        margin_number=margin_number,
        extents=tuple(zip(places[::2], places[1::2], strict=True)),
        margin_is_right=bool(is_right),
    )


def _role(number: int) -> Role:
    if not 0 <= number < len(_ROLES):
        raise ValueError(f"no role has the number {number}")
    return _ROLES[number]
