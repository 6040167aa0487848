"""The roles of a page's lines and the streams they are read in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set

from refereekit.extract.captions import CaptionBlock
from refereekit.extract.figures import figure_lines
from refereekit.extract.flow import flow_end, flow_start
from refereekit.extract.layout import PageLayout, TextLine
from refereekit.extract.order import reading_order
from refereekit.extract.regions import footnote_lines, table_lines
from refereekit.records import CaptionKind, Role
from refereekit.values import Value

__all__ = ["PageParts", "PagePlan", "plan_page"]

LARGER = 1.12
HEADING_WIDTH = 0.9
_REFERENCES = re.compile(
    r"(?:[\dIVXA-Z]{1,4}[.)]?\s+)?(?:References?|REFERENCES?|Bibliography|BIBLIOGRAPHY|"
    r"Literature [Cc]ited|LITERATURE CITED|References and [Nn]otes|Works [Cc]ited):?"
)


class PageParts(Value):
    """What other stages found: indexes of lines, the size of the paper's text."""

    furniture: Mapping[int, Role]
    captions: Sequence[CaptionBlock]
    displays: Set[int]
    body_size: float
    is_in_references: bool = False


class PagePlan(Value):
    """One role for each line of a layout, and the streams in reading order."""

    roles: tuple[Role, ...]
    streams: tuple[tuple[int, ...], ...]
    flow_start: int | None = None
    flow_end: int | None = None
    is_in_references: bool = False


class _Plan:
    """Gives roles, the surest first; what is left is running text."""

    def __init__(self, layout: PageLayout) -> None:
        self.layout = layout
        self.roles: dict[int, Role] = {}
        self.streams: list[tuple[int, ...]] = []

    def take(self, indexes: Iterable[int], role: Role) -> None:
        """Make one stream of the lines that have no role yet."""
        free = [index for index in indexes if index not in self.roles]
        if free:
            self.roles.update(dict.fromkeys(free, role))
            self.streams.append(tuple(free))

    def ordered(self, indexes: Iterable[int]) -> list[int]:
        """Return lines in reading order."""
        return reading_order(list(indexes), self.layout.lines, self.layout.columns)


def plan_page(layout: PageLayout, parts: PageParts) -> PagePlan:
    """Return the roles and streams of a page."""
    plan = _Plan(layout)
    size = parts.body_size
    for role in (Role.RUNNING_HEAD, Role.RUNNING_FOOT):
        plan.take(
            plan.ordered(i for i, r in parts.furniture.items() if r is role), role
        )
    for caption in parts.captions:
        plan.take(caption.lines, Role.CAPTION)
    displays = set(parts.displays) - set(plan.roles)
    for table in table_lines(layout, size):
        plan.take(_by_row(table - displays, layout.lines), Role.TABLE)
    figures = [c.lines for c in parts.captions if c.kind is CaptionKind.FIGURE]
    lettering = figure_lines(layout, figures, size, set(plan.roles) | displays)
    plan.take(plan.ordered(lettering), Role.FIGURE_TEXT)
    turned = [i for i, line in enumerate(layout.lines) if line.direction != 0]
    if len(turned) * 2 < len(layout.lines):
        for direction in (90, 180, 270):
            lines = [i for i in turned if layout.lines[i].direction == direction]
            plan.take(plan.ordered(lines), Role.FIGURE_TEXT)
    for note in footnote_lines(layout, size, set(plan.roles) | displays):
        plan.take(note, Role.FOOTNOTE)
    flow = plan.ordered(i for i in range(len(layout.lines)) if i not in plan.roles)
    references = _give_flow_roles(plan, flow, displays, size, parts.is_in_references)
    streams = [*plan.streams]
    if flow:
        streams.insert(0, tuple(flow))
    roles = tuple(plan.roles[index] for index in range(len(layout.lines)))
    return PagePlan(
        roles,
        tuple(streams),
        flow_start(layout, roles, flow),
        flow_end(layout, roles, flow),
        references,
    )


def _by_row(indexes: Iterable[int], lines: Sequence[TextLine]) -> list[int]:
    return sorted(indexes, key=lambda i: (lines[i].baseline, lines[i].bbox.x0))


def _give_flow_roles(
    plan: _Plan, flow: list[int], displays: Set[int], size: float, references: bool
) -> bool:
    for index in flow:
        line = plan.layout.lines[index]
        if _is_heading(line, plan.layout, size):
            plan.roles[index] = Role.HEADING
            references = _REFERENCES.fullmatch(line.text) is not None
        elif index in displays:
            plan.roles[index] = Role.DISPLAY
        else:
            plan.roles[index] = Role.REFERENCE if references else Role.BODY
    return references


def _is_heading(line: TextLine, layout: PageLayout, size: float) -> bool:
    if _REFERENCES.fullmatch(line.text):
        return True
    if not any(character.isalpha() for character in line.text):
        return False
    if line.size > LARGER * size:
        return True
    if not all(word.is_bold for word in line.words):
        return False
    column = layout.columns[line.column] if line.column is not None else None
    return column is None or line.bbox.width < HEADING_WIDTH * column.width
