"""A session: one paper's PDF, what was read in it, and its folded text.

`session.json` is written last and names the sha256 of every other file, so a session
exists from one instant on, and a file that was changed afterwards is noticed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from refereekit import __version__
from refereekit.errors import SessionCorrupt, SessionTooNew, StoreError
from refereekit.files import (
    clear_temporaries,
    read_regular_file,
    write_atomically,
)
from refereekit.matching.index import PageCores, PaperIndex, fold_page
from refereekit.records import Original, Page, Paper
from refereekit.store import encoding
from refereekit.store.location import MANIFEST_NAME
from refereekit.store.orders import StoredOrders, orders_row
from refereekit.store.pages import StoredPages, page_row
from refereekit.store.shapes import integer_in, object_of
from refereekit.values import Value

__all__ = ["EXTRACTION", "FORMAT", "Session", "open_session", "prepare", "save_session"]

FORMAT = 2
"""The layout of a session directory. A newer one is refused, an older one opens.

The first had the lines of a page as lists of numbers.
"""

EXTRACTION = 1
"""What reading records; it changes when the same PDF would be read differently."""

ORIGINAL_NAME = "original.pdf"
RECORDS_NAME = "records.json"
PAGES_NAME = "pages.jsonl"
FOLDED_NAME = "folded.jsonl"
FURTHER_NAME = "orders.jsonl"
_NEEDED = (ORIGINAL_NAME, RECORDS_NAME, PAGES_NAME)
"""What every format has; the folded text can be made again from the pages."""

_REMEDY = "start a fresh session with --session DIR"
_MOST_BYTES = 1 << 40
"""Of one file: a session is its owner's, so this only ends what has no end."""


class Session(Value):
    """An opened session; its files are read when they are first needed."""

    path: Path
    manifest: dict[str, Any]

    @property
    def original(self) -> Original:
        """Return the name, hash and page count of the bound PDF."""
        data = self.manifest["original"]
        return Original(data["name"], data["sha256"], data["pages"])

    @cached_property
    def paper(self) -> Paper:
        """Return everything that was recorded of the bound PDF."""
        pages = StoredPages(
            self._read(PAGES_NAME).splitlines(), str(self.path / PAGES_NAME)
        )
        try:
            paper = encoding.records_from_json(
                json.loads(self._read(RECORDS_NAME)), self.original, pages
            )
        except (ValueError, TypeError, RecursionError) as problem:
            raise self._corrupt(RECORDS_NAME, str(problem)) from problem
        if paper.page_count != paper.original.page_count:
            raise self._corrupt(PAGES_NAME, "it has not a row for every page")
        return paper

    @cached_property
    def index(self) -> PaperIndex:
        """Return the folded text of every page."""
        if FOLDED_NAME not in self.manifest["files"]:
            return PaperIndex.build(self.paper.pages)
        try:
            rows = _lines(self._read(FOLDED_NAME))
            index = PaperIndex.unpack(rows, self._further())
        except (ValueError, TypeError, RecursionError) as problem:
            raise self._corrupt(FOLDED_NAME, str(problem)) from problem
        if len(index) != self.original.page_count:
            raise self._corrupt(FOLDED_NAME, "it has not a row for every page")
        return index

    def _further(self) -> Callable[[int], tuple[str, ...] | None]:
        """Return what gives the cores of a page's further texts.

        Where they say that a page has not a quotation, nobody looks again: so only as
        this version folds.
        """
        is_known = FURTHER_NAME in self.manifest["files"]
        if not is_known or self.manifest.get("version") != __version__:
            return lambda number: None
        return StoredOrders(
            lambda: self._read(FURTHER_NAME).splitlines(), str(self.path / FURTHER_NAME)
        )

    def read_original(self) -> bytes:
        """Return the bound PDF's bytes."""
        return self._read(ORIGINAL_NAME)

    def _read(self, name: str) -> bytes:
        """Return a file's bytes, if they are those that were written."""
        path = self.path / name
        data = _read_file(path)
        if hashlib.sha256(data).hexdigest() != self.manifest["files"].get(name):
            raise SessionCorrupt(
                f"{path}: not what was written (its sha256 differs); {_REMEDY}"
            )
        return data

    def _corrupt(self, name: str, problem: str) -> SessionCorrupt:
        return SessionCorrupt(
            f"{self.path / name}: cannot be understood: {problem}; {_REMEDY}"
        )


def open_session(path: Path) -> Session:
    """Return the session in this directory.

    Raises:
        SessionTooNew: a newer version wrote it.
        SessionCorrupt: a file is missing or is not what was written.
    """
    manifest_path = path / MANIFEST_NAME
    try:
        manifest = object_of(json.loads(_read_file(manifest_path)))
        version = integer_in(manifest, "format")
    except (ValueError, RecursionError) as problem:
        raise SessionCorrupt(
            f"{manifest_path}: cannot be understood; {_REMEDY}"
        ) from problem
    if version > FORMAT:
        raise SessionTooNew(
            f"{path}: written in session format {version}, this version reads up to "
            f"{FORMAT}; update refereekit or start a fresh session with --session DIR"
        )
    session = Session(path, manifest)
    if not _is_complete(manifest):
        raise SessionCorrupt(f"{manifest_path}: incomplete; {_REMEDY}")
    session.read_original()
    return session


def _read_file(path: Path) -> bytes:
    try:
        return read_regular_file(path, limit=_MOST_BYTES, error=SessionCorrupt)
    except SessionCorrupt as problem:
        raise SessionCorrupt(f"{problem}; {_REMEDY}") from problem


def _is_complete(manifest: dict[str, Any]) -> bool:
    original, files = manifest.get("original"), manifest.get("files")
    return (
        isinstance(original, dict)
        and isinstance(files, dict)
        and isinstance(original.get("name"), str)
        and type(original.get("pages")) is int
        and isinstance(original.get("sha256"), str)
        and original["sha256"] == files.get(ORIGINAL_NAME)
        and all(isinstance(files.get(name), str) for name in _NEEDED)
    )


def save_session(path: Path, pdf: bytes, paper: Paper) -> Session:
    """Write a fresh session into a directory made by `prepare`, the manifest last.

    The caller holds the lock that keeps other writers out of the directory.

    Raises:
        StoreError: a file cannot be written.
    """
    clear_temporaries(path)
    folded: list[PageCores] = []
    further: list[bytes] = []
    files = {
        ORIGINAL_NAME: write_atomically(path / ORIGINAL_NAME, [pdf]),
        PAGES_NAME: write_atomically(
            path / PAGES_NAME, _rows(paper.pages, folded, further)
        ),
        FOLDED_NAME: write_atomically(path / FOLDED_NAME, _packed(folded)),
        FURTHER_NAME: write_atomically(path / FURTHER_NAME, further),
        RECORDS_NAME: write_atomically(
            path / RECORDS_NAME, [_pretty(encoding.records_to_json(paper))]
        ),
    }
    manifest = {
        "format": FORMAT,
        "tool": "refereekit",
        "version": __version__,
        "extraction": EXTRACTION,
        "original": {
            "name": paper.original.name,
            "sha256": paper.original.sha256,
            "pages": paper.page_count,
        },
        "files": files,
    }
    write_atomically(path / MANIFEST_NAME, [_pretty(manifest)])
    return Session(path, manifest)


def prepare(path: Path) -> None:
    """Make a session's directory, for its owner only and out of version control.

    Raises:
        StoreError: it cannot be made.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, ValueError) as problem:
        why = problem.strerror if isinstance(problem, OSError) else "no name of a file"
        raise StoreError(
            f"{path}: cannot be made: {why}; choose another directory with --session"
        ) from problem
    write_atomically(path / ".gitignore", [b"*\n"])


def _rows(
    pages: Iterable[Page], folded: list[PageCores], further: list[bytes]
) -> Iterator[bytes]:
    """Yield the pages' rows, folding each page while it is at hand."""
    before: Page | None = None
    for page in pages:
        folded.append(fold_page(page))
        if before is not None:
            further.append(orders_row(before, page))
        before = page
        yield page_row(page)
    if before is not None:
        further.append(orders_row(before, None))


def _packed(folded: Iterable[PageCores]) -> Iterator[bytes]:
    for row in PaperIndex(folded).pack():
        yield row.encode() + b"\n"


def _lines(data: bytes) -> list[str]:
    """Split at line feeds alone: folded text may hold other line separators."""
    return data.decode().removesuffix("\n").split("\n") if data else []


def _pretty(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, ensure_ascii=True, indent=1) + "\n").encode()
