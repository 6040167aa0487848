"""Files of a directory, on this machine or at an address that fsspec knows."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Protocol, cast

from refereekit.batch.inputs import is_remote, local_path
from refereekit.errors import StoreError
from refereekit.files import write_atomically
from refereekit.store.lock import locked
from refereekit.store.session import prepare

__all__ = ["Directory", "directory"]

_LOCK_TIMEOUT_S = 1.0


class Directory(Protocol):
    """Files by their names; every method raises `StoreError` where it cannot."""

    def names(self) -> list[str]:
        """Return the names of what is in it; nothing where it does not exist."""

    def prepare(self, *inner: str) -> None:
        """Make the directory, for its owner only, and some in it."""

    def locked(self) -> AbstractContextManager[None]:
        """Keep others out, where that can be done."""

    def read(self, name: str) -> bytes | None:
        """Return a file's bytes, `None` where there is none."""

    def write(self, name: str, chunks: Iterable[bytes]) -> None:
        """Write a file so that nobody sees half of it."""

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""

    def shared(self, name: str) -> Path | None:
        """Return the path of a directory in it, if other processes can use it."""


class _LocalDirectory:
    def __init__(self, path: Path) -> None:
        self._path = path

    def names(self) -> list[str]:
        try:
            return [entry.name for entry in self._path.iterdir()]
        except FileNotFoundError:
            return []
        except OSError as problem:
            raise _refusal(self._path, problem) from problem

    def prepare(self, *inner: str) -> None:
        for path in (self._path, *map(self._path.joinpath, inner)):
            prepare(path)

    def locked(self) -> AbstractContextManager[None]:
        return locked(self._path, timeout=_LOCK_TIMEOUT_S)

    def read(self, name: str) -> bytes | None:
        try:
            return (self._path / name).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as problem:
            raise _refusal(self._path / name, problem) from problem

    def write(self, name: str, chunks: Iterable[bytes]) -> None:
        write_atomically(self._path / name, chunks)

    def remove(self, name: str) -> None:
        try:
            (self._path / name).unlink(missing_ok=True)
        except OSError as problem:
            raise _refusal(self._path / name, problem) from problem

    def shared(self, name: str) -> Path | None:
        return (self._path / name).absolute()


class _RemoteDirectory:
    def __init__(self, address: str) -> None:
        self._address = address
        with self._reported():
            # A batch of local files needs no such library.
            from fsspec.core import url_to_fs

            self._files, self._root = url_to_fs(address)

    def names(self) -> list[str]:
        with self._reported():
            if not self._files.exists(self._root):
                return []
            found = self._files.ls(self._root, detail=False)
            return [posixpath.basename(name.rstrip("/")) for name in found]

    def prepare(self, *inner: str) -> None:
        with self._reported():
            for name in ("", *inner):
                self._files.makedirs(self._at(name), exist_ok=True)

    def locked(self) -> AbstractContextManager[None]:
        return nullcontext()

    def read(self, name: str) -> bytes | None:
        with self._reported():
            if not self._files.exists(self._at(name)):
                return None
            return cast(bytes, self._files.cat_file(self._at(name)))

    def write(self, name: str, chunks: Iterable[bytes]) -> None:
        temporary = self._at(f"{name}.tmp")
        with self._reported():
            self._files.pipe_file(temporary, b"".join(chunks))
            self._files.mv(temporary, self._at(name))

    def remove(self, name: str) -> None:
        with self._reported():
            if self._files.exists(self._at(name)):
                self._files.rm_file(self._at(name))

    def shared(self, name: str) -> Path | None:
        return None

    def _at(self, name: str) -> str:
        return posixpath.join(self._root, name) if name else self._root

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError, ImportError) as problem:
            # fsspec: an unknown protocol is a ValueError, a missing driver an
            # ImportError.
            raise StoreError(f"{self._address}: cannot be used: {problem}") from problem


def directory(place: str) -> Directory:
    """Return the directory at a path or an address, which need not exist yet.

    Raises:
        StoreError: the address cannot be used.
    """
    if is_remote(place):
        return _RemoteDirectory(place)
    return _LocalDirectory(local_path(place))


def _refusal(path: Path, problem: OSError) -> StoreError:
    return StoreError(f"{path}: cannot be used: {problem.strerror}")
