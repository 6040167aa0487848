"""Storing a revised paper beside a session's original, which is never replaced."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from refereekit.binding import Progress, read_paper, read_pdf
from refereekit.errors import InputError
from refereekit.limits import Limits
from refereekit.store.revisions import (
    Revision,
    find_revision,
    name_revision,
    store_revision,
)
from refereekit.store.session import Session

__all__ = ["Stored", "revise"]


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored revision, and whether this call read it."""

    revision: Revision
    is_new: bool


def revise(
    session: Session,
    pdf_path: Path,
    *,
    name: str | None = None,
    password: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Stored:
    """Store a revised PDF in the session, or confirm that it is there.

    The same PDF twice is one revision, whatever the files are called; a name that is
    given replaces its name.

    Raises:
        InputError: it is the original itself.
        PdfError: the file cannot be used.
        StoreError: the session cannot be read or written.
    """
    pdf = read_pdf(pdf_path, limits)
    sha256 = hashlib.sha256(pdf).hexdigest()
    if sha256 == session.original.sha256:
        raise InputError(
            f"{pdf_path}: the original that {session.path} is bound to, not a revision "
            "of it; name the revised PDF"
        )
    known = find_revision(session, sha256)
    if known is not None:
        if name is not None and name != known.name:
            known = name_revision(session, Revision(sha256, name))
        return Stored(known, is_new=False)
    paper = read_paper(
        pdf, pdf_path, password=password, limits=limits, progress=progress
    )
    revision = Revision(sha256, pdf_path.name if name is None else name)
    return Stored(revision, is_new=store_revision(session, pdf, paper, revision))
