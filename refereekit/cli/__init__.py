"""The command line: parse options, call the layer below, write, exit."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from refereekit.cli.plain import plain_check
from refereekit.cli.streams import end

if TYPE_CHECKING:
    import click

    root: click.Group

__all__ = ["main", "root"]


def main() -> NoReturn:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    check = plain_check(sys.argv[1:])
    if check is not None:
        _end_soon(check)
    from refereekit.cli.commands import root

    root.main()


def _end_soon(check: Callable[[], int]) -> NoReturn:
    """Run a check that makes no rubbish to speak of, and end the process.

    Collecting rubbish after every few hundred new objects, and looking through all of
    them once more at the end, takes a tenth of a check.
    """
    gc.set_threshold(100_000)
    try:
        end(check)
    finally:
        gc.freeze()


def __getattr__(name: str) -> object:
    """Return `root`, the group of all commands, imported for whoever asks."""
    if name != "root":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from refereekit.cli.commands import root

    return root
