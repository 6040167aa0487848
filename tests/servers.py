"""A real server in a process of its own, for the tests that talk to one."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

COMMAND = [sys.executable, "-m", "refereekit"]


@dataclass(frozen=True)
class Running:
    """Where a server listens, what it said until then, and its process."""

    url: str
    said: str
    process: subprocess.Popen[str]

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Stop the server; return its exit code and what else it said."""
        self.process.send_signal(number)
        _, said = self.process.communicate(timeout=20)
        return self.process.returncode, said


@contextmanager
def running(*options: str) -> Iterator[Running]:
    """Start `refereekit serve` on a free port."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", *options], stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr is not None
        said = ""
        while (found := re.search(r"http://\S+", said)) is None:
            line = process.stderr.readline()
            assert line, f"the server ended: {said}"
            said += line
        yield Running(found[0], said, process)
    finally:
        process.terminate()
        try:
            process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
