"""Cases as data: what is found on a page, what is not, and what was folded."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from strategies import make_paper, quotation

from refereekit.checks.quotation import check_quotation
from refereekit.matching.index import PaperIndex

CASES = tomllib.loads(
    (Path(__file__).parent.parent / "fixtures/cases/matching.toml").read_text("utf-8")
)["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_quotation(case: dict[str, Any]) -> None:
    paper = make_paper(*case["pages"])
    index = PaperIndex.unpack(PaperIndex.build(paper.pages).pack())

    found = check_quotation(
        quotation(case["quotation"], case.get("page", 1)), paper, index
    )

    assert found.reason.code == case["reason"], found.evidence
    assert case.get("evidence", "") in found.evidence
    if "folded" in case:
        assert list(found.folded) == case["folded"]
    assert list(found.elsewhere) == case.get("elsewhere", [])
