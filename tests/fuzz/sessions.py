"""Sessions whose files were changed, by a hand or by another version."""

from __future__ import annotations

import functools
import hashlib
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import raw_pdf
from hypothesis import strategies as st

from fuzz.laws import Target, command, law
from fuzz.texts import json_values

__all__ = ["SESSIONS"]

WORDS = "The north kiln was fired for three days in May."
DRAFT = (
    f'On p. 1 they say "{WORDS[:-1]}", on p. 2 of it nothing; see Eq. (2), Fig. (1).'
)
NAMES = (
    "session.json",
    "records.json",
    "pages.jsonl",
    "folded.jsonl",
    "pool.json",
    "revisions.json",
    "original.pdf",
)
READING = (
    ("check", "draft.txt"),
    ("records", "--format", "json"),
    ("claim", "list"),
    ("evidence",),
    ("compare", "--changes"),
    ("verify", "quotation", "--page", "2", "the north kiln was fired for"),
    ("claim", "add", "page", "2"),
)


@functools.cache
def home() -> tempfile.TemporaryDirectory[str]:
    """Return where the session is that all others are copies of."""
    directory = tempfile.TemporaryDirectory()
    place = Path(directory.name)
    for name in ("original", "revised"):
        pages = [raw_pdf.line_of_text(f"{WORDS} The {name} page {n}.") for n in (1, 2)]
        (place / f"{name}.pdf").write_bytes(raw_pdf.with_pages(pages))
    session = place / "session"
    for arguments in (
        ("bind", place / "original.pdf"),
        ("claim", "add", "quotation", "--page", "1", WORDS),
        ("claim", "add", "page", "2"),
        ("revise", place / "revised.pdf"),
    ):
        ran = command(*arguments, "--session", session)
        law(ran.code in (0, 3), ran.err)
    return directory


def whole(name: str) -> bytes:
    """Return a file as it was written."""
    return (Path(home().name) / "session" / name).read_bytes()


@st.composite
def changes(draw: st.DrawFn) -> bytes:
    """Return a file's name, whether its hash is changed with it, and what is in it."""
    name = draw(st.sampled_from(NAMES))
    how = draw(st.sampled_from(["hashed", "hashed", "alone"]))
    data = whole(name)
    if name != "original.pdf" and draw(st.booleans()):
        rows = data.splitlines() if name.endswith("l") else [data]
        at = draw(st.integers(0, len(rows) - 1))
        rows[at] = json.dumps(_changed(draw, json.loads(rows[at]))).encode()
        data = b"\n".join([*rows, b""])
    else:
        start = draw(st.integers(0, len(data)))
        end = start + draw(st.sampled_from([0, 1, 1, 5, 1000]))
        data = data[:start] + draw(st.binary(max_size=4)) + data[end:]
    return f"{name} {how}\n".encode() + data


def _changed(draw: st.DrawFn, value: Any) -> Any:
    """Return a JSON value with another one in place of some part of it."""
    if not isinstance(value, dict | list) or not value or draw(st.integers(0, 4)) == 0:
        return draw(json_values)
    if isinstance(value, dict):
        key = draw(st.sampled_from(sorted(value)))
        if draw(st.integers(0, 5)) == 0:
            return {k: v for k, v in value.items() if k != key}
        return {**value, key: _changed(draw, value[key])}
    at = draw(st.integers(0, len(value) - 1))
    return [*value[:at], _changed(draw, value[at]), *value[at + 1 :]]


def check_session(data: bytes) -> None:
    """Use a session with one changed file: every command ends in good order."""
    line, _, content = data.partition(b"\n")
    name, how = line.decode().split()
    with tempfile.TemporaryDirectory() as directory:
        session = Path(directory) / "session"
        shutil.copytree(Path(home().name) / "session", session)
        (session / name).write_bytes(content)
        if how == "hashed" and name not in ("session.json", "pool.json"):
            _rehash(session, name, content)
        draft = Path(directory) / "draft.txt"
        draft.write_text(DRAFT)
        for arguments in READING:
            named = [draft if word == "draft.txt" else word for word in arguments]
            command(*named, "--session", session)


def _rehash(session: Path, name: str, content: bytes) -> None:
    manifest = json.loads((session / "session.json").read_bytes())
    if name in manifest["files"]:
        manifest["files"][name] = hashlib.sha256(content).hexdigest()
        (session / "session.json").write_text(json.dumps(manifest))


SESSIONS = Target("sessions", ".txt", changes(), check_session, batch=30)
