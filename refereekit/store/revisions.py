"""Revised papers beside the original: `revisions/<sha12>/`, each a session's files.

`revisions.json` lists them in the order in which they were stored, and is written
after the files, so that a listed revision is always whole.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from refereekit.errors import SessionCorrupt
from refereekit.files import write_atomically
from refereekit.records import Paper
from refereekit.store.lock import locked
from refereekit.store.session import Session, open_session, prepare, save_session

__all__ = [
    "REVISIONS_NAME",
    "Revision",
    "find_revision",
    "list_revisions",
    "name_revision",
    "open_revision",
    "store_revision",
]

REVISIONS_NAME = "revisions"
_LIST_NAME = "revisions.json"
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Revision:
    """A stored revision: its PDF's sha256, and the name that it is shown by."""

    sha256: str
    name: str


def list_revisions(session: Session) -> tuple[Revision, ...]:
    """Return the stored revisions, the latest last.

    Raises:
        SessionCorrupt: the list is not what was written.
    """
    path = session.path / _LIST_NAME
    try:
        rows = json.loads(path.read_bytes())
        return tuple(_revision(row) for row in rows["revisions"])
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as problem:
        raise SessionCorrupt(
            f"{path}: cannot be understood; delete it and store the revisions again "
            "with 'refereekit revise'"
        ) from problem


def find_revision(session: Session, sha256: str) -> Revision | None:
    """Return the revision with this hash, if it is stored whole.

    Raises:
        SessionCorrupt: the list is not what was written.
    """
    for revision in list_revisions(session):
        if revision.sha256 == sha256 and _is_whole(session, revision):
            return revision
    return None


def open_revision(session: Session, revision: Revision) -> Session:
    """Return what was read of a stored revision.

    Raises:
        SessionCorrupt: a file is missing or is not what was written.
    """
    directory = _directory(session, revision.sha256)
    opened = _opened(directory, revision)
    if opened is None:
        raise SessionCorrupt(
            f"{directory}: not what was written; store the revision again with "
            "'refereekit revise'"
        )
    return opened


def store_revision(
    session: Session, pdf: bytes, paper: Paper, revision: Revision
) -> bool:
    """Store a revision, and return whether it is new.

    Raises:
        StoreError: it cannot be written.
    """
    with locked(session.path):
        is_new = find_revision(session, revision.sha256) is None
        if is_new:
            directory = _directory(session, revision.sha256)
            prepare(directory)
            save_session(directory, pdf, paper)
        _list(session, revision)
    return is_new


def name_revision(session: Session, revision: Revision) -> Revision:
    """Give a stored revision another name.

    Raises:
        StoreError: it cannot be written.
    """
    with locked(session.path):
        _list(session, revision)
    return revision


def _is_whole(session: Session, revision: Revision) -> bool:
    return _opened(_directory(session, revision.sha256), revision) is not None


def _opened(directory: Path, revision: Revision) -> Session | None:
    """Return the revision in a directory, `None` where it is damaged."""
    try:
        opened = open_session(directory)
    except SessionCorrupt:
        return None
    return opened if opened.original.sha256 == revision.sha256 else None


def _list(session: Session, revision: Revision) -> None:
    names = {known.sha256: known for known in list_revisions(session)}
    names[revision.sha256] = revision
    _write_list(session, list(names.values()))


def _write_list(session: Session, revisions: list[Revision]) -> None:
    rows = {"format": 1, "revisions": [asdict(revision) for revision in revisions]}
    encoded = (json.dumps(rows, ensure_ascii=True, indent=1) + "\n").encode()
    write_atomically(session.path / _LIST_NAME, [encoded])


def _revision(row: Any) -> Revision:
    sha256, name = row["sha256"], row["name"]
    is_hash = isinstance(sha256, str) and len(sha256) == 64
    if not is_hash or set(sha256) - set("0123456789abcdef"):
        raise ValueError("not a sha256")
    if not isinstance(name, str):
        raise ValueError("not a name")
    return Revision(sha256, name)


def _directory(session: Session, sha256: str) -> Path:
    return session.path / REVISIONS_NAME / sha256[:_DIGITS]
