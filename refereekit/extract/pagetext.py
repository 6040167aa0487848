"""From the lines of a page to its text: streams in reading order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from refereekit.extract.layout import PageLayout, TextLine, Word
from refereekit.extract.order import file_order, stands_apart, stands_under
from refereekit.extract.pageplan import PagePlan
from refereekit.extract.rows import Rows
from refereekit.positions import BBox, Span
from refereekit.records import Line, Page, Role

__all__ = ["write_page"]

_ASIDE = frozenset(
    {Role.RUNNING_HEAD, Role.RUNNING_FOOT, Role.CAPTION, Role.FIGURE_TEXT}
)
"""What a file writes before, after or amid the running text, wherever it stands."""


NEXT_ROW = 3.0
"""Sizes from one row of a table to the next at most."""
GRID = 12.0
"""Sizes from the last row of a grid up to its first at most."""
NEAR = 2.0
"""Sizes between two pieces of one formula at most."""
_WALL = "\n\n"
"""Between two streams. The file's order has none: viewers copy across it."""


@dataclass(slots=True)
class _Writer:
    """Writes lines, and remembers where the parts of each came to stand."""

    layout: PageLayout
    parts: list[str] = field(default_factory=list)
    length: int = 0
    lines: list[Line] = field(default_factory=list)
    raised: list[Span] = field(default_factory=list)
    lowered: list[Span] = field(default_factory=list)
    order: list[tuple[int, int, int]] = field(default_factory=list)
    first: dict[int, int] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)

    def write(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def line(self, index: int, role: Role) -> None:
        """Write one visual line, in the parts in which the file writes it."""
        line = self.layout.lines[index]
        self.first[index] = len(self.lines)
        for start, end, order in _file_parts(line):
            self.order.append((order, len(self.lines), index))
            self._part(line, line.words[start:end], role)
        self.last[index] = len(self.lines) - 1

    def _part(self, line: TextLine, words: Sequence[Word], role: Role) -> None:
        start = at = self.length
        for word in words:
            if word.raised:
                self.raised += [span.shifted(at) for span in word.raised]
            if word.lowered:
                self.lowered += [span.shifted(at) for span in word.lowered]
            at += len(word.text) + 1
        self.write(" ".join([word.text for word in words]) + "\n")
        across = tuple([(word.x0, word.x1) for word in words])
        down = tuple([(word.top, word.bottom) for word in words])
        left, right = zip(*across, strict=True)
        top, bottom = zip(*down, strict=True)
        self.lines.append(
            Line(
                Span(start, self.length - 1),
                BBox(min(left), min(top), max(right), max(bottom)),
                role,
                line.direction,
                line.margin_number,
                across if line.direction in (0, 180) else down,
                line.margin_is_right,
            )
        )


def _file_parts(line: TextLine) -> list[tuple[int, int, int]]:
    """Return (first word, end, order) of the parts that the file writes in one go.

    A fraction in a line of text is written between the words before and after it,
    and copied there by viewers; on the page it stands above and below them.
    """
    bounds = [0, *(place for place, _ in line.interruptions), len(line.words)]
    orders = [line.order, *(order for _, order in line.interruptions)]
    return [
        (start, end, order)
        for start, end, order in zip(bounds, bounds[1:], orders, strict=False)
    ]


def write_page(layout: PageLayout, plan: PagePlan) -> Page:
    """Return the page's record, its text stream by stream."""
    writer = _Writer(layout)
    placed = _Placed(layout, plan.roles)
    for stream in plan.streams:
        if writer.parts:
            writer.write("\n")
        for place, index in enumerate(stream):
            if place and _is_apart(placed, stream[place - 1], index):
                writer.write("\n")
            writer.line(index, plan.roles[index])
    aside = {i for i, role in enumerate(plan.roles) if role in _ASIDE}
    reading = file_order(sorted(writer.order), layout.lines, aside, placed.follows)
    text = "".join(writer.parts)
    is_same = reading == tuple(range(len(writer.lines))) and _WALL not in text
    return Page(
        number=layout.number,
        label=layout.label,
        width=layout.width,
        height=layout.height,
        rotation=layout.rotation,
        text=text,
        lines=tuple(writer.lines),
        raised=tuple(writer.raised),
        lowered=tuple(writer.lowered),
        readings=() if is_same else (reading,),
        flow_start=_mapped(plan.flow_start, writer.first),
        flow_end=_mapped(plan.flow_end, writer.last),
        is_readable=layout.is_readable,
        is_ocr=layout.is_ocr,
    )


def _is_apart(placed: _Placed, before: int, index: int) -> bool:
    lines = placed.lines
    return stands_apart(lines[before], lines[index]) and not placed.follows(
        before, index
    )


class _Placed:
    """The lines of a page, and what says that one follows another without overlap."""

    def __init__(self, layout: PageLayout, roles: Sequence[Role]) -> None:
        self.lines = layout.lines
        self._roles = roles
        self._rows = Rows(layout.lines)

    def follows(self, before: int, index: int) -> bool:
        """Tell whether a line is read on from another that it does not stand under.

        A displayed formula or a centred heading below a short line; the next cell; the
        next caption of a row.
        """
        line, then = self.lines[before], self.lines[index]
        roles = {self._roles[before], self._roles[index]}
        if roles == {Role.TABLE}:
            return abs(then.baseline - line.baseline) < NEXT_ROW * line.size
        if line.direction or then.direction:
            return False
        is_formula = roles == {Role.DISPLAY} or not (
            self._is_prose(before) or self._is_prose(index)
        )
        if is_formula and (
            _is_near(line, then)
            or roles == {Role.FIGURE_TEXT}
            or _is_beyond(line, then)
        ):
            return True
        return (
            self._is_along(before, index)
            or self._rows.is_between(before, index)
            or self._is_below(before, index, roles)
        )

    def _is_along(self, before: int, index: int) -> bool:
        """Tell whether a piece is read on along a row that no gutter cuts."""
        rows = self._rows
        if not rows.is_next_on_row(before, index):
            return False
        prose = self._is_prose(before), self._is_prose(index)
        if not any(prose) or (rows.is_cell(index) and not all(prose)):
            return True
        return not rows.is_gutter(before, index)

    def _is_prose(self, index: int) -> bool:
        """Tell whether a piece is running text that another column may hold too."""
        return self._roles[index] is not Role.HEADING and self._rows.is_prose(index)

    def _is_below(self, before: int, index: int, roles: Set[Role]) -> bool:
        """Tell whether a line is read on from the row above it."""
        line, then = self.lines[before], self.lines[index]
        rows = self._rows
        if Role.DISPLAY in roles and stands_under(line, then):
            return True
        if not (rows.is_last(before) and rows.is_first(index)):
            return False
        alone = rows.is_alone(before), rows.is_alone(index)
        prose = self._is_prose(before), self._is_prose(index)
        if all(alone) or (any(alone) and not all(prose)):
            return stands_under(line, then) or rows.is_next_row(before, index)
        if not all(prose) and (not any(prose) or rows.is_cell(before)):
            return rows.is_next_row(before, index)
        if rows.is_cell(before) and rows.is_cell(index):
            return rows.is_next_row(before, index)
        return rows.is_below_band(before, index)


def _is_beyond(line: TextLine, then: TextLine) -> bool:
    """Tell whether a line begins the next column of a grid: of authors, a legend."""
    size = max(line.size, then.size)
    rise = line.baseline - then.baseline
    return then.bbox.x0 > line.bbox.x1 and 0 < rise < GRID * size


def _is_near(line: TextLine, then: TextLine) -> bool:
    """Tell whether two pieces of formulas are so close that they are of one."""
    size = max(line.size, then.size)
    gap = max(then.bbox.x0 - line.bbox.x1, line.bbox.x0 - then.bbox.x1)
    return abs(then.baseline - line.baseline) < NEAR * size and gap < NEAR * size


def _mapped(index: int | None, places: Mapping[int, int]) -> int | None:
    return None if index is None else places[index]
