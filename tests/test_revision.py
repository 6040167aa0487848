"""What became of each claim in a revision: every outcome by its name."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Run
from editions import (
    BOX,
    LAST,
    MODEL,
    TESTS,
    bind_bowls,
    bowls,
    edition,
    page,
    paper,
    pdf_sha256,
    read_json,
)

from refereekit.audit import audit_draft, check_claim
from refereekit.claims import Claim, Quotation, TableCitation
from refereekit.errors import SessionCorrupt
from refereekit.pool import claim_about
from refereekit.records import Caption, CaptionKind, DisplayedEquation, Paper
from refereekit.revision import Compared, Outcome, compare_claims
from refereekit.store import Session
from refereekit.store.pool import join_claims
from refereekit.store.revisions import (
    Revision,
    list_revisions,
    open_revision,
    store_revision,
)
from refereekit.verdicts import DraftSource, Finding, Reason, Verdict

ORIGINAL = edition(bowls())
GLAZE = "the glaze is mixed from ash and chalk"
CRACKED = "None of the ninety bowls has cracked"


def compared(claim: Claim, revised: Paper) -> Compared:
    finding = check_claim(claim, ORIGINAL.paper, ORIGINAL.index)
    (found,) = compare_claims([finding], ORIGINAL, edition(revised))
    return found


def quoted(page_number: int, text: str, *revised: str) -> tuple[str, str]:
    """The outcome of a quotation in a revision of these pages, and its detail."""
    claim = claim_about("quotation", page=page_number, text=text)
    found = compared(claim, paper(*revised))
    return found.outcome.value, found.detail


def test_every_outcome_of_the_specification() -> None:
    assert [outcome.value for outcome in Outcome] == [
        "unchanged",
        "moved",
        "not-found",
        "page-exists",
        "page-gone",
        "anchor-exists",
        "anchor-unverified",
        "uncheckable",
    ]


# Quotations.


def test_unchanged() -> None:
    revised = "THE GLAZE IS\nmixed from ash and chalk, and sieved."
    assert quoted(1, GLAZE, revised) == ("unchanged", "found on page 1")


def test_moved() -> None:
    assert quoted(1, GLAZE, LAST, TESTS, MODEL) == ("moved", "from page 1 to page 3")


def test_moved_to_several_pages() -> None:
    assert quoted(2, CRACKED, TESTS, "New.", TESTS, TESTS) == (
        "moved",
        "from page 2 to pages 1, 3 and 4",
    )


def test_moved_from_a_page_that_the_revision_does_not_have() -> None:
    assert quoted(3, "where in the kiln a bowl has stood", LAST) == (
        "moved",
        "from page 3 to page 1",
    )


def test_what_the_original_has_on_the_other_page_too_is_said() -> None:
    original = edition(paper(MODEL, MODEL))
    claim = claim_about("quotation", page=1, text=GLAZE)
    finding = check_claim(claim, original.paper, original.index)
    revised = edition(paper(LAST, MODEL))
    (found,) = compare_claims([finding], original, revised)
    assert (found.outcome, found.detail) == (
        Outcome.MOVED,
        "from page 1 to page 2; the original has the words on page 2 too",
    )


def broken_over_a_page(first: str, second: str) -> Paper:
    whole = paper("Nothing here.", first, second)
    pages = (
        whole.pages[0],
        replace(whole.pages[1], flow_end=0),
        replace(whole.pages[2], flow_start=0),
    )
    return replace(whole, pages=pages)


def test_words_that_run_over_a_page_end_are_found_as_a_check_finds_them() -> None:
    revised = broken_over_a_page("and the glaze is mixed", "from ash and chalk now.")
    claim = claim_about("quotation", page=1, text=GLAZE)
    found = compared(claim, revised)
    assert (found.outcome, found.detail) == (
        Outcome.MOVED,
        "from page 1 to pages 2 and 3",
    )
    assert [a.page_number for a in found.anchors] == [2, 3]
    there = compared(replace_page(claim, 2), revised)
    assert there.outcome is Outcome.UNCHECKABLE


@pytest.mark.parametrize("text", [GLAZE, "the glaze ... from ash and chalk now"])
def test_words_wholly_on_the_next_page_have_moved_there(text: str) -> None:
    revised = broken_over_a_page(
        "The kiln is warm and new",
        "bowls dry as the glaze is mixed from ash and chalk now",
    )
    original = edition(
        paper("Other.", "Here the glaze is mixed from ash and chalk now.")
    )
    claim = claim_about("quotation", page=2, text=text)
    finding = check_claim(claim, original.paper, original.index)
    assert finding.verdict is Verdict.PASS
    (found,) = compare_claims([finding], original, edition(revised))
    assert (found.outcome, found.pages) == (Outcome.MOVED, (3,))


def replace_page(claim: Claim, number: int) -> Claim:
    assert isinstance(claim, Quotation)
    return replace(claim, page_numbers=(number,))


def test_words_in_another_reading_order_are_found() -> None:
    other = page(2, "the glaze is mixed\nA caption.\nfrom ash and chalk")
    other = replace(other, readings=((0, 2),))
    revised = replace(paper("Nothing.", "x"), pages=(page(1, "Nothing."), other))
    found = compared(claim_about("quotation", page=1, text=GLAZE), revised)
    assert (found.outcome, found.pages) == (Outcome.MOVED, (2,))


def test_not_found() -> None:
    assert quoted(2, CRACKED, MODEL, LAST, LAST) == (
        "not-found",
        "found on no page of the revision",
    )


def test_not_found_says_where_the_closest_words_are() -> None:
    outcome, detail = quoted(
        2, CRACKED, MODEL, LAST, "One of the ninety bowls has cracked."
    )
    assert outcome == "not-found"
    assert detail == (
        "found on no page of the revision; the closest words are on page 3: "
        '"of the ninety bowls has cracked."'
    )


def test_not_found_says_which_symbol_differs() -> None:
    outcome, detail = quoted(
        2, "bowls at 5-8% humidity", MODEL, "bowls at 58% humidity"
    )
    assert outcome == "not-found"
    assert "a symbol differs" in detail
    assert detail.endswith("; nor on another page of the revision")


@pytest.mark.parametrize("silent", [{"is_readable": False}, {"text": " \n"}])
def test_a_page_that_gave_no_text_makes_it_uncheckable(
    silent: dict[str, object],
) -> None:
    revised = paper(MODEL, LAST, "Scanned.", LAST)
    pages = (
        *revised.pages[:2],
        replace(revised.pages[2], **{"text": "", **silent}),
        revised.pages[3],
    )
    revised = replace(revised, pages=pages)
    lost = compared(claim_about("quotation", page=2, text=CRACKED), revised)
    assert lost.outcome is Outcome.UNCHECKABLE
    assert lost.detail.endswith("; page 3 gave no text, so the words may be there")
    there = compared(claim_about("quotation", page=1, text=GLAZE), revised)
    assert there.outcome is Outcome.UNCHANGED


def test_many_silent_pages_are_counted() -> None:
    detail = quoted(2, CRACKED, MODEL, *[""] * 12)[1]
    assert "; pages 2, 3, 4, 5, 6, 7, 8, 9 and 4 more gave no text" in detail


# Pointers and labels.


def test_page_exists_and_page_gone() -> None:
    pointer = claim_about("page", page=2)
    there = compared(pointer, paper(LAST, LAST))
    assert (there.outcome, there.detail) == (
        Outcome.PAGE_EXISTS,
        "page 2 exists; its wording is unchecked",
    )
    gone = compared(pointer, paper(LAST))
    assert (gone.outcome, gone.detail) == (Outcome.PAGE_GONE, "the revision has 1 page")
    assert compared(pointer, paper()).detail == "the revision has 0 pages"


def test_a_shorter_quotation_is_a_pointer() -> None:
    short = claim_about("quotation", page=2, text="ninety bowls")
    assert compared(short, paper(LAST, LAST)).outcome is Outcome.PAGE_EXISTS
    assert compared(short, paper(LAST)).outcome is Outcome.PAGE_GONE


def test_anchor_exists_and_anchor_unverified() -> None:
    revised = paper(
        LAST,
        captions=(Caption(CaptionKind.FIGURE, "2", 1, "Figure 2: A bowl.", BOX),),
        equations=(DisplayedEquation("7", 1, BOX, BOX),),
    )
    for kind, label in (("equation", "7"), ("figure", "2")):
        claim = claim_about(kind, label=label)
        assert compared(claim, revised).outcome is Outcome.ANCHOR_EXISTS
        assert compared(claim, revised).pages == (1,)
        lost = compared(claim, paper(LAST))
        assert lost.outcome is Outcome.ANCHOR_UNVERIFIED
        assert "no evidence that the paper lacks it" in lost.detail
    assert (
        compared(claim_about("equation", label="A.1"), revised).outcome
        is Outcome.ANCHOR_UNVERIFIED
    )


# Anything else.


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        (
            claim_about("quotation", page=2, text=GLAZE),
            "does not hold for the original",
        ),
        (claim_about("page", page=9), "does not hold for the original"),
        (claim_about("equation", label="3"), "does not hold for the original"),
        (Quotation(GLAZE, claim_about("page", page=1).place), "it names no page"),
    ],
)
def test_uncheckable(claim: Claim, why: str) -> None:
    found = compared(claim, bowls())
    assert found.outcome is Outcome.UNCHECKABLE
    assert why in found.detail


def test_a_claim_of_another_kind_is_uncheckable() -> None:
    table = TableCitation("1", claim_about("page", page=1).place, "Table 1")
    finding = Finding(table, Reason.FOUND, "a table caption carries this label")
    (found,) = compare_claims([finding], ORIGINAL, ORIGINAL)
    assert found.outcome is Outcome.UNCHECKABLE


def test_a_paper_compared_with_itself_has_changed_nothing() -> None:
    text = f'On p. 1 "{GLAZE}". On p. 2 "{CRACKED}". See p. 3, Eq. (7) and Fig. (2).'
    audit = audit_draft(DraftSource("r", "", text), ORIGINAL.paper, ORIGINAL.index)
    found = compare_claims(audit.findings, ORIGINAL, ORIGINAL)
    assert [one.outcome.value for one in found] == [
        "unchanged",
        "unchanged",
        "page-exists",
        "anchor-exists",
        "anchor-exists",
    ]


def test_no_outcome_says_that_something_was_taken_out() -> None:
    for text in (GLAZE, CRACKED):
        for number in (1, 2):
            detail = quoted(number, text, LAST)[1]
            assert "removed" not in detail
            assert "deleted" not in detail


# Revisions on disk.


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return bind_bowls(tmp_path / ".refereekit")


def store(session: Session, name: str, *texts: str) -> bool:
    revised = paper(*texts, name=name)
    revision = Revision(revised.original.sha256, name)
    return store_revision(
        session, f"%PDF-1.7 {name}, not read here".encode(), revised, revision
    )


def test_revisions_are_listed_in_the_order_of_storing(session: Session) -> None:
    assert list_revisions(session) == ()
    assert store(session, "second.pdf", MODEL)
    assert store(session, "first.pdf", LAST)
    assert not store(session, "second.pdf", MODEL)
    assert [revision.name for revision in list_revisions(session)] == [
        "second.pdf",
        "first.pdf",
    ]
    opened = open_revision(session, list_revisions(session)[1])
    assert opened.paper.pages[0].text == LAST
    assert session.paper.pages[0].text == MODEL


def test_a_damaged_revision_is_refused_and_can_be_stored_again(
    session: Session,
) -> None:
    store(session, "second.pdf", MODEL)
    (revision,) = list_revisions(session)
    directory = session.path / "revisions" / revision.sha256[:12]
    (directory / "original.pdf").write_bytes(b"%PDF-1.7 another")
    with pytest.raises(SessionCorrupt, match="store the revision again"):
        open_revision(session, revision)
    assert store(session, "second.pdf", MODEL)
    assert open_revision(session, revision).paper.page_count == 1


@pytest.mark.parametrize(
    "data",
    [
        "",
        "{}",
        '{"revisions": [{"sha256": "../../../etc", "name": "x"}]}',
        '{"revisions": [{"sha256": "' + "0" * 64 + '", "name": 3}]}',
        '{"revisions": 3}',
        "[" * 100_000,
    ],
)
def test_a_list_that_is_not_one_is_refused(session: Session, data: str) -> None:
    (session.path / "revisions.json").write_text(data)
    with pytest.raises(SessionCorrupt, match="cannot be understood"):
        list_revisions(session)


# The commands, on the fixture paper and its revision.


@pytest.fixture(scope="module")
def sampler(fixtures: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from refereekit.binding import bind
    from refereekit.revising import revise

    path = tmp_path_factory.mktemp("sampler") / ".refereekit"
    bound = bind(path, fixtures / "papers" / "sampler" / "paper.pdf").session
    revise(bound, fixtures / "papers" / "sampler-revised" / "paper.pdf", name="round 2")
    return path


def expected(fixtures: Path) -> list[dict[str, str]]:
    path = fixtures / "drafts" / "revision.expected.json"
    found: list[dict[str, str]] = json.loads(path.read_text())["findings"]
    return found


def test_the_citations_of_a_report(sampler: Path, fixtures: Path, run: Run) -> None:
    draft = fixtures / "drafts" / "revision.txt"
    answer = run("compare", "--draft", draft, "--format", "json", "--session", sampler)
    document = read_json(answer.out, "compare")
    wanted = expected(fixtures)
    assert [(row["text"], row["outcome"]) for row in document["claims"]] == [
        (row["text"], row["revision_outcome"].replace(" ", "-")) for row in wanted
    ]
    for row, want in zip(document["claims"], wanted, strict=True):
        if "revision_page" in want:
            assert want["revision_page"] in row["pages"]
    assert answer.code == 0


def test_renumbered_labels(sampler: Path, fixtures: Path, run: Run) -> None:
    draft = fixtures / "drafts" / "revision.txt"
    options = ("--draft", draft, "--changes", "--format", "json", "--session", sampler)
    document = read_json(run("compare", *options).out, "compare")
    renumbered = {
        f"{row['kind']} {row['label']}": row["renumbered"]["label"]
        for row in document["claims"]
        if row["renumbered"]
    }
    assert renumbered == {
        "equation 4": "5",
        "equation 3a": "4a",
        "equation 10": "11",
        "figure 2": "3",
        "figure 5": "6",
    }


def test_the_same_file_twice_is_one_revision(
    sampler: Path, fixtures: Path, run: Run
) -> None:
    revised = fixtures / "papers" / "sampler-revised" / "paper.pdf"
    again = run("revise", revised, "--session", sampler)
    assert (again.code, again.out.split(",")[0]) == (0, "already stored: round 2")
    named = run("revise", revised, "--name", "third", "--session", sampler)
    assert named.out.startswith("already stored: third, a revision of ")
    run("revise", revised, "--name", "round 2", "--session", sampler)
    assert len(list((sampler / "revisions").iterdir())) == 1


def test_the_original_is_no_revision(sampler: Path, fixtures: Path, run: Run) -> None:
    original = fixtures / "papers" / "sampler" / "paper.pdf"
    for command in ("revise", "compare"):
        answer = run(command, original, "--session", sampler)
        assert (answer.code, answer.out) == (2, "")
        assert "not a revision of it" in answer.err


def test_compare_stores_a_revision_that_it_is_given(
    session: Session, fixtures: Path, run: Run
) -> None:
    finding = check_claim(
        claim_about("quotation", page=1, text=GLAZE), session.paper, session.index
    )
    assert finding.verdict is Verdict.PASS
    join_claims(session, [(finding, "")])
    none = run("compare", "--session", session.path)
    assert none.code == 2
    assert "no revision is stored" in none.err
    revised = fixtures / "papers" / "plain" / "paper.pdf"
    answer = run("compare", revised, "--session", session.path)
    assert answer.code == 0
    assert f'  not-found          p. 1 "{GLAZE}": found on no page' in answer.out
    assert [r.name for r in list_revisions(session)] == [revised.name]
    assert run("compare", "--session", session.path).out == answer.out


def test_the_transcript_of_a_pool(session: Session, run: Run) -> None:
    store(session, "second.pdf", LAST, MODEL)
    claims = [
        claim_about("quotation", page=1, text=GLAZE),
        claim_about("page", page=3),
    ]
    join_claims(
        session, [(check_claim(c, session.paper, session.index), "") for c in claims]
    )
    shown = run("compare", "--session", session.path)
    sha = pdf_sha256("second.pdf")[:12]
    assert shown.out == (
        f"compared with the revision second.pdf (pdf sha256 {sha})\n"
        f"original: bowls.pdf (pdf sha256 {pdf_sha256('bowls.pdf')[:12]})\n"
        f'  moved              p. 1 "{GLAZE}": from page 1 to page 2\n'
        "  page-gone          p. 3: the revision has 2 pages\n"
        "2 claim(s): 1 moved, 1 page-gone\n"
        "'not-found' does not say that the authors took the words out\n"
        "this comparison cannot tell whether the revision answers the report\n"
    )
    markdown = run("compare", "--format", "markdown", "--session", session.path).out
    assert f'- **moved** `p. 1 "{GLAZE}"`: from page 1 to page 2\n' in markdown
    assert "cannot tell whether the revision answers the report" in markdown


def test_an_empty_pool_is_said(session: Session, run: Run) -> None:
    store(session, "second.pdf", MODEL)
    answer = run("compare", "--session", session.path)
    assert answer.code == 0
    assert "no claim to compare: the claim pool is empty" in answer.out
    document = read_json(
        run("compare", "--format", "json", "--session", session.path).out, "compare"
    )
    assert document["claims"] == []
    assert set(document["summary"].values()) == {0}
