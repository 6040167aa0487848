"""Reading a paper in a process of its own, which may die, hang or eat memory.

A page at which the process dies or makes no progress is left out in another attempt:
it becomes a page without text and a warning, and the rest is read.
"""

from __future__ import annotations

import hashlib
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import IO, Any

from refereekit.errors import PdfEncrypted, PdfError, PdfUnreadable
from refereekit.limits import Limits
from refereekit.records import Original, Paper
from refereekit.store.encoding import records_from_json
from refereekit.store.pages import StoredPages

__all__ = ["read_in_child"]

_MOST_SKIPPED = 3
"""Pages that may be given up: a paper with more of them is an attack, or broken."""

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from refereekit.extract.worker import main; main()"
)
_CHUNK_BYTES = 1 << 20
_REFUSALS = {error.__name__: error for error in (PdfUnreadable, PdfEncrypted)}


class _Died(Exception):
    """The process ended, or had to be ended, without an answer."""


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
            with _reader({**request, "skip": sorted(skipped)}, pdf) as reader:
                _listen(reader, attempt, limits, progress)
        except _Died as death:
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
    paper = records_from_json(attempt.rest or {}, original, StoredPages(attempt.rows))
    lost = tuple(f"page {n} was not read: {how}" for n, how in skipped.items())
    return replace(paper, warnings=paper.warnings + lost)


@dataclass(frozen=True)
class _Reader:
    """A reading process, what it says, and what it complains of."""

    process: subprocess.Popen[bytes]
    answers: IO[bytes]
    complaints: IO[bytes]


@contextmanager
def _reader(request: dict[str, Any], pdf: bytes) -> Iterator[_Reader]:
    """Start a reader on a request; it is gone when the block ends."""
    # Files, so that nobody waits for a pipe that the other side does not empty.
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as complaints:
        source.write(json.dumps(request).encode() + b"\n")
        source.write(pdf)
        source.seek(0)
        # -I and the parent's own path: nothing is imported from where the user stands.
        path = json.dumps([entry for entry in sys.path if entry])
        ours, theirs = os.pipe()
        try:
            process = subprocess.Popen(
                [sys.executable, "-I", "-c", _START, path],
                stdin=source,
                stdout=theirs,
                stderr=complaints,
            )
        finally:
            os.close(theirs)
        with process, os.fdopen(ours, "rb", buffering=0) as answers:
            try:
                yield _Reader(process, answers, complaints)
            finally:
                process.kill()


def _listen(
    reader: _Reader,
    attempt: _Attempt,
    limits: Limits,
    progress: Callable[[int, int], None] | None,
) -> None:
    """Take in what the process says until it is through."""
    for line in _lines(reader.answers, limits):
        message = json.loads(line)
        match message:
            case {"at": [number, count]}:
                attempt.working_on = number
                if progress is not None:
                    progress(len(attempt.rows), count)
            case {"page": _}:
                attempt.rows.append(line[len(b'{"page":') : -1])
            case {"rest": rest}:
                attempt.rest = rest
            case {"error": [kind, text]}:
                raise _REFUSALS.get(kind, PdfError)(text)
    if attempt.rest is None:
        raise _Died(_how_it_ended(reader))


def _lines(answers: IO[bytes], limits: Limits) -> Iterator[bytes]:
    """Yield the process's lines; give up when it says nothing for too long."""
    end = time.monotonic() + limits.total_seconds
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(answers, selectors.EVENT_READ)
        while True:
            patience = min(limits.page_seconds, end - time.monotonic())
            if patience <= 0:
                raise _Died(f"reading took over {limits.total_seconds:.0f} s")
            if not selector.select(patience):
                raise _Died(f"no progress for {patience:.0f} s")
            chunk = answers.read(_CHUNK_BYTES)
            if not chunk:
                return
            *whole, rest = (rest + chunk).split(b"\n")
            yield from whole


def _how_it_ended(reader: _Reader) -> str:
    code = reader.process.wait()
    if code < 0:
        return f"the reading process was ended by {signal.Signals(-code).name}"
    reader.complaints.seek(0)
    said = reader.complaints.read().decode(errors="replace").splitlines()
    last = said[-1].strip() if said else f"exit code {code}"
    if last.startswith("MemoryError"):
        return "reading needs more memory than its limit"
    return f"the reading process failed: {last}"
