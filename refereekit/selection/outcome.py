"""What comparing one citation with its source gives: nothing, or a discrepancy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any

from refereekit.positions import Span

__all__ = ["REFERENCE_VERSION", "Failure", "Outcome"]

REFERENCE_VERSION = (
    "W3C Web Annotation Data Model (Recommendation 2017-02-23) "
    "4.2.4 TextQuoteSelector, 4.2.5 TextPositionSelector; "
    "r68 supplied-text profile 1.0.0"
)
"""What every result says it was compared by; the contracts fix it word for word."""


@unique
class Failure(StrEnum):
    """Every reason for which a citation is not valid, in order of comparison."""

    UNKNOWN_SOURCE = "unknown_source"
    VERSION_MISMATCH = "version_mismatch"
    SPAN_REVERSED = "span_reversed"
    SPAN_OUT_OF_RANGE = "span_out_of_range"
    QUOTE_MISMATCH = "quote_mismatch"
    EXACT_NOT_FOUND = "exact_not_found"
    PREFIX_MISMATCH = "prefix_mismatch"
    SUFFIX_MISMATCH = "suffix_mismatch"
    AMBIGUOUS_ANCHOR = "ambiguous_anchor"
    POSITION_MISMATCH = "position_mismatch"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One citation's answer: valid where `failure` is `None`.

    `detail` is the discrepancy as the tool's output schema has it; `match` is where
    a valid anchor stands.
    """

    failure: Failure | None = None
    detail: dict[str, Any] | None = None
    match: Span | None = None

    def head(self) -> dict[str, Any]:
        """Return the members that every result begins with."""
        return {
            "valid": self.failure is None,
            "reason": None if self.failure is None else str(self.failure),
            "first_discrepancy": self.detail,
        }

    @staticmethod
    def tail() -> dict[str, Any]:
        """Return the members that every result ends with."""
        return {"authenticity_checked": False, "reference_version": REFERENCE_VERSION}
