"""Chunks and paragraphs: spans, lines, and what can be cited."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refereekit.selection import InvalidInput, LimitExceeded, encode, list_tools, run

texts = st.text("ab \t\n\r-\u2028\U0001f600", max_size=40)
NOT_BLANK = re.compile(r"[^ \t\r\n]")


def chunks(text: str, delimiter: str, **options: Any) -> Any:
    request = {"text": text, "delimiter": delimiter} | options
    return run("text-delimiter-chunk", "1.0.0", encode(request))["chunks"]


def paragraphs(text: str) -> Any:
    return run("text-paragraphs-split", "1.0.0", encode({"text": text}))["paragraphs"]


def line_of(text: str, position: int) -> int:
    """The line, from 1, that holds a position, counted by hand."""
    before = text[:position]
    ends = before.count("\n") + before.count("\r") - before.count("\r\n")
    if before.endswith("\r") and text[position : position + 1] == "\n":
        ends -= 1
    return ends + 1


def assert_placed(text: str, piece: Any) -> None:
    start, end = piece["start"], piece["end"]
    assert text[start:end] == piece["text"]
    if end > start:
        assert piece["start_line"] == line_of(text, start)
        assert piece["end_line"] == line_of(text, end - 1)


@given(texts, st.text("ab\n-", min_size=1, max_size=2), st.none() | st.integers(0, 5))
def test_chunks_are_what_python_splits(
    text: str, delimiter: str, most: int | None
) -> None:
    found = chunks(text, delimiter, **({} if most is None else {"max_splits": most}))
    expected = text.split(delimiter, -1 if most is None else most)
    assert [chunk["text"] for chunk in found] == expected
    assert delimiter.join(chunk["text"] for chunk in found) == text
    for chunk in found:
        assert_placed(text, chunk)


@given(texts)
def test_paragraphs_hold_everything_that_is_not_blank(text: str) -> None:
    found = paragraphs(text)
    at, between = 0, []
    for paragraph in found:
        assert_placed(text, paragraph)
        between.append(text[at : paragraph["start"]])
        at = paragraph["end"]
    between.append(text[at:])
    assert not any(NOT_BLANK.search(gap) for gap in between)
    inner = [re.sub(r"\r\n|\r", "\n", gap) for gap in between[1:-1]]
    assert all(gap.count("\n") >= 2 for gap in inner)
    for paragraph in found:
        for line in re.split(r"\r\n|\r|\n", paragraph["text"]):
            assert NOT_BLANK.search(line)
    pieces = [paragraph["text"] for paragraph in found]
    joined = "".join(g + p for g, p in zip(between, [*pieces, ""], strict=True))
    assert joined == text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        (" \n\t", []),
        ("a\nb\n\nc", [("a\nb", 1, 2), ("c", 4, 4)]),
        ("\r\n  a\r\r\n \tb", [("  a", 2, 2), (" \tb", 4, 4)]),
        ("a\u2028\u2028b\x0c", [("a\u2028\u2028b\x0c", 1, 1)]),
        ("a\n\u00a0\nb", [("a\n\u00a0\nb", 1, 3)]),
    ],
)
def test_paragraphs(text: str, found: list[tuple[str, int, int]]) -> None:
    pieces = paragraphs(text)
    assert [(p["text"], p["start_line"], p["end_line"]) for p in pieces] == found


@pytest.mark.parametrize(
    "options",
    [{"delimiter": ""}, {"max_splits": -1}, {"max_splits": 1.5}, {"delimiter": None}],
)
def test_refuses(options: Any) -> None:
    request = {"text": "a", "delimiter": "b"} | options
    with pytest.raises(InvalidInput):
        run("text-delimiter-chunk", "1.0.0", encode(request))


def test_a_huge_number_of_splits_is_every_split() -> None:
    assert len(chunks("a,b,c", ",", max_splits=10**30)) == 3
    assert len(chunks("a,b,c", ",", max_splits=0)) == 1


@pytest.mark.parametrize(
    ("tool", "request_", "limit"),
    [
        ("text-delimiter-chunk", {"text": "," * 65_536, "delimiter": ","}, "chunks"),
        ("text-delimiter-chunk", {"text": "", "delimiter": "d" * 1025}, "delimiter"),
        ("text-delimiter-chunk", {"text": "a" * 524_289, "delimiter": ","}, "text"),
        ("text-paragraphs-split", {"text": "a\n\n" * 65_537}, "paragraphs"),
        ("text-paragraphs-split", {"text": "\u05d0" * 262_145}, "text"),
    ],
)
def test_limits(tool: str, request_: Any, limit: str) -> None:
    with pytest.raises(LimitExceeded, match=f"max_{limit}"):
        run(tool, "1.0.0", encode(request_))


def test_just_within_the_limits() -> None:
    assert len(chunks("," * 65_535, ",")) == 65_536
    assert len(chunks("a" * 524_288, "d" * 1024)) == 1
    assert len(paragraphs("a\n\n" * 65_536)) == 65_536


PIECES = {"chunks", "paragraphs", "sections", "sentences"}
REPORT = "A. Bee!\n\n# C\r\n\r\nD \U0001f600. E?\rF,\n\nG\n---\n"


@pytest.mark.parametrize(
    "tool",
    [t for t in list_tools() if not t.contract.id.startswith("citation-")],
    ids=lambda tool: tool.contract.id,
)
def test_a_piece_can_be_cited_unchanged(tool: Any) -> None:
    request = {"text": REPORT}
    if "delimiter" in tool.contract.input_schema["properties"]:
        request["delimiter"] = "\n\n"
    result = tool.run(encode(request))
    (name,) = PIECES & result.keys()
    assert len(result[name]) > 1
    for piece in result[name]:
        selector = {"type": "TextPositionSelector"}
        selector |= {"start": piece["start"], "end": piece["end"]}
        label = {"source_id": "report", "version": "1"}
        citation = label | {"selector": selector, "quote": piece["text"]}
        cited = {"sources": [label | {"text": REPORT}], "citation": citation}
        assert run("citation-passage-check", "1.0.0", encode(cited))["valid"]
