"""A manifest of pairs: CSV with a header, JSON Lines, or a folder of papers."""

from __future__ import annotations

import csv
import io
import json
import posixpath
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from refereekit.batch.folders import find_pairs
from refereekit.batch.inputs import is_remote, local_path, read_input
from refereekit.batch.pair import NO_OPTIONS, Options, Pair
from refereekit.claims import Forms
from refereekit.errors import InputError
from refereekit.reports.outcome import FailOn
from refereekit.reports.wording import printable

__all__ = ["Manifest", "read_manifest"]

_LIMIT_BYTES = 1 << 30
_OPTION_NAMES = ("forms", "fail_on", "password_file")
_COLUMNS = ("paper", "draft", "session", "options", *_OPTION_NAMES)
_DELIMITERS = ",;\t"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The pairs in order, and what was passed over, each as one line."""

    pairs: tuple[Pair, ...]
    passed_over: tuple[str, ...] = ()


def read_manifest(place: str, defaults: Options = NO_OPTIONS) -> Manifest:
    """Return the pairs that a file or a folder holds; a row's options go first.

    Raises:
        InputError: it cannot be read, a row is wrong, or there is no pair.
    """
    if not is_remote(place) and local_path(place).is_dir():
        found = find_pairs(local_path(place))
        base = str(local_path(place))
        pairs = tuple(
            Pair(paper, draft, None, defaults, base) for paper, draft in found.pairs
        )
        manifest = Manifest(pairs, found.passed_over)
    else:
        manifest = Manifest(tuple(_read_file(place, defaults)))
    if not manifest.pairs:
        hints = "".join(f"; {line}" for line in manifest.passed_over[:3])
        raise InputError(f"{place}: no pair of a paper and a draft in it{hints}")
    return manifest


def _read_file(place: str, defaults: Options) -> Iterator[Pair]:
    data = read_input(place, limit=_LIMIT_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise InputError(f"{place}: not UTF-8 text; save it as UTF-8") from problem
    base = _directory(place)
    rows = _json_rows if text.lstrip().startswith("{") else _csv_rows
    for where, row in rows(text, place):
        yield _pair(row, where, defaults, base)


def _directory(place: str) -> str:
    if is_remote(place):
        return posixpath.dirname(place)
    return str(local_path(place).parent)


def _json_rows(text: str, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{place}: line {number}"
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as problem:
            raise InputError(f"{where}: not JSON: {problem}") from problem
        if not isinstance(row, dict):
            raise InputError(f"{where}: not a JSON object")
        yield where, row


def _csv_rows(text: str, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    header = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns: list[str] = []
    try:
        for cells in reader:
            where = f"{place}: line {reader.line_num}"
            if not any(cell.strip() for cell in cells):
                continue
            if not columns:
                columns = _columns(cells, where)
                continue
            if len(cells) > len(columns):
                raise InputError(f"{where}: more cells than the header has columns")
            yield where, dict(zip(columns, cells, strict=False))
    except csv.Error as problem:
        raise InputError(
            f"{place}: line {reader.line_num}: not CSV: {problem}"
        ) from problem


def _columns(cells: list[str], where: str) -> list[str]:
    columns = [_key(cell) for cell in cells]
    _refuse_unknown(columns, _COLUMNS, f"{where}: unknown column")
    if len(set(columns)) < len(columns):
        raise InputError(f"{where}: a column twice in the header")
    return columns


def _key(name: str) -> str:
    return name.strip().lower().lstrip("-").replace("-", "_")


def _refuse_unknown(names: Iterable[str], known: tuple[str, ...], what: str) -> None:
    for name in names:
        if name not in known:
            nearest = get_close_matches(name, known, n=1, cutoff=0)[0]
            raise InputError(
                f"{what} '{printable(name)}'; did you mean '{nearest}'? "
                f"there are {', '.join(known)}"
            )


def _pair(row: dict[str, Any], where: str, defaults: Options, base: str) -> Pair:
    row = {_key(name): value for name, value in row.items()}
    _refuse_unknown(row, _COLUMNS, f"{where}: unknown key")
    paper, draft, session = (
        _name(row.get(key), f"{where}: {key}") for key in ("paper", "draft", "session")
    )
    if draft is None:
        raise InputError(f"{where}: names no draft")
    if paper is None and session is None:
        raise InputError(f"{where}: names no paper and no session")
    if session is not None and (is_remote(session) or is_remote(paper or "")):
        raise InputError(f"{where}: a session and its paper are local paths")
    given = {n: row[n] for n in _OPTION_NAMES if row.get(n) not in (None, "")}
    for name, value in _options(row.get("options"), f"{where}: options").items():
        if name in given:
            raise InputError(f"{where}: {name} is given twice")
        given[name] = value
    return Pair(paper, draft, session, _merged(given, where, defaults), base)


def _name(value: object, where: str) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise InputError(f"{where}: not a string")
    if "\0" in value:
        raise InputError(f"{where}: a NUL in a name")
    return value.strip() or None


def _options(value: object, where: str) -> dict[str, Any]:
    """Return a row's options: a JSON object, or words as on the command line."""
    if isinstance(value, str):
        value = _parsed(value, where)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InputError(f"{where}: not a JSON object and not command-line options")
    options = {_key(name): one for name, one in value.items()}
    _refuse_unknown(options, _OPTION_NAMES, f"{where}: unknown option")
    return options


def _parsed(text: str, where: str) -> object:
    if not text.strip():
        return None
    try:
        if text.lstrip().startswith("{"):
            return json.loads(text)
        words = shlex.split(text)
    except (ValueError, RecursionError) as problem:
        raise InputError(f"{where}: {problem}") from problem
    return _from_words(words, where)


def _from_words(words: list[str], where: str) -> dict[str, list[str]]:
    """Read `--forms all --fail-on=flag` and `forms=all`; an option may be repeated."""
    options: dict[str, list[str]] = {}
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if not equals:
            if not word.startswith("--"):
                raise InputError(f"{where}: '{printable(word)}': write NAME=VALUE")
            value = next(rest, "")
        if not value:
            raise InputError(f"{where}: {printable(name)} has no value")
        options.setdefault(_key(name), []).append(value)
    return options


def _merged(given: Mapping[str, Any], where: str, defaults: Options) -> Options:
    forms, fail_on = defaults.forms, defaults.fail_on
    password_file = defaults.password_file
    if "forms" in given:
        words = _words(given["forms"], tuple(Forms), f"{where}: forms")
        if len(words) != 1:
            raise InputError(f"{where}: forms: write one of {', '.join(Forms)}")
        forms = Forms(words[0])
    if "fail_on" in given:
        words = _words(given["fail_on"], tuple(FailOn), f"{where}: fail_on")
        fail_on = frozenset(map(FailOn, words))
    if "password_file" in given:
        value = given["password_file"]
        one = value[-1] if isinstance(value, list) and value else value
        password_file = _name(one, f"{where}: password_file")
    return Options(forms, fail_on, password_file)


def _words(value: object, known: tuple[str, ...], where: str) -> list[str]:
    """Return a list's strings, or the words of a string, if all are known."""
    values: list[Any] = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str) for one in values):
        raise InputError(f"{where}: not a string and not a list of strings")
    words = [word for one in values for word in one.replace(",", " ").split()]
    _refuse_unknown(words, known, f"{where}: unknown value")
    return words
