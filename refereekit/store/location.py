"""Which directory a command's session is in."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from refereekit.errors import SessionNotFound, StoreError
from refereekit.files import current_directory

__all__ = [
    "DIRECTORY_NAME",
    "ENVIRONMENT",
    "MANIFEST_NAME",
    "find_session",
    "holds_session",
    "session_path",
]

DIRECTORY_NAME = ".refereekit"
ENVIRONMENT = "REFEREEKIT_SESSION"
MANIFEST_NAME = "session.json"


def session_path(explicit: Path | None) -> Path:
    """Return where the session is, or where a new one belongs.

    The order is: the explicit directory, `$REFEREEKIT_SESSION`, the nearest
    `.refereekit/` that holds a session from the current directory upward, and
    `./.refereekit`.
    """
    if explicit is not None:
        return explicit
    if named := os.environ.get(ENVIRONMENT):
        return Path(named)
    here = current_directory()
    for directory in (here, *here.parents):
        # Another user's directory is none of ours.
        with suppress(StoreError):
            if holds_session(directory / DIRECTORY_NAME):
                return directory / DIRECTORY_NAME
    return here / DIRECTORY_NAME


def holds_session(path: Path) -> bool:
    """Tell whether a directory holds a session.

    Raises:
        StoreError: this process may not look into it.
    """
    try:
        return stat.S_ISREG((path / MANIFEST_NAME).stat().st_mode)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError as problem:
        raise StoreError(
            f"{path}: cannot be looked into: {problem.strerror}; choose another "
            "directory with --session"
        ) from problem


def find_session(explicit: Path | None) -> Path:
    """Return the directory of an existing session.

    Raises:
        SessionNotFound: there is none.
    """
    path = session_path(explicit)
    if not holds_session(path):
        raise SessionNotFound(
            f"{path}: no session here; run 'refereekit bind PAPER.pdf' first, or give "
            "'check' the paper with --pdf"
        )
    return path
