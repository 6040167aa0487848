"""The triage list, as a person at a terminal reads it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from audits import EQUATION, FAILED, FLAGGED, FULL, PASSED, audit, hostile
from conftest import Run
from rich.cells import cell_len

from refereekit.claims import PageCitation, PageLabelCitation, Quotation
from refereekit.reports import FailOn, Presentation, Severity, reasons, triage
from refereekit.reports.severity import DEFAULT_SEVERITIES
from refereekit.reports.triage import Terminal
from refereekit.store import open_session
from refereekit.verdicts import Anchor, Finding, Reason

ESCAPE = re.compile(r"\x1b\[[\d;]*m")


def test_the_list() -> None:
    rendered = triage.render(FULL, terminal=Terminal(width=200))
    assert rendered == (
        "report.txt against paper.pdf (4 pages, sha256 9d0fc72513a2)\n"
        "\n"
        "FAIL absent (1): what is cited was not found there\n"
        '  report.txt:2:7  p. 3 "a tidy set of edges"\n'
        "    page     page 3\n"
        "    evidence not found on page 3\n"
        "    next     compare the words with the page; correct them, or cut the "
        "quotation\n"
        "\n"
        "FAIL equation-unresolved (1): no displayed equation was recorded with this "
        "label; the paper may have it\n"
        "  report.txt:2:33  Eq. (3)\n"
        "    evidence equation (3) is unresolved: extraction found no candidate with "
        "this label, and no equation label in this document is supported; this is no "
        "evidence that the paper lacks it\n"
        "    next     look the equation up yourself; 'refereekit records candidates' "
        "lists the labels that were refused, and why\n"
        "\n"
        "UNANCHORED no-page-named (1): quoted with no page named, so not checked\n"
        '  report.txt:2:55  "as everyone knows well"\n'
        "    evidence quoted, no page named; not checked\n"
        "    next     name the page in the same sentence; these words are on page 2\n"
        "\n"
        "FLAG no-quotation (1): the page exists; too few words were quoted to check "
        "them\n"
        "  report.txt:1:45  p. 2\n"
        "    page     page 2\n"
        "    evidence page 2 exists; no quotation to verify: 0 words, need 4\n"
        "    next     read the page yourself, or quote four words or more of it\n"
        "\n"
        "citations of a form that is not checked (1)\n"
        "  report.txt:3:5  pp. 3-4\n"
        "\n"
        "not listed: 2 PASS [found]\n"
        "5 citations: 2 FAIL, 1 FLAG, 2 PASS; 1 unanchored\n"
        "exit 1: at least one citation FAILs against the document\n"
    )


@pytest.mark.parametrize("width", [40, 60, 80, 140, 200])
@pytest.mark.parametrize("has_colour", [False, True])
def test_it_fits_the_terminal_and_loses_nothing(width: int, has_colour: bool) -> None:
    rendered = triage.render(FULL, terminal=Terminal(width, has_colour))
    plain = ESCAPE.sub("", rendered)
    assert max(map(cell_len, plain.splitlines())) <= width
    wide = triage.render(FULL, terminal=Terminal(10_000))
    assert "".join(plain.split()) == "".join(wide.split())
    assert ("\x1b[" in rendered) is has_colour


@pytest.mark.parametrize("width", [40, 140])
def test_a_stranger_writes_nothing_but_text(width: int) -> None:
    rendered = triage.render(hostile(), terminal=Terminal(width))
    assert "[bold]set[/]" in "".join(rendered.split())
    assert not {"\x1b", "\x07", "\r", "\u202e"} & set(rendered)
    coloured = triage.render(hostile(), terminal=Terminal(width, has_colour=True))
    assert "\x1b" not in ESCAPE.sub("", coloured)


def test_wide_characters_count_as_two_columns() -> None:
    claim = replace(FAILED.claim, text="北京的天气很好" * 9)
    rendered = triage.render(audit(replace(FAILED, claim=claim)), terminal=Terminal(40))
    assert max(map(cell_len, rendered.splitlines())) <= 40


def test_a_fail_stands_first_whatever_its_severity() -> None:
    levels = {
        **DEFAULT_SEVERITIES,
        Reason.ABSENT: Severity.NOTE,
        Reason.NO_QUOTATION: Severity.ERROR,
        Reason.FOUND: Severity.NOTE,
        Reason.NO_PAGE_NAMED: Severity.OFF,
    }
    rendered = triage.render(FULL, Presentation(severities=levels))
    titles = [line for line in rendered.splitlines() if re.match("[A-Z]{4}", line)]
    assert [title.split(" (")[0] for title in titles] == [
        "FAIL equation-unresolved",
        "FAIL absent [note]",
        "FLAG no-quotation [error]",
        "PASS found [note]",
    ]
    assert "folded   line-break" in rendered
    assert "not listed: 1 UNANCHORED [no-page-named]" in rendered


def test_nothing_to_do() -> None:
    rendered = triage.render(audit(PASSED, supported=True))
    assert rendered.splitlines()[1:] == [
        "",
        "not listed: 1 PASS [found]",
        "1 citation: 0 FAIL, 0 FLAG, 1 PASS; 0 unanchored",
        "exit 0: nothing FAILs; this is not approval",
    ]
    asked = Presentation(fail_on=frozenset({FailOn.FLAG}))
    assert "exit 3: " in triage.render(audit(FLAGGED), asked)


def found(claim: object, reason: Reason, *pages: int) -> Finding:
    return Finding(claim, reason, "evidence", tuple(map(Anchor, pages)))  # type: ignore[arg-type]


def test_every_reason_has_a_meaning_and_a_step(bells: Path) -> None:
    presentation = Presentation(paper=open_session(bells).paper)
    assert set(reasons.MEANING) == set(Reason)
    for reason in Reason:
        for claim in (FAILED.claim, EQUATION.claim):
            step = reasons.next_step(found(claim, reason), FULL, presentation)
            assert step
            assert step[-1] not in ".;"


def test_steps_and_cited_pages_name_the_printed_label(bells: Path) -> None:
    paper = open_session(bells).paper
    at = FAILED.claim.place
    wrong = found(Quotation("w", at, (5,), "p. 5"), Reason.WRONG_PAGE, 8, 8, 1)
    gone = found(PageCitation(12, at, "p. 12"), Reason.NO_SUCH_PAGE)
    checked = replace(
        audit(
            wrong,
            gone,
            found(Quotation("x", at, (7, 8, 9), "pp. 7-9"), Reason.ABSENT),
            found(Quotation("y", at, (), "p. iv", "iv"), Reason.FORM_DIFFERS),
            found(PageLabelCitation("vi", at, "p. vi"), Reason.NO_QUOTATION),
        ),
        original=paper.original,
    )
    rendered = triage.render(checked, Presentation(paper=paper), Terminal(200))
    assert "page     page 5 (printed v)\n" in rendered
    assert (
        "next     cite page 8 (printed 2) or page 1 (printed i) if you mean that place"
    ) in rendered
    assert "page     page 7 (printed 1) to page 9 (printed 3)\n" in rendered
    assert "page     printed iv\n" in rendered
    assert "page     printed vi\n" in rendered
    assert "page     page 12\n" in rendered
    assert "physical page, 1 to 11, counting the file's first page as 1\n" in rendered
    low = replace(checked.original, page_count=4)
    few = replace(
        checked,
        original=low,
        findings=(found(PageCitation(5, at, "p. 5"), Reason.NO_SUCH_PAGE),),
    )
    assert "; the page printed 5 is physical page 11" in triage.render(
        few, Presentation(paper=paper), Terminal(200)
    )


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "report.txt"
    path.write_text("It says “Cracked bells must be weighed by ear” on p. 8.\n")
    return path


def test_the_command(run: Run, bells: Path, draft: Path) -> None:
    ran = run("triage", draft, "--session", bells)
    assert ran.code == 1
    assert "FAIL absent (1)" in ran.out
    assert "page     page 8 (printed 2)\n" in ran.out
    assert "\x1b" not in ran.out
    assert run("triage", draft, "--session", "/nowhere").code == 2


@pytest.mark.parametrize(
    ("variables", "has_colour"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        ({"FORCE_COLOR": ""}, False),
    ],
)
def test_colour_is_as_the_environment_asks(
    run: Run,
    bells: Path,
    draft: Path,
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    has_colour: bool,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("COLUMNS", "50")
    out = run("triage", draft, "--session", bells).out
    assert ("\x1b[" in out) is has_colour
    assert max(map(len, ESCAPE.sub("", out).splitlines())) <= 50
