"""The batch command, what it keeps and skips, and how it rolls up."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import html5lib
import jsonschema
import pytest
from conftest import Ran, Run
from pairs import BAD, records, write_manifest, write_papers, write_text
from pyarrow import parquet

import refereekit.batch.run
from refereekit.batch.pair import Pair
from refereekit.batch.results import open_results
from refereekit.batch.rollup import roll_up
from refereekit.batch.run import run_batch
from refereekit.batch.task import Work, check_bundle
from refereekit.errors import StoreError
from refereekit.reports import schemas

EVIL = "<script>alert(1)</script>.txt"


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(schemas.schema_text(name)))


def line_of(pair: Pair, code: int = 0, message: str = "") -> bytes:
    """The line of a pair with two findings, or of one that could not be checked."""
    finding = {
        "verdict": "FAIL",
        "reason": "absent",
        "cited": "p. 1",
        "evidence": "<b>",
    }
    findings = [
        {**finding, "draft": {"line": 3}},
        {**finding, "verdict": "PASS", "reason": "found"},
    ]
    check = {"findings": findings[1 - code :], "warnings": [], "unread": [{}]}
    record = {
        **pair.as_object(),
        "sha256": {"paper": "0" * 64},
        "exit_code": 2 if message else code,
        "error": {"message": message} if message else None,
        "check": None if message else {**check, "unsupported": []},
    }
    return json.dumps(record).encode() + b"\n"


@pytest.fixture
def done(tmp_path: Path) -> Path:
    """A batch in which every kind of thing has happened."""
    place = tmp_path / "done"
    results = open_results(str(place))
    fine, other, failed, waiting, silent = pairs = [
        Pair("fine.pdf", "a.txt"),
        Pair("fine.pdf", EVIL),
        Pair("failed.pdf", "a.txt"),
        Pair(None, "a.txt", "session"),
        Pair("silent\udcff.pdf", "a.txt"),
    ]
    with results.opened(pairs):
        results.keep(fine.id, line_of(fine))
        results.keep(other.id, line_of(other, code=1))
        results.keep(failed.id, line_of(failed, message="failed.pdf: broken"))
        record = json.loads(line_of(silent))
        record["check"]["findings"] = []
        results.keep(silent.id, json.dumps(record).encode())
    assert waiting.title == "session, a.txt"
    return place


def test_the_worst_comes_first(done: Path, run: Run) -> None:
    rows = [
        json.loads(li)
        for li in run("batch", "report", done, "--format=jsonl").out.splitlines()
    ]
    for row in rows:
        validator("batch-report").validate(row)
    assert [
        (r["rank"], r["paper"], r["reason"], r["findings"], r["drafts"]) for r in rows
    ] == [
        (1, "failed.pdf", "could-not-run", 0, 1),
        (2, "session", "not-checked-yet", 0, 1),
        (3, "fine.pdf", "absent", 1, 1),
        (3, "fine.pdf", "found", 2, 2),
        (4, "silent\udcff.pdf", "nothing-to-check", 0, 1),
    ]
    printed = run("batch", "report", done)
    assert printed.code == 0
    lines = printed.out.splitlines()
    assert lines[0] == (
        "5 pairs of 4 papers: 3 checked, 1 could not run, 1 not checked yet"
    )
    assert "  FAIL absent: 1 in 1 draft; what is cited was not found there" in lines
    assert "  a.txt: could not run: failed.pdf: broken" in lines
    assert lines[-1] == "exit code of the batch: 2: a pair could not be checked"
    assert [
        li for li in lines if li.startswith(("fine", "failed", "silent", "session"))
    ] == [
        "failed.pdf (1 draft): 0 FAIL, 0 FLAG, 0 UNANCHORED, 0 PASS",
        "session (1 draft): 0 FAIL, 0 FLAG, 0 UNANCHORED, 0 PASS",
        "fine.pdf (2 drafts): 1 FAIL, 0 FLAG, 0 UNANCHORED, 2 PASS",
        "silent\ufffd.pdf (1 draft): 0 FAIL, 0 FLAG, 0 UNANCHORED, 0 PASS",
    ]


def test_parquet_holds_the_same_rows(
    done: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = run("batch", "report", done, "--format", "jsonl").out
    report = ("batch", "report", done, "--format", "parquet")
    assert run(*report, "-o", "b.parquet").code == 0
    table = parquet.read_table(io.BytesIO(Path("b.parquet").read_bytes()))
    text = "".join(printed).replace("\\udcff", r"\\udcff")
    assert table.to_pylist() == [json.loads(line) for line in text.splitlines()]
    assert run(*report).code == 2
    assert "cannot be written" in run(*report, "-o", "none/b.parquet").err
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "or use --format jsonl" in run(*report, "-o", "b.parquet").err


def test_html_is_safe_and_whole(done: Path, run: Run) -> None:
    assert run("batch", "report", done, "--format", "html", "-o", "b.html").code == 0
    page = Path("b.html").read_text()
    tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page)
    assert not list(tree.iter("script"))
    links = [link.get("href") for link in tree.iter("a")]
    ids = {element.get("id") for element in tree.iter()}
    assert all(link[1:] in ids for link in links)
    text = "".join(tree.itertext())
    for words in (EVIL, "could not run: failed.pdf: broken", "not checked yet", "<b>"):
        assert words in text
    assert "script-src 'none'" in page


@pytest.fixture
def office(tmp_path: Path) -> Path:
    """A manifest of four pairs, of which two FAIL."""
    folder = tmp_path / "office"
    return write_manifest(folder / "m.csv", write_papers(folder))


def test_a_batch_and_again(office: Path, run: Run, monkeypatch: Any) -> None:
    def again() -> tuple[int, list[dict[str, Any]], str]:
        ran = run("batch", office, "--out", "out", "--workers", "1")
        (now,) = [line for line in ran.out.splitlines() if line.startswith("checked")]
        return ran.code, records(Path("out/results.jsonl")), now

    code, lines, now = again()
    assert (code, len(lines)) == (1, 4)
    assert now == "checked now: 4; results: out/results.jsonl"
    for line in lines:
        validator("batch").validate(line)
    assert [line["exit_code"] for line in lines] == [0, 1, 0, 1]
    assert Path("out").stat().st_mode & 0o777 == 0o700
    assert Path("out/.gitignore").read_text() == "*\n"
    assert again() == (1, lines, now.replace("4;", "0;"))
    draft = write_text(office.parent / "tides-1.txt", BAD)
    code, changed, now = again()
    assert now.startswith("checked now: 1;")
    assert (changed[0]["exit_code"], changed[1:]) == (1, lines[1:])
    draft.unlink()
    code, gone, now = again()
    assert (code, gone[0]["exit_code"]) == (2, 2)
    assert again()[2].startswith("checked now: 1;")
    monkeypatch.setattr(refereekit.batch.run, "__version__", "next")
    assert again()[2].startswith("checked now: 4;")


def in_process(work: Work) -> Any:
    def engine(pairs: list[Pair]) -> Any:
        yield from zip(pairs, check_bundle(pairs, work), strict=True)

    return engine


def test_a_batch_that_was_stopped_goes_on(tmp_path: Path) -> None:
    pairs = write_papers(tmp_path / "in")
    pairs.append(pairs[0])  # a row twice is checked once and answered twice
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    engine = in_process(Work(sessions))
    whole = open_results(str(tmp_path / "whole"))
    assert run_batch(pairs, whole, engine) == 4
    results = open_results(str(tmp_path / "out"))
    seen = []

    def stop(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_batch(pairs, results, engine, stop)
    assert seen == [(0, 4), (1, 4), (2, 4)]
    assert results.files.read("results.jsonl") is None
    assert len(roll_up(results).waiting) == 2
    assert run_batch(pairs, results, engine) == 2
    written = results.files.read("results.jsonl")
    assert written == whole.files.read("results.jsonl")
    assert written is not None
    assert written.splitlines()[0] == written.splitlines()[4]


def test_results_at_an_address(tmp_path: Path) -> None:
    pairs = write_papers(tmp_path / "in", drafts=1)
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    engine = in_process(Work(sessions))
    remote, local = open_results("memory://out/b"), open_results(str(tmp_path / "b"))
    assert remote.sessions is None
    for results in (remote, local):
        assert run_batch(pairs, results, engine) == 2
        assert run_batch(pairs, results, engine) == 0
    assert remote.files.read("results.jsonl") == local.files.read("results.jsonl")
    assert sorted(remote.files.names()) == ["batch.json", "pairs", "results.jsonl"]
    assert roll_up(remote).rows == roll_up(local).rows
    with pytest.raises(StoreError, match="cannot be used"):
        open_results("nonesuch://x")


def test_a_directory_of_something_else(tmp_path: Path, office: Path, run: Run) -> None:
    def refused(*arguments: str | Path) -> str:
        ran: Ran = run("batch", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.count("\n") == 1
        return ran.err

    mine = write_text(tmp_path / "mine" / ".gitignore", "build/\n")
    write_text(tmp_path / "mine" / "thesis.tex", "x")
    assert "name another directory" in refused(office, "--out", "mine")
    assert mine.read_text() == "build/\n"
    assert "cannot be used" in refused(office, "--out", office)
    assert "no batch here" in refused("report", "mine")
    assert "needs --engine dask" in refused(
        office, "--engine", "local", "--scheduler", "tcp://x:1"
    )
    for text, message in (
        ("{", "cannot be understood"),
        ('{"schema": 9}', "newer version"),
        ('{"schema": 1, "pairs": [{}]}', "cannot be understood"),
        ('{"schema": 1, "pairs": []}', "no pairs"),
    ):
        write_text(tmp_path / "odd" / "batch.json", text)
        assert message in refused("report", "odd")
    row = {"id": "x", **Pair("a", "b").as_object()}
    write_text(
        tmp_path / "odd" / "batch.json", json.dumps({"schema": 1, "pairs": [row]})
    )
    write_text(tmp_path / "odd" / "pairs" / "x.json", "{}")
    assert "cannot be understood" in refused("report", "odd")


def test_a_folder_and_what_it_leaves_out(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "in"
    write_papers(folder, drafts=1)
    write_text(folder / "stray.txt", "x")
    write_text(folder / "tides-1.txt", "Page 1 is about tides.\n")
    write_text(tmp_path / "refereekit.toml", 'fail-on = ["flag"]\n')

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    ran = run("batch", folder, "--workers", "1")
    assert ran.code == 3
    assert ran.out.splitlines()[-1] == (
        "exit 3: nothing FAILs, but --fail-on names what is here"
    )
    assert "stray.txt: which PDF beside it" in terminal.getvalue()
    assert "2/2" in terminal.getvalue()
    assert (tmp_path / "refereekit-batch" / "results.jsonl").is_file()


def test_the_schema_of_a_line_holds_that_of_a_check() -> None:
    embedded = json.loads(schemas.schema_text("batch"))["$defs"]["check"]
    check = json.loads(schemas.schema_text("check"))
    del check["$schema"]
    assert embedded == check
