"""The two draft flags, and what gets none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import Run
from editions import bind_bowls, bowls, edition, read_json

from refereekit.audit import check_claim
from refereekit.evidence import gather_evidence
from refereekit.flags import FlagKind, flag_draft
from refereekit.pool import NO_CLAIMS, Pool, claim_about
from refereekit.store import Session
from refereekit.store.pool import join_claims
from refereekit.verdicts import DraftSource

NOW = edition(bowls())


def pool_of(*places: tuple[str, dict[str, Any]]) -> Pool:
    claims = [claim_about(kind, **place) for kind, place in places]
    return NO_CLAIMS.joined(
        (check_claim(claim, NOW.paper, NOW.index), "") for claim in claims
    )


OFFERED = pool_of(
    ("quotation", {"page": 1, "text": "the glaze is mixed from ash and chalk"}),
    ("page", {"page": 2}),
    ("equation", {"label": "7"}),
    ("figure", {"label": "2"}),
)


def flags(text: str, pool: Pool = OFFERED) -> list[tuple[str, str, int, int]]:
    """Each flag's words, reason, line and column."""
    evidence = gather_evidence(pool, NOW.paper, NOW.index)
    flagged = flag_draft(DraftSource("r.txt", "", text), NOW.paper, NOW.index, evidence)
    return [
        (
            flag.kind.value,
            flag.finding.reason.code,
            flag.finding.claim.place.line,
            flag.finding.claim.place.column,
        )
        for flag in flagged.flags
    ]


def kinds(text: str, pool: Pool = OFFERED) -> list[str]:
    return [kind for kind, *_ in flags(text, pool)]


def test_the_words_of_the_flags() -> None:
    assert {kind.value for kind in FlagKind} == {
        "not in verified pool",
        "failed re-verification",
    }


@pytest.mark.parametrize(
    "text",
    [
        "On p. 1 the authors say so.",
        "On page 2 and Page 1, p 2 and PAGE 2.",
        'On p. 1 "the kiln is fired twice a week" is said.',
        'On p. 2 "none of the ninety bowls has cracked" is said.',
        "By Eq. (7), eq (7), equation (7) and Figure (2), fig. (2), Fig (2).",
        '"words that are nowhere in the paper" name no page.',
        "Eq. 9, pp. 8-9 and Fig. 9 are forms that are not checked.",
        'On p. 1 "milk and bones" are three words.',
        'On p. 1 "a b c d e" is under 12 characters.',
        f'On p. 1 "{"words and " * 41}words" is over 400 characters.',
    ],
)
def test_what_holds_gets_no_flag(text: str) -> None:
    assert flags(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "On p. 3 the colour is explained.",
        "On page 99 there is nothing.",
        "By Eq. (A.1), which is in the paper and was not offered.",
        "By equation (8), which is not in the paper.",
        "By figure (3).",
        'On p. 3 "the colour depends on where in the kiln" a bowl stood.',
        'On p. 3 "the colour depends on the potter" is not what it says.',
    ],
)
def test_not_in_verified_pool(text: str) -> None:
    assert kinds(text) == ["not in verified pool"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('On p. 1 "the glaze is mixed from milk".', "absent"),
        ('On p. 2 "the glaze is mixed from ash and chalk".', "wrong-page"),
        ('On p. 2 "bowls at 58% humidity" are said.', "form-differs"),
    ],
)
def test_failed_re_verification(text: str, reason: str) -> None:
    ((kind, code, line, _),) = flags("A first line.\n" + text)
    assert (kind, code, line) == ("failed re-verification", reason, 2)


def test_flags_stand_in_draft_order_with_line_and_column() -> None:
    found = flags(
        'See Fig. (9), p. 3.\nOn p. 1 "the glaze is mixed from milk" of Eq. (8).\n'
    )
    assert [(kind, line) for kind, _, line, _ in found] == [
        ("not in verified pool", 1),
        ("not in verified pool", 1),
        ("failed re-verification", 2),
        ("not in verified pool", 2),
    ]
    assert [column for *_, column in found][:2] == [5, 15]


def test_an_excluded_equation_was_never_offered() -> None:
    paper = replace(bowls(), equations=())
    evidence = gather_evidence(OFFERED, paper, NOW.index)
    draft = DraftSource("r", "", "By Eq. (7).")
    flagged = flag_draft(draft, paper, NOW.index, evidence)
    assert [flag.kind for flag in flagged.flags] == [FlagKind.NOT_IN_VERIFIED_POOL]


def test_an_empty_pool_offers_nothing() -> None:
    assert kinds("On p. 1 and by Eq. (7).", NO_CLAIMS) == ["not in verified pool"] * 2


@pytest.fixture
def session(tmp_path: Path) -> Session:
    bound = bind_bowls(tmp_path / ".refereekit")
    join_claims(bound, [(e.finding, "") for e in OFFERED.entries])
    return bound


def test_the_command(session: Session, run: Run, tmp_path: Path) -> None:
    draft = tmp_path / "report.txt"
    text = 'On p. 1 "the glaze is mixed from milk".\nSee p. 3 and p. 2.\n'
    draft.write_text(text)
    answer = run("flags", "report.txt", "--session", session.path)
    assert answer.code == 3
    assert answer.out == (
        'report.txt:1:10: failed re-verification: p. 1 "the glaze is mixed from milk": '
        'not found on page 1; the closest words there are "the glaze is mixed from" '
        "[absent]\n"
        "report.txt:2:5: not in verified pool: p. 3\n"
        "3 citation(s): 2 flagged\n"
        "exit 3: a citation does not hold against the evidence\n"
    )
    assert draft.read_text() == text
    shown = run("flags", "report.txt", "--format", "json", "--session", session.path)
    document = read_json(shown.out, "flags")
    assert shown.code == document["exit_code"] == 3
    assert document["summary"] == {
        "citations": 3,
        "not in verified pool": 1,
        "failed re-verification": 1,
    }
    assert document["flags"][1]["draft"]["line"] == 2


def test_a_clean_draft_exits_0(session: Session, run: Run, tmp_path: Path) -> None:
    (tmp_path / "report.txt").write_text("See p. 2.\n")
    answer = run("flags", "report.txt", "--session", session.path)
    assert answer.code == 0
    assert answer.out == (
        "1 citation(s): 0 flagged\n"
        "exit 0: no citation is flagged; this is not approval\n"
    )


def test_an_empty_draft_could_not_be_read(
    session: Session, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "report.txt").write_text("")
    assert run("flags", "report.txt", "--session", session.path).code == 2
