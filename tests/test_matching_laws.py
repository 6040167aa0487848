"""Laws of matching that hold for every page and quotation."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import WORDS, make_page, make_paper, prose, quotation

from refereekit.checks.quotation import check_quotation
from refereekit.matching.index import PaperIndex
from refereekit.records import Paper
from refereekit.verdicts import Finding, Reason, Verdict

MARKS = r"""the cost ... […] [it] (...) [1] * _ $ { } \em \'e ^ ` ``
'' " ' - — 1. .5 10^5"""

LAW = settings(deadline=None, max_examples=40, derandomize=True)


def check(text: str, paper: Paper, *numbers: int) -> Finding:
    index = PaperIndex.build(paper.pages)
    return check_quotation(quotation(text, *numbers), paper, index)


@st.composite
def printed(draw: st.DrawFn) -> tuple[list[str], str]:
    """Words, and a page on which they stand in lines, some words broken."""
    words = draw(prose())
    text = ""
    for word in words:
        breaks = draw(st.integers(0, 9))
        if breaks == 0 and len(word) > 5 and word.isalpha():
            text += word[:3] + "-\n" + word[3:]
        else:
            text += word
        text += draw(st.sampled_from([" ", " ", "  ", "\n"]))
    return words, text.strip()


@st.composite
def quoted(draw: st.DrawFn) -> tuple[list[str], list[str], str]:
    """A page's words, some of them in a row (four words at least), and the page."""
    words, text = draw(printed())
    start = draw(st.integers(0, len(words) - 4))
    end = draw(st.integers(start + 4, len(words)))
    return words, words[start:end], text


def is_held(words: list[str], run: list[str]) -> bool:
    """Tell whether the page's words hold a run of words, as letters alone."""
    return "".join(run).replace("-", "") in "".join(words).replace("-", "")


@LAW
@given(quoted())
def test_words_of_a_page_are_found(case: tuple[list[str], list[str], str]) -> None:
    _, run, text = case

    found = check(" ".join(run), make_paper(text), 1)

    assert found.reason is Reason.FOUND, found.evidence


@LAW
@given(quoted())
def test_anchors_are_slices_of_the_page_and_unique(
    case: tuple[list[str], list[str], str],
) -> None:
    _, run, text = case
    paper = make_paper(text)
    page = paper.pages[0]

    for anchor in check(" ".join(run), paper, 1).anchors:
        assert anchor.span is not None
        assert anchor.exact == anchor.span.cut(page.text)
        whole = anchor.prefix + anchor.exact + anchor.suffix
        assert page.text.count(whole) == 1
        assert page.text.index(whole) == anchor.span.start - len(anchor.prefix)


@LAW
@given(quoted(), st.data())
def test_another_digit_is_never_found(
    case: tuple[list[str], list[str], str], data: st.DataObject
) -> None:
    words, run, text = case
    places = [(i, j) for i, w in enumerate(run) for j, c in enumerate(w) if c.isdigit()]
    assume(places)
    i, j = data.draw(st.sampled_from(places))
    digit = data.draw(st.sampled_from(sorted(set("0123456789") - {run[i][j]})))
    changed = [*run[:i], run[i][:j] + digit + run[i][j + 1 :], *run[i + 1 :]]
    assume(not is_held(words, changed))

    assert check(" ".join(changed), make_paper(text), 1).verdict is not Verdict.PASS


@LAW
@given(quoted(), st.data())
def test_a_dropped_word_is_never_found(
    case: tuple[list[str], list[str], str], data: st.DataObject
) -> None:
    words, run, text = case
    assume(len(run) > 4)
    at = data.draw(st.integers(1, len(run) - 2))
    changed = run[:at] + run[at + 1 :]
    assume(not is_held(words, changed))

    assert check(" ".join(changed), make_paper(text), 1).verdict is not Verdict.PASS


@LAW
@given(quoted())
def test_the_reason_is_wrong_page_where_another_page_has_the_words(
    case: tuple[list[str], list[str], str],
) -> None:
    _, run, text = case

    found = check(" ".join(run), make_paper("A page of its own.", text), 1)

    assert found.reason is Reason.WRONG_PAGE
    assert found.elsewhere == (2,)


@LAW
@given(st.lists(WORDS, min_size=6, max_size=20))
def test_half_a_word_is_never_found(words: list[str]) -> None:
    assume(len(words[0]) > 2)
    cut = " ".join([words[0][1:], *words[1:]])
    assume(not is_held(words[1:], cut.split()))

    assert check(cut, make_paper(" ".join(words)), 1).verdict is not Verdict.PASS


@LAW
@given(st.lists(st.text(max_size=80), min_size=1, max_size=5))
def test_an_index_opens_as_it_was_packed(texts: list[str]) -> None:
    pages = [make_page(number, text) for number, text in enumerate(texts, 1)]
    packed = list(PaperIndex.build(pages).pack())

    assert all("\n" not in line for line in packed)
    assert list(PaperIndex.unpack(packed).pack()) == packed
    assert len(PaperIndex.unpack(packed)) == len(pages)


@LAW
@given(st.text(max_size=200), st.text(max_size=200))
def test_no_text_stops_the_check(page: str, text: str) -> None:
    found = check(text, make_paper(page), 1)

    assert found.evidence
    for anchor in found.anchors:
        assert anchor.exact


@LAW
@given(
    st.lists(st.sampled_from(MARKS.split()), max_size=30),
    st.booleans(),
)
def test_no_mark_up_stops_the_check(parts: list[str], is_spaced: bool) -> None:
    text = (" " if is_spaced else "").join(parts)

    assert check(text, make_paper("the cost of it all is 10 in all"), 1).evidence
