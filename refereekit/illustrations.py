"""Pictures of the places in the paper that an audit's findings rest on."""

from __future__ import annotations

from dataclasses import replace

from refereekit.audit import check_claim
from refereekit.claims import Quotation
from refereekit.extract.crops import PagePictures
from refereekit.index import PaperIndex
from refereekit.records import Paper
from refereekit.store import Session
from refereekit.verdicts import Audit, Finding
from refereekit.views import Picture, View, views_of

__all__ = ["illustrate", "open_pictures", "places_of"]

_RESOLUTIONS = (120, 96, 72)
"""Dots per inch, the sharpest first; what is too heavy is drawn at the next."""
_MOST_BYTES = 34_000
"""Of one finding's pictures, so that a report of twenty stays under a megabyte."""


def illustrate(
    audit: Audit, session: Session, *, password: str | None = None
) -> dict[int, tuple[Picture, ...]]:
    """Return pictures for the findings that have a place, by the finding's index.

    Raises:
        PdfError: the session's PDF cannot be drawn.
    """
    drawn = {}
    with open_pictures(session, password) as pictures:
        for index, finding in enumerate(audit.findings):
            views = places_of(finding, session.paper, session.index)
            if views:
                drawn[index] = _light(views, pictures)
    return drawn


def open_pictures(session: Session, password: str | None = None) -> PagePictures:
    """Return the session's PDF, opened for drawing.

    Raises:
        PdfError: it cannot be opened.
    """
    return PagePictures(session.read_original(), session.original.name, password)


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


def _light(views: tuple[View, ...], pictures: PagePictures) -> tuple[Picture, ...]:
    """Return the sharpest pictures that are not too heavy, else the lightest."""
    drawn: tuple[Picture, ...] = ()
    for dpi in _RESOLUTIONS:
        drawn = tuple(pictures.draw([view], dpi=dpi) for view in views)
        if sum(len(picture.png) for picture in drawn) <= _MOST_BYTES:
            break
    return drawn
