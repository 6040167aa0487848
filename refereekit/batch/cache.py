"""Papers of a batch as read, each once for all its drafts and runs."""

from __future__ import annotations

import hashlib
from pathlib import Path

from refereekit import __version__
from refereekit.binding import read_paper
from refereekit.errors import SessionCorrupt
from refereekit.limits import Limits
from refereekit.store import Session, open_session, save_session
from refereekit.store.location import holds_session
from refereekit.store.lock import locked
from refereekit.store.session import prepare

__all__ = ["session_of"]


def session_of(
    pdf: bytes, name: str, sessions: Path, *, password: str | None, limits: Limits
) -> Session:
    """Return the session of a paper, reading it where `sessions` has none.

    Who comes second while it is being read waits.

    Raises:
        PdfError: the PDF cannot be used.
        StoreError: its session cannot be read or written.
    """
    path = sessions / __version__ / _key(pdf, password)
    if found := _found(path):
        return found
    prepare(path)
    with locked(path, timeout=limits.total_seconds):
        if found := _found(path):
            return found
        # A batch has a task for every processor already.
        paper = read_paper(
            pdf, Path(name), password=password, limits=limits, processes=1
        )
        return save_session(path, pdf, paper)


def _key(pdf: bytes, password: str | None) -> str:
    """Return a name that only who has the PDF, and its password, comes by.

    A pair without the password must not profit from one with it: what it comes to
    would depend on which was first.
    """
    digest = hashlib.sha256(pdf).hexdigest()
    if password is None:
        return digest
    return f"{digest}-{hashlib.sha256(f'{digest} {password}'.encode()).hexdigest()}"


def _found(path: Path) -> Session | None:
    """Return the session in a directory, `None` where none or a damaged one is."""
    if not holds_session(path):
        return None
    try:
        session = open_session(path)
        # What is read now is checked now.
        _ = session.paper, session.index
    except SessionCorrupt:
        return None
    return session
