"""The pre-commit hook, the GitHub Action, and the recipes of docs/ci.md."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from conftest import FIXTURES, Run

from refereekit.cli import root
from refereekit.config import read_config
from refereekit.reports import FORMATS, Severity

PROJECT = Path(__file__).parent.parent
RIGHT = "It says “Cracked bells should not be weighed by ear at all” on p. 8.\n"
WRONG = RIGHT.replace("not ", "")
PAPER = FIXTURES / "papers" / "frontmatter" / "paper.pdf"


def read_yaml(name: str) -> Any:
    return yaml.safe_load((PROJECT / name).read_text())


def blocks(name: str, language: str) -> list[str]:
    text = (PROJECT / "docs" / name).read_text()
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


@pytest.fixture
def place(tmp_path: Path, bells: Path) -> Path:
    """A directory with a paper, and the program first on its path."""
    program = tmp_path / "bin" / "refereekit"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m refereekit "$@"\n')
    program.chmod(0o755)
    (tmp_path / "paper.pdf").symlink_to(PAPER)
    return tmp_path


def environment(place: Path, bells: Path) -> dict[str, str]:
    return {
        "PATH": f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(PROJECT),
        "REFEREEKIT_SESSION": str(bells),
    }


def test_the_hook_runs_a_command_on_the_drafts_of_docs() -> None:
    (hook,) = read_yaml(".pre-commit-hooks.yaml")
    (config,) = [block for block in blocks("ci.md", "yaml") if "hooks:" in block]
    (used,) = yaml.safe_load(config)["repos"][0]["hooks"]
    assert used["id"] == hook["id"]
    program, command = hook["entry"].split()
    assert program == "refereekit"
    assert root.get_command(click.Context(root), command) is not None
    for name in ("report.txt", "report.md", "report.tex", "report.docx"):
        assert re.search(hook["files"], f"reviews/{name}")
        assert re.search(used["files"], name)
    assert not re.search(hook["files"], "paper.pdf")


def test_the_hook_fails_on_a_misquotation_until_it_is_mended(
    run: Run, bells: Path, tmp_path: Path
) -> None:
    (hook,) = read_yaml(".pre-commit-hooks.yaml")
    command = [*hook["entry"].split()[1:], "--pdf", PAPER, "--session", bells]
    (tmp_path / "report.md").write_text(WRONG)
    stopped = run(*command, "report.md")
    assert (stopped.code, stopped.out.count("\n")) == (1, 1)
    assert stopped.out.endswith("[absent]\n")
    (tmp_path / "report.md").write_text(RIGHT)
    mended = run(*command, "report.md")
    assert (mended.code, mended.out) == (0, "")


def run_action(place: Path, bells: Path, **inputs: str) -> tuple[int, str, str]:
    """Run the action's last step as a runner does; return code, log and output."""
    action = read_yaml("action.yml")
    given = {name: of.get("default", "") for name, of in action["inputs"].items()}
    given |= {name.replace("_", "-"): value for name, value in inputs.items()}
    step = action["runs"]["steps"][-1]
    (place / "refereekit").mkdir(exist_ok=True)
    if not (place / "refereekit" / "bin").exists():
        (place / "refereekit" / "bin").symlink_to(place / "bin")
    filled = {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) }}", lambda m: given[m[1]], value)
        for name, value in step["env"].items()
    }
    output = place / "output"
    output.write_text("")
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=place,
        env={
            **environment(place, bells),
            **filled,
            "RUNNER_TEMP": str(place),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(place / "summary.md"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr, output.read_text()


def test_the_action_annotates_and_fails(place: Path, bells: Path) -> None:
    (place / "r.md").write_text(WRONG)
    code, log, output = run_action(place, bells, draft="r.md", paper="paper.pdf")
    assert (code, output) == (1, "exit-code=1\n")
    assert log.startswith("::error file=r.md,line=1,")
    assert "### FAIL `absent`" in (place / "summary.md").read_text()


def test_the_action_passes_its_inputs_on(place: Path, bells: Path) -> None:
    (place / "r.md").write_text("See page 3.\n")
    code, _, output = run_action(
        place, bells, draft="r.md", fail_on="unanchored flag", format="junit",
        output="out put.xml",
    )  # fmt: skip
    assert (code, output) == (3, "exit-code=3\n")
    assert (place / "out put.xml").read_text().startswith("<?xml")


def test_an_input_is_no_shell_code(place: Path, bells: Path) -> None:
    name = "--pdf=$(touch pwned);`touch pwned`.md"
    (place / name).write_text(RIGHT)
    code, log, _ = run_action(place, bells, draft=name)
    assert code == 0, log
    assert not (place / "pwned").exists()


def test_the_action_declares_what_its_docs_say() -> None:
    action = read_yaml("action.yml")
    text = " ".join((PROJECT / "docs" / "ci.md").read_text().split())
    listed = ", ".join(f"`{name}`" for name in list(action["inputs"])[:-1])
    assert f"Its inputs are {listed} and `python`" in text
    used = "".join(
        value for step in action["runs"]["steps"] for value in step["env"].values()
    )
    for name in action["inputs"]:
        assert f"inputs.{name} }}}}" in used
    (example,) = [block for block in blocks("ci.md", "yaml") if "jobs:" in block]
    for step in yaml.safe_load(example)["jobs"]["report"]["steps"]:
        assert set(step.get("with", {})) <= set(action["inputs"])


def test_the_recipe_for_make(place: Path, bells: Path) -> None:
    (recipe,) = blocks("ci.md", "make")
    (place / "Makefile").write_text(recipe)
    codes = []
    for text in (WRONG, RIGHT):
        (place / "report.md").write_text(text)
        done = subprocess.run(
            ["make", "check"],
            cwd=place,
            env=environment(place, bells),
            capture_output=True,
            check=False,
        )
        codes.append(done.returncode)
    assert codes == [2, 0]


def test_the_settings_of_docs_are_settings(tmp_path: Path) -> None:
    (example,) = blocks("ci.md", "toml")
    (tmp_path / "refereekit.toml").write_text(example)
    assert set(tomllib.loads(example)) <= {
        key.split(".")[0] for key in read_config((tmp_path,))
    }


def test_docs_name_every_format_and_severity() -> None:
    text = (PROJECT / "docs" / "formats.md").read_text()
    for name in (*FORMATS, *Severity):
        assert f"`{name}`" in text, name
