"""Sections against the CommonMark examples and against markdown-it-py's own parse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from refereekit.selection import LimitExceeded, encode, run
from refereekit.selection.headings import find_headings

TOOL = "markdown-sections-chunk"
EXAMPLES = json.loads(
    (Path(__file__).parent.parent / "fixtures/commonmark/headings.json").read_text(
        encoding="utf-8"
    )
)
LINES = [
    "# a",
    "## b ##",
    " # c",
    "    # d",
    "\t# e",
    "#",
    "# #",
    "#\tq ##  ",
    "#  x\\#",
    "####### h",
    "## *e* ###",
    "# a #b",
    "a",
    "b",
    "",
    "",
    "  ",
    "---",
    "===",
    "   ---",
    "- x",
    "  # e",
    "  y",
    "1. z",
    "> q",
    "> # f",
    "- # i",
    "- ```",
    "[a]: /u",
    "***",
    "```",
    "`````",
    "~~~",
    "  ```",
    "~~~ a`b",
    "``` a`b",
    "<div>",
    "<!-- ",
    "-->",
    "<script>",
    "</script>",
    "<a>",
    "<?",
    "?>",
    "<![CDATA[",
    "]]>",
    "<!A",
    ">",
]


def split(text: str) -> Any:
    return run(TOOL, "1.0.0", encode({"text": text}))["sections"]


def parsed(lines: list[str]) -> list[tuple[int, str, int, int]]:
    """The same headings from a parse of the whole document."""
    parser = MarkdownIt("commonmark")
    parser.core.ruler.enableOnly(["normalize", "block"])
    tokens = parser.parse("\n".join(lines))
    return [
        (
            int(token.tag[1:]),
            " ".join(line.strip() for line in tokens[at + 1].content.splitlines()),
            token.map[0],
            token.map[1],
        )
        for at, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0 and token.map
    ]


@pytest.mark.parametrize(
    "case", EXAMPLES, ids=lambda case: f"example {case['example']}"
)
def test_the_examples_of_the_specification(case: Any) -> None:
    lines = case["markdown"].split("\n")
    found = [[h.level, h.first_line + 1, h.end_line] for h in find_headings(lines)]
    assert found == case["headings"]
    sections = [s for s in split(case["markdown"]) if s["level"]]
    assert [s["level"] for s in sections] == [level for level, _, _ in found]
    assert [s["start_line"] for s in sections] == [first for _, first, _ in found]


@given(st.lists(st.sampled_from(LINES), max_size=14))
@example(["b", "", "- # i", "####### h", "</script>", "> # f", "```", "", "## b"])
@example(["  ```", "`````", "", "`````", "## b", "  y"])
@example([" # c", "===", "<a>", "~~~", "", "- x", "## b", "<!-- ", "#", "~~~"])
@example(["<!-- ", "", "```", "-->", "", "```", "# a", "```"])
@example([" ```", "", "b", "```", "", "# a"])
@example(["<script>", "", "# a", "</script>", "", "# a"])
@example(["<?", "", "# a"])
@example(["<a>", " ~~~", "# a", "", "# a"])
@example([" # a", "[a]: /u", "", "<!--", "-->", "", "# b"])
def test_finds_what_a_parse_of_the_whole_finds(lines: list[str]) -> None:
    found = [(h.level, h.title, h.first_line, h.end_line) for h in find_headings(lines)]
    assert found == parsed(lines)


@given(
    st.lists(st.sampled_from(LINES), max_size=14),
    st.sampled_from(["\n", "\r", "\r\n"]),
    st.sampled_from(["", "\n", "\u2028"]),
)
def test_joining_gives_the_text_back(lines: list[str], end: str, last: str) -> None:
    text = end.join(lines) + last
    sections = split(text)
    assert "".join(section["text"] for section in sections) == text
    assert [s["start"] for s in sections[1:]] == [s["end"] for s in sections[:-1]]
    for section in sections:
        assert text[section["start"] : section["end"]] == section["text"]
        assert section["path"][-1:] == ([section["title"]] if section["level"] else [])


def test_paths_follow_the_levels() -> None:
    text = "# A\n## B\n#### C\n### D\n## E\n# F\n"
    assert [section["path"] for section in split(text)] == [
        ["A"],
        ["A", "B"],
        ["A", "B", "C"],
        ["A", "B", "D"],
        ["A", "E"],
        ["F"],
    ]


def test_a_setext_title_of_two_lines() -> None:
    (section,) = split("First\n  second\n===\ntext\n")
    assert (section["title"], section["level"]) == ("First second", 1)
    assert (section["start_line"], section["end_line"]) == (1, 4)


@pytest.mark.parametrize(
    ("text", "levels"), [("", []), ("no heading", [0]), ("\n\n# a", [0, 1])]
)
def test_text_before_the_first_heading(text: str, levels: list[int]) -> None:
    assert [section["level"] for section in split(text)] == levels


def test_has_a_limit() -> None:
    assert len(split("#\n" * 65_536)) == 65_536
    with pytest.raises(LimitExceeded, match="max_sections"):
        split("#\n" * 65_537)
