"""Counting overlapping occurrences, against trying every place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refereekit.selection.occurrences import count_occurrences, starts

roots = st.text("ab", min_size=1, max_size=5)


@st.composite
def periodic(draw: st.DrawFn, least: int) -> str:
    """A text that repeats itself, with an end and a middle that may break it."""
    root = draw(roots)
    first = root * draw(st.integers(1, 60)) + draw(st.text("ab", max_size=4))
    second = root * draw(st.integers(1, 60)) + draw(st.text("ab", max_size=4))
    text = first + second
    return text + root * (max(0, least - len(text)) // len(root) + 1)


@st.composite
def texts_and_needles(draw: st.DrawFn, least: int) -> tuple[str, str]:
    text = draw(periodic(least)) + draw(periodic(1))
    start = draw(st.integers(0, max(0, len(text) - least)))
    end = draw(st.integers(min(len(text), start + least), len(text)))
    return text, text[start:end] or "a"


def every_place(text: str, needle: str) -> list[int]:
    return [at for at in range(len(text)) if text.startswith(needle, at)]


@given(texts_and_needles(1))
def test_counts_short_needles(pair: tuple[str, str]) -> None:
    text, needle = pair
    assert count_occurrences(text, needle) == len(every_place(text, needle))


@given(texts_and_needles(65))
def test_counts_long_needles(pair: tuple[str, str]) -> None:
    text, needle = pair
    assert len(needle) > 64
    assert count_occurrences(text, needle) == len(every_place(text, needle))


@given(texts_and_needles(1))
def test_yields_every_start(pair: tuple[str, str]) -> None:
    text, needle = pair
    assert list(starts(text, needle)) == every_place(text, needle)


@pytest.mark.parametrize(
    ("text", "needle", "count"),
    [
        ("", "a", 0),
        ("a", "a", 1),
        ("aaaa", "aa", 3),
        ("a" * 200, "a" * 70, 131),
        ("aab" * 100, "aab" * 30, 71),
        (("a" * 40 + "b") * 50, "a" * 40 + "b" + "a" * 40, 49),
        (".*" * 50, ".*.", 49),
        ("\U0001f600" * 100, "\U0001f600" * 66, 35),
    ],
)
def test_counts(text: str, needle: str, count: int) -> None:
    assert count_occurrences(text, needle) == count


@pytest.mark.parametrize(
    ("text", "needle"),
    [
        ("a" * 500_000, "a" * 16_000),
        ("a" * 500_000, "a" * 16_000 + "b"),
        ("a" * 500_000, "b" + "a" * 16_000),
        (("a" * 8191 + "b") * 60, "a" * 8191 + "b" + "a" * 8191),
        (("a" * 70 + "b") * 7000, "a" * 64 + "b" + "a"),
    ],
    ids=["run", "near miss at the end", "at the start", "border", "short border"],
)
def test_a_hostile_text_ends(text: str, needle: str) -> None:
    """Quadratic work here would be 10^9 steps and more: the test would not end."""
    shorter = text[: len(text) // 100 + len(needle)]
    counts = count_occurrences(text, needle), count_occurrences(shorter, needle)
    assert counts[0] >= counts[1] >= 0
