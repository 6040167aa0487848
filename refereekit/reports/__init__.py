"""One module for each format: an audit to text."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from refereekit.reports.outcome import FailOn
from refereekit.reports.presentation import PLAIN, Presentation
from refereekit.reports.severity import Severity
from refereekit.verdicts import Audit

__all__ = ["FORMATS", "FailOn", "Presentation", "Severity", "render"]

_MODULES = {
    "github": "github",
    "gnu": "gnu",
    "html": "html",
    "json": "jsondoc",
    "jsonl": "jsonl",
    "junit": "junit",
    "markdown": "markdown",
    "sarif": "sarif",
    "text": "text",
}

FORMATS = tuple(_MODULES)


class _Renderer(Protocol):
    def render(self, audit: Audit, presentation: Presentation = PLAIN) -> str: ...


def render(format_name: str, audit: Audit, presentation: Presentation = PLAIN) -> str:
    """Return the audit in one of `FORMATS`, importing only that format's module."""
    if format_name not in _MODULES:
        raise ValueError(f"not a format: {format_name}")
    module = import_module(f"refereekit.reports.{_MODULES[format_name]}")
    return cast(_Renderer, module).render(audit, presentation)
