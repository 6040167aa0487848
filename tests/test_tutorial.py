"""The walk-through prints what it says it prints."""

from __future__ import annotations

import io
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run
from consoles import commands, files, with_outputs

from refereekit.revision import Outcome

PAGE = (Path(__file__).parent.parent / "docs" / "tutorial.md").read_text()


@pytest.fixture
def shell(
    run: Run, tmp_path: Path, fixtures: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], str]:
    """Run a command line of the page beside its papers and files."""
    papers = fixtures / "papers"
    shutil.copy(papers / "sampler" / "paper.pdf", tmp_path / "paper.pdf")
    shutil.copy(papers / "sampler-revised" / "paper.pdf", tmp_path / "revised.pdf")
    for name, text in files(PAGE).items():
        (tmp_path / name).write_text(text)
    codes = [0]

    def call(line: str) -> str:
        if line == "echo $?":
            return f"{codes[-1]}\n"
        words = shlex.split(line)
        if "<" in words:
            data = (tmp_path / words.pop()).read_bytes()
            words.pop()
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        program, *arguments = words
        assert program == "refereekit"
        ran = run(*arguments)
        codes.append(ran.code)
        return (ran.out + ran.err).replace(str(tmp_path), "/home/you/review")

    return call


def test_the_walk_through(shell: Callable[[str], str], tmp_path: Path) -> None:
    now = with_outputs(PAGE, shell)
    path = tmp_path / "tutorial.md"
    path.write_text(now)
    assert now == PAGE, f"the page with what is printed now: {path}"


def test_the_walk_through_goes_from_bind_to_compare() -> None:
    words = [command.line.split()[1] for command in commands(PAGE)]
    assert words[0] == "bind"
    assert words[-1] == "compare"
    assert {"verify", "claim", "evidence", "check", "flags", "revise"} <= set(words)


def test_every_outcome_is_on_the_page() -> None:
    assert all(f"`{outcome}`" in PAGE for outcome in Outcome)
