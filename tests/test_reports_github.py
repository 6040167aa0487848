"""Annotations of GitHub Actions."""

from __future__ import annotations

import re
from dataclasses import replace

from audits import FAILED, FULL, PASSED, audit, hostile

from refereekit.positions import Span
from refereekit.reports import github


def test_each_finding_is_a_command() -> None:
    lines = github.render(FULL).splitlines()
    assert [line.split(" ")[0] for line in lines[:-1]] == [
        "::warning",
        "::error",
        "::error",
        "::warning",
        "::notice",
    ]
    assert lines[1] == (
        "::error file=report.txt,line=2,endLine=2,"
        'title=p. 3 "a tidy set of edges" [absent],col=7,endColumn=28::'
        "not found on page 3"
    )
    assert lines[-1] == "exit 1: at least one citation FAILs against the document"


def test_a_place_over_two_lines_has_no_columns() -> None:
    claim = FAILED.claim
    text = 'It says "a tidy\r\nset of edges" on p. 3'
    split = replace(claim, place=replace(claim.place, span=Span(8, 30), line=1))
    checked = replace(
        audit(replace(FAILED, claim=split), supported=True),
        draft=replace(FULL.draft, text=text),
    )
    command = github.render(checked).splitlines()[0]
    assert "line=1,endLine=2,title=" in command
    assert "ol=" not in command


def test_nothing_but_the_closing_line_where_all_is_found() -> None:
    rendered = github.render(audit(PASSED, supported=True))
    assert rendered == "exit 0: nothing FAILs; this is not approval\n"


def test_a_draft_gives_no_command_of_its_own() -> None:
    checked = hostile()
    name = "a,b:c%d  e::f"
    checked = replace(checked, draft=replace(checked.draft, name=name))
    rendered = github.render(checked)
    commands = rendered.splitlines()[:-1]
    assert len(commands) == 4
    for command in commands:
        head, _, message = command.removeprefix("::").partition("::")
        assert "file=a%2Cb%3Ac%25d  e%3A%3Af," in head
        assert re.fullmatch(r"(\w+) (\w+=[^,:]*)(,\w+=[^,:]*)*", head)
        assert "%" not in re.sub("%25|%0A|%0D|%3A|%2C", "", head + message)
