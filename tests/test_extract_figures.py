"""The lettering of a drawing leaves the running text, and nothing else does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pages import Line, read
from pages import texts as read_texts
from typeset import EM, LEFT, RIGHT, line, page, prose, rule

from refereekit.extract.columns import assign_column
from refereekit.extract.figures import figure_lines
from refereekit.extract.layout import PageLayout
from refereekit.positions import BBox
from refereekit.records import Role

AXIS = BBox(150.0, 100.0, 150.6, 200.0)
LEVEL = rule(200.0, 150.0, 450.0)


def lettering(layout: PageLayout, *captions: list[int]) -> list[str]:
    lines = (
        replace(each, column=assign_column(each, layout.columns))
        for each in layout.lines
    )
    layout = replace(layout, lines=tuple(lines))
    taken = {index for caption in captions for index in caption}
    found = figure_lines(layout, captions, EM, taken)
    return [layout.lines[index].text for index in sorted(found)]


def test_what_stands_at_the_axes_of_a_plot_is_lettering() -> None:
    labels = [
        line(160, 110, "count", size=7),
        line(160, 206, "1962", size=5),
        line(440, 206, "1972", size=5),
        line(290, 214, "year", size=7),
        line(300, 150, "upper weir"),
    ]
    layout = page(*labels, *prose(240, 4), rules=(AXIS, LEVEL))
    assert lettering(layout) == [label.text for label in labels]


def test_the_last_line_of_a_paragraph_beside_a_plot_is_none() -> None:
    tail, heading = line(LEFT, 92, "moved."), line(280, 216, "__Results")
    layout = page(tail, heading, *prose(240, 4), rules=(AXIS, LEVEL))
    assert lettering(layout) == []


def test_a_diagram_without_a_frame_reaches_from_its_caption_up_to_the_text() -> None:
    boxes = tuple(
        BBox(120.0 + 90 * n, 150.0 + 20 * n, 160.0 + 90 * n, 165.0 + 20 * n)
        for n in range(3)
    )
    body = prose(80, 4)
    nodes = [line(125, 161, "gauge"), line(240, 181, "basin"), line(310, 201, "weir")]
    caption = line(LEFT, 230, "Figure 1: From the gauge to the weir.")
    layout = page(*body, *nodes, caption, *prose(260, 4), pictures=boxes)
    assert lettering(layout, [len(body) + len(nodes)]) == ["gauge", "basin", "weir"]


@pytest.mark.parametrize(
    "rules",
    [
        (rule(70.0), BBox(298.0, 70.0, 298.4, 700.0)),
        (rule(70.0), rule(700.0), BBox(90.0, 70.0, 90.5, 700.0)),
    ],
    ids=["between-columns", "border"],
)
def test_rules_around_running_text_make_no_figure(rules: tuple[BBox, ...]) -> None:
    columns = ((LEFT, 290.0), (306.0, RIGHT))
    left = prose(90, 40, end=290)
    layout = page(*left, *prose(90, 40, x=306), rules=rules, columns=columns)
    assert lettering(layout) == []


def test_a_table_between_level_rules_is_no_figure() -> None:
    rows = [line(150, 112 + 12 * n, f"weir {n}") for n in range(3)]
    layout = page(*rows, *prose(240, 4), rules=(rule(100.0), rule(150.0)))
    assert lettering(layout) == []


def test_a_sentence_goes_on_below_a_plot_at_the_top_of_the_next_page() -> None:
    first = [
        *(Line(40, 250 - 14 * n, f"Reading {n} was taken at the weir") for n in (1, 2)),
        Line(40, 200, "and since then the gauges have all stood in"),
    ]
    text = [
        Line(40, 150, "places that were never moved."),
        *(Line(40, 130 - 14 * n, f"Level {n} was seen by two of us") for n in (1, 2)),
    ]
    plot = "60 200 m 60 280 l S 60 200 m 240 200 l S"
    labels = [Line(66, 272, "level", 7), Line(56, 190, "1962", 7)]
    stream = "\n".join([plot, *(each.stream() for each in (*labels, *text))])
    then = read(first, stream).pages[1]
    assert then.flow_start is not None
    assert read_texts(then)[then.flow_start] == "places that were never moved."
    assert [each.role for each in then.lines].count(Role.FIGURE_TEXT) == 2
