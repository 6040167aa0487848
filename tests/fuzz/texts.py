"""Drafts, quotations and selectors: whatever text a stranger may write."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

from hypothesis import strategies as st
from strategies import make_paper, quotation

from fuzz.laws import Target, law, limited
from refereekit.checks.quotation import check_quotation
from refereekit.claims import Forms, Quotation
from refereekit.draft import decode_draft, parse_draft
from refereekit.errors import DraftError
from refereekit.folding import Fold
from refereekit.matching.index import PaperIndex
from refereekit.selection import Refusal, list_tools
from refereekit.verdicts import Verdict

__all__ = ["DRAFTS", "MATCHES", "SELECTORS"]

SECONDS = 20
"""Of the processor's time: the longest inputs take a tenth of it."""

LONGEST = 200_000

PARTS = (
    *'"“”„«»‘’\'`>*_~$\\{}[]()<&#|\r\n\t \0.,;:!?-–—…/%^',
    *"ﬁﬀ²₂µßİıſΆ𝐀\u00ad\u200b\u2028\ufeff\ufffc\ufffd\u202e漢字",
    "p. 3", "pp. 3-4", "page 12", "p. ix", "Eq. (2)", "Eqs. (1)-(3)", "Fig. 1",
    "figure (2)", "Table 2", "Sec. 3.1", "line 45", "l. 4", "L105-106", "Theorem 2",
    "p = 0.05", "pp. 5262-5272", "p. 617 in Pagel", "et al.", "i.e.", "``", "''",
    "> ", "- ", "1. ", "    ", "\n\n", "\r\n", "```", "<!--", "-->", "\\emph{",
    "[...]", "(...)", "...", "the kiln was fired for", "a finite set of nodes",
    "10^5", "10^{5}", "x_2", "0.5", "−0.5", "5-8%", "non-\nlinear", "&amp;", "](",
    "\\cite{", "9" * 30,
)  # fmt: skip

PHRASES = (
    '"the kiln was fired for two days"', "“a finite set of nodes and edges”",
    "``the glaze was applied by hand''", "'the glaze was applied by hand'",
    "(p. 1)", "(page 2, line 3)", "on p. 3", "(see p. 1 and Fig. 3)", "[p. 2]",
    "p. 2: ",
    "I suggest ", "we propose writing ", "change ", "replace ", " to ", " with ",
    " should read ", " instead of ", "better: ", " → ", "e.g. ", " and ", ", then ",
    "Smith (2010, p. 17) says ", "in ref. [3] ", "of the supplement",
    "the authors of [7] ", "abstract", "first paragraph", "page two",
    "pages 1, 2 and 4-5", "line 10 from below",
    "same place: ", "(emphasis mine)", "Section 3.1 of [4]", ". ", ".\n\n", "; ",
)  # fmt: skip
"""What a report says about its quotations: each cue that the lexer looks for."""

text_parts = st.one_of(
    st.sampled_from(PARTS),
    st.sampled_from(PHRASES),
    st.text(max_size=12),
    st.from_regex(r"[a-z]{1,9} ", fullmatch=True),
)


@st.composite
def texts(draw: st.DrawFn, longest: int = LONGEST) -> str:
    """Return parts of a draft in some order, now and then over and over."""
    text = "".join(draw(st.lists(text_parts, max_size=30)))
    again = draw(st.sampled_from([1, 1, 1, 1, 2, 50, 10_000]))
    return (text * again)[:longest]


@st.composite
def drafts(draw: st.DrawFn) -> bytes:
    """Return a draft in some encoding, now and then with other bytes in it."""
    encoding = draw(
        st.sampled_from(
            ["utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"]
        )
    )
    data = draw(texts()).encode(encoding, errors="replace")
    odd = draw(st.binary(max_size=6))
    at = draw(st.integers(0, len(data)))
    return data[:at] + odd + data[at:]


def check_draft(data: bytes) -> None:
    """Read a draft: one line of refusal, or claims that stand where they say."""
    with limited(SECONDS):
        try:
            text = decode_draft(data, "draft").text
        except DraftError as error:
            law("\n" not in str(error), f"more than a line: {error}")
            return
        for forms in Forms:
            _check_parsed(text, forms)


def _check_parsed(text: str, forms: Forms) -> None:
    parsed = parse_draft(text, forms=forms)
    for claim in parsed.claims:
        span = claim.place.span
        law(0 <= span.start < span.end <= len(text), f"outside the text: {claim}")
        if isinstance(claim, Quotation):
            # A passage set apart is without the marks before its lines.
            cut = _letters(span.cut(text))
            law(_letters(claim.text) == cut, f"not its place's words: {claim}")
        law(
            claim.place.line == text.count("\n", 0, span.start) + 1 or "\r" in text,
            f"another line: {claim}",
        )
    for mention in (*parsed.unsupported, *parsed.unread):
        span = mention.place.span
        law(0 <= span.start <= span.end <= len(text), f"outside the text: {mention}")


@st.composite
def matches(draw: st.DrawFn) -> bytes:
    """Return a page's text and a quotation, often some of its words, changed."""
    page = draw(texts(5_000))
    start = draw(st.integers(0, len(page)))
    words = page[start : start + draw(st.integers(10, 200))]
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(words)))
        words = words[:at] + draw(text_parts) + words[at + draw(st.integers(0, 3)) :]
    quoted = draw(st.one_of(st.just(words), texts(1_000)))
    return json.dumps({"page": page, "quotation": quoted}, indent=1).encode()


OTHER_WORDS = frozenset(
    {
        Fold.CLOSING_PUNCTUATION,
        Fold.ELLIPSIS,
        Fold.INSERT,
        Fold.LOOK_ALIKE,
        Fold.MARGIN_NUMBER,
        Fold.MARKUP,
        Fold.RAISED_MARK,
    }
)
"""Folds after which the page's letters are not simply those of the quotation."""


def check_match(data: bytes) -> None:
    """Look for a quotation: a PASS has its letters and digits, in their order."""
    case = json.loads(data)
    with limited(SECONDS):
        paper = make_paper(case["page"], "Another page of a few words.")
        text = paper.pages[0].text
        found = check_quotation(
            quotation(case["quotation"], 1), paper, PaperIndex.build(paper.pages)
        )
    law(found.evidence, "no evidence")
    for anchor in found.anchors:
        law(anchor.span and anchor.span.cut(text) == anchor.exact, f"moved: {anchor}")
    if found.verdict is not Verdict.PASS or OTHER_WORDS & set(found.folded):
        return
    exact = "".join(anchor.exact for anchor in found.anchors)
    law(_letters(exact) == _letters(case["quotation"]), f"other words: {found}")


def _letters(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text.casefold()).casefold()
    return "".join(c for c in unicodedata.normalize("NFKC", folded) if c.isalnum())


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["TextQuoteSelector", "TextPositionSelector", "1.0.0", "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["type", "start", "exact", "x"]), inner)
    ),
    max_leaves=12,
)


@st.composite
def requests(draw: st.DrawFn) -> bytes:
    """Return a tool's name and an input: an example's, changed somewhere, or any."""
    tool = draw(st.sampled_from(list_tools()))
    examples = tool.contract.document["examples"]
    document = json.loads(json.dumps(draw(st.sampled_from(examples))["input"]))
    for _ in range(draw(st.integers(0, 3))):
        document = _changed(draw, document)
    raw = json.dumps(document).encode()
    if draw(st.integers(0, 3)) == 0:
        at = draw(st.integers(0, len(raw)))
        raw = raw[:at] + draw(st.binary(max_size=8)) + raw[at + 1 :]
    return tool.contract.id.encode() + b"\n" + raw


def _changed(draw: st.DrawFn, value: Any) -> Any:
    """Return a JSON value with another one somewhere in it."""
    keys = (
        list(value)
        if isinstance(value, dict)
        else range(len(value))
        if isinstance(value, list)
        else ()
    )
    if not keys or draw(st.integers(0, 3)) == 0:
        return draw(json_values | texts(300))
    key = draw(st.sampled_from(list(keys)))
    changed = _changed(draw, value[key])
    if isinstance(value, dict):
        return {**value, key: changed}
    return [*value[:key], changed, *value[key + 1 :]]


def check_request(data: bytes) -> None:
    """Run a tool: a result of its schema, or a refusal of one line."""
    name, _, raw = data.partition(b"\n")
    (tool,) = [t for t in list_tools() if t.contract.id.encode() == name]
    with limited(SECONDS):
        try:
            result = tool.run(raw)
        except Refusal as refusal:
            law("\n" not in str(refusal), f"more than a line: {refusal}")
            return
    json.dumps(result, allow_nan=False)


DRAFTS = Target("drafts", ".txt", drafts(), check_draft)
MATCHES = Target("matches", ".json", matches(), check_match)
SELECTORS = Target("selectors", ".txt", requests(), check_request)
