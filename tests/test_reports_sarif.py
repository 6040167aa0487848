"""SARIF 2.1.0."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from audits import FAILED, FULL, PASSED, audit, hostile, place

from refereekit.claims import Mention
from refereekit.positions import Span
from refereekit.reports import FailOn, Presentation, Severity, sarif
from refereekit.reports.severity import DEFAULT_SEVERITIES
from refereekit.verdicts import Audit, Reason


def run(checked: Audit, presentation: Presentation | None = None) -> dict[str, Any]:
    log = json.loads(sarif.render(checked, presentation or Presentation()))
    (only,) = log["runs"]
    return only


def relaid(checked: Audit, before: str) -> Audit:
    """Return the audit of the same draft with other text put before it."""

    def moved(finding: Any) -> Any:
        at = finding.claim.place
        later = replace(
            at, span=at.span.shifted(len(before)), line=at.line + before.count("\n")
        )
        return replace(finding, claim=replace(finding.claim, place=later))

    draft = replace(checked.draft, text=before + checked.draft.text, sha256="e" * 64)
    return replace(checked, draft=draft, findings=tuple(map(moved, checked.findings)))


@pytest.mark.parametrize(
    "checked",
    [FULL, audit(), hostile(), replace(FULL, draft=replace(FULL.draft, name="-"))],
    ids=["usual", "empty", "hostile", "stdin"],
)
def test_it_is_valid_by_the_published_schema(checked: Audit, fixtures: Path) -> None:
    schema = json.loads((fixtures / "schemas" / "sarif-2.1.0.json").read_bytes())
    presentation = Presentation(fail_on=frozenset(FailOn))
    log = json.loads(sarif.render(checked, presentation))
    jsonschema.Draft202012Validator(schema).validate(log)
    assert len(log["runs"][0]["results"]) == len(checked.findings)


def test_the_reason_is_the_rule_and_the_verdict_the_kind() -> None:
    rules = run(FULL)["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} == {reason.code for reason in Reason}
    kinds = [(r["ruleId"], r["kind"], r["level"]) for r in run(FULL)["results"]]
    assert kinds == [
        ("found", "pass", "none"),
        ("absent", "fail", "error"),
        ("no-quotation", "review", "none"),
        ("equation-unresolved", "fail", "error"),
        ("found", "pass", "none"),
        ("no-page-named", "open", "none"),
    ]
    for result in run(FULL)["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_a_region_is_the_words_in_the_draft() -> None:
    (result,) = run(audit(FAILED))["results"]
    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "report.txt"
    assert location["region"] == {
        "startLine": 2,
        "startColumn": 7,
        "endLine": 2,
        "endColumn": 28,
        "charOffset": FAILED.claim.place.span.start,
        "charLength": 21,
        "snippet": {"text": '"a tidy set of edges"'},
    }


def test_columns_and_offsets_count_code_points() -> None:
    text = '\U0001d4b3 "four 𝒲ords of it" on p. 3'
    at = replace(FAILED.claim.place, span=Span(2, 20), line=1, column=3)
    finding = replace(FAILED, claim=replace(FAILED.claim, place=at))
    checked = audit(finding)
    checked = replace(checked, draft=replace(checked.draft, text=text))
    only = run(checked)
    region = only["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert only["columnKind"] == "unicodeCodePoints"
    assert (region["startColumn"], region["endColumn"]) == (3, 21)
    assert region["snippet"]["text"] == '"four 𝒲ords of it"'


def test_a_place_in_the_paper_is_related() -> None:
    (result,) = run(audit(PASSED))["results"]
    (related,) = result["relatedLocations"]
    assert related["message"]["text"] == "page 1"
    assert related["properties"] == {"page": 1, "boxes": [[1, 2, 3, 4]]}


def test_fingerprints_outlive_edits_elsewhere() -> None:
    def prints(checked: Audit) -> list[str]:
        return [r["partialFingerprints"]["claim/v1"] for r in run(checked)["results"]]

    before = prints(FULL)
    assert len(set(before)) == len(FULL.findings)
    assert prints(relaid(FULL, "A new first paragraph.\n\nAnother.\n")) == before
    others = replace(FULL, findings=FULL.findings[1:])
    assert prints(others) == before[1:]
    twice = prints(audit(FAILED, FAILED))
    assert len(set(twice)) == 2


def test_a_severity_is_a_level_of_a_fail_and_of_the_rule() -> None:
    levels = {
        **DEFAULT_SEVERITIES,
        Reason.ABSENT: Severity.NOTE,
        Reason.NO_QUOTATION: Severity.OFF,
    }
    only = run(FULL, Presentation(severities=levels))
    found = {r["ruleId"]: r["level"] for r in only["results"]}
    assert found["absent"] == "note"
    rules = {
        rule["id"]: rule["defaultConfiguration"]["level"]
        for rule in only["tool"]["driver"]["rules"]
    }
    assert (rules["absent"], rules["no-quotation"], rules["found"]) == (
        "note",
        "none",
        "none",
    )


def test_what_was_not_checked_is_a_notification() -> None:
    unread = Mention('"as', place('"as'), "no closing mark")
    checked = replace(
        FULL,
        parsed=replace(FULL.parsed, unread=(unread,)),
        warnings=("page 2 has no text",),
    )
    (invocation,) = run(checked)["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (True, 1)
    texts = [n["message"]["text"] for n in invocation["toolExecutionNotifications"]]
    assert texts == [
        "pp. 3-4: not checked",
        '"as: not checked (no closing mark)',
        "page 2 has no text",
    ]


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("a b/ü#1.txt", {"uri": "a%20b/%C3%BC%231.txt", "uriBaseId": "%SRCROOT%"}),
        ("/tmp/r.txt", {"uri": "file:///tmp/r.txt"}),
        ("b\udcff.txt", {"uri": "b%FF.txt", "uriBaseId": "%SRCROOT%"}),
        ("b\ud800.txt", {"uri": "b%EF%BF%BD.txt", "uriBaseId": "%SRCROOT%"}),
        ("-", {"uri": "stdin", "description": {"text": "standard input"}}),
    ],
)
def test_a_draft_has_a_uri(name: str, address: dict[str, Any]) -> None:
    checked = replace(FULL, draft=replace(FULL.draft, name=name))
    assert run(checked)["artifacts"][0]["location"] == address
