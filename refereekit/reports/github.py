"""Workflow commands that GitHub Actions shows as annotations on the draft's lines.

The escapes are those of `actions/toolkit`, `packages/core/src/command.ts`: without
them a draft could end its annotation and give a command of its own.
"""

from __future__ import annotations

from refereekit.reports.annotations import Annotation, annotate
from refereekit.reports.location import draft_name, end_of, position
from refereekit.reports.outcome import exit_line
from refereekit.reports.presentation import PLAIN, Presentation
from refereekit.reports.severity import Severity
from refereekit.verdicts import Audit

__all__ = ["render"]

_COMMAND = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "notice",
}
_IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = {**_IN_MESSAGE, ord(":"): "%3A", ord(","): "%2C"}


def render(audit: Audit, presentation: Presentation = PLAIN) -> str:
    """Return one command a line in draft order, then the closing line."""
    lines = [_command(one, audit) for one in annotate(audit, presentation)]
    return "\n".join((*lines, exit_line(audit, presentation.fail_on), ""))


def _command(one: Annotation, audit: Audit) -> str:
    start = position(audit.draft, one.place)
    end_line, end_column = end_of(audit.draft, one.place)
    properties = {
        "file": draft_name(audit.draft),
        "line": str(start.line),
        "endLine": str(end_line),
        "title": f"{one.subject} [{one.code}]",
    }
    if end_line == start.line:  # columns over several lines are refused
        properties["col"] = str(start.column)
        properties["endColumn"] = str(end_column)
    listed = ",".join(
        f"{name}={value.translate(_IN_PROPERTY)}" for name, value in properties.items()
    )
    return f"::{_COMMAND[one.severity]} {listed}::{one.message.translate(_IN_MESSAGE)}"
