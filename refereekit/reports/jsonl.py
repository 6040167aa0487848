"""One finding a line as JSON, then one line with the rest of the document."""

from __future__ import annotations

import json

from refereekit.reports.jsondoc import document
from refereekit.reports.presentation import PLAIN, Presentation
from refereekit.verdicts import Audit

__all__ = ["render"]


def render(audit: Audit, presentation: Presentation = PLAIN) -> str:
    """Return the lines; `type` tells a `finding` from the closing `summary`."""
    whole = document(audit, fail_on=presentation.fail_on)
    findings = whole.pop("findings")
    rows = [
        *({"type": "finding", "schema": whole["schema"], **row} for row in findings),
        {"type": "summary", **whole},
    ]
    return "".join(f"{json.dumps(row)}\n" for row in rows)
