"""Which directory a command's session is in."""

from __future__ import annotations

import os
from pathlib import Path

from refereekit.errors import SessionNotFound

__all__ = ["DIRECTORY_NAME", "ENVIRONMENT", "find_session", "session_path"]

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
    here = Path.cwd()
    for directory in (here, *here.parents):
        if (directory / DIRECTORY_NAME / MANIFEST_NAME).is_file():
            return directory / DIRECTORY_NAME
    return here / DIRECTORY_NAME


def find_session(explicit: Path | None) -> Path:
    """Return the directory of an existing session.

    Raises:
        SessionNotFound: there is none.
    """
    path = session_path(explicit)
    if not (path / MANIFEST_NAME).is_file():
        raise SessionNotFound(
            f"{path}: no session here; run 'refereekit bind PAPER.pdf' first, or give "
            "'check' the paper with --pdf"
        )
    return path
