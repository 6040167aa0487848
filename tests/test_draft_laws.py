"""Laws of reading drafts: nothing is dropped in silence, and all is where it says.

The drafts are put together from paragraphs whose parts are known: so many quotations
and places, each with words of its own, by which what became of it is found again.
"""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from refereekit.claims import (
    Claim,
    Forms,
    LineCitation,
    Mention,
    ParsedDraft,
    Quotation,
)
from refereekit.draft import parse_draft

_MARKS = (
    ('"', '"'),
    ("“", "”"),
    ("”", "”"),
    ("„", "“"),
    ("«", "»"),
    ("»", "«"),
    ("``", "''"),
    ("``", '"'),
    ("「", "」"),
    ("‘", "’"),
    ("'", "'"),
    ("&ldquo;", "&rdquo;"),
    ("\\enquote{", "}"),
    ("<q>", "</q>"),
)
_HEADS = (
    *("p. {}", "page {}", "on p{}", "pp. {}", "pg. {}", "Page: {}", "p. {}, line 12"),
    *("Eq. ({})", "Eq. {}", "equation {}", "eq.({})", "Eqs. ({})-(99)", "Eqn. {}"),
    *("Fig. ({})", "Fig. {}", "Fig.{}", "Figure {}", "Figs. {} and 99", "figure {}a"),
    *("Table {}", "Section {}", "Sec. {}.2", "§{}", "Algorithm {}", "Theorem {}"),
    *("Lemma {}", "line {}", "lines {}-99", "l. {}", "L{}-99", "Appendix A.{}"),
    *("footnote {}", "supplementary Figure S{}", "Ref. [3], p. {}", "page {} of [7]"),
)
_FILLER = (
    *("The authors write", "I do not follow", "this is unclear to me", "we read", ";"),
    *('the 5" tube is not described', "(see there)", "the model's fit", "p = 0.05"),
    *("e.g. the second one", "which contradicts", "and", "et al.", "...", "[sic]"),
)
_ENDS = (". ", "? ", ", ", " ", "\n", ".\n", " - ", ": ")
_BREAKS = ("\n\n", "\r\n\r\n", "\n \n", "\n\n\n")


@st.composite
def _quoted(draw: st.DrawFn, number: int) -> str:
    """Return a quotation of five words or more, one of them of no other part."""
    before, after = draw(st.sampled_from(_MARKS))
    words = draw(
        st.sampled_from(("a rate of drift", "its mean\nvalue over all", "zero"))
    )
    more = draw(st.sampled_from(("", " it’s", " don't", " x²", " [they]", " ... on")))
    return f"{before}the word{number}x shows {words}{more} here{after}"


@st.composite
def drafts(draw: st.DrawFn) -> tuple[str, list[str], int]:
    """Return a draft, its paragraphs, and how many numbered parts they have."""
    paragraphs: list[str] = []
    number = 100
    for _ in range(draw(st.integers(1, 3))):
        parts: list[str] = []
        for _ in range(draw(st.integers(1, 6))):
            kind = draw(st.sampled_from(("quoted", "place", "filler")))
            if kind == "quoted":
                parts.append(draw(_quoted(number)))
            elif kind == "place":
                parts.append(draw(st.sampled_from(_HEADS)).format(number))
            else:
                parts.append(draw(st.sampled_from(_FILLER)))
            parts.append(draw(st.sampled_from(_ENDS)))
            number += 1
        paragraphs.append("".join(parts))
    return draw(st.sampled_from(_BREAKS)).join(paragraphs), paragraphs, number


def _all(parsed: ParsedDraft) -> Iterator[Claim | Mention]:
    yield from parsed.claims
    yield from parsed.unsupported
    yield from parsed.unread


@given(drafts(), st.sampled_from(Forms))
def test_all_is_in_draft_order_and_where_it_says(
    made: tuple[str, list[str], int], forms: Forms
) -> None:
    draft, _, _ = made
    parsed = parse_draft(draft, forms=forms)

    for items in (parsed.claims, parsed.unsupported, parsed.unread):
        starts = [item.place.span.start for item in items]
        assert starts == sorted(starts)
    for item in _all(parsed):
        span = item.place.span
        assert 0 <= span.start <= span.end <= len(draft)
        before = draft[: span.start].replace("\r\n", "\r").replace("\r", "\n")
        assert item.place.line == before.count("\n") + 1
        if isinstance(item, Quotation):
            assert span.cut(draft) == item.text


@given(drafts(), st.sampled_from(Forms))
@settings(max_examples=300)
def test_no_quotation_and_no_place_is_dropped(
    made: tuple[str, list[str], int], forms: Forms
) -> None:
    draft, _, count = made
    parsed = parse_draft(draft, forms=forms)
    spans = [item.place.span for item in _all(parsed)]
    named = {
        page
        for claim in parsed.claims
        if isinstance(claim, Quotation)
        for page in claim.page_numbers
    } | {
        claim.page_number for claim in parsed.claims if isinstance(claim, LineCitation)
    }

    for number in set(range(100, count)) - named:
        at = draft.find(str(number))
        if at >= 0:
            assert any(span.start <= at < span.end for span in spans), number


@given(drafts(), st.sampled_from(Forms))
def test_paragraphs_read_one_by_one_say_the_same(
    made: tuple[str, list[str], int], forms: Forms
) -> None:
    draft, paragraphs, _ = made
    read: list[tuple[int, Claim | Mention]] = []
    for item in _all(parse_draft(draft, forms=forms)):
        read.append((item.place.span.start, item))
    alone: list[tuple[int, Claim | Mention]] = []
    at = 0
    for paragraph in paragraphs:
        at = draft.index(paragraph, at)
        for item in _all(parse_draft(paragraph, forms=forms)):
            alone.append((at + item.place.span.start, item))
        at += len(paragraph)

    assert sorted(map(_without_place, read)) == sorted(map(_without_place, alone))


def _without_place(found: tuple[int, Claim | Mention]) -> tuple[int, str]:
    start, item = found
    fields = [
        f"{name}={getattr(item, name)!r}"
        for name in item.__match_args__
        if name != "place"
    ]
    return start, f"{type(item).__name__} {' '.join(fields)}"
