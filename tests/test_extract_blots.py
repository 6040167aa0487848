"""What is drawn between two words, or where a line ends, parts them."""

from __future__ import annotations

import pytest
from pages import Line, read

LEFT, RIGHT = Line(40, 150, "The pump does"), Line(127, 150, "leak at all joints")
DRAWN = "0 G .8 w 112 150 m 112 157 l S 112 157 m 118 150 l S 118 150 m 118 157 l S"
IMAGE = "BI /W 2 /H 1 /CS /G /BPC 8 ID \x00\xff EI"


def text_of(*parts: Line | str) -> str:
    """Return the words of a page, with single spaces."""
    streams = [part if isinstance(part, str) else part.stream() for part in parts]
    return " ".join(read("\n".join(streams)).pages[0].text.split())


@pytest.mark.parametrize(
    "drawn",
    [
        "0 g 114 152.5 5.5 .6 re f",
        "0 G .6 w 114 152.8 m 120 152.8 l S",
        f"q 5.5 0 0 .6 114 152.5 cm {IMAGE} Q",
        "0 G .8 w 116 150 3 7 re S",
        "0 g 116 150 1 7 re f",
    ],
    ids=["filled-minus", "stroked-minus", "minus-image", "digit", "one"],
)
def test_small_drawn_signs_part_two_words(drawn: str) -> None:
    right = Line(123, 150, "12 kelvin at once")
    assert "does 12" not in text_of(LEFT, drawn, right)


def test_the_bar_of_a_fraction_is_no_minus_sign() -> None:
    above, below = Line(114, 155, "1", size=7), Line(114, 146, "2", size=7)
    text = text_of(LEFT, "0 g 113 152.3 6 .4 re f", above, below, RIGHT)
    assert "\ufffc" not in text


@pytest.mark.parametrize(
    "drawn",
    ["0 G .5 w 40 148 m 190 148 l S", "0 G .4 w 117 140 m 117 165 l S"],
    ids=["underline", "column-rule"],
)
def test_rules_part_no_words(drawn: str) -> None:
    assert "\ufffc" not in text_of(LEFT, drawn, RIGHT)


SQUARES = {
    "solid": "0 g {x} 150 6 6 re f",
    "hollow": "0 G .4 w {x} 150 m {y} 150 l S {x} 150 m {x} 156 l S {x} 156 m {y} 156 l"
    " S {y} 150 m {y} 156 l S",
}


@pytest.mark.parametrize("square", SQUARES.values(), ids=SQUARES)
def test_the_square_that_ends_a_proof_is_no_word(square: str) -> None:
    drawn = square.format(x=122, y=128)
    ends, goes_on = Line(40, 150, "The pump stands."), "It may leak at all joints."
    assert "stands. It may" in text_of(ends, drawn, Line(132, 150, goes_on))
    assert "stands. It may" in text_of(ends, drawn, Line(40, 138, goes_on))


@pytest.mark.parametrize("words", ["The pump stands", "The rate is only 5."])
def test_a_square_behind_no_sentence_may_be_a_word(words: str) -> None:
    drawn = SQUARES["solid"].format(x=126)
    text = text_of(Line(40, 150, words), drawn, Line(138, 150, "at all of the joints"))
    assert f"{words} \ufffc at" in text


ABOVE, BELOW = Line(40, 164, "The pump in the cellar does"), "leak at all of the joints"
AT_END = "0 G .8 w 166 164 m 166 171 l S 168 164 5 5 re S 175 171 m 175 164 l S"


@pytest.mark.parametrize(
    "parts",
    [
        (ABOVE, AT_END, Line(40, 152, BELOW)),
        (ABOVE, f"q 18 0 0 8 166 164 cm {IMAGE} Q", Line(40, 152, BELOW)),
        (ABOVE, f"q 18 0 0 8 40 152 cm {IMAGE} Q", Line(62, 152, BELOW)),
        (ABOVE, f"q 60 0 0 8 40 152 cm {IMAGE} Q", Line(40, 140, BELOW)),
    ],
    ids=["strokes-at-end", "image-at-end", "image-at-start", "image-for-a-line"],
)
def test_paint_where_a_line_ends_parts_it_from_the_next(
    parts: tuple[Line | str, ...],
) -> None:
    text = text_of(*parts)
    assert "cellar does" in text
    assert BELOW in text
    assert "does leak" not in text


@pytest.mark.parametrize(
    "parts",
    [
        (ABOVE, Line(40, 152, BELOW)),
        (ABOVE, f"q 60 0 0 60 40 90 cm {IMAGE} Q", Line(40, 74, BELOW)),
        (ABOVE, f"q 20 0 0 60 240 110 cm {IMAGE} Q", Line(40, 152, BELOW)),
        (ABOVE, "0 G .5 w 40 158 m 160 158 l S", Line(40, 146, BELOW)),
    ],
    ids=["nothing", "figure-between", "figure-beside", "rule-between"],
)
def test_figures_and_rules_part_no_lines(parts: tuple[Line | str, ...]) -> None:
    assert "does leak" in text_of(*parts)
