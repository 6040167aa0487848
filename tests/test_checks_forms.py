"""The checks of `--forms all`: each passes on what is printed, and on nothing less."""

from __future__ import annotations

from dataclasses import replace

import pytest
from strategies import make_page

from refereekit.checks.page_labels import by_printed_label
from refereekit.checks.panels import check_panel
from refereekit.checks.places import PlaceCitation, check_place
from refereekit.claims import (
    AlgorithmCitation,
    Claim,
    FigureCitation,
    LineCitation,
    PageCitation,
    PageLabelCitation,
    Place,
    Quotation,
    SectionCitation,
    TableCitation,
    TheoremCitation,
)
from refereekit.positions import BBox, Span
from refereekit.records import (
    Caption,
    CaptionKind,
    Original,
    Page,
    Paper,
    Role,
)
from refereekit.verdicts import Verdict

HERE = Place(Span(0, 4), 1, 1)
BOX = BBox(0, 0, 10, 10)


def paper_of(*pages: Page, captions: tuple[Caption, ...] = ()) -> Paper:
    return Paper(Original("paper.pdf", "0" * 64, len(pages)), pages, captions)


def with_headings(page: Page, *titles: str) -> Page:
    lines = tuple(
        replace(line, role=Role.HEADING) if line.span.cut(page.text) in titles else line
        for line in page.lines
    )
    return replace(page, lines=lines)


def caption(kind: CaptionKind, label: str, number: int) -> Caption:
    return Caption(kind, label, number, f"{kind.value} {label}. Rates.", BOX)


CAPTIONS = (
    caption(CaptionKind.TABLE, "2", 1),
    caption(CaptionKind.ALGORITHM, "1", 2),
    caption(CaptionKind.FIGURE, "3", 2),
    caption(CaptionKind.FIGURE, "4b", 2),
)

HEADINGS = (
    *("1 Introduction", "3.2. Rates", "IV. RESULTS", "A study of growth", "B Proofs"),
    *("Appendix C: Tables", "Section 7", "2"),
)

PAPER = paper_of(
    with_headings(
        make_page(
            1,
            "\n".join(HEADINGS) + "\n\n12| 5 Apples were weighed, as by\n"
            "13| Theorem 2. The next one is\n14| of more use.\n"
            "15| Lemma 4 (Foo). Let it grow.\n"
            "16| Theorem 6 shows that it does.\n\nPROPOSITION 1. It grows.",
            label="i",
        ),
        *HEADINGS,
    ),
    make_page(2, "17| Corollary 8. It stops.\n18| More of it.", label="281"),
    captions=CAPTIONS,
)


def table(label: str) -> TableCitation:
    return TableCitation(label, HERE, f"Table {label}")


def section(label: str, is_appendix: bool = False) -> SectionCitation:
    return SectionCitation(label, HERE, f"Section {label}", is_appendix)


def theorem(head: str, label: str) -> TheoremCitation:
    return TheoremCitation(head, label, HERE, f"{head} {label}")


def lines(first: int, last: int, page: int | None = None) -> LineCitation:
    return LineCitation(first, last, HERE, "lines", page)


@pytest.mark.parametrize(
    "claim",
    [
        table("2"),
        AlgorithmCitation("1", HERE, "Algorithm 1"),
        section("1"),
        section("3.2"),
        section("IV"),
        section("7"),
        section("C"),
        section("B", is_appendix=True),
        section("C", is_appendix=True),
        theorem("Lemma", "4"),
        theorem("Proposition", "1"),
        theorem("Corollary", "8"),
        lines(13, 13),
        lines(13, 15, page=1),
        lines(16, 17),
    ],
    ids=str,
)
def test_printed(claim: PlaceCitation) -> None:
    found = check_place(claim, PAPER)

    assert found.verdict is Verdict.PASS, found.evidence
    assert found.anchors
    assert "page" in found.evidence


@pytest.mark.parametrize(
    "claim",
    [
        table("1"),
        table("3"),
        AlgorithmCitation("2", HERE, "Algorithm 2"),
        section("3"),
        section("5"),
        section("32"),
        section("A", is_appendix=True),
        section("1", is_appendix=True),
        theorem("Theorem", "2"),
        theorem("Theorem", "6"),
        theorem("Lemma", "8"),
        theorem("Corollary", "1"),
        lines(12, 13, page=2),
        lines(11, 13),
        lines(15, 13),
        lines(13, 99),
        lines(13, 13, page=3),
        lines(13, 13, page=0),
        PageLabelCitation("ii", HERE, "p. ii"),
        PageLabelCitation("I", HERE, "p. I"),
    ],
    ids=str,
)
def test_not_printed(claim: PlaceCitation) -> None:
    found = check_place(claim, PAPER)

    assert found.verdict is Verdict.FAIL
    assert not found.anchors


def test_a_fail_is_no_evidence_of_a_lack() -> None:
    evidence = check_place(section("9"), PAPER).evidence

    assert evidence == (
        "section 9 is unresolved: no heading with this label was read; "
        "this is no evidence that the paper lacks it"
    )


def test_every_fifth_line_numbered() -> None:
    text = "\n".join(f"{n}| a\nb\nc\nd\ne" for n in (5, 10, 15))
    paper = paper_of(make_page(1, text))

    assert check_place(lines(12, 13), paper).verdict is Verdict.PASS
    assert check_place(lines(4, 4), paper).verdict is Verdict.FAIL
    assert check_place(lines(16, 16), paper).verdict is Verdict.FAIL


def test_a_number_missing_among_single_steps_is_no_line() -> None:
    paper = paper_of(make_page(1, "1| a\n2| b\n4| c\n5| d"))

    assert check_place(lines(3, 3), paper).verdict is Verdict.FAIL


def test_no_margin_numbers() -> None:
    found = check_place(lines(3, 3), paper_of(make_page(1, "a\nb\nc")))

    assert "no line numbers were read in the margin" in found.evidence


def test_a_printed_page_label_promises_the_page_only() -> None:
    found = check_place(PageLabelCitation("i", HERE, "p. i"), PAPER)

    assert found.verdict is Verdict.FLAG
    assert found.evidence == (
        "page 1 (printed i) exists; no quotation to verify: 0 words, need 4"
    )


QUOTE = Quotation("It stops. More of it.", HERE, (281,), "p. 281")


@pytest.mark.parametrize(
    ("claim", "resolved"),
    [
        (QUOTE, replace(QUOTE, page_numbers=(2,), page_label="281")),
        (replace(QUOTE, page_numbers=(1,)), replace(QUOTE, page_numbers=(1,))),
        (replace(QUOTE, page_numbers=(9,)), replace(QUOTE, page_numbers=(9,))),
        (replace(QUOTE, page_numbers=()), replace(QUOTE, page_numbers=())),
        (
            replace(QUOTE, page_numbers=(), page_label="i"),
            replace(QUOTE, page_numbers=(1,), page_label="i"),
        ),
        (
            PageCitation(281, HERE, "p. 281"),
            PageLabelCitation("281", HERE, "p. 281"),
        ),
        (PageCitation(2, HERE, "p. 2"), PageCitation(2, HERE, "p. 2")),
        (PageCitation(9, HERE, "p. 9"), PageCitation(9, HERE, "p. 9")),
        (table("2"), table("2")),
    ],
)
def test_a_number_is_a_label_only_where_no_page_has_it(
    claim: Claim, resolved: Claim
) -> None:
    assert by_printed_label(claim, PAPER) == resolved


@pytest.mark.parametrize(
    ("label", "evidence"),
    [
        ("3a", "carries the label 3 on page 2 (printed 281); panel a unchecked"),
        ("4b", "carries this label on page 2"),
        ("3", "carries this label on page 2"),
    ],
)
def test_panels(label: str, evidence: str) -> None:
    found = check_panel(FigureCitation(label, HERE, f"Fig. {label}"), PAPER)

    assert found.verdict is Verdict.PASS
    assert evidence in found.evidence
    assert found.claim == FigureCitation(label, HERE, f"Fig. {label}")


@pytest.mark.parametrize("label", ["5a", "4a", "4", "x"])
def test_panels_of_no_figure(label: str) -> None:
    found = check_panel(FigureCitation(label, HERE, f"Fig. {label}"), PAPER)

    assert found.verdict is Verdict.FAIL


@pytest.mark.parametrize(
    ("before", "verdict"),
    [("It follows from", Verdict.FAIL), ("It follows.", Verdict.PASS)],
)
def test_a_head_at_the_top_of_a_page_follows_a_full_stop(
    before: str, verdict: Verdict
) -> None:
    paper = paper_of(make_page(1, before), make_page(2, "Theorem 9. It is so."))

    assert check_place(theorem("Theorem", "9"), paper).verdict is verdict


def test_a_head_outside_the_flow_of_the_text() -> None:
    page = make_page(1, "Theorem 9. It is so.\nLemma 1. So is it.", flow_start=None)
    lines = (page.lines[0], replace(page.lines[1], role=Role.HEADING))
    paper = paper_of(replace(page, lines=lines))

    assert check_place(theorem("Theorem", "9"), paper).verdict is Verdict.PASS
    assert check_place(theorem("Lemma", "1"), paper).verdict is Verdict.PASS
