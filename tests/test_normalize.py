"""The folding table, and that normalized text maps back to what it came from."""

from __future__ import annotations

import re

import pytest
from ftfy import chardata
from hypothesis import given
from hypothesis import strategies as st

from refereekit.folding import UNREADABLE, Fold, char_folds, is_spaceless, run_core
from refereekit.normalize import Form, Gap, normalize
from refereekit.positions import Span

TEXTS = st.text(
    st.one_of(
        st.sampled_from("abcXYZ019 .,-'\"\n"),
        st.sampled_from("ﬁﬃ“”’–—−\u00ad…µ²₂𝑥ÅéÖ\u0301´¨\u200b\u200d½≠"),
        st.characters(codec="utf-8"),
    ),
    max_size=60,
)


@given(TEXTS)
def test_core_is_the_same_in_one_piece_or_character_by_character(text: str) -> None:
    assert normalize(text).core == run_core(text) == "".join(map(run_core, text))


@given(TEXTS)
def test_everything_runs_parallel_to_the_core(text: str) -> None:
    normalized = normalize(text)

    size = len(normalized.core)
    assert len(normalized.raw) == len(normalized.forms) == size
    assert len(normalized.sources) == len(normalized.gaps) - 1 == size
    assert list(normalized.sources) == sorted(normalized.sources)
    assert all(
        text[source] == raw
        for source, raw in zip(normalized.sources, normalized.raw, strict=True)
    )


@given(TEXTS, st.data())
def test_a_span_maps_back_to_text_with_the_same_core(
    text: str, data: st.DataObject
) -> None:
    normalized = normalize(text)
    if not normalized.core:
        return
    start = data.draw(st.integers(0, len(normalized.core) - 1))
    end = data.draw(st.integers(start + 1, len(normalized.core)))

    raw = normalized.to_raw(Span(start, end))

    assert normalized.core[start:end] in run_core(raw.cut(text))


def test_a_span_takes_the_accents_behind_it_along() -> None:
    assert normalize("cafe\u0301 au lait").to_raw(Span(0, 4)) == Span(0, 5)


@pytest.mark.parametrize(("code", "letters"), chardata.LIGATURES.items())
def test_f_ligatures_are_those_of_the_reference(code: int, letters: str) -> None:
    is_folded = 0xFB00 <= code <= 0xFB06
    assert (run_core(chr(code)) == run_core(letters)) is is_folded


@pytest.mark.parametrize(
    ("pattern", "folded"),
    [(chardata.SINGLE_QUOTE_RE, "'"), (chardata.DOUBLE_QUOTE_RE, "''")],
)
def test_quote_marks_are_those_of_the_reference(
    pattern: re.Pattern[str], folded: str
) -> None:
    marks = pattern.findall("".join(map(chr, range(0x3000))))

    assert {run_core(mark) for mark in marks} == {folded}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u212b", "Å"),
        ("\u2126", "Ω"),
        ("\u00b5", "μ"),
        ("\u2206", "Δ"),
        ("𝒜", "A"),
        ("ℎ", "h"),
        ("𝟙", "1"),
        ("ℝ", "R"),
        ("\u2f00", "一"),
        ("Σ", "ς"),
        ("…", "..."),
        ("''", "”"),
        ("``", "“"),
    ],
)
def test_what_is_one(one: str, other: str) -> None:
    assert run_core(one) == run_core(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("½", "1/2"),
        ("ß", "ss"),
        ("æ", "ae"),
        ("™", "tm"),
        ("№", "no"),
        ("ϵ", "ε"),
        ("Σ", "∑"),
        ("α", "a"),
        ("µ", "m"),
        ("0", "o"),
        ("1", "l"),
        ("″", "′"),
        ("①", "1"),
        ("ﷺ", "صلى الله عليه وسلم"),
    ],
)
def test_what_is_never_one(one: str, other: str) -> None:
    assert run_core(one) != run_core(other)


def test_a_superscript_keeps_its_form() -> None:
    normalized = normalize("x² y₂ z3", raised=[Span(7, 8)])

    assert normalized.core == "x2y2z3"
    assert normalized.forms == (
        0,
        Form.RAISED | Form.SUPERSCRIPT_CHARACTER,
        0,
        Form.LOWERED | Form.SUBSCRIPT_CHARACTER,
        0,
        Form.RAISED,
    )


@pytest.mark.parametrize("char", ["\x00", "\x10", "\ue000", "\ufffd"])
def test_what_is_no_character_is_unreadable(char: str) -> None:
    assert run_core(char) == UNREADABLE


@pytest.mark.parametrize(
    ("text", "gap"),
    [
        ("ab", 0),
        ("a\u200db", 0),
        ("a b", Gap.SPACE),
        ("a\u200bb", Gap.SPACE),
        ("a\nb", Gap.SPACE | Gap.LINE_END),
        ("a-b", Gap.DASH),
        ("a–b", Gap.DASH | Gap.WIDE_DASH),
        ("a—b", Gap.DASH | Gap.WIDE_DASH | Gap.EM_DASH),
        ("a−b", Gap.DASH | Gap.WIDE_DASH | Gap.MINUS),
        ("a -b", Gap.DASH | Gap.SPACE | Gap.SPACE_BEFORE_DASH),
        ("a- b", Gap.DASH | Gap.SPACE | Gap.SPACE_AFTER_DASH),
        (
            "a-\nb",
            Gap.DASH
            | Gap.SPACE
            | Gap.LINE_END
            | Gap.SPACE_AFTER_DASH
            | Gap.LINE_END_AFTER_DASH,
        ),
    ],
)
def test_what_stands_between_two_letters(text: str, gap: int) -> None:
    assert normalize(text).gaps[1] == gap


@pytest.mark.parametrize(
    ("page", "quoted", "fold"),
    [
        ("a", "a", None),
        ("A", "a", Fold.CASE),
        ("ﬁ", "f", Fold.LIGATURE),
        ("“", '"', Fold.QUOTE_MARKS),
        ("𝑥", "x", Fold.MATH_ALPHABET),
        ("é", "e", Fold.COMPOSITION),
        ("µ", "μ", Fold.LOOK_ALIKE),
        ("²", "2", Fold.RAISED),
        ("₂", "2", Fold.LOWERED),
    ],
)
def test_a_fold_has_a_name(page: str, quoted: str, fold: Fold | None) -> None:
    assert char_folds(page, quoted) is fold


def test_scripts_without_spaces() -> None:
    assert [is_spaceless(c) for c in "aé中かไ한1"] == [
        False,
        False,
        True,
        True,
        True,
        False,
        False,
    ]


def test_half_a_surrogate_pair_is_unreadable() -> None:
    assert run_core("\ud800") == UNREADABLE
