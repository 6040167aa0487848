"""The plainest check, `check DRAFT [--session DIR]`, without a command-line library.

It is what people and scripts run all day, and importing click takes longer than the
check. Any other option, any setting in the environment or in a configuration file,
and anything that would be refused, is left to the `check` command itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from refereekit.cli.nearby import configuring_directories
from refereekit.errors import ConfigError

__all__ = ["plain_check"]

_SETTING = "REFEREEKIT_"
"""In the name of every environment variable that sets an option."""


def plain_check(arguments: Sequence[str]) -> Callable[[], int] | None:
    """Return the check that a command line asks for, `None` if it asks for more."""
    paths: tuple[str, ...]
    match arguments:
        case ["check", draft]:
            paths = (draft,)
        case ["check", draft, "--session", session]:
            paths = draft, session
        case ["check", "--session", session, draft]:
            paths = draft, session
        case _:
            return None
    if not all(map(_is_path, paths)) or _is_configured():
        return None
    return lambda: _check(*map(Path, paths))


def _is_path(argument: str) -> bool:
    """Tell whether an argument cannot be an option."""
    return argument == "-" or (bool(argument) and not argument.startswith("-"))


def _is_configured() -> bool:
    """Tell whether anything but the command line may set an option."""
    if any(_SETTING in name for name in os.environ):
        return True
    try:
        return bool(configuring_directories(Path.cwd()))
    except ConfigError:
        return True


def _check(draft: Path, directory: Path | None = None) -> int:
    # Imported when it is known that this is the check to run.
    from refereekit.cli.checked import check_draft, read_draft
    from refereekit.reports import render
    from refereekit.store import find_session, open_session

    source = read_draft(draft)
    checked = check_draft(source, open_session(find_session(directory)))
    sys.stdout.write(render("text", checked.audit, checked.presentation))
    return checked.exit_code
