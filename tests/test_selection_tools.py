"""The three selector tools: every reason, every limit, in the contracts' order."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from oracle_selection import differences

from refereekit.selection import (
    InvalidInput,
    LimitExceeded,
    UnknownTool,
    encode,
    find_tool,
    list_tools,
    run,
)
from refereekit.selectors import TextPositionSelector, TextQuoteSelector

PASSAGE = "citation-passage-check"
ANCHOR = "citation-anchor-check"
BATCH = "citation-batch-check"
TEXT = "the cat sat on the mat; the cat slept"


def source(text: str = TEXT, source_id: str = "s", version: str = "v1") -> Any:
    return {"source_id": source_id, "version": version, "text": text}


def span(start: int, end: int, quote: str = "", **labels: str) -> Any:
    selector = TextPositionSelector(start, end).as_json()
    cited = {"source_id": "s", "version": "v1"} | labels
    return cited | {"selector": selector, "quote": quote or TEXT[start:end]}


def quoted(
    exact: str, claimed: int | None = None, *, source_id: str = "s", **context: Any
) -> Any:
    selector = {"type": "TextQuoteSelector", "exact": exact} | context
    citation = {"source_id": source_id, "version": "v1", "selector": selector}
    return citation if claimed is None else citation | {"claimed_start": claimed}


def counts(field: str, exact: int, prefix: int, full: int, at: Any, **more: Any) -> Any:
    """The members of an anchor's discrepancy that are not null."""
    return {
        "field": field,
        "exact_matches": exact,
        "prefix_matches": prefix,
        "full_matches": full,
        "match_starts": at,
        **more,
    }


def given_members(detail: Any) -> Any:
    return detail and {key: value for key, value in detail.items() if value is not None}


def check(tool: str, citation: Any, *sources: Any) -> Any:
    request = {"sources": list(sources) or [source()], "citation": citation}
    return run(tool, "1.0.0", encode(request))


def batch(*citations: Any, sources: Any = None) -> Any:
    named = [{"citation_id": f"c{n}"} | each for n, each in enumerate(citations)]
    request = {"sources": sources or [source()], "citations": named}
    return run(BATCH, "1.0.0", encode(request))


@pytest.mark.parametrize("tool", list_tools(), ids=lambda tool: tool.contract.id)
def test_the_examples_of_the_contract_hold(tool: Any) -> None:
    examples = tool.contract.document["examples"]
    assert len(examples) == 2
    for example in examples:
        result = tool.run(json.dumps(example["input"]).encode())
        assert result == example["output"]


@pytest.mark.parametrize("tool", list_tools(), ids=lambda tool: tool.contract.id)
def test_the_schemas_are_schemas(tool: Any) -> None:
    for schema in (tool.contract.input_schema, tool.contract.output_schema):
        jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("seed", range(4))
def test_agrees_with_the_oracle(seed: int) -> None:
    assert list(differences(1500, seed)) == []


@pytest.mark.parametrize(
    ("citation", "reason", "detail"),
    [
        (span(4, 7), None, None),
        (span(4, 7, source_id="t"), "unknown_source", {"field": "source_id"}),
        (
            span(4, 7, version="v2"),
            "version_mismatch",
            {"field": "version", "available_versions": ["v1", "\ue000", "\U00010000"]},
        ),
        (
            span(9, 8, "x"),
            "span_reversed",
            {"field": "start", "start": 9, "end": 8, "text_length": 37},
        ),
        (
            span(90, 80, "x"),
            "span_reversed",
            {"field": "start", "start": 90, "end": 80, "text_length": 37},
        ),
        (
            span(0, 38, "x"),
            "span_out_of_range",
            {"field": "end", "start": 0, "end": 38, "text_length": 37},
        ),
        (
            span(0, 10**30, "x"),
            "span_out_of_range",
            {"field": "end", "start": 0, "end": 10**30, "text_length": 37},
        ),
        (
            span(4, 7, "cap"),
            "quote_mismatch",
            {
                "field": "quote",
                "start": 4,
                "end": 7,
                "text_length": 37,
                "quote_offset": 2,
                "source_offset": 6,
                "expected_char": "t",
                "claimed_char": "p",
            },
        ),
        (
            span(4, 7, "cats"),
            "quote_mismatch",
            {
                "field": "quote",
                "start": 4,
                "end": 7,
                "text_length": 37,
                "quote_offset": 3,
                "source_offset": 7,
                "claimed_char": "s",
            },
        ),
        (
            span(4, 7, "ca"),
            "quote_mismatch",
            {
                "field": "quote",
                "start": 4,
                "end": 7,
                "text_length": 37,
                "quote_offset": 2,
                "source_offset": 6,
                "expected_char": "t",
            },
        ),
        (
            span(5, 5, "a"),
            "quote_mismatch",
            {
                "field": "quote",
                "start": 5,
                "end": 5,
                "text_length": 37,
                "quote_offset": 0,
                "source_offset": 5,
                "claimed_char": "a",
            },
        ),
    ],
)
def test_passages(citation: Any, reason: str | None, detail: Any) -> None:
    versions = [source(version=label) for label in ("\U00010000", "\ue000")]
    result = check(PASSAGE, citation, source(), *versions)
    assert result["valid"] is (reason is None)
    assert result["reason"] == reason
    assert given_members(result["first_discrepancy"]) == detail


@pytest.mark.parametrize(
    ("citation", "reason", "detail"),
    [
        (quoted("mat"), None, None),
        (quoted("mat", 19), None, None),
        (quoted("cat", prefix="the ", suffix=" sat"), None, None),
        (quoted("cat", prefix="", suffix=" sl"), None, None),
        (quoted("dog", 3, source_id="t"), "unknown_source", {"field": "source_id"}),
        (
            quoted("dog", 3, prefix="the "),
            "exact_not_found",
            counts("exact", 0, 0, 0, [], claimed_start=3),
        ),
        (
            quoted("cat", prefix="a fat "),
            "prefix_mismatch",
            counts("prefix", 2, 0, 0, [], observed="the "),
        ),
        (quoted("the", prefix="on "), None, None),
        (
            quoted("the", prefix="xx"),
            "prefix_mismatch",
            counts("prefix", 3, 0, 0, [], observed=""),
        ),
        (
            quoted("cat", prefix="the ", suffix=" ran"),
            "suffix_mismatch",
            counts("suffix", 2, 2, 0, [], observed=" sat"),
        ),
        (
            quoted("cat", prefix="; the ", suffix=" slept late"),
            "suffix_mismatch",
            counts("suffix", 2, 1, 0, [], observed=" slept"),
        ),
        (
            quoted("cat", 4, prefix="the "),
            "ambiguous_anchor",
            counts("exact", 2, 2, 2, [4, 28], claimed_start=4),
        ),
        (
            quoted("cat", 28, prefix="the ", suffix=" sat"),
            "position_mismatch",
            counts("claimed_start", 2, 2, 1, [4], claimed_start=28, resolved_start=4),
        ),
    ],
)
def test_anchors(citation: Any, reason: str | None, detail: Any) -> None:
    result = check(ANCHOR, citation)
    assert result["valid"] is (reason is None)
    assert result["reason"] == reason
    assert given_members(result["first_discrepancy"]) == detail
    if reason is None:
        start, end = result["match"]["start"], result["match"]["end"]
        assert TEXT[start:end] == citation["selector"]["exact"]
    else:
        assert result["match"] is None


def test_overlapping_occurrences_count() -> None:
    detail = check(ANCHOR, quoted("aa"), source("aaaa"))["first_discrepancy"]
    assert given_members(detail) == counts("exact", 3, 3, 3, [0, 1])


@pytest.mark.parametrize(
    ("text", "citation"),
    [
        ("e\u0301", span(0, 1, "\u00e9")),
        ("\u212a", span(0, 1, "K")),
        ("a\u00a0b", span(0, 3, "a b")),
        ("\u201ca\u201d", span(0, 3, '"a"')),
        ("a\r\nb", span(0, 4, "a\nb")),
        ("a\u0000b", span(0, 3, "a\u0000c")),
    ],
)
def test_nothing_is_folded(text: str, citation: Any) -> None:
    assert check(PASSAGE, citation, source(text))["reason"] == "quote_mismatch"


def test_positions_are_code_points() -> None:
    assert check(PASSAGE, span(1, 2, "b"), source("\U0001f600b"))["valid"]
    anchored = check(ANCHOR, quoted("b", 1), source("\U0001f600b"))
    assert anchored["match"] == {"start": 1, "end": 2}


def test_a_batch_stops_at_its_first_failure() -> None:
    result = batch(span(4, 7), quoted("cat"), span(4, 7, "dog"))
    assert result["reason"] == "ambiguous_anchor"
    assert result["citations_checked"] == 2
    discrepancy = result["first_discrepancy"]
    assert discrepancy["citation_index"] == 1
    assert discrepancy["citation_id"] == "c1"
    assert discrepancy["selector_type"] == "TextQuoteSelector"
    assert given_members(discrepancy["detail"]) == counts("exact", 2, 2, 2, [4, 28])


def test_a_valid_batch_counts_all() -> None:
    result = batch(span(4, 7), quoted("mat", 19), span(0, 3))
    assert result["valid"]
    assert result["citations_checked"] == 3


@pytest.mark.parametrize(
    "later",
    [
        span(0, 1) | {"claimed_start": 0},
        quoted("cat") | {"quote": "cat"},
        {k: v for k, v in span(0, 1).items() if k != "quote"},
        span(0, 1) | {"citation_id": "c0"},
        span(0, 1) | {"citation_id": ""},
        quoted("\ud800"),
        quoted(""),
        quoted("cat", -1),
        quoted("cat", prefix=None),
        {"source_id": "s"},
        None,
    ],
    ids=str,
)
def test_structure_comes_before_any_comparison(later: Any) -> None:
    fails = span(4, 7, "dog") | {"citation_id": "c0"}
    request = {"sources": [source()], "citations": [fails]}
    if later is None:
        request["citations"].append(later)
    else:
        request["citations"].append({"citation_id": "c1"} | later)
    with pytest.raises(InvalidInput):
        run(BATCH, "1.0.0", json.dumps(request).encode())


@pytest.mark.parametrize(
    "start", [True, "0", None, 0.5, -1, [], "1e-400", "1.00000000000000000001"], ids=str
)
def test_positions_are_integers(start: Any) -> None:
    raw = json.dumps({"sources": [source()], "citation": span(0, 1)})
    literal = start if isinstance(start, str) and start != "0" else json.dumps(start)
    with pytest.raises(InvalidInput):
        run(PASSAGE, "1.0.0", raw.replace('"start": 0', f'"start": {literal}').encode())


def test_a_position_may_be_written_as_a_float() -> None:
    raw = json.dumps({"sources": [source()], "citation": span(0, 90, "x")})
    raw = raw.replace('"end": 90', '"end": 9.0e1')
    detail = run(PASSAGE, "1.0.0", raw.encode())["first_discrepancy"]
    assert json.dumps(detail["end"]) == "90"


def test_a_pair_of_labels_stands_there_once() -> None:
    with pytest.raises(InvalidInput, match="/sources/1"):
        check(PASSAGE, span(0, 1), source(), source())


@pytest.mark.parametrize(
    ("tool", "citation", "sources"),
    [
        (PASSAGE, span(0, 1), [source("a" * 524_288)]),
        (PASSAGE, span(0, 1), [source(), source("\u05d0" * 262_144, "t")]),
        (PASSAGE, span(0, 1, "a" * 16_384), [source()]),
        (PASSAGE, span(0, 1), [source(), source("", "i" * 256)]),
        (PASSAGE, span(0, 1), [source(version=f"v{n}") for n in range(16)]),
        (ANCHOR, quoted("a" * 16_384), [source()]),
        (ANCHOR, quoted("a", prefix="p" * 1024, suffix="s" * 1024), [source()]),
    ],
    ids=range(7),
)
def test_limits(tool: str, citation: Any, sources: Any) -> None:
    """What is exactly at a limit is answered; one byte or item more is refused."""
    check(tool, citation, *sources)
    raw = json.dumps({"sources": sources, "citation": citation}, ensure_ascii=False)
    for grown in (
        raw.replace("aaaa", "aaaaa", 1),
        raw.replace("\u05d0\u05d0", "a\u05d0\u05d0", 1),
        raw.replace("iiii", "iiiii", 1),
        raw.replace("pppp", "ppppp", 1),
        raw.replace("ssss", "sssss", 1),
    ):
        if grown != raw:
            with pytest.raises(LimitExceeded):
                run(tool, "1.0.0", grown.encode())
    if len(sources) == 16:
        with pytest.raises(LimitExceeded, match="max_sources"):
            check(tool, citation, *sources, source(version="v16"))


def test_max_input_bytes_counts_raw_bytes_before_anything_is_read() -> None:
    raw = json.dumps({"sources": [source()], "citation": span(0, 1)}).encode()
    padded = raw + b" " * (1_048_576 - len(raw))
    assert run(PASSAGE, "1.0.0", padded)["valid"]
    for larger in (padded + b" ", b"{" * 1_048_577):
        with pytest.raises(LimitExceeded):
            run(PASSAGE, "1.0.0", larger)


@pytest.mark.parametrize("extra", [{}, {"citation_id": "c0"}], ids=["limit", "id"])
def test_an_invalid_input_comes_before_a_named_limit(extra: Any) -> None:
    expected = InvalidInput if extra else LimitExceeded
    many = [{"citation_id": f"c{n}"} | span(0, 1) for n in range(257)]
    many[256] |= extra
    raw = encode({"sources": [source()], "citations": many})
    with pytest.raises(expected):
        run(BATCH, "1.0.0", raw)


@pytest.mark.parametrize(
    ("text", "count", "fits"),
    [
        ("a" * 65_535 + "b", 256, True),
        ("a" * 65_536 + "b", 256, False),
        ("\U0001f600" * 131_071 + "b!", 64, True),
        ("\U0001f600" * 131_071 + "b!!", 64, False),
    ],
    ids=["at", "over", "at in UTF-16", "over in UTF-16"],
)
def test_the_text_to_search_is_counted_in_utf16(
    text: str, count: int, *, fits: bool
) -> None:
    citations = [quoted("b") for _ in range(count)]
    if fits:
        assert batch(*citations, sources=[source(text)])["valid"]
    else:
        with pytest.raises(LimitExceeded, match="max_scan_units"):
            batch(*citations, sources=[source(text)])


def test_positions_and_unknown_sources_add_nothing_to_the_search() -> None:
    text = "a" * 65_535 + "b"
    unknown = [quoted("b") | {"source_id": "t"}, span(0, 1, "a")]
    citations = [*[quoted("b") for _ in range(254)], *unknown]
    result = batch(*citations, sources=[source(text)])
    assert result["reason"] == "unknown_source"


@pytest.mark.parametrize(
    ("tool", "version"),
    [
        ("citation-passage", "1.0.0"),
        ("Citation-Passage-Check", "1.0.0"),
        (PASSAGE, "v1.0.0"),
        (PASSAGE, "1.0"),
        (PASSAGE, ""),
    ],
)
def test_unknown_tools_come_first(tool: str, version: str) -> None:
    with pytest.raises(UnknownTool):
        run(tool, version, b"{" * 2_000_000)


def test_a_refusal_names_the_place_and_never_the_value() -> None:
    citation = span(0, 1) | {"quote": ["a confidential sentence"]}
    with pytest.raises(InvalidInput) as refused:
        check(PASSAGE, citation)
    assert refused.value.reason.startswith("/citation/quote: ")
    assert "confidential" not in str(refused.value)


def test_selectors_round_trip() -> None:
    for quote in (TextQuoteSelector("a"), TextQuoteSelector("a", "b", "c")):
        assert TextQuoteSelector.from_json(quote.as_json()) == quote
    position = TextPositionSelector(3, 7)
    assert TextPositionSelector.from_json(position.as_json()) == position
    assert find_tool(PASSAGE, "1.0.0").contract.id == PASSAGE
