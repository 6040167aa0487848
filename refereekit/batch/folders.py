"""Pairs in a folder by convention: a draft belongs to the PDF beside it.

In each folder a draft goes to the PDF whose name without suffix begins its own
(`smith.pdf` and `smith-report-1.txt`), the longest such name first; else to
`paper.pdf`; else to the one PDF that there is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from refereekit.batch.results import MARKER_NAME
from refereekit.errors import InputError
from refereekit.store.location import MANIFEST_NAME

__all__ = ["Found", "find_pairs"]

_PAPER_SUFFIX = ".pdf"
_DRAFT_SUFFIXES = frozenset({".txt", ".md", ".tex", ".docx"})
_USUAL_NAME = "paper"
_NO_DRAFT = re.compile(r"(?i)read[-_ ]?me|licen[sc]e|changelog")
_OWN_FILES = (MANIFEST_NAME, MARKER_NAME)
"""What marks a folder of this program's own: a session, a batch."""


@dataclass(frozen=True, slots=True)
class Found:
    """The pairs of names relative to the folder, and a line on each file left over."""

    pairs: tuple[tuple[str, str], ...]
    passed_over: tuple[str, ...]


def find_pairs(folder: Path) -> Found:
    """Return the pairs in a folder and in the folders in it, sorted by name.

    Hidden folders, and those that this program made, are left out.

    Raises:
        InputError: a folder cannot be read.
    """
    pairs: list[tuple[str, str]] = []
    passed_over: list[str] = []
    for place, names in _folders(folder):
        papers = [n for n in names if PurePath(n).suffix.lower() == _PAPER_SUFFIX]
        used = set()
        for draft in filter(_is_draft, names):
            paper, why = _paper_of(draft, papers)
            if paper is None:
                passed_over.append(f"{place / draft}: {why}")
            else:
                used.add(paper)
                pairs.append((str(place / paper), str(place / draft)))
        left = (paper for paper in papers if paper not in used)
        passed_over.extend(f"{place / paper}: no draft beside it" for paper in left)
    return Found(tuple(pairs), tuple(passed_over))


def _folders(folder: Path) -> Iterator[tuple[PurePath, list[str]]]:
    """Yield each folder, relative to the first, with the names of its files."""

    def refuse(problem: OSError) -> None:
        raise InputError(
            f"{problem.filename}: cannot be read: {problem.strerror}"
        ) from problem

    for place, inner, names in os.walk(folder, onerror=refuse):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        if not any(name in names for name in _OWN_FILES):
            visible = (name for name in names if not name.startswith("."))
            yield PurePath(place).relative_to(folder), sorted(visible)
        else:
            inner.clear()


def _is_draft(name: str) -> bool:
    path = PurePath(name)
    return path.suffix.lower() in _DRAFT_SUFFIXES and not _NO_DRAFT.match(path.stem)


def _paper_of(draft: str, papers: list[str]) -> tuple[str | None, str]:
    """Return the PDF that a draft belongs to, or why there is none."""
    stem, suffix = PurePath(draft).stem, PurePath(draft).suffix.lower()
    named = [p for p in papers if _begins(stem, PurePath(p).stem)]
    if named:
        paper = max(named, key=len)
        if suffix == ".tex" and PurePath(paper).stem == stem:
            return None, f"taken for the source of {paper}"
        return paper, ""
    usual = [p for p in papers if PurePath(p).stem.lower() == _USUAL_NAME]
    if usual or len(papers) == 1:
        return (usual or papers)[0], ""
    return None, f"{'which' if papers else 'no'} PDF beside it does it belong to"


def _begins(stem: str, paper_stem: str) -> bool:
    """Tell whether a name is a paper's, or a paper's with more behind a break."""
    rest = stem.removeprefix(paper_stem)
    return stem.startswith(paper_stem) and not rest[:1].isalnum()
