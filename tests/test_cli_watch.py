"""`check --watch`, the pre-commit command, the job summary and completion."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run

from refereekit.cli import watch

RIGHT = "It says “Cracked bells should not be weighed by ear at all” on p. 8.\n"
WRONG = RIGHT.replace("not ", "")


def scripted(monkeypatch: pytest.MonkeyPatch, *steps: Callable[[], object]) -> None:
    """Do one step in each wait of the watcher, then interrupt it."""
    waiting = iter(steps)

    def sleep(seconds: float) -> None:
        assert seconds > 0
        step = next(waiting, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    monkeypatch.setattr(watch.time, "sleep", sleep)


def test_each_save_is_checked_until_the_interrupt(
    run: Run, bells: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft, other = tmp_path / "r.txt", tmp_path / "new.txt"
    draft.write_text(WRONG)
    other.write_text(RIGHT)
    scripted(
        monkeypatch,
        lambda: None,
        lambda: draft.write_text(""),
        draft.unlink,
        lambda: other.rename(draft),
        lambda: None,
    )
    ran = run("check", "r.txt", "--session", bells, "--watch")
    assert ran.code == 130
    endings = [line for line in ran.out.splitlines() if line.startswith("exit ")]
    assert [ending[:7] for ending in endings] == ["exit 1:", "exit 0:"]
    assert [line.split(":")[1:3] for line in ran.err.split("\n") if line] == [
        [" r.txt", " empty; write the report first"],
        [" r.txt", " no such file; check the path"],
        [" stopped"],
    ]


def test_standard_input_cannot_be_watched(run: Run, bells: Path) -> None:
    refused = run("check", "-", "--session", bells, "--watch")
    assert refused.code == 2
    assert "standard input is read once" in refused.err


def test_several_drafts_end_with_the_gravest_code(
    run: Run, bells: Path, tmp_path: Path
) -> None:
    (tmp_path / "right.txt").write_text(RIGHT)
    (tmp_path / "wrong.txt").write_text(WRONG)
    (tmp_path / "flag.txt").write_text("See page 3.\n")
    (tmp_path / "empty.txt").write_text("")
    session = ("--session", bells)
    assert run("pre-commit", "right.txt", *session).code == 0
    flagged = run("pre-commit", "right.txt", "flag.txt", "--fail-on=flag", *session)
    assert flagged.code == 3
    failed = run("pre-commit", "wrong.txt", "flag.txt", "--fail-on=flag", *session)
    assert failed.code == 1
    assert [line.split(": ")[0] for line in failed.out.splitlines()] == [
        "wrong.txt:1:10",
        "flag.txt:1:5",
    ]
    could_not = run("pre-commit", "empty.txt", "wrong.txt", *session)
    assert could_not.code == 2
    assert "wrong.txt:1:10: error: " in could_not.out
    assert could_not.err.startswith("refereekit: empty.txt: empty")


def test_a_job_summary_is_added_to(
    run: Run, bells: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "r.txt").write_text(WRONG)
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    run("check", "r.txt", "--session", bells)
    assert summary.read_text() == "before\n"
    ran = run("check", "r.txt", "--session", bells, "--format", "github")
    assert (ran.code, ran.out[:15]) == (1, "::error file=r.")
    assert summary.read_text().startswith("before\n## refereekit: `r.txt`\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "no" / "where"))
    assert run("check", "r.txt", "--session", bells, "--format", "github").code == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_asks_the_program(run: Run, shell: str) -> None:
    ran = run("completion", shell)
    assert ran.code == 0
    assert f"_REFEREEKIT_COMPLETE={shell}_complete" in ran.out
