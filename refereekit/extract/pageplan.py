"""The roles of a page's lines and the streams they are read in."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from refereekit.extract.layout import PageLayout
from refereekit.extract.order import reading_order
from refereekit.extract.pagetext import Stream
from refereekit.records import Role

__all__ = ["PagePlan", "plan_page"]


@dataclass(frozen=True, slots=True)
class PagePlan:
    """One role for each line of a layout, and the streams in reading order."""

    roles: tuple[Role, ...]
    streams: tuple[Stream, ...]


def plan_page(layout: PageLayout, display_lines: Set[int]) -> PagePlan:
    """Return the roles and streams of a page."""
    roles = tuple(
        Role.DISPLAY if index in display_lines else Role.BODY
        for index in range(len(layout.lines))
    )
    order = reading_order(range(len(roles)), layout.lines, layout.columns)
    return PagePlan(roles, (Stream(tuple(order), is_flow=True),) if order else ())
