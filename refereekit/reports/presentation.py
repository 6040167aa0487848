"""What a report is asked to show beside the audit itself."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from refereekit.claims import Forms
from refereekit.records import Paper
from refereekit.reports.outcome import FailOn, decides
from refereekit.reports.severity import DEFAULT_SEVERITIES, Severities, Severity
from refereekit.values import Value
from refereekit.verdicts import Audit, Finding

if TYPE_CHECKING:
    from refereekit.views import Picture

__all__ = ["PLAIN", "Presentation"]


class Presentation(Value):
    """The caller's choices, the same for every format.

    `forms` and `fail_on` are those of the check. `severities` holds a level for every
    reason. `paper` gives the printed labels of pages; a report does without where it
    is left out. `pictures` shows places in the paper, by the index of the finding that
    they belong to; only a format with pictures needs them.
    """

    forms: Forms = Forms.SPEC
    fail_on: frozenset[FailOn] = frozenset()
    severities: Severities = DEFAULT_SEVERITIES
    paper: Paper | None = None
    pictures: Mapping[int, tuple[Picture, ...]] = MappingProxyType({})

    def severity(self, finding: Finding) -> Severity:
        """Return how loudly a finding is shown.

        What makes the exit code other than 0 is never off: a failing run that shows
        nothing would tell nobody what to mend.
        """
        level = self.severities[finding.reason]
        if level is Severity.OFF and decides(finding, self.fail_on):
            return Severity.WARNING
        return level

    def shown(self, audit: Audit) -> tuple[Finding, ...]:
        """Return the findings that are not off, in the order of the transcript."""
        return audit.where(lambda f: self.severity(f) is not Severity.OFF)

    def page_name(self, number: int) -> str:
        """Return `page 3`, with the printed label where it differs."""
        page = self.paper.page(number) if self.paper else None
        return page.name if page else f"page {number}"


PLAIN = Presentation()
"""What holds where the caller chooses nothing."""
