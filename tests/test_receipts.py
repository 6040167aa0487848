"""Receipts: what passes here, a program that only compares code points accepts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from audits import FAILED, PASSED, audit
from conftest import FIXTURES, Bound, Run

from refereekit import selection
from refereekit.positions import Span
from refereekit.receipts import TOOL, batches, encoded
from refereekit.records import Original, Page, Paper
from refereekit.verdicts import Anchor, Audit, Finding

DRAFTS = sorted((FIXTURES / "drafts").glob("*.expected.json"))


@pytest.mark.parametrize("path", DRAFTS, ids=lambda p: p.name.split(".")[0])
def test_every_fixture_s_receipts_are_accepted(
    path: Path, run: Run, bound: Bound, tmp_path: Path
) -> None:
    expected = json.loads(path.read_text(encoding="utf-8"))
    passed = any(f["verdict"] == "PASS" and f["text"] for f in expected["findings"])
    receipts = tmp_path / "receipts.json"
    ran = run(
        *("receipts", path.with_name(expected["draft"])),
        *("--session", bound(expected["paper"]), "-o", receipts),
    )
    assert ran.code == (0 if passed else 2)
    if not passed:
        assert "no quotation passes" in ran.err
        return
    checked = run("cite", "run", *TOOL, "--input", receipts)
    assert checked.code == 0
    result = json.loads(checked.out)
    assert result["valid"] is True
    assert result["citations_checked"] >= 2


def test_a_stream_of_requests(run: Run, bound: Bound) -> None:
    ran = run(
        *("receipts", FIXTURES / "drafts" / "report.txt"),
        *("--session", bound("sampler"), "--stream"),
    )
    (line,) = ran.out.splitlines()
    answer = selection.answer(line.encode())
    assert answer["result"]["valid"] is True


def paper(texts: list[str]) -> Paper:
    pages = tuple(
        Page(number, str(number), 612, 792, 0, text)
        for number, text in enumerate(texts, 1)
    )
    return Paper(Original("paper.pdf", "9" * 64, len(pages)), pages)


def found(page_number: int, text: str, words: str) -> Finding:
    start = text.index(words)
    anchor = Anchor(page_number, Span(start, start + len(words)), words)
    return Finding(PASSED.claim, PASSED.reason, "found", (anchor,))


def accepted(checked: Audit, read: Paper) -> list[int]:
    """Return how many citations each batch has, all of them accepted."""
    counts = []
    for batch in batches(checked, read):
        result = selection.run(*TOOL, encoded(batch).encode())
        assert result["valid"] is True
        counts.append(result["citations_checked"])
    return counts


def test_more_pages_than_a_batch_may_have() -> None:
    texts = [f"Page {n} says the words of number {n}.\n" for n in range(1, 41)]
    read = paper(texts)
    findings = [
        found(n, text, f"the words of number {n}.") for n, text in enumerate(texts, 1)
    ]
    assert accepted(audit(*findings, FAILED), read) == [32, 32, 16]


def test_more_bytes_than_a_batch_may_have() -> None:
    texts = ["é" * 200_000 + f" the words of page {n}\n" for n in range(4)]
    findings = [
        found(n + 1, text, f"the words of page {n}") for n, text in enumerate(texts)
    ]
    assert sum(accepted(audit(*findings), paper(texts))) == 8


def test_a_page_that_no_source_can_hold_is_left_out() -> None:
    texts = ["x" * 600_000 + " the words of a page\n", "the words of a page\n"]
    findings = [found(n, texts[n - 1], "the words of a page") for n in (1, 2)]
    assert accepted(audit(*findings), paper(texts)) == [2]


def test_context_that_the_contract_does_not_allow_leaves_the_position() -> None:
    text = "so it goes " * 400
    anchor = Anchor(1, Span(0, 10), text[:10], "", text[10:2000])
    finding = Finding(PASSED.claim, PASSED.reason, "found", (anchor,))
    assert accepted(audit(finding), paper([text])) == [1]
