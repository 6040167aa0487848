"""What a project's `refereekit.toml` or `[tool.refereekit]` sets.

A value is held as the command line would give it. Unknown keys, wrong types and
values that do not exist are errors: a setting that does nothing would let somebody
believe that it does.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from refereekit.claims import Forms
from refereekit.errors import ConfigError
from refereekit.files import read_regular_file
from refereekit.limits import SETTINGS as LIMITS
from refereekit.reports import FORMATS
from refereekit.reports.outcome import FailOn
from refereekit.reports.severity import Severity, may_be_off
from refereekit.reports.wording import printable
from refereekit.verdicts import Reason

__all__ = ["FILE_NAMES", "KEYS", "Setting", "parse_severity", "read_config"]

FILE_NAMES = ("refereekit.toml", "pyproject.toml")
"""The files of one directory, the first before the second."""

LIMIT_BYTES = 1 << 20

SEVERITY = "severity"
LIMIT = "limits"

_LEAST, _MOST = 1, 1_000_000
"""Of a limit: nothing is read in less, and a terabyte or eleven days is none."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One key's value, as strings of the command line, and where it was set."""

    value: str | tuple[str, ...]
    source: str


def read_config(directories: tuple[Path, ...]) -> dict[str, Setting]:
    """Return what the first of these directories that has any configuration sets.

    There `refereekit.toml` goes before `pyproject.toml`, key by key. A severity's key
    is `severity.` and the reason, a limit's `limits.` and its name.

    Raises:
        ConfigError: a file cannot be read or holds what does not exist.
    """
    for directory in directories:
        tables = [
            (path, table)
            for path in (directory / name for name in FILE_NAMES)
            if (table := _table(path)) is not None
        ]
        if tables:
            found: dict[str, Setting] = {}
            for path, table in reversed(tables):
                found.update(_settings(path, table))
            return found
    return {}


def parse_severity(reason_code: str, level: str, where: str) -> tuple[Reason, Severity]:
    """Return a reason and its level.

    Raises:
        ConfigError: there is no such reason or level, or a FAIL would be left out.
    """
    codes = {reason.code: reason for reason in Reason}
    reason = codes[_one_of(reason_code, codes, f"{where}: unknown reason")]
    levels = [severity.value for severity in Severity]
    severity = Severity(
        _one_of(level, levels, f"{where}: {reason_code}: unknown level")
    )
    if severity is Severity.OFF and not may_be_off(reason):
        raise ConfigError(
            f"{where}: {reason_code}: a FAIL is never off; use error, warning or note"
        )
    return reason, severity


def _table(path: Path) -> Mapping[str, Any] | None:
    """Return a file's table of settings, or nothing where it has none."""
    if not path.is_file():
        return None
    data = read_regular_file(path, limit=LIMIT_BYTES, error=ConfigError)
    try:
        document = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ConfigError(f"{path}: not TOML: {problem}") from problem
    if path.name == FILE_NAMES[0]:
        return document
    tools = document.get("tool", {})
    table = tools.get("refereekit") if isinstance(tools, dict) else None
    if table is None or isinstance(table, dict):
        return table
    raise ConfigError(f"{path}: tool.refereekit: {_kind(table)}, not a table")


def _settings(path: Path, table: Mapping[str, Any]) -> Iterator[tuple[str, Setting]]:
    for key, value in table.items():
        _one_of(key, (*KEYS, *_TABLES), f"{path}: unknown key")
        if key in _TABLES:
            yield from _TABLES[key](path, value)
            continue
        read = KEYS[key](f"{path}: {key}", value)
        if key == "session":
            read = str(path.parent / str(read))
        yield key, Setting(read, str(path))


def _severities(path: Path, table: object) -> Iterator[tuple[str, Setting]]:
    where = f"{path}: {SEVERITY}"
    if not isinstance(table, dict):
        raise ConfigError(
            f'{where}: {_kind(table)}, not a table; write severity.absent = "error"'
        )
    for code, level in table.items():
        text = _string(f"{where}.{printable(code)}", level)
        reason, severity = parse_severity(code, text, where)
        yield f"{SEVERITY}.{reason.code}", Setting(severity.value, str(path))


def _limits(path: Path, table: object) -> Iterator[tuple[str, Setting]]:
    where = f"{path}: {LIMIT}"
    if not isinstance(table, dict):
        raise ConfigError(
            f"{where}: {_kind(table)}, not a table; write limits.page-seconds = 30"
        )
    for name, amount in table.items():
        _one_of(name, LIMITS, f"{where}: unknown key")
        # True is an int to isinstance.
        if type(amount) not in (int, float):
            raise ConfigError(f"{where}.{name}: {_kind(amount)}, not a number")
        if not _LEAST <= amount <= _MOST:
            raise ConfigError(
                f"{where}.{name}: not a number from {_LEAST} to {_MOST:,}"
            )
        yield f"{LIMIT}.{name}", Setting(f"{amount:.15g}", str(path))


def _string(where: str, value: object) -> str:
    if not isinstance(value, str):
        raise ConfigError(f"{where}: {_kind(value)}, not a string")
    return value


def _directory(where: str, value: object) -> str:
    """Return a directory's name, which is relative to that of the file."""
    text = _string(where, value)
    if not text:
        raise ConfigError(f"{where}: empty; name a directory")
    return text


def _choice(*choices: str) -> Callable[[str, object], str]:
    def parse(where: str, value: object) -> str:
        return _one_of(_string(where, value), choices, f"{where}: unknown value")

    return parse


def _fail_on(where: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | str):
        raise ConfigError(f"{where}: {_kind(value)}, not a list of strings")
    parse = _choice(*FailOn)
    words = [value] if isinstance(value, str) else value
    return tuple(parse(where, word) for word in words)


KEYS: Mapping[str, Callable[[str, object], str | tuple[str, ...]]] = {
    "session": _directory,
    "forms": _choice(*Forms),
    "fail-on": _fail_on,
    "format": _choice(*FORMATS),
}
"""Every key of a single value, and what reads it."""

_TABLES: Mapping[str, Callable[[Path, object], Iterator[tuple[str, Setting]]]] = {
    SEVERITY: _severities,
    LIMIT: _limits,
}
"""Every key of a table, and what reads it."""


def _one_of(word: str, words: Iterable[str], what: str) -> str:
    known = list(words)
    if word in known:
        return word
    nearest = get_close_matches(word, known, n=1, cutoff=0)[0]
    raise ConfigError(
        f"{what} '{printable(word)}'; did you mean '{nearest}'? "
        f"there are {', '.join(known)}"
    )


def _kind(value: object) -> str:
    """Return what TOML calls a value's type."""
    names = {bool: "a boolean", int: "an integer", float: "a float", str: "a string"}
    names |= {list: "an array", dict: "a table"}
    return names.get(type(value), "a date or time")
