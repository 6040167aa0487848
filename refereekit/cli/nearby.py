"""Which directories may configure a command: a look that reads no configuration."""

from __future__ import annotations

from pathlib import Path

from refereekit.errors import ConfigError

__all__ = ["configuring_directories"]

_OWN_FILE = "refereekit.toml"
_SHARED_FILE = "pyproject.toml"
_OWN_TABLE = b"refereekit"
"""What a `pyproject.toml` that configures this program cannot but contain."""


def configuring_directories(start: Path) -> tuple[Path, ...]:
    """Return the directories from `start` upward that may hold a configuration.

    Raises:
        ConfigError: a file cannot be read.
    """
    return tuple(
        directory for directory in (start, *start.parents) if _may_configure(directory)
    )


def _may_configure(directory: Path) -> bool:
    shared = directory / _SHARED_FILE
    try:
        if (directory / _OWN_FILE).is_file():
            return True
        return shared.is_file() and _OWN_TABLE in shared.read_bytes()
    except OSError as problem:
        raise ConfigError(f"{shared}: cannot be read: {problem.strerror}") from problem
