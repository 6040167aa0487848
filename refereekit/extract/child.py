"""Reading a paper in processes of its own, which may die, hang or eat memory.

One process reads a paper; a long one is shared out among a crew of them. A page at
which a process dies or makes no progress is left out in another attempt: it becomes a
page without text and a warning, and the rest is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import asdict, dataclass, field
from typing import Any

from refereekit.errors import PdfUnreadable
from refereekit.extract.answers import refused, understood
from refereekit.extract.crew import Crew, Sharing
from refereekit.extract.process import Died, PdfProcess, start_code, started
from refereekit.extract.source import handed
from refereekit.limits import Limits
from refereekit.records import Original, Paper
from refereekit.store.encoding import records_from_json
from refereekit.store.pages import StoredPages
from refereekit.values import Value, replace

__all__ = ["read_in_child"]

_MOST_SKIPPED = 3
"""Pages that may be given up: a paper with more of them is an attack, or broken."""

_START = start_code("refereekit.extract.worker")
_START_SETTLING = start_code("refereekit.extract.settling_worker")


def read_in_child(
    pdf: bytes,
    name: str,
    *,
    password: str | None = None,
    limits: Limits | None = None,
    progress: Callable[[int, int], None] | None = None,
    sharing: Sharing | None = None,
) -> Paper:
    """Return everything that a PDF records, read in another process or several.

    `progress` is called with the pages read and all pages.

    Raises:
        PdfUnreadable: It is no PDF, too damaged, or asks too much of the machine.
        PdfEncrypted: It needs a password, or another one than was given.
    """
    sha256 = hashlib.sha256(pdf).hexdigest()
    limits, sharing = limits or Limits(), sharing or Sharing()
    with handed(pdf) as file:
        return _Reading(file, sha256, name, password, limits, sharing, progress).paper()


@dataclass
class _Attempt:
    """What one process has said so far."""

    rows: list[bytes] = field(default_factory=list)
    rest: dict[str, Any] | None = None
    working_on: int = 0
    """The page's number; 0 before the first."""
    count: int = 0


class _Reading(Value):
    """A paper that is being read."""

    file: int
    sha256: str
    name: str
    password: str | None
    limits: Limits
    sharing: Sharing
    progress: Callable[[int, int], None] | None

    def paper(self) -> Paper:
        """Return what is read, in as many attempts as that takes."""
        skipped: dict[int, str] = {}
        while True:
            attempt = _Attempt()
            try:
                with self._started(_START, skip=sorted(skipped)) as reader:
                    self._listen(reader, attempt)
                    if self._is_shared(attempt):
                        return self._read_by_crew(reader, attempt.count)
            except Died as death:
                self._skip(attempt.working_on, death, skipped)
            else:
                return self._paper(attempt.rows, attempt.rest or {}, skipped)

    def _started(self, code: str, **more: object) -> AbstractContextManager[PdfProcess]:
        request = {
            "name": self.name,
            "password": self.password,
            "limits": asdict(self.limits),
            "alone": self.sharing.most_alone,
            **more,
        }
        return started(code, request, self.file, takes_orders=code is _START)

    def _skip(self, number: int, death: Died, skipped: dict[int, str]) -> None:
        """Leave out the page at which a process ended, if that helps."""
        if not number or number in skipped:
            raise PdfUnreadable(f"{self.name}: {death}") from death
        skipped[number] = str(death)
        if len(skipped) > _MOST_SKIPPED:
            pages = ", ".join(map(str, skipped))
            raise PdfUnreadable(
                f"{self.name}: pages {pages} cannot be read; {death}"
            ) from death

    def _is_shared(self, attempt: _Attempt) -> bool:
        return attempt.count > self.sharing.most_alone and attempt.rest is None

    def _listen(self, reader: PdfProcess, attempt: _Attempt) -> None:
        """Take in what a process says until it is through, or waits for orders."""
        for line in reader.lines(self.limits):
            said = understood(line)
            match said:
                case {"at": [int(number), int(count)]}:
                    attempt.working_on, attempt.count = number, count
                    if self.progress is not None:
                        self.progress(len(attempt.rows), count)
                    if self._is_shared(attempt):
                        return
                case {"settling": int(number)}:
                    attempt.working_on = number
                case {"page": _}:
                    attempt.rows.append(line[len(b'{"page":') : -1])
                case {"rest": dict(rest)}:
                    attempt.rest = rest
                case _:
                    refused(said)
        if attempt.rest is None:
            raise Died(reader.how_it_ended())

    def _read_by_crew(self, first: PdfProcess, count: int) -> Paper:
        with ExitStack() as others:
            crew = Crew(
                self.name,
                lambda: others.enter_context(self._started(_START, skip=[])),
                self.limits,
                most_skipped=_MOST_SKIPPED,
                progress=self.progress,
            )
            crew.read(first, count, self.sharing)
        first.end()
        return self._paper(list(crew.rows()), self._rest(crew.parcels()), crew.lost())

    def _rest(self, parcels: Sequence[str]) -> dict[str, Any]:
        """Return what the pages record that several processes have read.

        What is drawn on a page at which the process ends is not looked at again: labels
        that it could have saved stay refused.
        """
        undrawn: dict[int, str] = {}
        while True:
            attempt = _Attempt()
            try:
                with self._started(
                    _START_SETTLING, parcels=parcels, undrawn=sorted(undrawn)
                ) as settler:
                    self._listen(settler, attempt)
                return attempt.rest or {}
            except Died as death:
                self._skip(attempt.working_on, death, undrawn)

    def _paper(
        self, rows: list[bytes], rest: dict[str, Any], skipped: Mapping[int, str]
    ) -> Paper:
        original = Original(self.name, self.sha256, len(rows))
        pages = StoredPages(rows, self.name)
        try:
            paper = records_from_json(rest, original, pages)
        except (ValueError, TypeError) as problem:
            raise PdfUnreadable(
                f"{self.name}: what was read is no record: {problem}"
            ) from problem
        lost = tuple(f"page {n} was not read: {how}" for n, how in skipped.items())
        return replace(paper, warnings=paper.warnings + lost)
