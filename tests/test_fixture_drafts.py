"""Whole checks of the fixture drafts, against what a human reader of the paper says."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import FIXTURES, Bound, Run

EXPECTED = sorted((FIXTURES / "drafts").glob("*.expected.json"))


def told(finding: dict[str, Any]) -> tuple[str, str]:
    """Return what a finding is about, as the expected file names it."""
    words = finding.get("text") or finding["cited"]
    return " ".join(words.split()), finding["verdict"]


@pytest.mark.parametrize("path", EXPECTED, ids=lambda p: p.name.split(".")[0])
def test_every_verdict_is_a_readers(path: Path, run: Run, bound: Bound) -> None:
    expected = json.loads(path.read_text(encoding="utf-8"))
    draft = path.with_name(expected["draft"])
    ran = run(
        *("check", draft, "--session", bound(expected["paper"])),
        *("--forms", expected.get("forms", "spec"), "--format", "json"),
    )
    document = json.loads(ran.out)
    assert ran.code == document["exit_code"] == expected["exit_code"]
    assert verdicts(document) == verdicts(expected)
    assert reasons(document) >= reasons(expected)
    named = {mention["text"] for mention in document["unsupported"]}
    assert set(expected.get("unsupported", ())) <= named


def verdicts(document: dict[str, Any]) -> Counter[str]:
    return Counter(finding["verdict"] for finding in document["findings"])


def reasons(document: dict[str, Any]) -> Counter[tuple[str, str, str]]:
    """Count the quotations by words, verdict and reason, where one reason is fixed."""
    return Counter(
        (*told(finding), finding["reason"])
        for finding in document["findings"]
        if finding.get("text") and isinstance(finding["reason"], str)
    )
