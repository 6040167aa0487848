from __future__ import annotations

from dataclasses import replace

import pytest

from refereekit.claims import (
    EquationCitation,
    FigureCitation,
    PageCitation,
    Place,
    Quotation,
)
from refereekit.positions import BBox, Span
from refereekit.records import Line, Original, Page, Paper, Role
from refereekit.verdicts import Anchor, Finding, Reason
from refereekit.views import page_view, text_views, views_of

PLACE = Place(Span(0, 1), 1, 1)
LEFT, RIGHT = (50.0, 290.0), (310.0, 550.0)


def page_of(*rows: tuple[str, BBox, Role], number: int = 1) -> Page:
    """Return a page of these lines; words are as wide as their letters."""
    lines, text = [], ""
    for words, box, role in rows:
        per_letter = box.width / len(words)
        ends = [
            (box.x0 + start * per_letter, box.x0 + (start + len(word)) * per_letter)
            for word in words.split()
            for start in [words.index(word)]
        ]
        span = Span(len(text), len(text) + len(words))
        lines.append(Line(span, box, role, extents=tuple(ends)))
        text += words + "\n"
    return Page(number, str(number), 600.0, 800.0, 0, text, tuple(lines))


def row(top: float, column: tuple[float, float] = LEFT) -> BBox:
    return BBox(column[0], top, column[1], top + 10)


COLUMNS = page_of(
    *(
        (f"line {at} of column {name}", row(100.0 + 12 * at, column), Role.BODY)
        for name, column in (("one", LEFT), ("two", RIGHT))
        for at in range(40)
    ),
    ("the running head of both columns", BBox(50, 85, 550, 95), Role.RUNNING_HEAD),
)


def paper_of(*pages: Page) -> Paper:
    return Paper(Original("p.pdf", "0" * 64, len(pages)), pages)


def test_words_are_shown_with_whole_lines_of_their_column_alone() -> None:
    mark = BBox(100, 220, 150, 230)
    (view,) = text_views(COLUMNS, [mark])
    assert view.marks == (mark,)
    assert (view.area.x0, view.area.x1) == (LEFT[0] - 14, LEFT[1] + 14)
    for line in COLUMNS.lines:
        if line.bbox.x0 == LEFT[0] and line.role is Role.BODY:
            # The view reaches a point into what is between two lines.
            is_above = line.bbox.bottom <= view.area.top + 1
            is_below = line.bbox.top >= view.area.bottom - 1
            is_inside = (
                view.area.top < line.bbox.top and line.bbox.bottom < view.area.bottom
            )
            assert is_above or is_below or is_inside


def test_a_running_head_does_not_widen_the_view() -> None:
    (view,) = text_views(COLUMNS, [row(100.0)])
    assert view.area.x1 < RIGHT[0]


def test_words_that_go_on_in_the_next_column_are_two_views() -> None:
    first, second = text_views(COLUMNS, [row(568.0), row(100.0, RIGHT)])
    assert first.area.x1 < RIGHT[0]
    assert second.area.x0 > LEFT[1]


def test_lines_of_one_place_are_one_view() -> None:
    (view,) = text_views(COLUMNS, [row(220.0), row(232.0), row(244.0)])
    assert len(view.marks) == 3


def test_a_view_never_leaves_the_page() -> None:
    corner = page_of(("tip", BBox(0, 0, 30, 10), Role.BODY))
    (view,) = text_views(corner, [BBox(0, 0, 30, 10)])
    assert (view.area.x0, view.area.top) == (0, 0)


def test_a_lone_label_is_shown_with_what_is_beside_it() -> None:
    foot = page_of(("(3)", BBox(295, 760, 305, 770), Role.RUNNING_FOOT))
    (view,) = text_views(foot, [BBox(295, 760, 305, 770)])
    assert (view.area.x0, view.area.x1) == (210, 390)


def test_of_an_equation_the_label_is_marked_and_the_display_shown() -> None:
    label, display = BBox(270, 300, 290, 310), BBox(90, 290, 240, 330)
    claim = EquationCitation("3", PLACE, "Eq. (3)")
    finding = Finding(claim, Reason.FOUND, "", (Anchor(1, bboxes=(label, display)),))
    (view,) = views_of(finding, paper_of(COLUMNS))
    assert view.marks == (label,)
    assert view.area.top < display.top
    assert display.bottom < view.area.bottom


@pytest.mark.parametrize(
    ("caption", "label", "until"),
    [
        ("Figure 3. A tide gauge", "3", "Figure 3."),
        ("Extended Data Fig. S2 | Gaps", "S2", "Extended Data Fig. S2"),
        ("FIG. 12: Both", "12", "FIG. 12:"),
    ],
)
def test_of_a_caption_its_label_is_marked(caption: str, label: str, until: str) -> None:
    box = BBox(100, 400, 100 + 5.0 * len(caption), 410)
    page = page_of((caption, box, Role.CAPTION))
    claim = FigureCitation(label, PLACE, "")
    finding = Finding(claim, Reason.FOUND, "", (Anchor(1, bboxes=(box,)),))
    (view,) = views_of(finding, paper_of(page))
    (mark,) = view.marks
    assert (mark.x0, mark.x1) == pytest.approx((100, 100 + 5 * len(until)))
    assert view.area.top < 300


def test_a_caption_whose_label_is_not_found_is_marked_whole() -> None:
    box = row(400.0)
    page = page_of(("Some words of it", box, Role.CAPTION))
    claim = FigureCitation("3", PLACE, "")
    finding = Finding(claim, Reason.FOUND, "", (Anchor(1, bboxes=(box,)),))
    assert views_of(finding, paper_of(page))[0].marks == (box,)
    bare = replace(page, lines=())
    assert views_of(finding, paper_of(bare))[0].marks == (box,)


def test_text_that_runs_upward_is_shown_with_its_own_lines() -> None:
    upward = Line(Span(0, 3), BBox(100, 200, 110, 600), Role.BODY, direction=90)
    across = Line(Span(0, 3), BBox(50, 390, 550, 400), Role.BODY)
    page = Page(1, "1", 600.0, 800.0, 0, "abc\n", (upward, across))
    (view,) = text_views(page, [BBox(100, 200, 110, 300)])
    assert view.area.x1 < 300
    assert view.area.bottom > 600


def test_a_bare_page_has_no_view_and_a_page_that_is_not_there_neither() -> None:
    bare = Finding(
        PageCitation(1, PLACE, "p. 1"), Reason.NO_QUOTATION, "", (Anchor(1),)
    )
    assert views_of(bare, paper_of(COLUMNS)) == ()
    gone = Finding(
        Quotation("a b c d", PLACE, (9,), "p. 9"),
        Reason.FOUND,
        "",
        (Anchor(9, bboxes=(BBox(0, 0, 1, 1),)),),
    )
    assert views_of(gone, paper_of(COLUMNS)) == ()


def test_a_label_refused_in_many_places_is_shown_in_the_first_few() -> None:
    anchors = tuple(Anchor(1, bboxes=(row(100.0 + at),)) for at in range(0, 300, 12))
    claim = EquationCitation("3", PLACE, "Eq. (3)")
    many = Finding(claim, Reason.EQUATION_UNRESOLVED, "", anchors)
    assert len(views_of(many, paper_of(COLUMNS))) == 4


def test_a_page_is_viewed_whole() -> None:
    view = page_view(replace(COLUMNS, label="iii"))
    assert view.area == BBox(0, 0, 600, 800)
    assert view.name == "page 1 (printed iii)"
