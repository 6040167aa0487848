"""Markdown for job summaries and comments."""

from __future__ import annotations

import re

import pytest
from audits import FULL, PASSED, audit, hostile
from markdown_it import MarkdownIt

from refereekit.reports import markdown


def test_the_report() -> None:
    rendered = markdown.render(FULL)
    assert rendered.startswith(
        "## refereekit: `report.txt`\n\n"
        "Checked against `paper.pdf` (sha256 `9d0fc72513a2`, 4 pages).\n\n"
        "**5 citations: 2 FAIL, 1 FLAG, 2 PASS; 1 unanchored**\n\n"
        "### FAIL `absent`: what is cited was not found there\n\n"
        '- `report.txt:2:7` `p. 3 "a tidy set of edges"`: not found on page 3  \n'
        "  *next*: compare the words with the page; correct them, or cut the "
        "quotation\n"
    )
    assert re.findall("^### .*`(.*)`", rendered, re.MULTILINE) == [
        "absent",
        "equation-unresolved",
        "no-page-named",
        "no-quotation",
    ]
    assert (
        "### Forms that are not checked\n\n- `report.txt:3:5` `pp. 3-4`\n" in rendered
    )
    assert "\nNot listed: 2 `found`.\n" in rendered


def test_a_clean_report_is_short() -> None:
    rendered = markdown.render(audit(PASSED, supported=True))
    assert "###" not in rendered
    assert rendered.endswith("exit 0\\: nothing FAILs; this is not approval\n")


def test_what_a_stranger_wrote_is_only_text() -> None:
    html = MarkdownIt("commonmark").render(markdown.render(hostile()))
    tags = set(re.findall(r"<(\w+)", html))
    assert tags <= {"h2", "h3", "p", "strong", "ul", "li", "code", "em", "br"}
    outside_code = re.sub(r"<code>.*?</code>", "", html, flags=re.DOTALL)
    assert "<strong>x" not in outside_code
    assert "@you" not in outside_code  # GitHub would tell that person
    assert "://" not in re.sub(r"`+[^`]*`+", "", markdown.render(hostile()))


@pytest.mark.parametrize("words", ["`", "a `` b", "``", "ends `", ""])
def test_any_words_fit_into_a_code_span(words: str) -> None:
    html = MarkdownIt("commonmark").renderInline(markdown.code_span(words))
    assert html.removeprefix("<code>").removesuffix("</code>").strip() == words.strip()
