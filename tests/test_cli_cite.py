"""`refereekit cite` as a user runs it."""

from __future__ import annotations

import base64
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import Run

from refereekit.selection import (
    MAX_LINE_BYTES,
    find_tool,
    list_tools,
    read_lines,
)

ANCHOR = find_tool("citation-anchor-check", "1.0.0").contract
VALID, AMBIGUOUS = ANCHOR.document["examples"]


def stream(*lines: bytes) -> list[Any]:
    """Feed `cite stream`; return its answers."""
    done = subprocess.run(
        [sys.executable, "-m", "refereekit", "cite", "stream"],
        input=b"\n".join(lines),
        stdout=subprocess.PIPE,
        check=True,
        timeout=60,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def request(**members: Any) -> bytes:
    named = {"tool": ANCHOR.id, "version": "1.0.0"} | members
    return json.dumps(named).encode()


@pytest.mark.parametrize(("example", "code"), [(VALID, 0), (AMBIGUOUS, 1)])
def test_run(run: Run, tmp_path: Path, example: Any, code: int) -> None:
    path = tmp_path / "in.json"
    path.write_text(json.dumps(example["input"]), encoding="utf-8")
    ran = run("cite", "run", ANCHOR.id, "1.0.0", "--input", path)
    assert (ran.code, ran.err) == (code, "")
    assert json.loads(ran.out) == example["output"]


def test_run_reads_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = json.dumps(VALID["input"]).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    ran = run("cite", "run", ANCHOR.id, "1.0.0", "--input", "-")
    assert ran.code == 0


@pytest.mark.parametrize(
    ("tool", "content", "message"),
    [
        (ANCHOR.id, "{}", 'invalid_input: /: "sources" is a required property'),
        (ANCHOR.id, "{", "invalid_input: line 1, column 2: not JSON"),
        ("citation-check", "{}", "unknown_tool: no tool has this id and version"),
        (ANCHOR.id, " " * 1_048_577, "larger than the limit of 1,048,576 bytes"),
    ],
)
def test_run_refuses(
    run: Run, tmp_path: Path, tool: str, content: str, message: str
) -> None:
    path = tmp_path / "in.json"
    path.write_text(content, encoding="utf-8")
    ran = run("cite", "run", tool, "1.0.0", "--input", path)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_run_refuses_too_long_a_standard_input(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = io.BytesIO(b" " * 5_000_000)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(endless))
    ran = run("cite", "run", ANCHOR.id, "1.0.0", "--input", "-")
    assert ran.code == 2
    assert "limit_exceeded" in ran.err


def test_contract_is_the_published_document(run: Run) -> None:
    for tool in list_tools():
        ran = run("cite", "contract", tool.contract.id, "1.0.0")
        assert json.loads(ran.out) == tool.contract.document


def test_list_names_every_tool(run: Run) -> None:
    listed = [line.split("  ")[:2] for line in run("cite", "list").out.splitlines()]
    assert listed == [[t.contract.id, t.contract.version] for t in list_tools()]


def test_stream_answers_every_line_whatever_went_before() -> None:
    raw = json.dumps(VALID["input"])
    answers = stream(
        request(input=VALID["input"]),
        b"{broken",
        b"[]",
        b"\xff\xfe",
        b"",
        request(input=VALID["input"], tool="nope"),
        request(input_raw=raw),
        request(input_raw_b64=base64.b64encode(raw.encode()).decode()),
        request(input_raw_b64="?"),
        request(input_raw=raw, input=VALID["input"]),
        request(input_raw=7),
        request(),
        request(input_raw="\ud800"),
        request(input="\ud800"),
        request(input_raw=" " * 1_048_577),
        request(tool="nope", input_raw=" " * 1_048_577),
        b"[" * 100_000,
        request(input=AMBIGUOUS["input"]),
    )
    valid = {"result": VALID["output"]}
    codes = [a["error"]["code"] if "error" in a else a for a in answers]
    assert codes == [
        valid,
        *["invalid_input"] * 3,
        "unknown_tool",
        valid,
        valid,
        *["invalid_input"] * 6,
        "limit_exceeded",
        "unknown_tool",
        "invalid_input",
        {"result": AMBIGUOUS["output"]},
    ]


@pytest.mark.parametrize(
    "fault",
    ['"x":1,"x":2', '"claimed_start":NaN', '"claimed_start":1e999', '"q":"\\udc00"'],
)
def test_faults_inside_an_input_keep_the_order_of_errors(fault: str) -> None:
    text = json.dumps(VALID["input"]).replace(
        '"citation": {', f'"citation": {{{fault},'
    )
    line = b'{"tool":"%s","version":"1.0.0","input":%s}'
    answers = stream(
        line % (ANCHOR.id.encode(), text.encode()), line % (b"nope", text.encode())
    )
    assert [a["error"]["code"] for a in answers] == ["invalid_input", "unknown_tool"]


def test_a_line_beyond_the_limit_is_dropped_alone() -> None:
    chunks = io.BytesIO(b"one\n" + b"x" * 50 + b"\n\n  \n" + b"y" * 10 + b"\nlast")
    assert list(read_lines(chunks, 11)) == [b"one\n", None, b"y" * 10 + b"\n", b"last"]


def test_stream_answers_a_line_beyond_the_limit(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = b"x" * (MAX_LINE_BYTES + 1) + b"\n" + request(input=VALID["input"])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    ran = run("cite", "stream")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert answers[0]["error"]["code"] == "limit_exceeded"
    assert answers[1] == {"result": VALID["output"]}
