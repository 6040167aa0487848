"""Cases as data: what a draft claims, what it names in other forms, what is unread."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refereekit.claims import (
    Claim,
    Forms,
    LineCitation,
    PageCitation,
    ParsedDraft,
    Quotation,
    TheoremCitation,
)
from refereekit.draft import parse_draft

CASES = tomllib.loads(
    (Path(__file__).parent.parent / "fixtures/cases/draft.toml").read_text("utf-8")
)["case"]


def described(claim: Claim) -> str:
    """Return a claim on one line: its kind, its place in the paper, its words."""
    match claim:
        case Quotation():
            pages = claim.page_label or ",".join(map(str, claim.page_numbers)) or "-"
            return f"quotation {pages} {claim.text}"
        case PageCitation():
            return f"page {claim.number}"
        case LineCitation():
            page = claim.page_number or "-"
            return f"lines {claim.first}-{claim.last} page {page}"
        case TheoremCitation():
            return f"{claim.head} {claim.label}"
        case _:
            kind = type(claim).__name__.removesuffix("Citation")
            return f"{kind} {claim.label}"


def claims(parsed: ParsedDraft) -> list[str]:
    return [described(claim) for claim in parsed.claims]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_forms_of_the_specification(case: dict[str, Any]) -> None:
    parsed = parse_draft(case["draft"])

    assert claims(parsed) == case["spec"]
    assert [m.text for m in parsed.unsupported] == case.get("unsupported", [])
    assert [m.why for m in parsed.unread] == case.get("unread", [])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_all_forms(case: dict[str, Any]) -> None:
    parsed = parse_draft(case["draft"], forms=Forms.ALL)

    assert claims(parsed) == case.get("all", case["spec"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_places(case: dict[str, Any]) -> None:
    draft = case["draft"]
    lines = draft.split("\n")
    parsed = parse_draft(draft, forms=Forms.ALL)

    for found in (*parsed.claims, *parsed.unsupported):
        place = found.place
        before = sum(len(line) + 1 for line in lines[: place.line - 1])
        assert before + place.column - 1 == place.span.start
        is_block = lines[place.line - 1].startswith((">", "&gt;"))
        if isinstance(found, Quotation) and not is_block:
            assert place.span.cut(draft) == found.text
    starts = [claim.place.span.start for claim in parsed.claims]
    assert starts == sorted(starts)


def test_the_transcript_of_the_specification_names_pages_in_one_way() -> None:
    parsed = parse_draft("Page 2 and EQUATION ( 3 ) and figure(4) stand here.")

    assert [claim.cited for claim in parsed.claims if not isinstance(claim, Quotation)]
    assert [getattr(claim, "cited", "") for claim in parsed.claims] == [
        "p. 2",
        "Eq. (3)",
        "Fig. (4)",
    ]


@pytest.mark.parametrize(
    ("digits", "number"),
    [("4294967297", 4294967297), ("9" * 5000, 10**18), ("0" * 5000 + "7", 7)],
)
def test_page_numbers_without_bound(digits: str, number: int) -> None:
    (claim,) = parse_draft(f'They "found the same rate twice" (p. {digits}).').claims

    assert isinstance(claim, Quotation)
    assert claim.page_numbers == (number,)
    assert len(claim.cited) < 50


def test_a_long_list_of_pages_is_one_mention() -> None:
    pages = ", ".join(map(str, range(1, 20_001)))
    draft = f'See pp. {pages}x, and also "grew in both" (p. 1).'

    parsed = parse_draft(draft)

    assert claims(parsed) == ["quotation 1 grew in both"]
    assert [len(mention.text) < 90 for mention in parsed.unsupported] == [True]


def test_a_crlf_counts_two_and_a_nul_one() -> None:
    draft = 'One.\r\nThey "saw\r\nthe same rate twice" (p.\r\n3).\0 On p. 4.\r\n'

    parsed = parse_draft(draft)

    assert claims(parsed) == ["quotation 3 saw\r\nthe same rate twice", "page 4"]
    assert [(c.place.line, c.place.column) for c in parsed.claims] == [(2, 7), (4, 9)]


def test_crowds_of_marks_are_reported_not_read() -> None:
    draft = 'a"' * 20_000 + '\n\nThey "saw the same rate twice" (p. 3).'

    parsed = parse_draft(draft)

    assert claims(parsed) == ["quotation 3 saw the same rate twice"]
    assert [mention.why for mention in parsed.unread] == ["too many quotation marks"]


def test_crowds_of_places_are_reported_not_read() -> None:
    parsed = parse_draft("p. 3 " * 12_000)

    assert len(parsed.claims) > 10_000
    assert [mention.why for mention in parsed.unread] == [
        "too many places of the paper"
    ]


def test_many_parts_in_code_are_counted() -> None:
    parsed = parse_draft("```\nx\n```\n" * 1500)

    assert len(parsed.unread) == 1001
    assert parsed.unread[-1].why == "and 500 more parts that were not read"


def test_many_strays_are_counted() -> None:
    parsed = parse_draft('A 12" dish, wide as any other dish is.\n\n' * 1500)

    assert len(parsed.unread) == 1001
    assert parsed.unread[-1].why == "and 500 more marks that pair with none"


@pytest.mark.parametrize("unit", ["1-", "1 to ", "ato", "& ", "1, 2-", "and-"])
def test_what_may_be_a_list_of_labels_is_split_in_one_way(unit: str) -> None:
    # Splitting it in every way took minutes from 30 dashes on.
    parsed = parse_draft(f"Eqs. (1{unit * 200} ends; see Eq. (2).", forms=Forms.ALL)

    assert claims(parsed)[-1] == "Equation 2"


def test_each_item_that_goes_on_where_the_last_one_was_is_asked_once() -> None:
    # Going back to the first item for each of them took an hour.
    items = '- same page: "the same rate twice"\n' * 14_000

    parsed = parse_draft(f"- p. 3: It is so.\n{items}", forms=Forms.ALL)

    assert claims(parsed) == ["quotation 3 the same rate twice"] * 14_000


TOKENS = st.sampled_from(
    [
        *"\"'“”‘’„«»`()[]{}.,;:-–>*_~\\%$#|<\n\r\t\0 ",
        *("``", "''", "\n\n", "\n> ", "\n- ", "\r\n", "```", "p. ", "pp. ", "page "),
        *("Eq. (", "Fig. ", "Figs. ", "line ", "L", "Section ", "Theorem ", "iv"),
        *("&quot;", "&ldquo;", "&#39;", "&nbsp;", "&gt;", '\\"', "\\'", "<<", ">>"),
        *("\\textquotedblleft ", "<q>", "</q>", "<blockquote>", "</blockquote>"),
        *("″", "′", ",,", "‘‘", "’’", '"`', "\"'", "``"),
        *("1", "23", "456", "7-9", "(3)", "the same rate ", "x", "see ", "http://a.b/"),
        *("\\enquote{", "\\begin{quote}", "\\end{quote}", "<!--", "-->", "et al. "),
        *(
            "[12, ",
            "in Pagel ",
            "change ",
            " to ",
            "2003",
            "\u2028",
            "\ufeff",
            "é",
            "𝑥",
        ),
    ]
)


@given(st.lists(TOKENS, max_size=60).map("".join), st.sampled_from(Forms))
def test_any_text_is_read_and_every_place_lies_in_it(draft: str, forms: Forms) -> None:
    parsed = parse_draft(draft, forms=forms)

    for found in (*parsed.claims, *parsed.unsupported, *parsed.unread):
        assert found.place.span.end <= len(draft)
    for claim in parsed.claims:
        if isinstance(claim, Quotation):
            assert 12 <= len(claim.text) <= 400


NOTHING_DROPPED = st.lists(
    st.sampled_from(
        [
            *(
                "“word{n} the same rate",
                '"word{n} the same rate',
                "«word{n} the same rate",
            ),
            *("p. {n}", "pp. {n}-{n}", "page {n}", "Eq. ({n})", "Eqs. ({n}), ({n})"),
            *(
                "Fig. {n}",
                "Figures {n} and {n}",
                "Table {n}",
                "Section {n}",
                "line {n}",
            ),
            *("lines {n}-{n}", "by Theorem {n}", "Appendix A.{n}", "Algorithm {n}"),
            *("(see p. {n})", "[12], p. {n}", "Fig. {n}a-c", "p. {n}, line {n}"),
            *('"', "”", "'", "’", '."', "(", ")", "[12]", "and", "the same rate"),
            *(".", "?", ",", ";", "et al.", "change", "to", "in Pagel", "2003", "-"),
            *("\n\n", "\n- ", "\n1. ", "\n", "\n> "),
        ]
    ),
    max_size=25,
)
"""Pieces of a draft; each `{n}` becomes a number of its own, by which it is found."""


@given(NOTHING_DROPPED, st.sampled_from(Forms))
def test_no_place_and_no_opening_mark_is_dropped(
    pieces: list[str], forms: Forms
) -> None:
    draft = " ".join(
        piece.replace("{n}", str(5000 + number)) for number, piece in enumerate(pieces)
    )

    parsed = parse_draft(draft, forms=forms)

    told = [repr(claim) for claim in parsed.claims]
    for found in (*parsed.claims, *parsed.unsupported, *parsed.unread):
        told.append(found.place.span.cut(draft))
    for number, piece in enumerate(pieces):
        if "{n}" in piece:
            assert any(str(5000 + number) in words for words in told), piece


def test_what_follows_more_than_can_be_read_is_reported() -> None:
    draft = 'They write "the same rate twice" (p. 3).\n' * 16_000

    parsed = parse_draft(draft)

    (rest,) = parsed.unread
    assert len(parsed.claims) == 15_000
    assert rest.why == "too many places of the paper"
    assert rest.place.span.end == len(draft)


def test_what_follows_more_quotations_than_can_be_read_is_reported() -> None:
    draft = '"the same rate twice"\n' * 15_001

    parsed = parse_draft(draft)

    assert len(parsed.claims) == 15_000
    assert [mention.why for mention in parsed.unread] == ["too many quotations"]


@given(st.lists(TOKENS, max_size=30).map("".join))
def test_what_stands_before_a_paragraph_does_not_change_its_quotation(
    noise: str,
) -> None:
    paragraph = 'They write "the same rate twice over" (p. 3).'
    noise = noise.replace("`", "").replace("\\", "").replace("<!--", "")

    parsed = parse_draft(f"{noise}\n\n{paragraph}")

    assert described(parsed.claims[-1]) == "quotation 3 the same rate twice over"
