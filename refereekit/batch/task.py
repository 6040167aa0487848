"""One pair to one line of JSON: the task that every engine runs.

It depends on nothing but the pair, the files that it names and this version, so it
can be run again, elsewhere, and by any engine, and comes to the same bytes.
"""

from __future__ import annotations

import faulthandler
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path, PurePath
from typing import Any

from refereekit import __version__
from refereekit.audit import audit_draft
from refereekit.batch.cache import session_of
from refereekit.batch.inputs import local_path, read_input
from refereekit.batch.pair import Pair
from refereekit.binding import bind, password_in
from refereekit.draft import decode_draft
from refereekit.errors import DraftError, PdfError, RefereekitError, SessionBusy
from refereekit.limits import Limits
from refereekit.pool import NO_CLAIMS, Pool
from refereekit.reports.jsondoc import document
from refereekit.store import Session, find_session, open_session
from refereekit.store.pool import POOL_NAME, load_pool
from refereekit.verdicts import Audit

__all__ = ["SCHEMA", "Work", "check_bundle", "fingerprint", "unanswered"]

SCHEMA = 1
"""The number of a line's shape."""

COULD_NOT_RUN = 2

_DRAFT_LIMIT_BYTES = 64 << 20
_PASSWORD_LIMIT_BYTES = 4096
_LIMITS = Limits()
_PAUSE_S = 0.5
"""Before the first retry; longer before each further one."""

_WRONG_PATH = (
    FileNotFoundError,
    IsADirectoryError,
    NotADirectoryError,
    PermissionError,
)
"""What the system says of a wrong path, which is the same the next time."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is the same for every pair of a batch.

    `sessions` is where papers are kept as read; where a process does not find it, it
    keeps them for one bundle. `seconds` is what one pair may take, half of it for
    reading its paper, whatever `limits` says of the whole reading.
    """

    sessions: Path | None = None
    seconds: float = 2 * _LIMITS.total_seconds
    retries: int = 2
    limits: Limits = _LIMITS

    @property
    def reading(self) -> Limits:
        """Return the limits of reading one paper."""
        return replace(self.limits, total_seconds=self.seconds / 2)


@dataclass(slots=True)
class _Hashes:
    """The sha256 of what a pair rests on, as far as it has been read."""

    paper: str | None = None
    draft: str | None = None
    pool: str | None = None


def check_bundle(bundle: Sequence[Pair], work: Work) -> list[bytes]:
    """Return the line of each pair of a bundle, in its order."""
    with _sessions(work) as sessions:
        return [_line(_checked(pair, sessions, work)) for pair in bundle]


def unanswered(pair: Pair, seconds: float, error: BaseException | None) -> bytes:
    """Return the line of a pair whose process died, or failed in a way of its own."""
    if error is None:
        kind = "NoAnswer"
        message = f"the process that checked it died, or took over {seconds:.0f} s"
    else:
        kind, message = type(error).__name__, f"failed: {error}"
    return _line(_record(pair, _Hashes(), error={"kind": kind, "message": message}))


def fingerprint(
    pair: Pair, papers: dict[str, str], limits: Limits | None = None
) -> dict[str, str | None]:
    """Return the sha256 of what the pair rests on, as its line would have them.

    `papers` keeps those of papers by place: many drafts may be on one.

    Raises:
        RefereekitError: it cannot be read.
    """
    hashes = _Hashes()
    hashes.draft = _sha256(_read_draft(pair))
    if pair.paper is not None:
        place = pair.place(pair.paper)
        if place not in papers:
            papers[place] = _sha256(_read_paper(pair, limits or _LIMITS))
        hashes.paper = papers[place]
    if pair.session is not None:
        session = open_session(find_session(local_path(pair.place(pair.session))))
        hashes.paper = hashes.paper or session.original.sha256
        hashes.pool = _pool_sha256(session)
    return asdict(hashes)


def _checked(pair: Pair, sessions: Path, work: Work) -> dict[str, Any]:
    """Return a pair's record; what may be better the next time is tried again."""
    for attempt in range(work.retries + 1):
        hashes = _Hashes()
        try:
            with _limited(work.seconds):
                audit = _audited(pair, sessions, work.reading, hashes)
        except RefereekitError as error:
            if attempt < work.retries and _may_pass(error):
                time.sleep(_PAUSE_S * 2**attempt)
                continue
            failure = {"kind": type(error).__name__, "message": str(error)}
            return _record(pair, hashes, error=failure)
        else:
            checked = document(audit, fail_on=pair.options.fail_on)
            return _record(pair, hashes, check=checked)
    raise ValueError(f"not a number of retries: {work.retries}")


def _may_pass(error: RefereekitError) -> bool:
    """Tell whether an error is the machine's, which another moment may mend."""
    cause = error.__cause__
    is_machine = isinstance(cause, OSError) and not isinstance(cause, _WRONG_PATH)
    return is_machine or isinstance(error, SessionBusy)


def _audited(pair: Pair, sessions: Path, limits: Limits, hashes: _Hashes) -> Audit:
    """Check a pair, and note the hashes of what was read."""
    data = _read_draft(pair)
    hashes.draft = _sha256(data)
    draft = decode_draft(data, pair.draft)
    session, pool = _session(pair, sessions, limits, hashes)
    audit = audit_draft(
        draft, session.paper, session.index, forms=pair.options.forms, pool=pool
    )
    if pair.paper is None:
        return audit
    # One paper under two names is read once, under either of them.
    name = PurePath(pair.paper).name
    return replace(audit, original=replace(audit.original, name=name))


def _session(
    pair: Pair, sessions: Path, limits: Limits, hashes: _Hashes
) -> tuple[Session, Pool]:
    """Return what was read of the pair's paper, and the claims that go with it."""
    password = _password(pair)
    if pair.session is None:
        if pair.paper is None:
            raise ValueError("a pair without a paper")
        pdf = _read_paper(pair, limits)
        hashes.paper = _sha256(pdf)
        session = session_of(
            pdf, pair.paper, sessions, password=password, limits=limits
        )
        return session, NO_CLAIMS
    path = local_path(pair.place(pair.session))
    if pair.paper is None:
        session = open_session(find_session(path))
    else:
        paper = local_path(pair.place(pair.paper))
        session = bind(path, paper, password=password, limits=limits).session
    hashes.paper, hashes.pool = session.original.sha256, _pool_sha256(session)
    return session, load_pool(session)


def _password(pair: Pair) -> str | None:
    if pair.options.password_file is None:
        return None
    place = pair.place(pair.options.password_file)
    return password_in(read_input(place, limit=_PASSWORD_LIMIT_BYTES), place)


def _read_draft(pair: Pair) -> bytes:
    place = pair.place(pair.draft)
    return read_input(place, limit=_DRAFT_LIMIT_BYTES, error=DraftError)


def _read_paper(pair: Pair, limits: Limits) -> bytes:
    place = pair.place(pair.paper or "")
    return read_input(place, limit=limits.pdf_bytes, error=PdfError)


def _pool_sha256(session: Session) -> str | None:
    """Return the hash of the claim pool: a label in the line depends on it."""
    path = session.path / POOL_NAME
    return _sha256(path.read_bytes()) if path.is_file() else None


def _record(
    pair: Pair,
    hashes: _Hashes,
    *,
    check: dict[str, Any] | None = None,
    error: dict[str, str] | None = None,
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "tool": "refereekit",
        "version": __version__,
        "id": pair.id,
        **pair.as_object(),
        "sha256": asdict(hashes),
        "exit_code": COULD_NOT_RUN if check is None else check["exit_code"],
        "error": error,
        "check": check,
    }


def _line(record: dict[str, Any]) -> bytes:
    return json.dumps(record).encode("ascii") + b"\n"


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@contextmanager
def _sessions(work: Work) -> Iterator[Path]:
    """Give a directory for papers as read: the batch's own, else a temporary one."""
    if work.sessions is not None and work.sessions.is_dir():
        yield work.sessions
        return
    with tempfile.TemporaryDirectory() as own:
        yield Path(own)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """End this process where the block takes longer: whoever waits for it notices.

    The timer is a thread of C that needs no lock of the interpreter's, so nothing
    that hangs can hold it up.
    """
    with Path(os.devnull).open("w") as nowhere:
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
