"""The README shows what the demo prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import FIXTURES, Run

ROOT = FIXTURES.parent


def test_the_demo_s_output_is_the_readme_s(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tmp_path / "demo"
    monkeypatch.chdir(ROOT)
    bound = run("bind", "fixtures/papers/sampler/paper.pdf", "--session", session)
    checked = run("check", "fixtures/drafts/report.txt", "--session", session)
    printed = f"{bound.out}\n{checked.out}".replace(str(session), ".venv/demo")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"<!-- demo -->\n```\n(.*?)```\n<!-- /demo -->", readme, re.S)
    assert shown == printed
