"""The plain check is the `check` command, to the byte."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from conftest import FIXTURES, Ran, Run

from refereekit import cli
from refereekit.cli.plain import plain_check

DRAFTS = sorted((FIXTURES / "drafts").glob("*.txt"))


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bound paper."""
    from refereekit.binding import bind

    path = tmp_path_factory.mktemp("plain") / "session"
    bind(path, FIXTURES / "papers" / "plain" / "paper.pdf")
    return path


def plainly(
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Ran:
    """Run the whole program, which takes its plain path."""
    assert plain_check(arguments) is not None
    monkeypatch.setattr(sys, "argv", ["refereekit", *arguments])
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        cli.main()
    printed = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return Ran(ended.value.code, printed.out, printed.err)


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda path: path.stem)
def test_plain_and_full_check_print_the_same(
    draft: Path,
    session: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["check", str(draft), "--session", str(session)]
    full = run(*arguments)
    assert full.out
    assert plainly(arguments, monkeypatch, capsys) == full


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "absent.txt", "--session", "session"],
        ["check", "--session", "nowhere", "draft.txt"],
        ["check", "empty.txt"],
        ["check", "session"],
        ["check", "draft.txt"],
    ],
    ids=["no draft", "no session there", "empty", "a directory", "no session"],
)
def test_plain_and_full_check_refuse_the_same(
    arguments: list[str],
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("draft.txt").write_text("Nothing is cited.")
    Path("empty.txt").touch()
    Path("session").mkdir()
    full = run(*arguments)
    assert full.code == 2
    assert plainly(arguments, monkeypatch, capsys) == full


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["check"],
        ["check", "--help"],
        ["check", "-h"],
        ["check", ""],
        ["check", "draft.txt", "--format", "json"],
        ["check", "draft.txt", "--session", "--watch"],
        ["check", "draft.txt", "other.txt"],
        ["check", "draft.txt", "--session=s"],
        ["triage", "draft.txt"],
        ["--version"],
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("run")
def test_other_command_lines_are_left_to_the_commands(arguments: list[str]) -> None:
    assert plain_check(arguments) is None


@pytest.mark.usefixtures("run")
def test_what_is_configured_is_left_to_the_commands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = ["check", "draft.txt"]
    assert plain_check(line) is not None
    monkeypatch.setenv("REFEREEKIT_FORMAT", "json")
    assert plain_check(line) is None
    monkeypatch.delenv("REFEREEKIT_FORMAT")
    Path("refereekit.toml").touch()
    assert plain_check(line) is None
    Path("refereekit.toml").unlink()
    Path("pyproject.toml").write_text("[tool.refereekit]")
    assert plain_check(line) is None
    Path("pyproject.toml").write_text("[tool.other]")
    assert plain_check(line) is not None


@pytest.mark.usefixtures("run")
def test_standard_input_can_be_checked_plainly() -> None:
    assert plain_check(["check", "-", "--session", "s"]) is not None
