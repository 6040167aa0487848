"""Sentences against Unicode's own test, and what the result says of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refereekit.selection import InvalidInput, LimitExceeded, encode, run
from refereekit.selection.sentences import UNICODE_VERSION, split_sentences

TOOL = "text-sentence-offsets"
ROWS = [
    row
    for row in (Path(__file__).parent.parent / "fixtures/unicode/SentenceBreakTest.txt")
    .read_text(encoding="utf-8")
    .splitlines()
    if not row.startswith("#")
]
ENCODINGS = {"utf16": "utf-16-le", "utf8": "utf-8"}


def split(text: str, **options: Any) -> Any:
    return run(TOOL, "1.0.0", encode({"text": text} | options))


def pieces_of(row: str) -> list[str]:
    parts = row.strip().removeprefix("÷").removesuffix("÷").split("÷")
    return [
        "".join(chr(int(code, 16)) for code in part.replace("×", " ").split())
        for part in parts
    ]


def test_every_row_of_unicodes_test() -> None:
    assert len(ROWS) == 512
    for row in ROWS:
        pieces = pieces_of(row)
        text = "".join(pieces)
        found = [text[s.start : s.end] for s in split_sentences(text)]
        assert found == pieces, row


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("", []),
        ("no end", ["SB2"]),
        ("An end.", ["SB2"]),
        ("One. Two.", ["SB11", "SB2"]),
        ("One.\nTwo\n", ["SB4", "SB2"]),
        ("a\r\nb", ["SB4", "SB2"]),
        ("“One!” Two", ["SB11", "SB2"]),
        ("etc. and so on", ["SB2"]),
        ("version 1.2 of U.S. law", ["SB2"]),
        ("こんにちは。さようなら。", ["SB11", "SB2"]),
    ],
)
def test_rules(text: str, rules: list[str]) -> None:
    assert [sentence["rule"] for sentence in split(text)["sentences"]] == rules


prose = st.text('aB1.?!,")( \n\r\u0301\u2029\u05d0\U0001f600', max_size=60)


@given(prose | st.text())
def test_joining_gives_the_text_back(text: str) -> None:
    sentences = list(split_sentences(text))
    assert "".join(text[s.start : s.end] for s in sentences) == text
    assert all(s.start < s.end for s in sentences)


@given(prose, st.sampled_from(["utf16", "utf8"]))
def test_units_cut_the_same_pieces(text: str, unit: str) -> None:
    encoding = ENCODINGS[unit]
    size = {"utf16": 2, "utf8": 1}[unit]
    data = text.encode(encoding)
    result = split(text, unit=unit)
    assert result["text_length"] * size == len(data)
    for sentence in result["sentences"]:
        span = slice(sentence["start"] * size, sentence["end"] * size)
        assert data[span].decode(encoding) == sentence["text"]


def test_it_says_which_unicode() -> None:
    result = split("One. Two.")
    assert result["unit"] == "code_point"
    assert UNICODE_VERSION in result["reference_version"]
    assert result["text_length"] == 9


@pytest.mark.parametrize("options", [{"unit": "utf-8"}, {"unit": None}, {"x": 1}])
def test_refuses(options: Any) -> None:
    with pytest.raises(InvalidInput):
        split("a", **options)


def test_has_limits() -> None:
    assert len(split("a\n" * 65_536)["sentences"]) == 65_536
    with pytest.raises(LimitExceeded, match="max_sentences"):
        split("a\n" * 65_537)
    with pytest.raises(LimitExceeded, match="max_text_bytes"):
        split("\u05d0" * 262_144 + "a")


def test_a_hostile_text_ends() -> None:
    for text in (
        "." * 500_000,
        "a. (" * 20_000,
        "A" + "\u0301" * 250_000,
        ".(" * 250_000,
    ):
        assert split(text)["text_length"] == len(text)
