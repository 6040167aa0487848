"""What a finding about a quotation says, and where it points."""

from __future__ import annotations

from dataclasses import replace

import pytest
from strategies import make_page, make_paper, quotation

from refereekit.checks.quotation import check_quotation
from refereekit.matching.index import PaperIndex
from refereekit.positions import BBox, Span
from refereekit.records import BREAK, Page, Paper
from refereekit.verdicts import Finding, Reason, Verdict

WALK = "Every walker starts at the root of the tree."


def check(text: str, paper: Paper, *numbers: int) -> Finding:
    index = PaperIndex.build(paper.pages)
    return check_quotation(quotation(text, *numbers), paper, index)


def paper_of(*pages: Page) -> Paper:
    return replace(make_paper(""), pages=list(pages))


def test_no_page_named() -> None:
    found = check("starts at the root", make_paper("Nothing.", WALK, WALK))

    assert found.verdict is Verdict.UNANCHORED
    assert found.evidence == "quoted, no page named; not checked"
    assert found.elsewhere == (2, 3)


def test_any_page_of_a_range() -> None:
    found = check("starts at the root", make_paper("Nothing.", WALK), 1, 2)

    assert found.evidence == "found on page 2"


def test_a_range_without_the_words() -> None:
    paper = make_paper("Nothing.", "No more.", WALK)

    found = check("starts at the root", paper, 1, 2)

    assert found.evidence == "not found on pages 1-2; the words are on page 3"


def test_words_on_several_other_pages() -> None:
    paper = make_paper("Nothing.", WALK, WALK, WALK)

    found = check("starts at the root", paper, 1)

    assert found.evidence == "not found on page 1; the words are on pages 2, 3 and 4"


def test_a_range_of_which_a_part_exists() -> None:
    assert check("starts at the root", make_paper(WALK), 1, 2).reason is Reason.FOUND


@pytest.mark.parametrize(
    ("numbers", "evidence"),
    [((7,), "page 7 does not exist"), ((7, 8), "pages 7-8 do not exist")],
)
def test_no_such_page(numbers: tuple[int, ...], evidence: str) -> None:
    found = check("starts at the root", make_paper(WALK), *numbers)

    assert (found.reason, found.evidence) == (Reason.NO_SUCH_PAGE, evidence)


def test_a_printed_label_stands_beside_the_number() -> None:
    paper = paper_of(make_page(1, WALK, label="iv"))

    assert check("starts at the root", paper, 1).evidence == (
        "found on page 1 (printed iv)"
    )


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("root", "page 1 exists; no quotation to verify: 1 word, need 4"),
        ("at the root", "page 1 exists; no quotation to verify: 3 words, need 4"),
        ("at — the …", "page 1 exists; no quotation to verify: 2 words, need 4"),
        ("...", "page 1 exists; no quotation to verify: 0 words, need 4"),
    ],
)
def test_too_few_words(text: str, evidence: str) -> None:
    found = check(text, make_paper(WALK), 1)

    assert (found.reason, found.evidence) == (Reason.NO_QUOTATION, evidence)


def test_too_few_words_for_a_range() -> None:
    found = check("at the root", make_paper(WALK, WALK), 1, 2)

    assert found.evidence.startswith("pages 1-2 exist; no quotation to verify")


def test_a_page_without_text() -> None:
    paper = paper_of(make_page(1, "", is_readable=False))

    found = check("starts at the root", paper, 1)

    assert found.evidence == "not found on page 1; page 1 has no readable text"


def test_the_closest_words() -> None:
    found = check("every walker stops at the root", make_paper(WALK), 1)

    assert found.reason is Reason.ABSENT
    assert found.evidence == (
        'not found on page 1; the closest words there are "Every walker starts at the '
        'root"'
    )
    assert found.anchors[0].exact == "Every walker starts at the root"


def test_no_words_are_close_enough() -> None:
    found = check("some runner stops at the leaf", make_paper(WALK), 1)

    assert (found.evidence, found.anchors) == ("not found on page 1", ())


@pytest.mark.parametrize(
    ("page", "text", "said"),
    [
        ("a drift of 3 % was seen", "a drift of 3 was seen", 'the page has "%", the'),
        ("a drift was seen by all", "a drift % was seen by all", 'has "%", the page'),
    ],
)
def test_a_symbol_on_one_side_alone(page: str, text: str, said: str) -> None:
    assert said in check(text, make_paper(page), 1).evidence


def test_an_anchor_has_a_box_for_each_line() -> None:
    paper = make_paper("Every walker starts\nat the root of the tree.")

    (anchor,) = check("walker starts at the root", paper, 1).anchors

    assert anchor.span == Span(6, 31)
    assert anchor.prefix == "Every "
    assert anchor.bboxes == (BBox(36, 0, 114, 10), BBox(0, 10, 66, 20))


def test_an_anchor_on_sideways_text() -> None:
    page = make_page(1, WALK)
    (line,) = page.lines
    turned = replace(line, direction=90, bbox=BBox(0, 0, 10, 300))
    paper = paper_of(replace(page, lines=(turned,)))

    (anchor,) = check("starts at the root", paper, 1).anchors

    assert anchor.bboxes == (BBox(0, 78, 10, 186),)


def test_an_anchor_without_extents_has_the_line() -> None:
    page = make_page(1, WALK)
    (line,) = page.lines
    paper = paper_of(replace(page, lines=(replace(line, extents=()),)))

    (anchor,) = check("starts at the root", paper, 1).anchors

    assert anchor.bboxes == (line.bbox,)


def test_the_context_grows_until_it_is_unique() -> None:
    text = "\n".join(["the same line of the page over and over again"] * 9 + [WALK] * 2)

    (anchor,) = check("line of the page over", make_paper(text), 1).anchors

    whole = anchor.prefix + anchor.exact + anchor.suffix
    assert (text + "\n").count(whole) == 1


def test_pieces_have_an_anchor_each() -> None:
    found = check("Every walker ... the root of", make_paper(WALK), 1)

    assert [anchor.exact for anchor in found.anchors] == ["Every walker", "the root of"]
    assert found.evidence == 'found on page 1, leaving out "starts at"'


def test_words_over_a_page_break_have_an_anchor_on_each_page() -> None:
    paper = make_paper("Every walker starts at", "the root of the tree.")

    found = check("starts at the root", paper, 2)

    assert [(a.page_number, a.exact) for a in found.anchors] == [
        (1, "starts at"),
        (2, "the root"),
    ]


def test_words_before_a_page_break_are_not_on_the_page_after_it() -> None:
    paper = make_paper("Every walker starts at the root of", "the tree and stays.")

    assert check("walker starts at the root", paper, 2).reason is Reason.WRONG_PAGE


def test_pages_are_joined_only_where_the_layout_says_so() -> None:
    paper = paper_of(
        make_page(1, "Every walker starts at", flow_end=None),
        make_page(2, "the root of the tree."),
    )

    assert check("starts at the root", paper, 1).reason is Reason.ABSENT


def test_another_order_of_the_lines() -> None:
    page = make_page(
        1,
        "Every walker starts\n\nFigure 1. A tree\n\nat the root",
        readings=((0, 2, BREAK, 1),),
    )

    found = check("walker starts at the root", paper_of(page), 1)

    assert found.folded == ("line-break", "reading-order")
    assert [anchor.exact for anchor in found.anchors] == [
        "walker starts",
        "at the root",
    ]


def test_nothing_is_read_across_a_break_of_another_order() -> None:
    page = make_page(
        1,
        "Every walker starts\n\nFigure 1. A tree\n\nat the root",
        readings=((0, BREAK, 2, 1),),
    )

    found = check("walker starts at the root", paper_of(page), 1)

    assert found.verdict is Verdict.FAIL


def test_a_mark_passed_over_is_inside_the_anchor() -> None:
    paper = make_paper("Every walker^{3} starts at the root.")

    (anchor,) = check("walker starts at the root", paper, 1).anchors

    assert anchor.exact == "walker3 starts at the root"


MANY = "\n".join(f"{n}| row {n:x} ends with a word" for n in range(11, 25)).replace(
    "row b ends with a word", "the seals broke at"
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("the seals broke at 12 row c ends", Reason.FORM_DIFFERS),
        ("the seals broke at\n12 row c ends", Reason.FOUND),
        ("the seals broke at 11 row c ends", Reason.FORM_DIFFERS),
        ("the seals broke at11 row c ends", Reason.FOUND),
        ("the seals broke at12 row c ends", Reason.FOUND),
        ("the seals broke at 13 row c ends", Reason.FORM_DIFFERS),
    ],
)
def test_one_number_of_a_left_margin(text: str, reason: Reason) -> None:
    assert check(text, make_paper(MANY), 1).reason is reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("the seals broke at 11 row c ends", Reason.FORM_DIFFERS),
        ("the seals broke at 11\nrow c ends", Reason.FOUND),
        ("the seals broke at 12 row c ends", Reason.FORM_DIFFERS),
    ],
)
def test_one_number_of_a_right_margin(text: str, reason: Reason) -> None:
    page = make_page(1, MANY)
    lines = tuple(replace(line, margin_is_right=True) for line in page.lines)

    found = check(text, paper_of(replace(page, lines=lines)), 1)

    assert found.reason is reason
