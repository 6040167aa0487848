"""Reading a paper in a process of its own, which may die, hang or eat memory.

A page at which the process dies or makes no progress is left out in another attempt:
it becomes a page without text and a warning, and the rest is read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from refereekit.errors import PdfEncrypted, PdfError, PdfUnreadable
from refereekit.extract.process import Died, PdfProcess, start_code, started
from refereekit.limits import Limits
from refereekit.records import Original, Paper
from refereekit.store.encoding import records_from_json
from refereekit.store.pages import StoredPages

__all__ = ["read_in_child"]

_MOST_SKIPPED = 3
"""Pages that may be given up: a paper with more of them is an attack, or broken."""

_START = start_code("refereekit.extract.worker")
_REFUSALS = {error.__name__: error for error in (PdfUnreadable, PdfEncrypted)}


@dataclass
class _Attempt:
    """What one process has said so far."""

    rows: list[bytes] = field(default_factory=list)
    rest: dict[str, Any] | None = None
    working_on: int = 0
    """The page's number; 0 before the first."""


def read_in_child(
    pdf: bytes,
    name: str,
    *,
    password: str | None = None,
    limits: Limits | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Paper:
    """Return everything that a PDF records, read in another process.

    `progress` is called with the pages read and all pages.

    Raises:
        PdfUnreadable: It is no PDF, too damaged, or asks too much of the machine.
        PdfEncrypted: It needs a password, or another one than was given.
    """
    limits = limits or Limits()
    request = {"name": name, "password": password, "limits": asdict(limits)}
    skipped: dict[int, str] = {}
    while True:
        attempt = _Attempt()
        try:
            with started(_START, {**request, "skip": sorted(skipped)}, pdf) as reader:
                _listen(reader, attempt, limits, progress)
        except Died as death:
            page_number = attempt.working_on
            if not page_number or page_number in skipped:
                raise PdfUnreadable(f"{name}: {death}") from death
            skipped[page_number] = str(death)
            if len(skipped) > _MOST_SKIPPED:
                pages = ", ".join(map(str, skipped))
                raise PdfUnreadable(
                    f"{name}: pages {pages} cannot be read; {death}"
                ) from death
        else:
            return _paper(attempt, pdf, name, skipped)


def _paper(attempt: _Attempt, pdf: bytes, name: str, skipped: dict[int, str]) -> Paper:
    original = Original(name, hashlib.sha256(pdf).hexdigest(), len(attempt.rows))
    pages = StoredPages(attempt.rows, name)
    try:
        paper = records_from_json(attempt.rest or {}, original, pages)
    except (ValueError, TypeError) as problem:
        raise PdfUnreadable(
            f"{name}: what was read is no record: {problem}"
        ) from problem
    lost = tuple(f"page {n} was not read: {how}" for n, how in skipped.items())
    return replace(paper, warnings=paper.warnings + lost)


def _understood(line: bytes) -> object:
    """Return what a line says: a process that a PDF took over can say anything."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as problem:
        raise Died("the reading process said what is no record") from problem


def _listen(
    reader: PdfProcess,
    attempt: _Attempt,
    limits: Limits,
    progress: Callable[[int, int], None] | None,
) -> None:
    """Take in what the process says until it is through."""
    for line in reader.lines(limits):
        match _understood(line):
            case {"at": [int(number), int(count)]}:
                attempt.working_on = number
                if progress is not None:
                    progress(len(attempt.rows), count)
            case {"page": _}:
                attempt.rows.append(line[len(b'{"page":') : -1])
            case {"rest": dict(rest)}:
                attempt.rest = rest
            case {"error": [str(kind), str(text)]}:
                raise _REFUSALS.get(kind, PdfError)(text)
    if attempt.rest is None:
        raise Died(reader.how_it_ended())
