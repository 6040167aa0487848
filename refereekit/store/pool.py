"""The claim pool on disk: `pool.json` in the session's directory.

A change is made under the session's lock and written as a whole file that replaces
the old one, so that two writers never lose a claim and a reader never sees half.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from refereekit.errors import InputError, SessionCorrupt, SessionTooNew
from refereekit.files import read_regular_file, write_atomically
from refereekit.pool import Entry, Pool
from refereekit.store.session import Session
from refereekit.verdicts import Finding

__all__ = ["POOL_NAME", "drop_claims", "join_claims", "load_pool"]

POOL_NAME = "pool.json"
FORMAT = 1
_MOST_BYTES = 1 << 30
_REMEDY = "restore the file, or delete it to begin an empty pool"


def load_pool(session: Session) -> Pool:
    """Return the session's claim pool, empty where none was begun.

    Raises:
        SessionCorrupt: the file is no claim pool, or another paper's.
        SessionTooNew: a newer version wrote it.
    """
    path = session.path / POOL_NAME
    if not path.exists():
        return Pool()
    try:
        data = json.loads(
            read_regular_file(path, limit=_MOST_BYTES, error=SessionCorrupt)
        )
    except (ValueError, RecursionError) as problem:
        raise SessionCorrupt(f"{path}: not JSON; {_REMEDY}") from problem
    try:
        return _decoded(data, session)
    except ValueError as problem:
        raise SessionCorrupt(
            f"{path}: not a claim pool: {problem}; {_REMEDY}"
        ) from problem


def join_claims(
    session: Session, findings: Iterable[tuple[Finding, str]]
) -> tuple[Pool, Pool]:
    """Add findings with their notes; return the pool before and after, as on disk.

    Raises:
        StoreError: the pool cannot be read or written.
    """
    return _changed(session, lambda pool: pool.joined(findings))


def drop_claims(session: Session, ids: Iterable[str]) -> tuple[Entry, ...]:
    """Take claims out of the pool, all or none, and return them.

    Raises:
        InputError: the pool has no claim of some id.
        StoreError: the pool cannot be read or written.
    """
    wanted = dict.fromkeys(ids)
    dropped: list[Entry] = []

    def change(pool: Pool) -> Pool:
        known = {entry.id: entry for entry in pool.entries}
        for identifier in wanted:
            if identifier not in known:
                raise InputError(
                    f"{identifier}: no claim of this id in the pool; "
                    "'refereekit claim list' shows the ids"
                )
        dropped.extend(known[identifier] for identifier in wanted)
        return pool.without(wanted)

    _changed(session, change)
    return tuple(dropped)


def _changed(session: Session, change: Callable[[Pool], Pool]) -> tuple[Pool, Pool]:
    # Most sessions have no pool, and whoever only reads one needs no lock.
    from refereekit.store.lock import locked

    with locked(session.path):
        before = load_pool(session)
        after = change(before)
        if after != before:
            write_atomically(session.path / POOL_NAME, [_encoded(after, session)])
    return before, after


def _encoded(pool: Pool, session: Session) -> bytes:
    from refereekit.store.entries import entry_to_json

    document = {
        "format": FORMAT,
        "original": session.original.sha256,
        "claims": [entry_to_json(entry) for entry in pool.entries],
    }
    return (json.dumps(document, ensure_ascii=True, indent=1) + "\n").encode()


def _decoded(data: Any, session: Session) -> Pool:
    if not isinstance(data, dict) or type(data.get("format")) is not int:
        raise ValueError("it names no format")
    if data["format"] > FORMAT:
        raise SessionTooNew(
            f"{session.path / POOL_NAME}: written in pool format {data['format']}, "
            f"this version reads up to {FORMAT}; update refereekit"
        )
    if data.get("original") != session.original.sha256:
        raise ValueError("it belongs to another paper")
    claims = data.get("claims")
    if not isinstance(claims, list):
        raise ValueError("it holds no list of claims")
    entries = tuple(_entry(number, row) for number, row in enumerate(claims, 1))
    if len({entry.id for entry in entries}) < len(entries):
        raise ValueError("two claims have one id")
    return Pool(entries)


def _entry(number: int, row: object) -> Entry:
    from refereekit.store.entries import entry_from_json

    try:
        return entry_from_json(row)
    except ValueError as problem:
        raise ValueError(f"claim {number}: {problem}") from problem
