"""One pair to one line: the same bytes whoever computes them, and never a gap."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import fsspec
import pytest
from conftest import Run
from pairs import GOOD, WORDS, records, write_paper, write_papers, write_text
from pypdf import PdfReader, PdfWriter

from refereekit import __version__
from refereekit.audit import check_claim
from refereekit.batch import cache, task
from refereekit.batch.pair import Options, Pair
from refereekit.batch.task import Work, check_bundle, fingerprint, unanswered
from refereekit.binding import bind
from refereekit.claims import Forms
from refereekit.errors import SessionBusy, StoreError
from refereekit.pool import claim_about
from refereekit.reports.outcome import FailOn
from refereekit.store.pool import join_claims


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Work:
    """Work that is not tried again, on papers that are read once for all tests."""
    return Work(tmp_path_factory.mktemp("sessions"), retries=0)


def checked(pair: Pair, work: Work) -> dict[str, Any]:
    (line,) = check_bundle([pair], work)
    assert line.endswith(b"}\n")
    found: dict[str, Any] = json.loads(line)
    return found


def test_a_line_holds_what_check_writes(tmp_path: Path, run: Run, once: Work) -> None:
    good, bad, *_ = write_papers(tmp_path)
    for pair, code in ((good, 0), (bad, 1)):
        record = checked(pair, once)
        options = ("--pdf", pair.paper, "--session", "s", "--format", "json")
        alone = run("check", pair.draft, *options)
        assert record["check"] == json.loads(alone.out)
        assert (record["exit_code"], alone.code) == (code, code)
        assert record["error"] is None
        assert record["sha256"] == fingerprint(pair, {})
        assert record["id"] == pair.id


def test_options_reach_the_check(tmp_path: Path, once: Work) -> None:
    write_paper(tmp_path / "a.pdf", WORDS["tides"])
    write_text(tmp_path / "r.txt", "On pages 1-1 it floods.\n")
    plain = Pair("a.pdf", "r.txt", base=str(tmp_path))
    assert checked(plain, once)["exit_code"] == 0
    strict = replace(plain, options=Options(fail_on=frozenset({FailOn.UNSUPPORTED})))
    assert checked(strict, once)["exit_code"] == 3
    everything = replace(plain, options=Options(Forms.ALL))
    assert checked(everything, once)["options"]["forms"] == "all"


def test_a_paper_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = write_papers(tmp_path / "in", drafts=3)[:3]
    read = []

    def count(pdf: bytes, *rest: Any, **options: Any) -> Any:
        read.append(pdf)
        return original(pdf, *rest, **options)

    original = cache.read_paper
    monkeypatch.setattr(cache, "read_paper", count)
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    lines = check_bundle(pairs, Work(sessions))
    assert len(read) == 1
    (session,) = (sessions / __version__).iterdir()
    assert session.name == json.loads(lines[0])["sha256"]["paper"]
    assert session.stat().st_mode & 0o777 == 0o700
    # A damaged session is read anew, and the name is the pair's own.
    (session / "pages.jsonl").write_text("")
    (tmp_path / "in" / "tides.pdf").rename(tmp_path / "in" / "renamed.pdf")
    renamed = checked(replace(pairs[0], paper="renamed.pdf"), Work(sessions))
    assert len(read) == 2
    assert renamed["check"]["original"]["name"] == "renamed.pdf"
    assert renamed["check"]["findings"] == json.loads(lines[0])["check"]["findings"]


def test_a_session_and_its_pool(tmp_path: Path, once: Work) -> None:
    pair = replace(write_papers(tmp_path)[0], session="session")
    before = checked(pair, once)
    assert before["sha256"]["pool"] is None
    session = bind(tmp_path / "session", tmp_path / "tides.pdf").session
    words = WORDS["tides"].rstrip(".")
    found = check_claim(
        claim_about("quotation", text=words, page=1),
        session.paper,
        session.index,
    )
    join_claims(session, [(found, "")])
    after = checked(replace(pair, paper=None), once)
    assert before["check"]["findings"][0]["pool"] == "absent-anchor"
    assert after["check"]["findings"][0]["pool"] == "matching-pool-quotation"
    assert after["sha256"]["pool"] is not None
    assert fingerprint(pair, {}) == after["sha256"]
    other = checked(replace(pair, paper="kites.pdf"), once)
    assert other["error"]["kind"] == "SessionMismatch"
    none = checked(replace(pair, paper=None, session="nowhere"), once)
    assert none["error"]["kind"] == "SessionNotFound"


def encrypt(path: Path, password: str) -> None:
    writer = PdfWriter(clone_from=PdfReader(path))
    writer.encrypt(password, algorithm="AES-256")
    writer.write(path)


def test_a_password_helps_only_who_has_it(tmp_path: Path) -> None:
    locked, *_ = write_papers(tmp_path)
    encrypt(tmp_path / "tides.pdf", "sesame")
    write_text(tmp_path / "pw.txt", "sesame\n")
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe\xfd")
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    work = Work(sessions, retries=0)
    opened = replace(locked, options=Options(password_file="pw.txt"))
    assert checked(opened, work)["exit_code"] == 0
    assert checked(locked, work)["error"]["kind"] == "PdfEncrypted"
    no_text = replace(locked, options=Options(password_file="bad.txt"))
    assert "bad.txt" in checked(no_text, work)["error"]["message"]


@pytest.mark.parametrize(
    ("paper", "draft", "message"),
    [
        ("tides.pdf", "none.txt", "no such file"),
        ("none.pdf", "tides-1.txt", "no such file"),
        ("tides.pdf", "tides.pdf", "PDF"),
        ("tides-1.txt", "tides-1.txt", "not a PDF"),
        ("tides.pdf", ".", "a directory"),
    ],
)
def test_what_cannot_be_checked_is_a_line(
    tmp_path: Path, once: Work, paper: str, draft: str, message: str
) -> None:
    write_papers(tmp_path)
    record = checked(Pair(paper, draft, base=str(tmp_path)), once)
    assert record["exit_code"] == 2
    assert record["check"] is None
    assert message in record["error"]["message"]


def test_what_the_machine_did_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair, *_ = write_papers(tmp_path)
    broken = StoreError("disk full")
    broken.__cause__ = OSError("disk full")
    failures: list[Exception] = [broken, SessionBusy("held")]
    original = task.session_of

    def failing(*arguments: Any, **options: Any) -> Any:
        if failures:
            raise failures.pop()
        return original(*arguments, **options)

    monkeypatch.setattr(task, "session_of", failing)
    monkeypatch.setattr(task, "_PAUSE_S", 0)
    assert checked(pair, Work(retries=2))["exit_code"] == 0
    failures[:] = [broken, broken]
    assert checked(pair, Work(retries=1))["error"]["message"] == "disk full"


def test_a_pair_without_an_answer_is_a_line(tmp_path: Path) -> None:
    pair, *_ = write_papers(tmp_path)
    died = json.loads(unanswered(pair, 30, None))
    assert died["error"] == {
        "kind": "NoAnswer",
        "message": "the process that checked it died, or took over 30 s",
    }
    failed = json.loads(unanswered(pair, 30, KeyError("x")))
    assert failed["error"] == {"kind": "KeyError", "message": "failed: 'x'"}
    assert died["exit_code"] == failed["exit_code"] == 2


def test_files_at_addresses(tmp_path: Path, once: Work) -> None:
    write_paper(tmp_path / "a.pdf", WORDS["kites"])
    with fsspec.open("memory://office/a.pdf", "wb") as file:
        file.write((tmp_path / "a.pdf").read_bytes())
    write_text(tmp_path / "r 1.txt", GOOD.format(WORDS["kites"].rstrip(".")))
    draft = (tmp_path / "r 1.txt").as_uri()
    pair = Pair("a.pdf", draft, base="memory://office")
    record = checked(pair, once)
    assert record["exit_code"] == 0
    assert record["sha256"] == fingerprint(pair, {})
    assert record["check"]["original"]["name"] == "a.pdf"
    assert records(write_text(tmp_path / "x", json.dumps(record)))[0] == record
