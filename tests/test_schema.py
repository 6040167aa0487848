"""Every JSON output is what its published schema says."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from audits import FULL, audit, hostile
from conftest import Run

from refereekit.reports import jsondoc, jsonl, schemas
from refereekit.reports.outcome import exit_code
from refereekit.verdicts import Audit, DraftRun, PoolLabel, Reason

REPORT = "The author writes “{}” on p. 8; see Eq. (1.1), Fig. (9), p. 3 and pp. 3-4.\n"
DOCUMENT = replace(
    FULL,
    draft=replace(FULL.draft, runs=(DraftRun(0, "body", 1, 1, 0),)),
)


def schema(name: str) -> dict[str, Any]:
    return json.loads(schemas.schema_text(name))


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema(name))


@pytest.mark.parametrize("name", schemas.names())
def test_each_is_a_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))
    assert schema(name)["$schema"].endswith("/2020-12/schema")
    assert schema(name)["$id"].startswith(f"urn:refereekit:schema:{name}:")


@pytest.mark.parametrize(
    "checked",
    [FULL, audit(), hostile(), DOCUMENT],
    ids=["full", "empty", "hostile", "docx"],
)
def test_an_audit_as_json(checked: Audit) -> None:
    validator("check").validate(json.loads(jsondoc.render(checked)))
    for line in jsonl.render(checked).splitlines():
        validator("jsonl").validate(json.loads(line))


def test_what_the_commands_print(run: Run, bells: Path, tmp_path: Path) -> None:
    draft = tmp_path / "report.txt"
    draft.write_text(REPORT.format("Cracked bells should not be weighed by ear at all"))
    common = (draft, "--session", bells, "--format")
    whole = json.loads(run("check", *common, "json").out)
    validator("check").validate(whole)
    assert whole["summary"]["PASS"] == 2
    lines = [json.loads(li) for li in run("check", *common, "jsonl").out.splitlines()]
    for line in lines:
        validator("jsonl").validate(line)
    assert len(lines) == len(whole["findings"]) + 1
    for kind in ((), ("pages",), ("candidates",)):
        printed = run("records", *kind, "--session", bells, "--format", "json").out
        validator("records").validate(json.loads(printed))


def test_the_schema_knows_every_reason_and_its_verdict() -> None:
    definitions = schema("check")["$defs"]
    assert definitions["reason"]["enum"] == [reason.code for reason in Reason]
    pool = definitions["finding"]["properties"]["pool"]["enum"]
    assert pool == list(PoolLabel)
    document = jsondoc.document(FULL)
    document["findings"][0]["verdict"] = "FAIL"
    assert not validator("check").is_valid(document)


def test_both_schemas_of_a_check_agree() -> None:
    one, other = schema("check")["$defs"], schema("jsonl")["$defs"]
    shared = one.keys() & other.keys()
    assert shared == one.keys() - {"finding"}
    assert {name: one[name] for name in shared} == {n: other[n] for n in shared}
    line = dict(other["findingLine"])
    line["properties"] = {
        k: v for k, v in line["properties"].items() if k not in ("type", "schema")
    }
    line["required"] = [k for k in line["required"] if k not in ("type", "schema")]
    assert line == one["finding"]


def test_something_undocumented_is_noticed() -> None:
    document = jsondoc.document(FULL)
    assert exit_code(FULL) == document["exit_code"]
    document["findings"][0]["extra"] = 1
    assert not validator("check").is_valid(document)


def test_the_command(run: Run) -> None:
    listed = run("schema")
    assert [line.split()[0] for line in listed.out.splitlines()] == schemas.names()
    for name in schemas.names():
        assert json.loads(run("schema", name).out) == schema(name)
    refused = run("schema", "chekc")
    assert (refused.code, refused.out) == (2, "")
