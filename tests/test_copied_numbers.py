"""A margin number that was copied along is passed over where it reads as no text."""

from __future__ import annotations

import pytest
from strategies import make_paper, quotation

from refereekit.checks.quotation import check_quotation
from refereekit.matching.index import PaperIndex
from refereekit.verdicts import Reason


def reason(before: str, after: str, text: str) -> Reason:
    """Return the reason for a quotation over two of nine lines with numbers."""
    lines = [f"{n}| row {n:x} ends with a word" for n in range(21, 30)]
    lines[3:5] = [f"24| {before}", f"25| {after}"]
    return found("\n".join(lines), text)


def found(page: str, text: str) -> Reason:
    """Return the reason for a quotation from a paper with this page."""
    paper = make_paper(page)
    index = PaperIndex.build(paper.pages)
    return check_quotation(quotation(text, 1), paper, index).reason


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("the rate at each weir is no", "longer the same in every year"),
        ("counts of the lower weirs may", "arise from those of the upper"),
        ("which is a part of what Fig. 3", "as a whole is meant to show"),
        ("as the sum of both in Eq. (7)", "where all of the rates are"),
        ("the flow along the whole line.", "The second part of the survey"),
        ("this does not exclude that linear", "2D physics may also play a part"),
        ("this does not exclude that linear", "2D physics[13] may play a part"),
        ("along the weirs. Section 4", "describes all the rates of them"),
        ("the survey then made a long", "walk towards a count of all weirs"),
        ("the rates split into peaks", "at the weirs of the lower river"),
        ("summing the rates and inserting", "Eq. (9) along the whole river"),
        ("the mean rate of the spring is", "zero (for the upper weirs only)"),
        ("the mean rate of the spring goes to", "zero for all the weirs"),
        ("many more weirs are necessary to", "further narrow the rates down"),
        ("it has to be seen in order to", "make sense of the lower weirs"),
        ("as told by the survey[39]", "in the table of all the weirs"),
        ("the rate obeys a linear equation,", "allowing us to tell the weirs"),
    ],
)
def test_numbers_that_read_as_no_text(before: str, after: str) -> None:
    text = f"{before} 25 {after}"
    assert reason(before, after, text) is Reason.FOUND


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("the report was sent on May", "with a list of all the weirs"),
        ("the rate is told in line no.", "longer than it has to be read"),
        ("the rate at each weir in no", "sites of the upper part was seen"),
        ("the survey was a", "month study of the upper weirs"),
        ("the water had a mean of about", "kelvin more than in the spring"),
        ("the flow is that of line", "in the table of all the weirs"),
        ("they were seen in Figs. 3,", "as a whole and in all of them"),
        ("the gauges stood in all the linear", "2D sections of the lower river"),
        ("the gauges stood in all the linear", "2D sections[13] of the river"),
        ("the sum of all is number 3", "for each of the weirs that were"),
        ("the river as a whole has about", "zero crossings of the mean rate"),
        ("it was told as well as able to", "decimal places of the mean rate"),
        ("all of the pumps failed at", "sites near the weirs of the river"),
        ("we measured in each of the", "units of the lower river basin"),
        ("as the survey says in table", "Eq. (9) holds along the river"),
        ("the rates of the weirs in Ref.", "Fig. 3 are those of the river"),
        ("the weirs were seen in May,", "allowing us to tell the rates"),
    ],
)
def test_numbers_that_may_be_text(before: str, after: str) -> None:
    text = f"{before} 25 {after}"
    assert reason(before, after, text) is Reason.FORM_DIFFERS
    assert reason(before, after, f"{before}\n25 {after}") is Reason.FOUND


ALONE = "\n".join(
    f"{n}| row {n:x} ends with a word" for n in (21, 22, 23, 24, 26, 27, 28)
)


def test_a_number_beside_no_text_is_copied_too() -> None:
    assert found(ALONE, "row 18 ends with a word\n25\n26 row 1a ends") is Reason.FOUND
    assert found(ALONE, "row 18 ends with a word24\n25\nrow 1a ends") is Reason.FOUND
    assert found(ALONE, "row 18 ends with a word\n27\n26 row 1a") is not Reason.FOUND


def test_no_number_is_made_up_where_not_every_line_has_one() -> None:
    page = ALONE.replace("23| ", "").replace("27| ", "").replace("22| ", "")
    text = "row 18 ends with a word\n25\n26 row 1a ends"
    assert found(page, text) is not Reason.FOUND


def test_a_line_in_pieces_has_its_number_once() -> None:
    page = ALONE.replace("24| row 18 ends", "24| row 18\ni = 1\n24| ends")
    text = "row 17 ends with a word23\nrow 18\ni = 1\nends with a word24\n25"
    assert found(page, text) is Reason.FOUND
