"""Bad input: one line on standard error that says where, what and what to do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import FIXTURES, Bound, Ran, Run
from pypdf import PdfReader, PdfWriter

PLAIN = FIXTURES / "papers" / "plain" / "paper.pdf"


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "draft.txt"
    path.write_text("See p. 1.\n")
    return path


def is_one_line(ran: Ran, *words: str) -> None:
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("refereekit: ")
    assert ran.err.count("\n") == 1
    for word in words:
        assert word in ran.err


def leaves_nothing(tmp_path: Path) -> None:
    session = tmp_path / ".refereekit"
    assert not (session / "session.json").exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ("empty",)),
        (b"<!DOCTYPE html><html>sign in</html>", ("not a PDF", "HTML")),
        (b"\x89PNG\r\n\x1a\n" + bytes(64), ("not a PDF", "PNG")),
        (b"PK\x03\x04" + bytes(64), ("not a PDF", "ZIP")),
        (b"just some words", ("not a PDF",)),
        (b"%PDF-1.7\nnothing follows", ("damaged",)),
    ],
)
def test_a_file_that_is_no_paper(
    content: bytes, words: tuple[str, ...], run: Run, tmp_path: Path, draft: Path
) -> None:
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(content)
    is_one_line(run("bind", paper), str(paper), *words)
    is_one_line(run("check", draft, "--pdf", paper), str(paper), *words)
    leaves_nothing(tmp_path)


def test_a_pdf_without_pages(run: Run, tmp_path: Path) -> None:
    paper = tmp_path / "paper.pdf"
    PdfWriter().write(paper)
    is_one_line(run("bind", paper), str(paper))
    leaves_nothing(tmp_path)


def test_a_path_that_is_no_file(run: Run, tmp_path: Path, draft: Path) -> None:
    is_one_line(run("bind", tmp_path / "gone.pdf"), "no such file", "check the path")
    is_one_line(run("bind", tmp_path), "a directory")
    is_one_line(run("check", tmp_path / "gone.txt"), "no such file")
    is_one_line(run("check", tmp_path), "a directory")
    os.mkfifo(tmp_path / "fifo")
    is_one_line(run("bind", tmp_path / "fifo"), "FIFO")
    is_one_line(run("check", draft), "no session", "refereekit bind")


def test_an_encrypted_paper(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = PdfWriter(clone_from=PdfReader(PLAIN))
    writer.encrypt("sesame", algorithm="AES-256")
    paper = tmp_path / "paper.pdf"
    writer.write(paper)
    is_one_line(run("bind", paper), "encrypted", "--password")
    is_one_line(run("bind", paper, "--password", "wrong"), "encrypted")
    leaves_nothing(tmp_path)
    assert run("bind", paper, "--password", "sesame", "--session", "a").code == 0
    (tmp_path / "word").write_text("sesame\n")
    by_file = run("bind", paper, "--password-file", tmp_path / "word", "--session", "b")
    assert by_file.code == 0
    monkeypatch.setenv("REFEREEKIT_PDF_PASSWORD", "sesame")
    assert run("bind", paper, "--session", "c").code == 0


@pytest.mark.parametrize(
    "content",
    [b"", b" \n\t\n", b"%PDF-1.7\n%\xe2\xe3\n1 0 obj", bytes(range(256)) * 4],
)
def test_a_draft_that_cannot_be_read(
    content: bytes, run: Run, bound: Bound, draft: Path
) -> None:
    draft.write_bytes(content)
    is_one_line(run("check", draft, "--session", bound("plain")), str(draft))


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("check",),
        ("check", "draft.txt", "--format", "nonsense"),
        ("check", "draft.txt", "--nonsense"),
        ("verify", "quotation", "words"),
        ("verify", "page", "one"),
        ("records", "nonsense"),
    ],
)
def test_a_command_line_that_makes_no_sense(
    arguments: tuple[str, ...], run: Run, draft: Path
) -> None:
    assert draft.is_file()
    is_one_line(run(*arguments), "--help")


def test_a_message_holds_nothing_that_a_terminal_obeys(run: Run) -> None:
    refused = run("check", "a\x1b[31m\u202eb.txt")
    is_one_line(refused, "a\ufffd[31m\ufffdb.txt")
