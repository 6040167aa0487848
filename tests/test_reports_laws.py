"""What holds for every report, whatever a draft or a paper holds."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

import jsonschema
import pytest
from audits import EQUATION, FAILED, FULL, UNANCHORED, audit, place
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from refereekit.claims import Mention
from refereekit.reports import FORMATS, render, schemas, triage
from refereekit.reports.presentation import PLAIN
from refereekit.reports.triage import Terminal
from refereekit.verdicts import Audit

# What each format gives a meaning to, beside anything at all.
TEXT = st.text(
    st.one_of(
        st.sampled_from("\x00\x1b[]`|<>&\"'%:,\\*_#@\r\n\t\x85\u2028\u202e\ufffe界"),
        st.characters(),
        st.characters(categories=["Cs"]),
    ),
    max_size=40,
)


@st.composite
def audits(draw: st.DrawFn) -> Audit:
    words, evidence = draw(TEXT), draw(TEXT)
    mention = Mention(words, place("pp. 3-4"), evidence)
    found = audit(
        replace(FAILED, claim=replace(FAILED.claim, text=words), evidence=evidence),
        replace(EQUATION, claim=replace(EQUATION.claim, label=words)),
        replace(UNANCHORED, evidence=evidence),
    )
    return replace(
        found,
        draft=replace(found.draft, name=draw(TEXT) or "x"),
        original=replace(found.original, name=draw(TEXT)),
        parsed=replace(found.parsed, unsupported=(mention,), unread=(mention,)),
        warnings=(evidence,),
    )


@given(audits())
@settings(max_examples=60, deadline=None)
def test_every_format_can_be_read_back(checked: Audit) -> None:
    rendered = {name: render(name, checked) for name in FORMATS if name != "html"}
    for text in rendered.values():
        assert text.endswith("\n")
        text.replace("\ufffd", "").encode(errors="strict")
    json.loads(rendered["json"])
    assert len(rendered["jsonl"].split("\n")) == len(checked.findings) + 2
    assert len(json.loads(rendered["sarif"])["runs"][0]["results"]) == 3
    tree = ElementTree.fromstring(rendered["junit"])
    assert tree.attrib["tests"] == "5"
    assert len(rendered["gnu"].splitlines()) == 5
    commands = rendered["github"].splitlines()
    assert [command[:2] for command in commands] == ["::"] * 5 + ["ex"]


@given(audits(), st.integers(40, 200))
@settings(max_examples=60, deadline=None)
def test_the_triage_list_fits_any_terminal(checked: Audit, width: int) -> None:
    rendered = triage.render(checked, PLAIN, Terminal(width))
    assert max(map(cell_len, rendered.split("\n"))) <= width
    assert "\x1b" not in rendered


@given(audits())
@settings(max_examples=30, deadline=None)
def test_the_document_is_valid(checked: Audit) -> None:
    schema = json.loads(schemas.schema_text("check"))
    jsonschema.Draft202012Validator(schema).validate(
        json.loads(render("json", checked))
    )


def test_a_format_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="not a format: xml"):
        render("xml", FULL)
