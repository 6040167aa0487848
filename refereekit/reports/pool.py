"""The claim pool as text or JSON: what joined, what was refused, what is there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from refereekit.pool import Entry
from refereekit.records import Original
from refereekit.reports.jsondoc import finding_object
from refereekit.reports.wording import claim_title, printable
from refereekit.verdicts import Finding, Verdict

__all__ = [
    "SCHEMA",
    "Answer",
    "BadLine",
    "answer_line",
    "claim_object",
    "entry_line",
    "entry_object",
    "original_object",
    "render_answers_json",
    "render_pool_json",
    "render_pool_text",
]

SCHEMA = 1
"""The number of the JSON documents' shape."""

_KEYS = ("kind", "page", "label", "text", "verdict", "reason", "evidence")


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one claim that was put forward for the pool.

    `entry` is `None` where it did not join. `line` is its line of the input, from 1.
    """

    finding: Finding
    entry: Entry | None
    is_new: bool = False
    line: int | None = None


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line of the input, from 1, that holds no claim, and why."""

    line: int
    why: str


def answer_line(answer: Answer) -> str:
    """Return what became of one claim, as one line."""
    finding = answer.finding
    line = f"{finding.verdict}  {_title_and_evidence(finding)}"
    if answer.entry is None:
        return f"{line}; not joined"
    done = "joined as" if answer.is_new else "already in the pool as"
    bare = "" if finding.verdict is not Verdict.FLAG else " -- a bare pointer"
    return f"{line}; {done} {answer.entry.id}{bare}"


def render_answers_json(answers: Sequence[Answer], bad: Sequence[BadLine]) -> str:
    """Return what became of every claim as one JSON document."""
    document = {
        "schema": SCHEMA,
        "claims": [_answer_object(answer) for answer in answers],
        "errors": [{"line": b.line, "message": b.why} for b in bad],
    }
    return json.dumps(document) + "\n"


def render_pool_text(entries: Sequence[Entry]) -> str:
    """Return the pool's claims, one a line, each after its id."""
    if not entries:
        return "the claim pool is empty\n"
    lines = [entry_line(entry) for entry in entries]
    return "\n".join([*lines, f"{len(entries)} claim(s)"]) + "\n"


def entry_line(entry: Entry) -> str:
    """Return one claim of the pool as one line, after its id."""
    note = f" -- note: {printable(entry.note)}" if entry.note else ""
    finding = entry.finding
    return f"{entry.id}  {finding.verdict}  {_title_and_evidence(finding)}{note}"


def render_pool_json(original: Original, entries: Sequence[Entry]) -> str:
    """Return the pool as one JSON document."""
    document = {
        "schema": SCHEMA,
        "original": original_object(original),
        "claims": [entry_object(entry) for entry in entries],
    }
    return json.dumps(document) + "\n"


def original_object(original: Original) -> dict[str, Any]:
    """Return a PDF's name, hash and page count as a JSON object."""
    return {
        "name": original.name,
        "sha256": original.sha256,
        "pages": original.page_count,
    }


def entry_object(entry: Entry) -> dict[str, Any]:
    """Return one claim of the pool as a JSON object."""
    return {"id": entry.id, **claim_object(entry.finding), "note": entry.note}


def claim_object(finding: Finding) -> dict[str, Any]:
    """Return a claim that stands in no draft, and the finding on it."""
    whole = finding_object(finding)
    return {key: whole[key] for key in (*_KEYS, "anchors", "folded")}


def _answer_object(answer: Answer) -> dict[str, Any]:
    entry = answer.entry
    return {
        "line": answer.line,
        "id": None if entry is None else entry.id,
        "joined": entry is not None,
        "new": answer.is_new,
        **claim_object(answer.finding),
        "note": "" if entry is None else entry.note,
    }


def _title_and_evidence(finding: Finding) -> str:
    return (
        f"{claim_title(finding.claim)}: {printable(finding.evidence)} "
        f"[{finding.reason.code}]"
    )
