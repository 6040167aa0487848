"""One finding a line as JSON."""

from __future__ import annotations

import json

from audits import FLAGGED, FULL, audit

from refereekit.reports import FailOn, Presentation, jsondoc, jsonl


def test_the_lines_are_the_document_in_pieces() -> None:
    *findings, summary = map(json.loads, jsonl.render(FULL).splitlines())
    assert [row.pop("type") for row in findings] == ["finding"] * len(FULL.findings)
    assert [row.pop("schema") for row in findings] == [1] * len(FULL.findings)
    assert summary.pop("type") == "summary"
    assert {**summary, "findings": findings} == jsondoc.document(FULL)


def test_the_exit_code_is_that_of_the_command() -> None:
    presentation = Presentation(fail_on=frozenset({FailOn.FLAG}))
    rendered = jsonl.render(audit(FLAGGED), presentation)
    assert json.loads(rendered.splitlines()[-1])["exit_code"] == 3
