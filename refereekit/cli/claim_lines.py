"""Claims as JSON lines: one object a line, each with what its kind needs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from refereekit.claims import Claim
from refereekit.pool import KINDS, claim_about
from refereekit.reports.pool import BadLine

__all__ = ["Proposed", "read_claims"]


@dataclass(frozen=True, slots=True)
class Proposed:
    """A claim put forward for the pool, its note, and its line of the input."""

    claim: Claim
    note: str = ""
    line: int | None = None


def read_claims(data: bytes) -> tuple[list[Proposed], list[BadLine]]:
    """Return the claims on the lines of the input, and the lines that hold none."""
    claims: list[Proposed] = []
    bad: list[BadLine] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            claims.append(_read_claim(line, number))
        except ValueError as problem:
            bad.append(BadLine(number, str(problem)))
    return claims, bad


_WANTED = {"quotation": {"page", "text"}, "page": {"page"}}
_TYPES: dict[str, type] = {"page": int, "label": str, "text": str, "note": str}


def _read_claim(line: bytes, number: int) -> Proposed:
    """Return the claim on one line of JSON.

    Raises:
        ValueError: it holds no claim; the message says why.
    """
    row = _object(line)
    kind = row.pop("kind", None)
    if kind not in KINDS:
        raise ValueError(f"'kind' must be one of {', '.join(KINDS)}")
    note = row.pop("note", "")
    wanted = _WANTED.get(kind, {"label"})
    if row.keys() != wanted:
        named = " and ".join(f"'{key}'" for key in sorted(wanted))
        raise ValueError(f"a {kind} has {named}, and may have a 'note', nothing else")
    for key, value in {**row, "note": note}.items():
        if type(value) is not _TYPES[key]:
            what = "a whole number" if _TYPES[key] is int else "a string"
            raise ValueError(f"'{key}' must be {what}")
    return Proposed(claim_about(kind, **row), note, number)


def _object(line: bytes) -> dict[str, Any]:
    try:
        row = json.loads(line.decode())
    except UnicodeDecodeError as problem:
        raise ValueError("not UTF-8") from problem
    except (ValueError, RecursionError) as problem:
        raise ValueError("not JSON") from problem
    if not isinstance(row, dict):
        raise ValueError("not a JSON object")
    return row
