"""The claim pool: what joins, what is the same claim, and how a draft compares."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import Run
from crash_claims import ADDED, PAGES, bind_pages, crash, start_writer
from editions import MODEL, bind_bowls, bowls, read_json
from hypothesis import given
from hypothesis import strategies as st

from refereekit.audit import audit_draft, check_claim
from refereekit.claims import (
    PageCitation,
    PageLabelCitation,
    Quotation,
    TableCitation,
)
from refereekit.errors import InputError, SessionCorrupt, SessionTooNew
from refereekit.matching.index import PaperIndex
from refereekit.pool import NO_CLAIMS, Pool, claim_about, words_key
from refereekit.store import Session, open_session
from refereekit.store.pool import drop_claims, join_claims, load_pool
from refereekit.verdicts import Anchor, DraftSource, Finding, PoolLabel, Reason

PAPER = bowls()
INDEX = PaperIndex.build(PAPER.pages)
GLAZE = "the glaze is mixed from ash and chalk"


def finding(kind: str, **place: Any) -> Finding:
    return check_claim(claim_about(kind, **place), PAPER, INDEX)


def quotation(page: int, text: str) -> Finding:
    return finding("quotation", page=page, text=text)


def pool_of(*findings: Finding) -> Pool:
    return NO_CLAIMS.joined((found, "") for found in findings)


EVERYTHING = pool_of(
    quotation(1, GLAZE),
    finding("page", page=2),
    finding("equation", label="7"),
    finding("figure", label="2"),
)


# What joins.


def test_pass_and_flag_join_in_order_and_fail_never_does() -> None:
    failed = [
        quotation(2, GLAZE),
        quotation(9, GLAZE),
        finding("page", page=9),
        finding("equation", label="3"),
        finding("figure", label="4"),
        check_claim(Quotation(GLAZE, failed_place()), PAPER, INDEX),
    ]
    assert [f.reason for f in failed] == [
        Reason.WRONG_PAGE,
        Reason.NO_SUCH_PAGE,
        Reason.NO_SUCH_PAGE,
        Reason.EQUATION_UNRESOLVED,
        Reason.ABSENT,
        Reason.NO_PAGE_NAMED,
    ]
    joined = EVERYTHING.joined((f, "note") for f in failed)
    assert joined == EVERYTHING
    assert [e.finding.claim for e in joined.entries] == [
        claim_about("quotation", page=1, text=GLAZE),
        claim_about("page", page=2),
        claim_about("equation", label="7"),
        claim_about("figure", label="2"),
    ]


def failed_place() -> Any:
    return claim_about("page", page=1).place


def test_a_short_quotation_joins_as_a_bare_pointer() -> None:
    pool = pool_of(quotation(1, "ash and chalk"))
    claim = pool.entries[0].finding.claim
    assert claim == PageCitation(1, claim.place, "p. 1", words=3)
    assert pool.find(finding("page", page=1)) == pool.entries[0]
    assert len(pool.joined([(finding("page", page=1), "")]).entries) == 1


def test_the_receipt_joins_with_the_claim() -> None:
    (anchor,) = EVERYTHING.entries[0].finding.anchors
    assert anchor.exact == GLAZE
    assert anchor.span is not None
    assert anchor.span.cut(MODEL) == GLAZE


def test_the_same_claim_joins_once_and_keeps_its_id() -> None:
    again = EVERYTHING.joined(
        [
            (quotation(1, "The glaze is mixed\nfrom ash and chalk."), ""),
            (finding("equation", label="(7)"), "the key step"),
            (finding("figure", label=" 2 "), ""),
        ]
    )
    assert [e.id for e in again.entries] == [e.id for e in EVERYTHING.entries]
    assert [e.note for e in again.entries] == ["", "", "the key step", ""]


def test_an_id_depends_on_the_claim_alone() -> None:
    turned = pool_of(*(e.finding for e in reversed(EVERYTHING.entries)))
    assert {e.id for e in turned.entries} == {e.id for e in EVERYTHING.entries}
    assert pool_of(finding("page", page=2)).entries[0].id == "5886df1d1cb9"


def test_the_same_words_on_two_pages_are_two_claims() -> None:
    words = "none of the ninety bowls"
    here = quotation(2, words)
    there = replace(here, claim=replace(here.claim, page_numbers=(3,)))
    assert len(pool_of(here, there).entries) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Glaze  is\nmixed", "the glaze is mixed"),
        ("an efﬁcient “kiln”", 'an efficient "kiln"'),
        ("hot – and cold", "hot — and cold"),
        ("twice-fired clay", "twice–fired clay"),
        ("the tempe-\nrature fell", "the temperature fell"),
        ("mixed from *ash*", "mixed from ash"),
        ("mixed from ash.", "mixed from ash"),
        ("10^5 bowls", "10⁵ bowls"),
        ("Cafe\u0301 kiln", "café kiln"),
    ],
)
def test_equal_words(one: str, other: str) -> None:
    assert words_key(one) == words_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("at 5-8% humidity", "at 58% humidity"),
        ("10^5 bowls", "105 bowls"),
        ("café kiln", "cafe kiln"),
        ("none has cracked", "one has cracked"),
        ("0.5 units", "-0.5 units"),
        ("a re-form of it", "a reform of it"),
        ("there fore", "therefore"),
    ],
)
def test_other_words(one: str, other: str) -> None:
    assert words_key(one) != words_key(other)


@given(st.text())
def test_words_of_any_text_have_a_key(text: str) -> None:
    assert words_key(f" {text}\n") == words_key(text)


# The labels that a check gives.


@pytest.mark.parametrize(
    ("found", "label"),
    [
        (quotation(1, GLAZE), "matching-pool-quotation"),
        (quotation(1, f"{GLAZE.upper()}."), "matching-pool-quotation"),
        (quotation(1, "glaze is mixed from ash"), "anchor-only"),
        (quotation(1, "words that are not there at all"), "anchor-only"),
        (finding("page", page=1), "anchor-only"),
        (finding("page", page=2), "anchor-only"),
        (quotation(2, GLAZE), "anchor-only"),
        (finding("equation", label="7"), "anchor-only"),
        (finding("figure", label="2"), "anchor-only"),
        (quotation(3, GLAZE), "absent-anchor"),
        (finding("page", page=3), "absent-anchor"),
        (finding("equation", label="2"), "absent-anchor"),
        (finding("figure", label="7"), "absent-anchor"),
        (finding("equation", label="A.1"), "absent-anchor"),
    ],
)
def test_labels(found: Finding, label: str) -> None:
    assert EVERYTHING.label(found) is PoolLabel(label)
    assert NO_CLAIMS.label(found) is PoolLabel.ABSENT_ANCHOR


def test_a_page_named_by_its_printed_label_is_the_page_that_was_found() -> None:
    place = failed_place()
    quoted = Quotation(GLAZE, place, (), "p. iv", page_label="iv")
    found = Finding(quoted, Reason.FOUND, "found", (Anchor(1),))
    assert EVERYTHING.label(found) is PoolLabel.MATCHING_POOL_QUOTATION
    cited = PageLabelCitation("iv", place, "p. iv")
    pointer = Finding(cited, Reason.NO_QUOTATION, "exists", (Anchor(2),))
    assert EVERYTHING.label(pointer) is PoolLabel.ANCHOR_ONLY


def test_an_unanchored_quotation_has_no_anchor_in_the_pool() -> None:
    unanchored = check_claim(Quotation(GLAZE, failed_place()), PAPER, INDEX)
    assert EVERYTHING.label(unanchored) is PoolLabel.ABSENT_ANCHOR


def test_a_kind_that_the_pool_does_not_hold_has_no_anchor_in_it() -> None:
    table = TableCitation("2", failed_place(), "Table 2")
    found = Finding(table, Reason.FOUND, "a table caption carries this label")
    assert EVERYTHING.label(found) is PoolLabel.ABSENT_ANCHOR
    with pytest.raises(ValueError, match="no claim of a pool"):
        pool_of(found)
    with pytest.raises(ValueError, match="not a kind of claim"):
        claim_about("table", label="2")


def test_an_audit_labels_every_citation() -> None:
    text = f'On p. 1 "{GLAZE}". Page 2 and page 3, Eq. (7), Fig. (9).'
    audit = audit_draft(DraftSource("r", "", text), PAPER, INDEX, pool=EVERYTHING)
    assert [(f.verdict.value, f.pool.value) for f in audit.findings] == [
        ("PASS", "matching-pool-quotation"),
        ("FLAG", "anchor-only"),
        ("FLAG", "absent-anchor"),
        ("PASS", "anchor-only"),
        ("FAIL", "absent-anchor"),
    ]


# On disk.


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return bind_bowls(tmp_path / ".refereekit")


def fill(session: Session) -> Path:
    join_claims(session, [(e.finding, "why") for e in EVERYTHING.entries])
    return session.path / "pool.json"


def test_what_joined_is_what_is_loaded(session: Session) -> None:
    assert load_pool(session) == NO_CLAIMS
    fill(session)
    loaded = load_pool(session)
    assert [replace(e, note="") for e in loaded.entries] == list(EVERYTHING.entries)
    assert {e.note for e in loaded.entries} == {"why"}


def test_joining_nothing_new_writes_nothing(session: Session) -> None:
    path = fill(session)
    before = path.stat().st_mtime_ns
    fill(session)
    assert path.stat().st_mtime_ns == before


def test_dropping_is_all_or_nothing(session: Session) -> None:
    fill(session)
    first, second, *_ = load_pool(session).entries
    with pytest.raises(InputError, match="0123456789ab: no claim of this id"):
        drop_claims(session, [first.id, "0123456789ab"])
    assert len(load_pool(session).entries) == 4
    assert drop_claims(session, [second.id, first.id]) == (second, first)
    assert [e.finding.claim for e in load_pool(session).entries] == [
        claim_about("equation", label="7"),
        claim_about("figure", label="2"),
    ]


Edit = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda d: d.pop("format"), "names no format"),
        (lambda d: d.update(format=True), "names no format"),
        (lambda d: d.update(original="0" * 64), "belongs to another paper"),
        (lambda d: d.update(claims={}), "no list of claims"),
        (lambda d: d["claims"].append(d["claims"][0]), "two claims have one id"),
        (lambda d: d["claims"].append("x"), "claim 5: not an object"),
        (lambda d: d["claims"][1].pop("note"), "claim 2: keys .* unknown: note"),
        (lambda d: d["claims"][0].update(id="../../x"), "'id' is not 12"),
        (lambda d: d["claims"][0].update(kind="table"), "'kind' is none of"),
        (lambda d: d["claims"][0].update(label="3"), "'label' does not go with"),
        (lambda d: d["claims"][0].update(text=None), "'text' does not go with"),
        (lambda d: d["claims"][0].update(page=0), "'page' is not a number from 1"),
        (lambda d: d["claims"][0].update(page=True), "'page' is not a number from 1"),
        (lambda d: d["claims"][0].update(page=1.5), "'page' is not a number from 1"),
        (lambda d: d["claims"][0].update(text=["x"]), "'text' is not a string"),
        (lambda d: d["claims"][0].update(verdict="FLAG"), "not those of a claim"),
        (
            lambda d: d["claims"][0].update(verdict="FAIL", reason="absent"),
            "not those of a claim",
        ),
        (lambda d: d["claims"][0].update(anchors="x"), "'anchors' is not a list"),
        (lambda d: d["claims"][0].update(folded=[1]), "not a list of strings"),
        (lambda d: d["claims"][0]["anchors"][0].update(span=[1]), "list of 2 numbers"),
        (lambda d: d["claims"][0]["anchors"][0].update(span=[5, 1]), "not a span"),
        (lambda d: d["claims"][2]["anchors"][0].update(boxes=[[9, 9, 1, 1]]), "box"),
    ],
)
def test_a_pool_of_another_shape_is_refused_in_one_line(
    session: Session, run: Run, edit: Edit, message: str
) -> None:
    path = fill(session)
    document = json.loads(path.read_text())
    edit(document)
    path.write_text(json.dumps(document))
    with pytest.raises(SessionCorrupt, match=message) as refused:
        load_pool(session)
    assert "restore the file, or delete it" in str(refused.value)
    for command in (("list",), ("add", "page", "1"), ("drop", "0" * 12)):
        answer = run("claim", *command, "--session", session.path)
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.count("\n") == 1
    assert json.loads(path.read_text()) == document


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b'{"format": 1', b"[" * 100_000])
def test_a_pool_that_is_no_json_is_refused(session: Session, data: bytes) -> None:
    (session.path / "pool.json").write_bytes(data)
    with pytest.raises(SessionCorrupt, match="not JSON"):
        load_pool(session)


def test_a_pool_that_cannot_be_read_is_refused(session: Session) -> None:
    (session.path / "pool.json").mkdir()
    with pytest.raises(SessionCorrupt, match="a directory"):
        load_pool(session)


def test_a_newer_pool_is_refused(session: Session) -> None:
    path = fill(session)
    path.write_text(json.dumps({**json.loads(path.read_text()), "format": 2}))
    with pytest.raises(SessionTooNew, match="pool format 2"):
        load_pool(session)


def test_no_acknowledged_claim_is_lost_when_its_writer_is_killed(
    tmp_path: Path,
) -> None:
    tally = crash(tmp_path / ".refereekit", rounds=2)
    assert tally.acknowledged
    assert not tally.lost


def test_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / ".refereekit"
    bind_pages(path, 2 * PAGES)
    writers = [start_writer(path, 1), start_writer(path, 1 + PAGES)]
    printed = "".join(writer.communicate()[0] for writer in writers)
    held = {entry.id for entry in load_pool(open_session(path)).entries}
    assert held == set(ADDED.findall(printed))
    assert len(held) == 2 * PAGES


# The command.


@pytest.mark.parametrize(
    ("arguments", "code", "verdict"),
    [
        (("quotation", "--page", "1", GLAZE), 0, "PASS"),
        (("equation", "(7)"), 0, "PASS"),
        (("figure", "2"), 0, "PASS"),
        (("page", "2"), 3, "FLAG"),
        (("quotation", "--page", "2", "two words"), 3, "FLAG"),
        (("page", "4"), 1, "FAIL"),
        (("page", "-1"), 1, "FAIL"),
        (("equation", "1-3"), 1, "FAIL"),
        (("quotation", "--page", "1", "the glaze is mixed from milk"), 1, "FAIL"),
    ],
)
def test_claim_add(
    session: Session, run: Run, arguments: tuple[str, ...], code: int, verdict: str
) -> None:
    options = ("--session", session.path, "--note", "look again")
    marked = (
        ("--", *arguments[-1:]) if arguments[-1].startswith("-") else arguments[-1:]
    )
    line = (*arguments[:-1], *options, *marked)
    answer = run("claim", "add", *line)
    assert answer.code == code
    assert answer.out.startswith(f"{verdict}  ")
    entries = load_pool(session).entries
    if verdict == "FAIL":
        assert answer.out.endswith("; not joined\n")
        assert not entries
        return
    (entry,) = entries
    assert f"; joined as {entry.id}" in answer.out
    assert entry.note == "look again"
    assert ("-- a bare pointer" in answer.out) == (verdict == "FLAG")
    again = run("claim", "add", *line)
    assert f"; already in the pool as {entry.id}" in again.out
    assert again.code == code
    listed = run("claim", "list", "--session", session.path)
    assert listed.out.startswith(f"{entry.id}  {verdict}  ")
    assert listed.out.endswith(" -- note: look again\n1 claim(s)\n")
    dropped = run("claim", "drop", entry.id, "--session", session.path)
    assert (dropped.code, dropped.out.split()[:2]) == (0, ["dropped", entry.id])
    assert run("claim", "list", "--session", session.path).out == (
        "the claim pool is empty\n"
    )


def add_lines(
    monkeypatch: pytest.MonkeyPatch, run: Run, session: Session, data: bytes, *more: str
) -> Any:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    return run("claim", "add", "-", "--session", session.path, *more)


LINES = [
    {"kind": "quotation", "page": 1, "text": GLAZE, "note": "core"},
    {"kind": "page", "page": 2},
    {"kind": "equation", "label": "7"},
    {"kind": "figure", "label": "2"},
    {"kind": "figure", "label": "9"},
]


def test_claims_as_json_lines(
    session: Session, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = "\r\n\n".join(json.dumps(line) for line in LINES).encode()
    answer = add_lines(monkeypatch, run, session, data, "--format", "json")
    assert answer.code == 1
    document = read_json(answer.out, "claim-add")
    assert [row["line"] for row in document["claims"]] == [1, 3, 5, 7, 9]
    assert [row["joined"] for row in document["claims"]] == [True] * 4 + [False]
    assert document["errors"] == []
    listed = run("claim", "list", "--format", "json", "--session", session.path)
    claims = read_json(listed.out, "claims")["claims"]
    assert [row["id"] for row in claims] == [r["id"] for r in document["claims"][:4]]
    assert [row["note"] for row in claims] == ["core", "", "", ""]
    again = add_lines(monkeypatch, run, session, data, "--format", "json")
    assert not any(row["new"] for row in read_json(again.out, "claim-add")["claims"])


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (b"{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"kind": "page", "page": ' + b"9" * 5000 + b"}", "not JSON"),
        (b'"\xff"', "not UTF-8"),
        (b"[]", "not a JSON object"),
        (b'{"page": 2}', "'kind' must be one of"),
        (b'{"kind": ["page"], "page": 2}', "'kind' must be one of"),
        (b'{"kind": "table", "label": "2"}', "'kind' must be one of"),
        (b'{"kind": "page"}', "a page has 'page'"),
        (b'{"kind": "page", "page": 2, "x": 1}', "nothing else"),
        (b'{"kind": "quotation", "page": 2}', "has 'page' and 'text'"),
        (b'{"kind": "page", "page": true}', "'page' must be a whole number"),
        (b'{"kind": "page", "page": "2"}', "'page' must be a whole number"),
        (b'{"kind": "figure", "label": 2}', "'label' must be a string"),
        (b'{"kind": "figure", "label": "2", "note": 1}', "'note' must be a string"),
    ],
)
def test_a_bad_line_is_reported_with_its_number_and_the_others_join(
    session: Session, run: Run, monkeypatch: pytest.MonkeyPatch, bad: bytes, why: str
) -> None:
    data = b'{"kind": "page", "page": 1}\n' + bad + b'\n{"kind": "page", "page": 3}'
    answer = add_lines(monkeypatch, run, session, data)
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert "-: line 2: " in answer.err
    assert why in answer.err
    assert len(load_pool(session).entries) == 2


def test_a_lone_surrogate_is_no_crash(
    session: Session, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = rb'{"kind": "page", "page": 1, "note": "\ud800"}'
    assert add_lines(monkeypatch, run, session, data).code == 3
    assert run("claim", "list", "--session", session.path).code == 0
    data = rb'{"kind": "quotation", "page": 1, "text": "the glaze is \ud800 mixed"}'
    assert add_lines(monkeypatch, run, session, data).code == 1


def test_too_much_input_is_refused(
    session: Session, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("refereekit.cli.claim.INPUT_LIMIT_BYTES", 10)
    answer = add_lines(monkeypatch, run, session, b'{"kind": "page", "page": 1}')
    assert (answer.code, answer.out) == (2, "")
    assert "larger than the limit of 10 bytes" in answer.err


def test_check_prints_the_label(session: Session, run: Run, tmp_path: Path) -> None:
    fill(session)
    draft = tmp_path / "report.txt"
    draft.write_text(f'On p. 1 "{GLAZE}". See page 3.')
    shown = run("check", draft, "--session", session.path).out
    assert "[found; pool: matching-pool-quotation]" in shown
    assert "[no-quotation; pool: absent-anchor]" in shown
