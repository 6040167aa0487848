"""What a draft may be written from, and what is kept out of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Run
from editions import bind_bowls, bowls, edition, read_json

from refereekit.audit import check_claim
from refereekit.evidence import Evidence, gather_evidence
from refereekit.pool import NO_CLAIMS, claim_about
from refereekit.records import Paper
from refereekit.reports import evidence as report
from refereekit.store import Session
from refereekit.store.pool import join_claims, load_pool

GLAZE = "the glaze is mixed from ash and chalk"
CLAIMS = (
    claim_about("quotation", page=1, text=GLAZE),
    claim_about("page", page=2),
    claim_about("equation", label="7"),
    claim_about("figure", label="2"),
)
HEAD = "evidence from bowls.pdf (pdf sha256 "
SCOPE = (
    "a quotation's words are on its page and a label is printed where it says; nothing "
    "here says that a claim is true\n"
)


def gathered(paper: Paper) -> Evidence:
    """The evidence when the records now are those of `paper`."""
    then = edition(bowls())
    found = [(check_claim(c, then.paper, then.index), "") for c in CLAIMS]
    now = edition(paper)
    return gather_evidence(NO_CLAIMS.joined(found), now.paper, now.index)


def test_everything_that_holds_is_on_offer() -> None:
    shown = report.render("text", gathered(bowls()))
    head, *rest = shown.splitlines(keepends=True)
    assert head.startswith(HEAD)
    assert "".join(rest) == (
        f'  p. 1 "{GLAZE}": found on page 1\n'
        "  p. 2: bare pointer: the page exists, its wording is unchecked\n"
        "  Eq. (7): this label is printed beside a displayed equation on page 1; what "
        "is stated or shown there is unchecked\n"
        "  Fig. (2): a figure caption carries this label on page 3; what is stated or "
        "shown there is unchecked\n"
        "4 on offer, 0 excluded\n" + SCOPE
    )


def test_an_equation_that_fails_now_is_excluded_with_its_reason() -> None:
    evidence = gathered(replace(bowls(), equations=()))
    shown = report.render("text", evidence)
    assert (
        "  EXCLUDED Eq. (7): equation (7) is unresolved: extraction found no candidate "
        "with this label, and no equation label in this document is supported; this is "
        "no evidence that the paper lacks it [equation-unresolved]\n"
        "3 on offer, 1 excluded\n"
    ) in shown
    assert "EMPTY POOL" not in shown
    assert [e.finding.claim for e in evidence.pool.entries] == [
        claim for claim in CLAIMS if claim != CLAIMS[2]
    ]


def test_an_equation_without_records_is_excluded() -> None:
    shown = report.render("text", gathered(replace(bowls(), equations=None)))
    assert "EXCLUDED Eq. (7): " in shown
    assert "[equation-evidence-unavailable]" in shown


def test_words_that_are_not_there_any_more_are_excluded() -> None:
    pages = bowls().pages
    other = (replace(pages[0], text="Nothing of the kind."), *pages[1:])
    shown = report.render("text", gathered(replace(bowls(), pages=other)))
    assert f'  EXCLUDED p. 1 "{GLAZE}": not found on page 1 [absent]\n' in shown


NOTHING = replace(bowls(), pages=(), equations=(), captions=())


@pytest.mark.parametrize("format_name", ["text", "markdown"])
def test_nothing_left_begins_with_empty_pool(format_name: str) -> None:
    shown = report.render(format_name, gathered(NOTHING))
    assert shown.startswith("EMPTY POOL: ")
    assert shown.count("EXCLUDED") == 4


def test_markdown_draws_nothing_that_a_stranger_wrote() -> None:
    claim = claim_about("quotation", page=1, text="`x` <img src=y> [z](http://q.r)")
    found = check_claim(CLAIMS[0], bowls(), edition(bowls()).index)
    pool = NO_CLAIMS.joined([(replace(found, claim=claim), "**bold**")])
    evidence = Evidence(bowls().original, pool.entries, ())
    shown = report.render("markdown", evidence)
    assert '- ``p. 1 "`x` <img src=y> [z](http://q.r)"``: found on page 1' in shown
    assert "note: **bold**" not in shown


def test_the_json_document_says_what_was_checked() -> None:
    document = read_json(report.render("json", gathered(bowls())), "evidence")
    assert [row["checked"] for row in document["evidence"]] == [
        "words",
        "page",
        "label",
        "label",
    ]
    assert document["evidence"][0]["anchors"][0]["quote"]["exact"] == GLAZE
    assert not document["empty"]
    empty = read_json(report.render("json", gathered(NOTHING)), "evidence")
    assert empty["empty"]
    assert [row["reason"] for row in empty["excluded"]] == [
        "no-such-page",
        "no-such-page",
        "equation-unresolved",
        "absent",
    ]


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return bind_bowls(tmp_path / ".refereekit")


def test_an_empty_pool_is_no_error(session: Session, run: Run) -> None:
    answer = run("evidence", "--session", session.path)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("EMPTY POOL: ")
    assert "0 on offer, 0 excluded" in answer.out


def test_what_was_written_into_the_file_by_hand_is_not_believed(
    session: Session, run: Run
) -> None:
    found = check_claim(CLAIMS[0], session.paper, session.index)
    join_claims(session, [(found, "")])
    path = session.path / "pool.json"
    path.write_text(path.read_text().replace("ash and chalk", "ash and bones"))
    assert len(load_pool(session).entries) == 1
    answer = run("evidence", "--format", "json", "--session", session.path)
    document = read_json(answer.out, "evidence")
    assert answer.code == 0
    assert document["empty"]
    assert json.dumps(document["excluded"]).count("ash and bones") == 1
