"""Check every quotation and citation in a referee's report against the paper.

    audit = refereekit.open_paper("paper.pdf").check("report.txt")

Nothing heavy is imported before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from refereekit.api import OpenPaper

__all__ = ["__version__", "open_paper"]

__version__ = "0.1.0"


def open_paper(path: str | Path, *, password: str | None = None) -> OpenPaper:
    """Return a paper to check drafts against: `refereekit.api.open_paper`."""
    from refereekit import api

    return api.open_paper(path, password=password)
