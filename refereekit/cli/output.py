"""Where results and remarks go: results to stdout or a file, the rest to stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from refereekit.binding import Progress
from refereekit.cli.streams import remark
from refereekit.errors import InputError

__all__ = ["append", "deliver", "reading_progress", "remark"]

_QUIET_S = 1.0
"""Work that ends sooner shows no progress."""


def deliver(text: str, output: Path | None) -> None:
    """Write a result to stdout, or to the file that the user named.

    Raises:
        InputError: the file cannot be written.
    """
    if output is None or str(output) == "-":
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as problem:
        raise InputError(
            f"{output}: cannot be written: {problem.strerror}"
        ) from problem


def append(text: str, path: Path) -> None:
    """Add text to the end of a file that others write to as well.

    Raises:
        InputError: the file cannot be written.
    """
    try:
        with path.open("a", encoding="utf-8", errors="replace") as file:
            file.write(text)
    except OSError as problem:
        raise InputError(f"{path}: cannot be written: {problem.strerror}") from problem


@contextmanager
def reading_progress() -> Iterator[Progress | None]:
    """Show pages read, rate and time left on a terminal, once it takes a second."""
    if not sys.stderr.isatty():
        yield None
        return
    started = time.monotonic()
    shown = False

    def show(done: int, total: int) -> None:
        nonlocal shown
        elapsed = time.monotonic() - started
        if elapsed < _QUIET_S or not done:
            return
        shown = True
        rate = done / elapsed
        left = (total - done) / rate
        click.echo(
            f"\rreading page {done} of {total}, {rate:.0f} pages/s, {left:.0f} s left ",
            err=True,
            nl=False,
        )

    try:
        yield show
    finally:
        if shown:
            click.echo("\r\033[K", err=True, nl=False)
