"""What a batch came to, in a directory for its owner only.

`batch.json` lists the pairs in the manifest's order, `pairs/ID.json` holds the one
line that a pair came to, and `results.jsonl` all of them together once every pair has
one. Papers are kept as read under `sessions/`.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refereekit import __version__
from refereekit.batch.pair import Pair
from refereekit.batch.places import Directory, directory
from refereekit.errors import StoreError

__all__ = ["MARKER_NAME", "ROLLED_UP_NAME", "Results", "open_results"]

MARKER_NAME = "batch.json"
ROLLED_UP_NAME = "results.jsonl"
_PAIRS_NAME = "pairs"
_SESSIONS_NAME = "sessions"
_SCHEMA = 1

_INNER_NAMES = (_PAIRS_NAME, _SESSIONS_NAME)
_BEFORE_MARKER = frozenset({".gitignore", "lock", *_INNER_NAMES})
"""What is there when a batch was stopped before it listed its pairs."""


@dataclass(frozen=True)
class Results:
    """The results in one directory; every method may raise `StoreError`."""

    place: str
    files: Directory

    @property
    def rolled_up(self) -> str:
        """Return where all lines are together."""
        return posixpath.join(self.place, ROLLED_UP_NAME)

    @property
    def sessions(self) -> Path | None:
        """Return where papers are kept as read, if processes can share it."""
        return self.files.shared(_SESSIONS_NAME)

    @contextmanager
    def opened(self, pairs: Sequence[Pair]) -> Iterator[None]:
        """List the pairs, and keep other batches out until the block ends.

        Raises:
            StoreError: the directory holds something else, or is in use.
        """
        names = self.files.names()
        if MARKER_NAME not in names and any(map(_is_foreign, names)):
            raise StoreError(
                f"{self.place}: not empty and not of a batch; name another directory "
                "with --out"
            )
        inner = (_PAIRS_NAME,) if self.sessions is None else _INNER_NAMES
        self.files.prepare(*inner)
        with self.files.locked():
            self._list(pairs)
            yield

    def _list(self, pairs: Sequence[Pair]) -> None:
        document = {
            "schema": _SCHEMA,
            "tool": "refereekit",
            "version": __version__,
            "pairs": [{"id": pair.id, **pair.as_object()} for pair in pairs],
        }
        self.files.write(
            MARKER_NAME, [(json.dumps(document, indent=1) + "\n").encode()]
        )

    def listed(self) -> list[dict[str, Any]]:
        """Return the pairs of the batch as JSON objects, in the manifest's order.

        Raises:
            StoreError: there is no batch, or its list is not what was written.
        """
        data = self.files.read(MARKER_NAME)
        if data is None:
            raise StoreError(
                f"{self.place}: no batch here; run 'refereekit batch MANIFEST'"
            )
        try:
            document = json.loads(data)
            if document["schema"] <= _SCHEMA:
                return [dict(row, id=row["id"]) for row in document["pairs"]]
        except (ValueError, KeyError, TypeError, RecursionError) as problem:
            raise StoreError(
                f"{posixpath.join(self.place, MARKER_NAME)}: cannot be understood; "
                "run the batch again"
            ) from problem
        raise StoreError(f"{self.place}: of a newer version; update refereekit")

    def line(self, pair_id: str) -> bytes | None:
        """Return the line that a pair came to, if there is one."""
        return self.files.read(_pair_name(pair_id))

    def keep(self, pair_id: str, line: bytes) -> None:
        """Write the line that a pair came to."""
        self.files.write(_pair_name(pair_id), [line])

    def forget(self, pair_ids: Iterable[str]) -> None:
        """Remove lines that no longer hold, and what rolled them up."""
        self.files.remove(ROLLED_UP_NAME)
        for pair_id in pair_ids:
            self.files.remove(_pair_name(pair_id))

    def roll_up(self, pairs: Sequence[Pair]) -> None:
        """Write the lines of all pairs, each of which has one, into one file."""
        self.files.write(ROLLED_UP_NAME, self._lines(pairs))

    def _lines(self, pairs: Sequence[Pair]) -> Iterator[bytes]:
        for pair in pairs:
            line = self.line(pair.id)
            if line is None:
                raise StoreError(
                    f"{posixpath.join(self.place, _pair_name(pair.id))}: gone; run the "
                    "batch again"
                )
            yield line


def open_results(place: str) -> Results:
    """Return the results at a path or an address, which need not exist yet.

    Raises:
        StoreError: the address cannot be used.
    """
    return Results(place, directory(place))


def _is_foreign(name: str) -> bool:
    return name not in _BEFORE_MARKER and not name.startswith(f".{MARKER_NAME}.")


def _pair_name(pair_id: str) -> str:
    return posixpath.join(_PAIRS_NAME, f"{pair_id}.json")
