"""Processes that handle a stranger's PDF: they may die or hang, and are ended.

A process gets a request, one line of JSON, on its standard input, which names the open
file that holds the PDF as `pdf`. It answers with lines on its standard output. One that
is to take orders reads them, one line each, from the file that is named as `orders`.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import IO

from refereekit.limits import Limits

__all__ = ["Died", "PdfProcess", "start_code", "started"]

_CHUNK_BYTES = 1 << 20


class Died(Exception):
    """The process ended, or had to be ended, without an answer."""


@dataclass(frozen=True)
class PdfProcess:
    """A process, what it says, and what it complains of."""

    process: subprocess.Popen[bytes]
    answers: IO[bytes]
    complaints: IO[bytes]
    orders: IO[bytes] | None = None
    _begun: list[bytes] = field(default_factory=lambda: [b""])

    def hear(self) -> list[bytes] | None:
        """Return the lines that have come in whole since, `None` if it is through.

        It waits if nothing has been said.
        """
        chunk = self.answers.read(_CHUNK_BYTES)
        if not chunk:
            return None
        *whole, rest = chunk.split(b"\n")
        lines = [b"".join([*self._begun, whole[0]]), *whole[1:]] if whole else []
        if whole:
            self._begun.clear()
        self._begun.append(rest)
        return lines

    def order(self, order: Mapping[str, object]) -> None:
        """Tell a process what to do next.

        Raises:
            Died: it is gone, or does not take the order in.
        """
        line = memoryview(json.dumps(order).encode() + b"\n")
        try:
            if self.orders is None or self.orders.write(line) != len(line):
                raise Died("the reading process takes no orders")
        except OSError as problem:
            raise Died(self.how_it_ended()) from problem

    def lines(self, limits: Limits) -> Iterator[bytes]:
        """Yield what the process says.

        Raises:
            Died: it said nothing for too long, took too long altogether, or said more
                than it can hold.
        """
        end = time.monotonic() + limits.total_seconds
        said = 0
        with selectors.DefaultSelector() as selector:
            selector.register(self.answers, selectors.EVENT_READ)
            while True:
                patience = min(limits.page_seconds, end - time.monotonic())
                if patience <= 0:
                    raise Died(f"reading took over {limits.total_seconds:.0f} s")
                if not selector.select(patience):
                    raise Died(f"no progress for {patience:.0f} s")
                heard = self.hear()
                if heard is None:
                    return
                said += sum(map(len, heard))
                if said + sum(map(len, self._begun)) > limits.memory_bytes:
                    raise Died(f"more than {limits.memory_bytes:,} bytes were read")
                yield from heard

    def end(self) -> None:
        """Stop the process, whatever it does."""
        self.process.kill()

    def how_it_ended(self) -> str:
        """Return why a process that is through said less than it should have."""
        code = self.process.wait()
        if code < 0:
            return f"the reading process was ended by {signal.Signals(-code).name}"
        self.complaints.seek(0)
        said = self.complaints.read().decode(errors="replace").splitlines()
        last = said[-1].strip() if said else f"exit code {code}"
        if last.startswith("MemoryError"):
            return "reading needs more memory than its limit"
        return f"the reading process failed: {last}"


def start_code(worker: str) -> str:
    """Return the program of a process that runs a module's `main`."""
    return (
        "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
        f"from {worker} import main; main()"
    )


@contextmanager
def started(
    code: str, request: Mapping[str, object], pdf: int, *, takes_orders: bool = False
) -> Iterator[PdfProcess]:
    """Start a program on a request; it is gone when the block ends.

    `pdf` is the descriptor of the file that holds the PDF.
    """
    # Files, so that nobody waits for a pipe that the other side does not empty.
    with (
        tempfile.TemporaryFile() as source,
        tempfile.TemporaryFile() as complaints,
        ExitStack() as pipes,
    ):
        orders: IO[bytes] | None = None
        passed = {"pdf": pdf}
        if takes_orders:
            passed["orders"], orders = _pipe_of_orders(pipes)
        source.write(json.dumps({**request, **passed}).encode() + b"\n")
        source.seek(0)
        # -I and the parent's own path: nothing is imported from where the user stands.
        path = json.dumps([entry for entry in sys.path if entry])
        ours, theirs = os.pipe()
        try:
            process = subprocess.Popen(
                [sys.executable, "-I", "-c", code, path],
                stdin=source,
                stdout=theirs,
                stderr=complaints,
                pass_fds=tuple(passed.values()),
            )
        finally:
            os.close(theirs)
        with process, os.fdopen(ours, "rb", buffering=0) as answers:
            try:
                yield PdfProcess(process, answers, complaints, orders)
            finally:
                process.kill()


def _pipe_of_orders(pipes: ExitStack) -> tuple[int, IO[bytes]]:
    """Return the ends of a pipe: the one to pass on, and the one to write to.

    Writing never waits: a process that takes no orders in does not stop who gives them.
    """
    theirs, ours = os.pipe()
    pipes.callback(os.close, theirs)
    os.set_blocking(ours, False)
    return theirs, pipes.enter_context(os.fdopen(ours, "wb", buffering=0))
