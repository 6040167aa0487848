"""What must hold for whatever is thrown at a part of the program.

A target takes bytes. What once broke it is kept in `fixtures/fuzz/`, one file for each
input, and is thrown again at the start of every run and in the tests.
"""

from __future__ import annotations

import contextlib
import io
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hypothesis.strategies import SearchStrategy

from refereekit.cli import root

__all__ = ["CORPUS", "Broken", "Ran", "Target", "command", "law", "limited"]

CORPUS = Path(__file__).parent.parent.parent / "fixtures" / "fuzz"


class Broken(Exception):
    """A law does not hold."""


@dataclass(frozen=True, slots=True)
class Target:
    """A part of the program, what is thrown at it, and the laws it must keep."""

    name: str
    suffix: str
    inputs: SearchStrategy[bytes]
    check: Callable[[bytes], None]
    batch: int = 200
    """Inputs between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended and what it said."""

    code: object
    out: str
    err: str


def law(holds: object, message: str) -> None:
    """Hold the program to a law."""
    if not holds:
        raise Broken(message)


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Break a law where the block takes more of the processor's time."""

    def stop(*_: object) -> None:
        raise Broken(f"took over {seconds} s of the processor's time")

    previous = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)


def command(*arguments: str | Path) -> Ran:
    """Run a command line, which must end in good order."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    code: object = None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            root.main([str(argument) for argument in arguments])
        except SystemExit as ended:
            code = ended.code
    out.flush()
    ran = Ran(
        code,
        out.buffer.getvalue().decode("utf-8", "replace"),
        err.getvalue(),  # type: ignore[attr-defined]
    )
    law(code in (0, 1, 2, 3), f"{arguments}: exit code {code!r}: {ran.err}")
    for line in ran.err.splitlines():
        law(line.startswith("refereekit: "), f"{arguments}: not a message: {line!r}")
    if code == 2:
        law(ran.err, f"{arguments}: exit code 2 and no word why")
    return ran
