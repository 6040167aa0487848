"""What differs around a claim between two papers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from editions import BOX, edition, page, paper

from refereekit.audit import check_claim
from refereekit.changes import Change, Renumbered, find_change, find_renumbering
from refereekit.pool import claim_about
from refereekit.positions import BBox, Span
from refereekit.records import Caption, CaptionKind, DisplayedEquation, Paper
from refereekit.revision import compare_claims


def change(text: str, before: Paper, after: Paper) -> Change | None:
    """What differs around words of the first page."""
    original, revised = edition(before), edition(after)
    claim = claim_about("quotation", page=1, text=text)
    finding = check_claim(claim, original.paper, original.index)
    (found,) = compare_claims([finding], original, revised)
    return find_change(found, original, revised)


WORDS = "the glaze is mixed from ash"


@pytest.mark.parametrize(
    ("before", "after", "gone", "come"),
    [
        (
            "A start. In winter the glaze is mixed from ash alone. An end.",
            "Not it. In summer the glaze is mixed from ash. The end.",
            ("winter", "alone."),
            ("summer",),
        ),
        (
            "A start. The glaze is mixed from ash.",
            "Other. The glaze is mixed from ash and then, as in Fig. 3, sieved twice.",
            (),
            ("and then, as in Fig. 3, sieved twice.",),
        ),
        (
            "In Fig. 3 A. Potter and B. Kiln et al. say the glaze is mixed from ash.",
            "In Fig. 4 A. Potter and B. Kiln et al. say the glaze is mixed from ash.",
            ("3",),
            ("4",),
        ),
    ],
)
def test_words_of_the_sentence_that_one_paper_has(
    before: str, after: str, gone: tuple[str, ...], come: tuple[str, ...]
) -> None:
    assert change(WORDS, paper(before), paper(after)) == Change(gone, come)


def test_line_ends_and_hyphenation_are_no_change() -> None:
    before = "Here the glaze is mixed from ash by a well-known and rep-\neated rule."
    after = "Here the glaze is\nmixed from ash by a well-\nknown and repeated rule."
    assert change(WORDS, paper(before), paper(after)) is None


def test_another_stream_is_no_part_of_the_sentence() -> None:
    before = "A head\n\nHere the glaze is mixed from ash and\n\nA note"
    after = "Another head\n\nHere the glaze is mixed from ash and\n\nAnother note"
    assert change(WORDS, paper(before), paper(after)) is None


def test_raised_digits_are_shown_as_raised() -> None:
    def raised(text: str) -> Paper:
        whole = paper(text)
        at = text.index("10") + 2
        powers = (Span(at, at + 1),)
        return replace(whole, pages=(replace(whole.pages[0], raised=powers),))

    before = raised("For 105 bowls the glaze is mixed from ash.")
    after = raised("For 106 bowls the glaze is mixed from ash.")
    assert change(WORDS, before, after) == Change(("10^5",), ("10^6",))


def test_where_the_words_are_not_the_closest_ones_are_compared() -> None:
    before = "Here the glaze is mixed from ash."
    after = "Here the glaze was mixed from ash."
    assert change(WORDS, paper(before), paper(after)) == Change(("is",), ("was",))


def test_where_nothing_is_close_nothing_is_said() -> None:
    assert (
        change(WORDS, paper("Here the glaze is mixed from ash."), paper("No.")) is None
    )


def test_a_sentence_over_a_page_end_is_read_on_both_pages() -> None:
    def broken(first: str, second: str) -> Paper:
        one, two = page(1, first), page(2, second)
        pages = (replace(one, flow_end=0), replace(two, flow_start=0))
        return replace(paper(first, second), pages=pages)

    before = broken("In winter the glaze is", "mixed from ash and chalk. An end.")
    after = paper("In winter the glaze is mixed from ash and bone. An end.")
    assert change(WORDS, before, after) == Change(("chalk.",), ("bone.",))


# Labels.


def display(label: str, text: str, number: int = 1) -> Paper:
    """A page with two displays, the second of them `text` with a label."""
    whole = f"x + y = z (1)\n{text} ({label})"
    boxes = BBox(70, 0, 500, 12), BBox(70, 20, 500, 32)
    equations = (
        DisplayedEquation("1", number, BOX, boxes[0]),
        DisplayedEquation(label, number, BOX, boxes[1]),
    )
    return paper(*[""] * (number - 1), whole, equations=equations)


def renumbered(kind: str, label: str, before: Paper, after: Paper) -> Renumbered | None:
    original, revised = edition(before), edition(after)
    claim = claim_about(kind, label=label)
    finding = check_claim(claim, original.paper, original.index)
    (found,) = compare_claims([finding], original, revised)
    return find_renumbering(found, original, revised)


def test_an_equation_is_known_by_its_display() -> None:
    before, after = display("7", "E = m c²"), display("8", "E = m\u2009c²", 2)
    assert renumbered("equation", "7", before, after) == Renumbered("8", 2)
    assert renumbered("equation", "1", before, after) is None


@pytest.mark.parametrize(
    "after",
    [
        display("7", "E = m c²"),
        display("8", "E = m c³"),
        display("8", "x + y = z"),
        paper("No display."),
        replace(display("8", "E = m c²"), equations=None),
    ],
)
def test_the_same_label_or_another_display_is_no_renumbering(after: Paper) -> None:
    assert renumbered("equation", "7", display("7", "E = m c²"), after) is None


def test_two_displays_alike_say_nothing() -> None:
    after = display("8", "x + y = z")
    assert renumbered("equation", "1", display("7", "a"), after) is None


def captions(*pairs: tuple[str, str]) -> Paper:
    made = [
        Caption(CaptionKind.FIGURE, label, 1, f"Figure {label}: {text}", BOX)
        for label, text in pairs
    ]
    table = Caption(CaptionKind.TABLE, "9", 1, "Table 9: The kiln from above.", BOX)
    return paper("Page.", captions=(*made, table))


def test_a_figure_is_known_by_its_caption() -> None:
    before = captions(
        ("2", "The kiln from above in March, with the flue."), ("3", "Ash.")
    )
    after = captions(
        ("2", "Ash."), ("4a", "The kiln from above in March, with the new\nflue.")
    )
    assert renumbered("figure", "2", before, after) == Renumbered("4a", 1)
    assert renumbered("figure", "3", before, after) == Renumbered("2", 1)


def test_another_caption_or_a_doubtful_one_says_nothing() -> None:
    before = captions(("2", "The kiln from above."))
    assert renumbered("figure", "2", before, captions(("3", "A bowl of ash."))) is None
    assert renumbered("figure", "2", before, captions()) is None
    twice = captions(("2", "The kiln."), ("2", "The kiln from above."))
    assert renumbered("figure", "2", twice, captions(("3", "The kiln."))) is None
    same = captions(("2", "The kiln from above."), ("3", "Ash."))
    assert renumbered("figure", "2", before, same) is None


def test_a_page_is_not_renumbered() -> None:
    only = edition(paper("A page."))
    finding = check_claim(claim_about("page", page=1), only.paper, only.index)
    (found,) = compare_claims([finding], only, only)
    assert find_renumbering(found, only, only) is None
    assert find_change(found, only, only) is None
