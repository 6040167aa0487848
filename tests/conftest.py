"""What several test modules start from."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from refereekit.binding import bind
from refereekit.cli import root

FIXTURES = Path(__file__).parent.parent / "fixtures"

# A busy machine is no fault: Hypothesis gives up where inputs are slow to make.
settings.register_profile("any machine", suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@dataclass(frozen=True)
class Ran:
    """What a command line printed and how it ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]

_OBEYED = ("COLUMNS", "FORCE_COLOR", "GITHUB_STEP_SUMMARY", "NO_COLOR")
"""What a developer's terminal or a build server sets, and commands follow."""


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Run:
    """Run a command line in an empty directory, in this process."""
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.startswith("REFEREEKIT_") or name in _OBEYED:
            monkeypatch.delenv(name)

    def call(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            root.main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, printed.out, printed.err)

    return call


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """The folder of fixture papers, drafts and cases."""
    return FIXTURES


Bound = Callable[[str], Path]


@pytest.fixture(scope="session")
def bound(tmp_path_factory: pytest.TempPathFactory) -> Bound:
    """Give the session of a fixture paper, bound once. Nobody may write to it."""
    sessions: dict[str, Path] = {}

    def session(paper: str) -> Path:
        if paper not in sessions:
            path = tmp_path_factory.mktemp(paper) / ".refereekit"
            bind(path, FIXTURES / "papers" / paper / "paper.pdf")
            sessions[paper] = path
        return sessions[paper]

    return session


@pytest.fixture(scope="session")
def bells(bound: Bound) -> Path:
    """The session of the fixture book, whose printed page 1 is its seventh."""
    return bound("frontmatter")
