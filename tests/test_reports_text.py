"""The transcript and the exit code."""

from __future__ import annotations

from dataclasses import replace

import pytest
from audits import (
    EQUATION,
    FAILED,
    FIGURE,
    FLAGGED,
    FULL,
    PASSED,
    UNANCHORED,
    audit,
)

from refereekit.claims import Forms, PageCitation, Quotation
from refereekit.reports import Presentation, text
from refereekit.reports.outcome import FailOn, exit_code
from refereekit.reports.wording import printable


def test_the_transcript() -> None:
    assert text.render(FULL) == (
        "checked against the original bound to this session "
        "(pdf sha256 9d0fc72513a2)\n"
        '  PASS  p. 1 "a tidy set of rules": found on page 1 '
        "[found; pool: absent-anchor]\n"
        '  FAIL  p. 3 "a tidy set of edges": not found on page 3 '
        "[absent; pool: absent-anchor]\n"
        "  FLAG  p. 2: page 2 exists; no quotation to verify: 0 words, need 4 "
        "[no-quotation; pool: absent-anchor] -- wording unchecked\n"
        "  FAIL  Eq. (3): equation (3) is unresolved: extraction found no candidate "
        "with this label, and no equation label in this document is supported; this "
        "is no evidence that the paper lacks it "
        "[equation-unresolved; pool: absent-anchor]\n"
        "  PASS  Fig. (4): a figure caption carries this label on page 4 "
        "[found; pool: absent-anchor]\n"
        '  UNANCHORED "as everyone knows well": quoted, no page named; not checked\n'
        "5 citation(s): 2 PASS, 1 FLAG, 2 FAIL; 1 unanchored\n"
        "not verified: citation forms other than 'p. N', 'Eq. (N)' and 'Fig. (N)', "
        "quotations under the floors, and every unquoted claim\n"
        "  unsupported forms: pp. 3-4\n"
        "exit 1: at least one citation FAILs against the document\n"
    )


def test_all_forms_say_what_is_left() -> None:
    rendered = text.render(audit(PASSED, supported=True), Presentation(Forms.ALL))
    assert "not verified: citation forms listed as unsupported, quotations" in rendered
    assert "unsupported forms" not in rendered
    assert rendered.endswith("exit 0: nothing FAILs; this is not approval\n")


@pytest.mark.parametrize(
    ("findings", "fail_on", "code"),
    [
        ((PASSED, FIGURE), (), 0),
        ((PASSED, FLAGGED, UNANCHORED), (), 0),
        ((PASSED, FLAGGED), (FailOn.FLAG,), 3),
        ((PASSED, UNANCHORED), (FailOn.FLAG,), 0),
        ((PASSED, UNANCHORED), (FailOn.UNANCHORED, FailOn.FLAG), 3),
        ((PASSED,), (FailOn.UNSUPPORTED,), 3),
        ((EQUATION, FLAGGED), (FailOn.FLAG,), 1),
        ((FAILED,), (), 1),
        ((), (), 0),
    ],
)
def test_exit_codes(findings: tuple, fail_on: tuple, code: int) -> None:
    checked = audit(*findings)
    assert exit_code(checked, frozenset(fail_on)) == code
    shown = Presentation(fail_on=frozenset(fail_on))
    assert f"\nexit {code}: " in text.render(checked, shown)


def test_what_is_unread_is_listed() -> None:
    parsed = replace(FULL.parsed, unread=FULL.parsed.unsupported)
    assert "  unread: pp. 3-4\n" in text.render(replace(FULL, parsed=parsed))


def test_a_terminal_obeys_nothing_that_a_stranger_wrote() -> None:
    hostile = "a\x1b]0;title\x07 set\u202e of\r\nrules\x9b31m"
    assert printable(hostile) == "a\ufffd]0;title\ufffd set\ufffd of rules\ufffd31m"
    claim = replace(PASSED.claim, text=hostile)
    rendered = text.render(audit(replace(PASSED, claim=claim, evidence=hostile)))
    assert "\x1b" not in rendered
    assert "\u202e" not in rendered


def test_a_range_of_pages_and_an_absurd_number() -> None:
    assert isinstance(PASSED.claim, Quotation)
    ranged = replace(PASSED, claim=replace(PASSED.claim, page_numbers=(3, 4, 5)))
    assert 'PASS  pp. 3-5 "a tidy' in text.finding_line(ranged)
    assert isinstance(FLAGGED.claim, PageCitation)
    huge = replace(FLAGGED, claim=replace(FLAGGED.claim, number=int("7" * 40)))
    assert "FLAG  p. 77777777…: " in text.finding_line(huge)
