"""One writer at a time: an advisory lock on a session directory.

The kernel drops the lock when its holder dies, however it dies, so a lock is never
left behind. The file names the holder for the message of whoever waits in vain.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from refereekit.errors import SessionBusy, StoreError
from refereekit.files import clear_temporaries

__all__ = ["locked"]

_LOCK_NAME = "lock"
_TIMEOUT_S = 30.0
_PAUSE_S = 0.02


@contextmanager
def locked(session: Path, *, timeout: float = _TIMEOUT_S) -> Iterator[None]:
    """Hold the lock of an existing session directory.

    Raises:
        SessionBusy: another process held it for `timeout` seconds.
        StoreError: the lock file cannot be opened.
    """
    path = session / _LOCK_NAME
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as problem:
        raise StoreError(f"{path}: cannot be opened: {problem.strerror}") from problem
    try:
        _acquire(descriptor, path, timeout)
        # For whoever waits in vain; on a full disk the lock holds all the same.
        with suppress(OSError):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        clear_temporaries(session)
        yield
    finally:
        os.close(descriptor)


def _acquire(descriptor: int, path: Path, timeout: float) -> None:
    deadline = time.monotonic() + timeout
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as problem:
            if time.monotonic() >= deadline:
                holder = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip()
                raise SessionBusy(
                    f"{path}: held by process {holder or 'unknown'} for over "
                    f"{timeout:.0f} s; wait for it or stop it"
                ) from problem
            time.sleep(_PAUSE_S)
        else:
            return
