"""One `file:line:column: severity: message [reason]` line a finding.

This is the form of the GNU coding standards, which editors and continuous integration
read to jump to a place. Findings that are off are left out.
"""

from __future__ import annotations

from refereekit.reports.annotations import Annotation, annotate
from refereekit.reports.location import location
from refereekit.reports.presentation import PLAIN, Presentation
from refereekit.verdicts import Audit

__all__ = ["render"]


def render(audit: Audit, presentation: Presentation = PLAIN) -> str:
    """Return the lines in draft order; nothing where nothing is to be said."""
    return "".join(_line(one, audit) for one in annotate(audit, presentation))


def _line(one: Annotation, audit: Audit) -> str:
    return (
        f"{location(audit.draft, one.place)}: {one.severity}: {one.subject}: "
        f"{one.message} [{one.code}]\n"
    )
