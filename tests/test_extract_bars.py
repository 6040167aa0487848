"""Drawn bars change what the letters beside them say."""

from __future__ import annotations

import pytest
from pages import read
from raw_pdf import stream, with_pages

from refereekit.extract.reader import extract_paper

UNREAD = "\ufffd"


def shown(content: str) -> str:
    return read(content).pages[0].text.strip()


def words(text: str) -> str:
    return f"BT /F1 10 Tf 40 200 Td ({text}) Tj ET "


def small(text: str, x: float, y: float) -> str:
    return f"BT /F1 7 Tf {x} {y} Td ({text}) Tj ET "


def bar(x0: float, x1: float, y: float) -> str:
    return f"0.4 w {x0} {y} m {x1} {y} l S "


# In Helvetica of 10 points, an x after these words goes from 81.14 to 86.14.
STEP = "a step of "
X0, X1 = 81.14, 86.14


def test_a_fraction_is_no_number() -> None:
    fraction = small("1", 81.6, 204) + small("2", 81.6, 196) + bar(81.1, 86, 202.2)
    after = "BT /F1 10 Tf 88.8 200 Td (is used) Tj ET"
    assert shown(words(STEP) + fraction + after) == "a step of 1 2 is used"


def test_a_number_beside_a_fraction_is_another_word() -> None:
    fraction = small("1", 87.2, 204) + small("2", 87.2, 196) + bar(86.8, 91.6, 202.2)
    after = "BT /F1 10 Tf 94.4 200 Td (is used) Tj ET"
    assert shown(words(STEP + "3") + fraction + after) == "a step of 3 1 2 is used"


def test_scripts_without_a_bar_are_one_word() -> None:
    scripts = small("1", 86.2, 204) + small("2", 86.2, 196)
    assert shown(words(STEP + "x") + scripts) == "a step of x12"


@pytest.mark.parametrize(
    ("strokes", "text"),
    [
        (bar(X0, X1, 206.5), "a step of x\u0304 is"),
        (bar(X0, X1, 198.5), "a step of x is"),
        (bar(40, 300, 206.5), "a step of x is"),
        (bar(X0, X1, 216), "a step of x is"),
        (bar(X0, X1, 202.6), f"a step of {UNREAD} is"),
        (bar(46, 67, 202.6), f"a {UNREAD * 4} of x is"),
    ],
    ids=["over", "under", "wide", "far", "through", "through-a-word"],
)
def test_a_bar_beside_a_letter(strokes: str, text: str) -> None:
    assert shown(words(STEP + "x is") + strokes) == text


def test_a_bar_over_several_letters() -> None:
    text = shown(words(STEP + "xx is") + bar(X0, X1 + 5, 206.5))
    assert text == "a step of x\u0305x\u0305 is"


def test_the_bar_of_a_root_is_no_bar_of_its_letter() -> None:
    root = b"BT /F2 10 Tf 75.65 200 Td (\\326) Tj ET"
    symbol = b"<</Type/Font/Subtype/Type1/BaseFont/Symbol>>"
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 420 300]"
    form += b"/Resources<</Font<</F2 1001 0 R>>>>"
    content = words("a step") + "BT /F1 10 Tf 81.14 200 Td (x) Tj ET "
    content += bar(X0, X1, 206.5) + "/X1 Do"
    data = with_pages(
        [content.encode()],
        {1000: stream(root, form), 1001: symbol},
        b"/XObject<</X1 1000 0 R>>",
    )
    text = extract_paper(data, "paper.pdf").pages[0].text
    assert "\u221a" in text
    assert "\u0304" not in text
