"""How loudly a finding is shown: a level for each reason, beside its verdict."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, unique
from types import MappingProxyType

from refereekit.verdicts import Reason, Verdict

__all__ = ["DEFAULT_SEVERITIES", "Severities", "Severity", "may_be_off"]


@unique
class Severity(StrEnum):
    """A level, the most serious first; `off` leaves a finding out of some formats."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    OFF = "off"

    @property
    def rank(self) -> int:
        """Return 0 for the most serious level, then 1, 2 and 3."""
        return list(Severity).index(self)


Severities = Mapping[Reason, Severity]

_OF_VERDICT = {
    Verdict.FAIL: Severity.ERROR,
    Verdict.FLAG: Severity.WARNING,
    Verdict.UNANCHORED: Severity.WARNING,
    Verdict.PASS: Severity.OFF,
}

DEFAULT_SEVERITIES: Severities = MappingProxyType(
    {reason: _OF_VERDICT[reason.verdict] for reason in Reason}
)
"""What holds where nothing is configured."""


def may_be_off(reason: Reason) -> bool:
    """Tell whether findings of this reason may be left out; a FAIL never may."""
    return reason.verdict is not Verdict.FAIL
