"""One module for each format: an audit to text."""

from __future__ import annotations

from refereekit.claims import Forms
from refereekit.reports.outcome import FailOn
from refereekit.verdicts import Audit

__all__ = ["FORMATS", "render"]

FORMATS = ("json", "text")


def render(
    format_name: str,
    audit: Audit,
    *,
    forms: Forms = Forms.SPEC,
    fail_on: frozenset[FailOn] = frozenset(),
) -> str:
    """Return the audit in one of `FORMATS`, importing only that format's module."""
    match format_name:
        case "text":
            from refereekit.reports import text

            return text.render(audit, forms=forms, fail_on=fail_on)
        case "json":
            from refereekit.reports import jsondoc

            return jsondoc.render(audit, fail_on=fail_on)
        case _:
            raise ValueError(f"not a format: {format_name}")
