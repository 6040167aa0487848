"""Configuration files: what they may hold, and what goes before what."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import FIXTURES, Run

from refereekit.config import Setting, read_config
from refereekit.errors import ConfigError


def write(directory: Path, own: str | None = None, shared: str | None = None) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    if own is not None:
        (directory / "refereekit.toml").write_text(own)
    if shared is not None:
        (directory / "pyproject.toml").write_text(shared)
    return directory


def test_every_key(tmp_path: Path) -> None:
    write(
        tmp_path,
        'session = "s"\nforms = "all"\nfail-on = ["flag", "unanchored"]\n'
        'format = "gnu"\n[severity]\nabsent = "warning"\nfound = "note"\n'
        "[limits]\npage-seconds = 2.5\nmemory-mb = 4096\n",
    )
    path = str(tmp_path / "refereekit.toml")
    assert read_config((tmp_path,)) == {
        "session": Setting(str(tmp_path / "s"), path),
        "forms": Setting("all", path),
        "fail-on": Setting(("flag", "unanchored"), path),
        "format": Setting("gnu", path),
        "severity.absent": Setting("warning", path),
        "severity.found": Setting("note", path),
        "limits.page-seconds": Setting("2.5", path),
        "limits.memory-mb": Setting("4096", path),
    }


def test_the_nearest_directory_is_read_and_its_own_file_first(tmp_path: Path) -> None:
    write(tmp_path, 'forms = "spec"\nformat = "json"\n')
    near = write(
        tmp_path / "near",
        'forms = "all"\n',
        '[tool.refereekit]\nforms = "spec"\nfail-on = "flag"\n',
    )
    bare = write(tmp_path / "near" / "bare", shared="[tool.other]\nx = 1\n")
    found = read_config((bare, near, tmp_path))
    assert {key: setting.value for key, setting in found.items()} == {
        "forms": "all",
        "fail-on": ("flag",),
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fial-on = []", "unknown key 'fial-on'; did you mean 'fail-on'?"),
        (
            "[severity]\nabscent = 'note'",
            "severity: unknown reason 'abscent'; .* 'absent'?",
        ),
        (
            "severity.absent = 'eror'",
            "severity: absent: unknown level 'eror'; .* 'error'?",
        ),
        ("severity.absent = 'off'", "severity: absent: a FAIL is never off"),
        ("severity.absent = 1", "severity.absent: an integer, not a string"),
        ("severity = 'note'", "severity: a string, not a table"),
        ("limits = 3", "limits: an integer, not a table"),
        ("limits.memory = 3", "limits: unknown key 'memory'; .* 'memory-mb'?"),
        ("limits.memory-mb = '3'", "limits.memory-mb: a string, not a number"),
        ("limits.memory-mb = true", "limits.memory-mb: a boolean, not a number"),
        ("limits.pdf-mb = 0", "limits.pdf-mb: not a number from 1 to 1,000,000"),
        ("limits.page-seconds = inf", "limits.page-seconds: not a number from 1"),
        ("limits.total-seconds = nan", "limits.total-seconds: not a number from 1"),
        ("forms = 'al'", "forms: unknown value 'al'; did you mean 'all'?"),
        ("forms = true", "forms: a boolean, not a string"),
        ("forms = 2026-01-01", "forms: a date or time, not a string"),
        ("format = 1.5", "format: a float, not a string"),
        ("format = 'xml'", "format: unknown value 'xml'"),
        ("fail-on = {}", "fail-on: a table, not a list of strings"),
        ("fail-on = [1]", "fail-on: an integer, not a string"),
        ("fail-on = ['flags']", "fail-on: unknown value 'flags'; .* 'flag'?"),
        ("session = []", "session: an array, not a string"),
        ("session = ''", "session: empty"),
        ("forms = @", "not TOML: .*line 1"),
    ],
)
def test_what_is_wrong_names_the_file_and_the_key(
    tmp_path: Path, text: str, message: str
) -> None:
    write(tmp_path, text)
    pattern = f"^{tmp_path}/refereekit.toml: {message.replace('?', '[?]')}"
    with pytest.raises(ConfigError, match=pattern):
        read_config((tmp_path,))


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "refereekit.toml").write_bytes(b"\xff")
    with pytest.raises(ConfigError, match="not TOML"):
        read_config((tmp_path,))


@pytest.mark.parametrize("text", ["[tool]\nrefereekit = 3", "tool.refereekit = []"])
def test_a_shared_file_needs_a_table(tmp_path: Path, text: str) -> None:
    write(tmp_path, shared=text)
    with pytest.raises(ConfigError, match=r"tool\.refereekit: an .*, not a table"):
        read_config((tmp_path,))


def test_a_shared_file_of_others_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, shared="tool = 'refereekit'\n")
    assert read_config((tmp_path,)) == {}


def in_force(run: Run) -> dict[str, tuple[str, str]]:
    rows = [line.split("  ") for line in run("config").out.splitlines()]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    return {key: (value, source) for key, value, source in cells}


def test_the_command_says_what_holds_and_why(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(
        tmp_path,
        'forms = "all"\nsession = "s"\nseverity.found = "note"\nfail-on = []\n',
        '[tool.refereekit]\nformat = "gnu"\nforms = "spec"\n',
    )
    below = write(tmp_path / "a" / "b")
    monkeypatch.chdir(below)
    monkeypatch.setenv("REFEREEKIT_FAIL_ON", "flag")
    own, shared = str(tmp_path / "refereekit.toml"), str(tmp_path / "pyproject.toml")
    shown = in_force(run)
    assert shown["forms"] == ("all", own)
    assert shown["session"] == (str(tmp_path / "s"), own)
    assert shown["format"] == ("gnu", shared)
    assert shown["fail-on"] == ("flag", "$REFEREEKIT_FAIL_ON")
    assert shown["severity.found"] == ("note", own)
    assert shown["severity.absent"] == ("error", "default")
    monkeypatch.delenv("REFEREEKIT_FAIL_ON")
    assert in_force(run)["fail-on"] == ("nothing", own)


def test_the_command_without_a_file(run: Run, tmp_path: Path) -> None:
    shown = in_force(run)
    assert shown["session"] == (
        str(tmp_path / ".refereekit"),
        "default: the nearest .refereekit/",
    )
    assert {source for _, source in shown.values()} == {
        "default",
        "default: the nearest .refereekit/",
    }


FLAGGED = "See page 3 for this.\n"
MISQUOTED = "On p. 8 it says “Cracked bells should be weighed by ear at all”.\n"


PAPER = FIXTURES / "papers" / "plain" / "paper.pdf"


def test_a_limit_holds_for_every_command_that_opens_a_pdf(
    run: Run, bells: Path, tmp_path: Path
) -> None:
    (tmp_path / "r.txt").write_text(FLAGGED)
    write(tmp_path, "[limits]\nmemory-mb = 1\n")
    shown = in_force(run)
    assert shown["limits.memory-mb"] == ("1", str(tmp_path / "refereekit.toml"))
    assert shown["limits.pdf-mb"] == ("1024", "default")
    session = tmp_path / "copy"
    shutil.copytree(bells, session)
    for command in (
        ("bind", PAPER, "--session", "new"),
        ("check", "r.txt", "--pdf", PAPER, "--session", "new"),
        ("revise", PAPER, "--session", session),
        ("compare", PAPER, "--session", session),
        ("show", "page", "1", "--session", session),
    ):
        refused = run(*command)
        assert (refused.code, refused.err.count("\n")) == (2, 1), command


def test_a_file_over_the_limit_is_refused_before_it_is_read(
    run: Run, tmp_path: Path
) -> None:
    write(tmp_path, "[limits]\npdf-mb = 1\n")
    with (tmp_path / "large.pdf").open("wb") as file:
        file.truncate((1 << 20) + 1)
    refused = run("bind", "large.pdf")
    assert refused.code == 2
    assert refused.err == (
        "refereekit: large.pdf: larger than the limit of 1,048,576 bytes\n"
    )
    manifest = tmp_path / "pairs.jsonl"
    (tmp_path / "r.txt").write_text(FLAGGED)
    manifest.write_text('{"paper": "large.pdf", "draft": "r.txt"}\n')
    batch = run("batch", manifest, "--workers", "1")
    assert batch.code == 2
    assert "large.pdf: larger than the limit of 1,048,576 bytes" in batch.err


def test_what_goes_before_what(
    run: Run, bells: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "r.txt").write_text(FLAGGED)
    write(tmp_path, f'session = "{bells}"\nfail-on = ["flag"]\nformat = "gnu"\n')
    by_file = run("check", "r.txt")
    assert (by_file.code, by_file.out[:12]) == (3, "r.txt:1:5: w")
    monkeypatch.setenv("REFEREEKIT_FAIL_ON", "unanchored")
    monkeypatch.setenv("REFEREEKIT_FORMAT", "json")
    by_environment = run("check", "r.txt")
    assert (by_environment.code, by_environment.out[0]) == (0, "{")
    monkeypatch.setenv("REFEREEKIT_SESSION", "/nowhere")
    assert run("check", "r.txt").code == 2
    by_line = run(
        "check", "r.txt", "--session", bells, "--format=text", "--fail-on", "flag"
    )
    assert by_line.code == 3
    assert by_line.out.startswith("checked against")


def test_no_severity_lets_a_fail_pass(run: Run, bells: Path, tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text(MISQUOTED)
    write(tmp_path, 'severity.absent = "note"\n')
    quiet = run("check", "r.txt", "--session", bells, "--format", "gnu")
    assert quiet.code == 1
    assert ": note: p. 8 " in quiet.out
    loud = ("--severity", "absent=warning")
    over = run("check", "r.txt", "--session", bells, "--format", "gnu", *loud)
    assert ": warning: p. 8 " in over.out
    transcript = run("check", "r.txt", "--session", bells)
    assert "  FAIL  p. 8 " in transcript.out
    for option, message in (
        ("absent=off", "--severity: absent: a FAIL is never off"),
        ("absent", "--severity absent: write REASON=LEVEL"),
        ("absent=", "unknown level ''"),
    ):
        refused = run("check", "r.txt", "--session", bells, "--severity", option)
        assert refused.code == 2
        assert message in refused.err


def test_a_file_that_is_wrong_stops_every_check(run: Run, tmp_path: Path) -> None:
    write(tmp_path, "form = 'all'\n")
    (tmp_path / "r.txt").write_text(FLAGGED)
    for command in ("check", "triage"):
        refused = run(command, "r.txt", "--forms", "spec")
        assert refused.code == 2
        assert "unknown key 'form'; did you mean 'form" in refused.err
        assert refused.err.count("\n") == 1


def test_a_shared_file_that_cannot_be_read_is_said(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, shared="[tool.refereekit]\n")

    def denied(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", denied)
    refused = run("config")
    assert refused.code == 2
    assert "pyproject.toml: cannot be read: Permission denied" in refused.err


def test_without_a_file_no_parser_is_imported(bells: Path, tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text(FLAGGED)
    script = (
        "import sys\n"
        "from refereekit.cli import root\n"
        "try:\n"
        f"    root.main(['check', 'r.txt', '--session', {str(bells)!r}])\n"
        "finally:\n"
        "    found = {'tomllib', 'refereekit.config', 'rich', 'docx', 'pypdf'}\n"
        "    print(sorted(found & set(sys.modules)), file=sys.stderr)\n"
    )
    source = str(Path(__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={"PYTHONPATH": source, "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "[]\n")
