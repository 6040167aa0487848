"""The bytes of a paper, a draft or a manifest: a local path or an fsspec address."""

from __future__ import annotations

import posixpath
from pathlib import Path
from urllib.parse import unquote, urlsplit

from refereekit.errors import InputError
from refereekit.files import read_regular_file

__all__ = ["is_remote", "joined", "local_path", "read_input"]

_SCHEME = "://"
_LOCAL_SCHEME = "file://"


def is_remote(place: str) -> bool:
    """Tell whether fsspec has to fetch it: an address that is no local file's."""
    return _SCHEME in place and not place.startswith(_LOCAL_SCHEME)


def local_path(place: str) -> Path:
    """Return the path of a place that is not remote."""
    if place.startswith(_LOCAL_SCHEME):
        return Path(unquote(urlsplit(place).path))
    return Path(place)


def joined(base: str, name: str) -> str:
    """Return where `name` is, if it is relative to the directory `base`."""
    if _SCHEME in name:
        return name
    if is_remote(base):
        return posixpath.join(base, name)
    return str(local_path(base) / name)


def read_input(
    place: str, *, limit: int, error: type[InputError] = InputError
) -> bytes:
    """Return the bytes at a place, at most `limit` of them.

    Raises:
        InputError: the class given as `error`.
    """
    if not is_remote(place):
        return read_regular_file(local_path(place), limit=limit, error=error)
    try:
        # A batch of local files needs no such library.
        import fsspec

        with fsspec.open(place, "rb") as file:
            data: bytes = file.read(limit + 1)
    except FileNotFoundError as problem:
        raise error(f"{place}: no such file; check the address") from problem
    except (OSError, ValueError, ImportError) as problem:
        # fsspec: an unknown protocol is a ValueError, a missing driver an ImportError.
        raise error(f"{place}: cannot be read: {problem}") from problem
    if len(data) > limit:
        raise error(f"{place}: larger than the limit of {limit:,} bytes")
    return data
