"""JUnit XML."""

from __future__ import annotations

from xml.etree import ElementTree

import junitparser
import pytest
from audits import FLAGGED, FULL, PASSED, UNANCHORED, audit, hostile

from refereekit.reports import FailOn, Presentation, junit


def cases(rendered: str) -> dict[str, list[object]]:
    """Return what a parser in wide use reads: each case's name and results."""
    (suite,) = junitparser.JUnitXml.fromstring(rendered.encode())
    return {case.name: case.result for case in suite}


def test_what_a_common_parser_reads() -> None:
    suites = junitparser.JUnitXml.fromstring(junit.render(FULL).encode())
    assert (suites.tests, suites.failures, suites.errors, suites.skipped) == (
        7,
        2,
        0,
        3,
    )
    (suite,) = suites
    assert suite.name == "report.txt"
    assert suites.tests == len(list(suite))
    failed = next(c for c in suite if c.name == 'p. 3 "a tidy set of edges"')
    assert failed.classname == "report.txt.quotation"
    (failure,) = failed.result
    assert isinstance(failure, junitparser.Failure)
    assert (failure.type, failure.message) == ("absent", "not found on page 3")
    assert "report.txt:2:7: " in failure.text


def test_a_case_fails_where_the_exit_code_rests_on_it() -> None:
    checked = audit(PASSED, FLAGGED, UNANCHORED)
    plain = cases(junit.render(checked))
    assert plain['p. 1 "a tidy set of rules"'] == []
    for name in ("p. 2", '"as everyone knows well"', "pp. 3-4"):
        assert isinstance(plain[name][0], junitparser.Skipped)
    strict = cases(junit.render(checked, Presentation(fail_on=frozenset(FailOn))))
    for name in ("p. 2", '"as everyone knows well"', "pp. 3-4"):
        assert isinstance(strict[name][0], junitparser.Failure)


def test_equal_claims_stay_apart() -> None:
    names = list(cases(junit.render(audit(FLAGGED, FLAGGED, FLAGGED))))
    assert names == ["p. 2", "p. 2 (2)", "p. 2 (3)", "pp. 3-4"]


@pytest.mark.parametrize("checked", [hostile(), FULL], ids=["hostile", "usual"])
def test_it_is_well_formed_whatever_a_draft_holds(checked: object) -> None:
    rendered = junit.render(checked)
    tree = ElementTree.fromstring(rendered)
    assert len(tree.findall("testsuite/testcase")) == int(tree.attrib["tests"])
    assert not {"\x1b", "\ufffe", "\u202e"} & set(rendered)
