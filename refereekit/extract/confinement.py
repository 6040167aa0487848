"""What a process that handles a stranger's PDF gives up before it looks at it."""

from __future__ import annotations

import ctypes
import resource
import signal
import sys

from refereekit.limits import Limits

__all__ = ["give_up"]

_MOST_STDERR_BYTES = 1 << 16
"""Standard error is a file, the only one that this process can write to."""


_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of prctl(2)."""


def give_up(limits: Limits) -> None:
    """Bound this process, for good, to what reading a paper needs."""
    _end_with_parent()
    for what, amount in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CPU, int(limits.total_seconds) + 1),
        (resource.RLIMIT_FSIZE, _MOST_STDERR_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        most = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
        resource.setrlimit(what, (most, most))
    # A compiled module that is longer than a file may be would be cached cut short, and
    # no later process could import it.
    sys.dont_write_bytecode = True
    sys.addaudithook(_refuse_network)


def _end_with_parent() -> None:
    """Let the kernel end this process when who waits for it dies, however it dies."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def _refuse_network(event: str, arguments: tuple[object, ...]) -> None:
    if event.startswith(("socket.", "subprocess.", "os.exec", "os.posix_spawn")):
        raise PermissionError(f"{event} while reading a PDF: {arguments!r}")
