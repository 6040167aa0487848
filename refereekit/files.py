"""Reading a user's file once, and writing files that nobody sees half of."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from refereekit.errors import InputError, RefereekitError, StoreError
from refereekit.patterns import regex

__all__ = [
    "clear_temporaries",
    "current_directory",
    "read_regular_file",
    "write_atomically",
]

_TEMPORARY = regex(r"\.(?P<name>.+)\.(?P<pid>[0-9]+)-[0-9]+\.tmp")

_KINDS = (
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a FIFO (named pipe)"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def current_directory() -> Path:
    """Return the directory that a command was started in.

    Raises:
        InputError: it is gone.
    """
    try:
        return Path.cwd()
    except OSError as problem:
        raise InputError(
            f"the current directory: {problem.strerror}; change into one that exists"
        ) from problem


def read_regular_file(
    path: Path, *, limit: int, error: type[RefereekitError] = InputError
) -> bytes:
    """Return the bytes of a regular file of at most `limit` bytes.

    The file is opened without blocking and looked at through its descriptor, so a
    FIFO, a device or a directory is refused rather than waited for.

    Raises:
        InputError: the class given as `error`, with a one-line message.
    """
    name = str(path)
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as problem:
        raise error(f"{name}: {_why_not_opened(problem)}") from problem
    except ValueError as problem:
        # A NUL or half a surrogate pair, which no command line can hold.
        raise error(f"{name!r}: not a file's name") from problem
    # A directory opens as a descriptor and not as a file object, hence the raw one.
    try:
        state = os.fstat(descriptor)
        mode = state.st_mode
        if not stat.S_ISREG(mode):
            kind = next((kind for is_kind, kind in _KINDS if is_kind(mode)), "special")
            raise error(f"{name}: {kind}, not a regular file; name a file")
        with open(descriptor, "rb", closefd=False) as file:
            # Asked for no more than there is: what is asked for is allocated.
            data = file.read(min(limit, state.st_size) + 1)
            if len(data) != state.st_size:
                data += file.read(limit + 1 - len(data))
    except OSError as problem:
        raise error(f"{name}: cannot be read: {problem.strerror}") from problem
    finally:
        os.close(descriptor)
    if len(data) > limit:
        raise error(f"{name}: larger than the limit of {limit:,} bytes")
    return data


def _why_not_opened(problem: OSError) -> str:
    if problem.errno == errno.ENOENT:
        return "no such file; check the path"
    if problem.errno == errno.ELOOP:
        return "a loop of symbolic links; name the file itself"
    return f"cannot be opened: {problem.strerror}"


def write_atomically(path: Path, chunks: Iterable[bytes]) -> str:
    """Write a file so that a reader sees all of it or the old one; return its sha256.

    The data goes to a temporary of this writer's own name in the same directory, is
    forced to disk and renamed over `path`.

    Raises:
        StoreError: the file cannot be written.
    """
    # Whoever only reads files does without it.
    from threading import get_ident

    temporary = path.with_name(f".{path.name}.{os.getpid()}-{get_ident()}.tmp")
    digest = hashlib.sha256()
    try:
        with temporary.open("wb") as file:
            for chunk in chunks:
                digest.update(chunk)
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        _sync_directory(path.parent)
    except OSError as problem:
        raise StoreError(
            f"{path}: cannot be written: {problem.strerror}; free some space or choose "
            "another session with --session"
        ) from problem
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    return digest.hexdigest()


def clear_temporaries(directory: Path) -> None:
    """Remove the temporaries that writers who died left in a directory.

    For who holds the lock that keeps other writers out of it. The one file that is
    written without that lock is `.gitignore`: its temporary may be in use.
    """
    for temporary in directory.glob(".*.tmp"):
        found = _TEMPORARY.fullmatch(temporary.name)
        if found and not (found["name"] == ".gitignore" and _is_alive(found["pid"])):
            with contextlib.suppress(OSError):
                temporary.unlink()


def _is_alive(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _sync_directory(path: Path) -> None:
    """Force a directory's entries to disk, so that a rename survives a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
