"""Checking a draft again whenever it is saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import click

from refereekit.cli.output import remark
from refereekit.errors import RefereekitError

__all__ = ["watch_file"]

_POLL_S = 0.3
"""Short enough to seem at once, long enough to cost nothing (one `stat` a poll)."""


def watch_file(path: Path, check: Callable[[], object]) -> NoReturn:
    """Check now and after every save until the user interrupts.

    A draft that cannot be read, as in the middle of a save, is said and waited for.

    Raises:
        UsageError: the path is standard input, which is never saved.
    """
    if str(path) == "-":
        raise click.UsageError("--watch needs a file; standard input is read once")
    for _ in _saves(path):
        try:
            check()
        except RefereekitError as problem:
            remark(str(problem))
    raise RuntimeError("saves never end")


def _saves(path: Path) -> Iterator[None]:
    """Yield once at the start, then each time the file is another than before."""
    seen: object = None
    while True:
        now = _stamp(path)
        if now != seen:
            seen = now
            yield
        time.sleep(_POLL_S)


def _stamp(path: Path) -> tuple[int, ...]:
    """Return what a save changes; editors write a new file over the old one."""
    try:
        status = path.stat()
    except OSError:
        return (0,)
    return status.st_mtime_ns, status.st_size, status.st_ino
