"""Pages, figures and equations that a draft names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from refereekit.checks.equation import check_equation
from refereekit.checks.figure import check_figure
from refereekit.checks.page import check_page
from refereekit.claims import EquationCitation, FigureCitation, PageCitation, Place
from refereekit.labels import is_equation_label, label_key
from refereekit.positions import BBox, Span
from refereekit.records import (
    Caption,
    CaptionKind,
    DisplayedEquation,
    LabelCandidate,
    Original,
    Page,
    Paper,
    Rejection,
)
from refereekit.verdicts import Reason, Verdict

BOX = BBox(10, 20, 30, 40)
PLACE = Place(Span(0, 1), 1, 1)


def page(number: int, label: str | None = None) -> Page:
    return Page(number, label or str(number), 612, 792, 0, "Some words.\n")


PAPER = Paper(
    Original("paper.pdf", "0" * 64, 3),
    (page(1), page(2), page(3, "iii")),
    captions=(
        Caption(CaptionKind.FIGURE, "2a", 2, "Figure 2a. Two runs.", BOX),
        Caption(CaptionKind.FIGURE, "5", 3, "Figure 5: Last.", BOX),
        Caption(CaptionKind.TABLE, "7", 1, "Table 7. Rates.", BOX),
    ),
    equations=(
        DisplayedEquation("1", 1, BOX, BOX),
        DisplayedEquation("A.3", 3, BOX, BOX),
        DisplayedEquation("7′", 2, BOX, BOX),
    ),
    candidates=(
        LabelCandidate("4", 1, BOX, (Rejection.NO_MATH, Rejection.PAGE_MARGIN)),
        LabelCandidate("4", 3, BOX, (Rejection.TABULAR,)),
        LabelCandidate("4", 2, BOX, (Rejection.NO_MATH,)),
        LabelCandidate("9", 3, BOX, (Rejection.NO_COLUMN,)),
    ),
)


def equation(label: str, paper: Paper = PAPER) -> tuple[Reason, str]:
    finding = check_equation(EquationCitation(label, PLACE, f"Eq. ({label})"), paper)
    return finding.reason, finding.evidence


def figure(label: str) -> tuple[Reason, str]:
    finding = check_figure(FigureCitation(label, PLACE, f"Fig. ({label})"), PAPER)
    return finding.reason, finding.evidence


@pytest.mark.parametrize("label", ["1", "A.3", "7'", "7’"])
def test_an_equation_label_beside_a_display_passes(label: str) -> None:
    assert equation(label)[0] is Reason.FOUND


@pytest.mark.parametrize("label", ["11", "a.3", "A3", "7", "3"])
def test_another_label_does_not_pass(label: str) -> None:
    assert equation(label)[0] is Reason.EQUATION_UNRESOLVED


def test_a_passing_equation_points_at_label_and_display() -> None:
    finding = check_equation(EquationCitation("A.3", PLACE, "Eq. (A.3)"), PAPER)
    assert [a.page_number for a in finding.anchors] == [3]
    assert "page 3 (printed iii)" in finding.evidence


def test_a_refused_label_names_its_pages_and_codes() -> None:
    assert equation("4") == (
        Reason.EQUATION_UNRESOLVED,
        "equation (4) is unresolved: the label was seen on pages 1, 2 and 3 (printed "
        "iii) but extraction did not accept it as a displayed equation's label "
        "(no-math, page-margin, tabular); this is no evidence that the paper lacks it",
    )


def test_a_label_refused_once_names_one_page() -> None:
    assert "seen on page 3 (printed iii) but" in equation("9")[1]


def test_an_unseen_label_names_the_supported_ones() -> None:
    assert equation("18") == (
        Reason.EQUATION_UNRESOLVED,
        "equation (18) is unresolved: extraction found no candidate with this label; "
        "the document's supported equation labels are 1, A.3, 7′; this is no evidence "
        "that the paper lacks it",
    )


def test_an_unseen_label_where_no_label_is_supported() -> None:
    assert equation("18", replace(PAPER, equations=(), candidates=())) == (
        Reason.EQUATION_UNRESOLVED,
        "equation (18) is unresolved: extraction found no candidate with this label, "
        "and no equation label in this document is supported; this is no evidence "
        "that the paper lacks it",
    )


def test_many_supported_labels_are_abridged() -> None:
    many = tuple(DisplayedEquation(str(n), 1, BOX, BOX) for n in range(1, 40))
    evidence = equation("99", replace(PAPER, equations=many))[1]
    assert "1, 2, 3, 4, 5 … 37, 38, 39 (39 in all)" in evidence


def test_a_session_without_equation_records_says_so() -> None:
    reason, evidence = equation("1", replace(PAPER, equations=None))
    assert reason is Reason.EQUATION_EVIDENCE_UNAVAILABLE
    assert "start a new session" in evidence


@pytest.mark.parametrize("label", ["1-3", "1–3", "see text", "1, 2", "1 and 2", ""])
def test_a_form_that_is_no_single_label_is_unsupported(label: str) -> None:
    reason, _ = equation(label)
    assert reason is Reason.UNSUPPORTED_EQUATION_LABEL
    assert reason.verdict is Verdict.FAIL


@pytest.mark.parametrize(
    "label",
    ["7", "2.1", "A.3", "26a", "S4", "7'", "*", "A1", "SM1", "3·1a", "iv", "B", "A-2"],
)
def test_known_label_forms(label: str) -> None:
    assert is_equation_label(label)


def test_signs_of_one_label_are_one_key() -> None:
    assert label_key("7′") == label_key("7'") == label_key("7’")
    assert label_key("3·1") == label_key("3.1")
    assert label_key("3a") != label_key("3A")


def test_a_figure_caption_with_exactly_this_label_passes() -> None:
    assert figure("2a")[0] is Reason.FOUND
    assert figure("5") == (
        Reason.FOUND,
        "a figure caption carries this label on page 3 (printed iii)",
    )


@pytest.mark.parametrize("label", ["2", "2A", "2b", "55", "7"])
def test_another_figure_fails(label: str) -> None:
    reason, evidence = figure(label)
    assert reason is Reason.ABSENT
    assert "no evidence that the paper lacks it" in evidence


def test_a_page_is_flagged_and_a_missing_one_fails() -> None:
    there = check_page(PageCitation(3, PLACE, "p. 3"), PAPER)
    assert (there.reason, there.evidence) == (
        Reason.NO_QUOTATION,
        "page 3 (printed iii) exists; no quotation to verify: 0 words, need 4",
    )
    beside = check_page(PageCitation(1, PLACE, "p. 1", words=1), PAPER)
    assert beside.evidence.endswith("1 word, need 4")
    for number in (0, -1, 4, 2**32 + 1):
        gone = check_page(PageCitation(number, PLACE, f"p. {number}"), PAPER)
        assert gone.reason is Reason.NO_SUCH_PAGE
        assert gone.evidence == f"page {number} does not exist"
