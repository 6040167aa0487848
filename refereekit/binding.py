"""Binding a session to a paper: read the PDF once, and never another one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from refereekit.errors import PdfError, SessionMismatch
from refereekit.files import read_regular_file
from refereekit.store.lock import locked
from refereekit.store.session import Session, open_session, prepare, save_session

__all__ = ["Bound", "Progress", "bind"]

PDF_LIMIT_BYTES = 1 << 30

Progress = Callable[[int, int], None]
"""Called with the pages read so far and the number of pages."""


@dataclass(frozen=True)
class Bound:
    """A bound session, and whether this call read the paper."""

    session: Session
    is_new: bool


def bind(
    path: Path,
    pdf_path: Path,
    *,
    password: str | None = None,
    progress: Progress | None = None,
) -> Bound:
    """Bind the session directory `path` to a PDF, or confirm that it is bound to it.

    Raises:
        PdfError: the file cannot be used.
        SessionMismatch: the session is bound to another PDF.
        StoreError: the session cannot be read or written.
    """
    pdf = read_regular_file(pdf_path, limit=PDF_LIMIT_BYTES, error=PdfError)
    if (path / "session.json").is_file():
        return Bound(_confirmed(open_session(path), pdf, pdf_path), is_new=False)
    # A PDF library is imported here and not above: a bound session needs none.
    from refereekit.extract import extract_paper

    paper = extract_paper(pdf, str(pdf_path), password=password, progress=progress)
    prepare(path)
    with locked(path):
        if (path / "session.json").is_file():
            return Bound(_confirmed(open_session(path), pdf, pdf_path), is_new=False)
        return Bound(save_session(path, pdf, paper), is_new=True)


def _confirmed(session: Session, pdf: bytes, pdf_path: Path) -> Session:
    original = session.original
    if hashlib.sha256(pdf).hexdigest() != original.sha256:
        raise SessionMismatch(
            f"{pdf_path}: the session {session.path} is bound to another PDF, "
            f"{original.name} (sha256 {original.sha256[:12]}); store this one with "
            "'refereekit revise', or start a fresh session with --session DIR"
        )
    return session
