"""Binding a session to a paper: read the PDF once, and never another one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from refereekit.errors import InputError, PdfError, SessionMismatch
from refereekit.files import read_regular_file
from refereekit.limits import Limits
from refereekit.records import Paper
from refereekit.store.location import holds_session
from refereekit.store.lock import locked
from refereekit.store.session import Session, open_session, prepare, save_session

__all__ = ["Bound", "Progress", "bind", "password_in", "read_paper", "read_pdf"]

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
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Bound:
    """Bind the session directory `path` to a PDF, or confirm that it is bound to it.

    Raises:
        PdfError: the file cannot be used.
        SessionMismatch: the session is bound to another PDF.
        StoreError: the session cannot be read or written.
    """
    pdf = read_pdf(pdf_path, limits)
    if holds_session(path):
        return Bound(_confirmed(open_session(path), pdf, pdf_path), is_new=False)
    paper = read_paper(
        pdf, pdf_path, password=password, limits=limits, progress=progress
    )
    prepare(path)
    with locked(path):
        if holds_session(path):
            return Bound(_confirmed(open_session(path), pdf, pdf_path), is_new=False)
        return Bound(save_session(path, pdf, paper), is_new=True)


def read_pdf(pdf_path: Path, limits: Limits | None = None) -> bytes:
    """Return a PDF file's bytes, read once.

    Raises:
        PdfError: it is no regular file, or larger than the limit.
    """
    most = (limits or Limits()).pdf_bytes
    return read_regular_file(pdf_path, limit=most, error=PdfError)


def read_paper(
    pdf: bytes,
    pdf_path: Path,
    *,
    password: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    processes: int | None = None,
) -> Paper:
    """Return what a PDF records, read in a process of its own, a long one in several.

    These are as many as `processes`, by default as this one may use processors.

    Raises:
        PdfError: the file cannot be used.
    """
    # Imported here and not above: a bound session starts no reader.
    from refereekit.extract.child import read_in_child
    from refereekit.extract.crew import Sharing

    paper = read_in_child(
        pdf,
        str(pdf_path),
        password=password,
        limits=limits,
        progress=progress,
        sharing=Sharing(processes=processes),
    )
    return replace(paper, original=replace(paper.original, name=pdf_path.name))


def password_in(data: bytes, name: str) -> str:
    """Return the password that a password file holds: its first line.

    Raises:
        InputError: it is not text.
    """
    try:
        return data.decode().split("\n")[0].rstrip("\r")
    except UnicodeDecodeError as problem:
        raise InputError(f"{name}: not UTF-8 text") from problem


def _confirmed(session: Session, pdf: bytes, pdf_path: Path) -> Session:
    original = session.original
    if hashlib.sha256(pdf).hexdigest() != original.sha256:
        raise SessionMismatch(
            f"{pdf_path}: the session {session.path} is bound to another PDF, "
            f"{original.name} (sha256 {original.sha256[:12]}); store this one with "
            "'refereekit revise', or start a fresh session with --session DIR"
        )
    return session
