"""One line a finding, for editors."""

from __future__ import annotations

from dataclasses import replace

import pytest
from audits import FLAGGED, FULL, PASSED, UNANCHORED, audit, hostile

from refereekit.reports import FailOn, Presentation, Severity, gnu
from refereekit.reports.severity import DEFAULT_SEVERITIES
from refereekit.verdicts import Reason


def shown(*, fail_on: tuple[FailOn, ...] = (), **levels: Severity) -> Presentation:
    named = {Reason[name]: level for name, level in levels.items()}
    return Presentation(
        fail_on=frozenset(fail_on), severities={**DEFAULT_SEVERITIES, **named}
    )


def test_the_lines_stand_in_draft_order() -> None:
    assert gnu.render(FULL) == (
        "report.txt:1:45: warning: p. 2: page 2 exists; no quotation to verify: "
        "0 words, need 4 [no-quotation]\n"
        'report.txt:2:7: error: p. 3 "a tidy set of edges": not found on page 3 '
        "[absent]\n"
        "report.txt:2:33: error: Eq. (3): equation (3) is unresolved: extraction found "
        "no candidate with this label, and no equation label in this document is "
        "supported; this is no evidence that the paper lacks it "
        "[equation-unresolved]\n"
        'report.txt:2:55: warning: "as everyone knows well": quoted, no page named; '
        "not checked [no-page-named]\n"
        "report.txt:3:5: note: pp. 3-4: not checked [unsupported-form]\n"
    )


def test_a_severity_changes_the_word_or_leaves_the_line_out() -> None:
    checked = audit(PASSED, FLAGGED, UNANCHORED, supported=True)
    levels = shown(
        FOUND=Severity.NOTE, NO_QUOTATION=Severity.OFF, NO_PAGE_NAMED=Severity.ERROR
    )
    assert [line.split()[1] for line in gnu.render(checked, levels).splitlines()] == [
        "note:",
        "error:",
    ]


def test_what_decides_the_exit_code_is_never_left_out() -> None:
    off = shown(fail_on=(FailOn.FLAG,), NO_QUOTATION=Severity.OFF)
    assert ": warning: p. 2: " in gnu.render(audit(FLAGGED), off)
    failing = shown(ABSENT=Severity.OFF)
    assert ": warning: p. 3 " in gnu.render(FULL, failing)


def test_standard_input_is_named_as_other_tools_name_it() -> None:
    draft = replace(FULL.draft, name="-")
    assert gnu.render(replace(FULL, draft=draft)).startswith("<stdin>:1:45: ")


@pytest.mark.parametrize(
    ("name", "shown"),
    [("my  report.txt", "my  report.txt"), ("a\x1e\nb.txt", "a b.txt")],
)
def test_a_name_is_kept_unless_a_terminal_would_obey_it(name: str, shown: str) -> None:
    draft = replace(FULL.draft, name=name)
    assert gnu.render(replace(FULL, draft=draft)).startswith(f"{shown}:1:45: ")


def test_nothing_to_say_is_no_line() -> None:
    assert gnu.render(audit(PASSED, supported=True)) == ""


def test_a_line_stays_one_line() -> None:
    rendered = gnu.render(hostile())
    assert len(rendered.splitlines()) == 4
    assert not {"\x1b", "\x07", "\r", "\u202e"} & set(rendered)
