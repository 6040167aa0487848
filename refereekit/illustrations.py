"""Pictures of the places in the paper that an audit's findings rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from refereekit.audit import check_claim
from refereekit.claims import Quotation
from refereekit.errors import PdfUnreadable
from refereekit.extract.drawing_child import Order, draw_in_child
from refereekit.limits import Limits
from refereekit.matching.index import PaperIndex
from refereekit.records import Paper
from refereekit.store import Session
from refereekit.verdicts import Audit, Finding
from refereekit.views import Picture, View, views_of

__all__ = ["Illustrations", "draw", "illustrate", "places_of"]

_RESOLUTIONS = (120, 96, 72)
"""Dots per inch, the sharpest first; what is too heavy is drawn at the next."""
_MOST_BYTES = 34_000
"""Of one finding's pictures, so that a report of twenty stays under a megabyte."""


@dataclass(frozen=True, slots=True)
class Illustrations:
    """Pictures by the index of their finding, and why others have none."""

    pictures: dict[int, tuple[Picture, ...]]
    problems: tuple[str, ...] = ()


def illustrate(
    audit: Audit,
    session: Session,
    *,
    password: str | None = None,
    limits: Limits | None = None,
) -> Illustrations:
    """Return pictures for the findings that have a place.

    Raises:
        PdfError: the session's PDF cannot be opened.
    """
    found = ((i, _places(finding, session)) for i, finding in enumerate(audit.findings))
    places = {index: views for index, views in found if views}
    drawn = draw_in_child(
        session.read_original(),
        session.original.name,
        [Order(views, _RESOLUTIONS, _MOST_BYTES) for views in places.values()],
        password=password,
        limits=limits,
    )
    return Illustrations(
        {i: one.pictures for i, one in zip(places, drawn, strict=True) if one.pictures},
        tuple(dict.fromkeys(one.problem for one in drawn if one.problem)),
    )


def draw(
    views: Sequence[View],
    session: Session,
    *,
    dpi: int,
    password: str | None = None,
    limits: Limits | None = None,
) -> Picture:
    """Return views as one picture.

    Raises:
        PdfError: the session's PDF cannot be drawn.
    """
    (drawn,) = draw_in_child(
        session.read_original(),
        session.original.name,
        [Order(tuple(views), (dpi,), is_joined=True)],
        password=password,
        limits=limits,
    )
    if drawn.problem:
        raise PdfUnreadable(drawn.problem)
    return drawn.pictures[0]


def places_of(finding: Finding, paper: Paper, index: PaperIndex) -> tuple[View, ...]:
    """Return what to look at for a finding.

    For words that are on another page than the cited one, or whose page is not cited,
    that is the first page that has them; for words that are nowhere, the closest ones.
    """
    views = views_of(finding, paper)
    if views or not finding.elsewhere or not isinstance(finding.claim, Quotation):
        return views
    there = replace(finding.claim, page_numbers=finding.elsewhere[:1])
    return views_of(check_claim(there, paper, index), paper)


def _places(finding: Finding, session: Session) -> tuple[View, ...]:
    return places_of(finding, session.paper, session.index)
