"""The selector tools a second time, written from the contracts by other means.

Nothing here comes from `refereekit`: the matching tries every place, the schema is
spelled out by hand. It is slow and plain on purpose, so that a difference between
the two is a mistake in one of them.

    python tests/oracle_selection.py --count 100000 --seed 1
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from fractions import Fraction

REFERENCE = (
    "W3C Web Annotation Data Model (Recommendation 2017-02-23) 4.2.4 TextQuoteSelector"
    ", 4.2.5 TextPositionSelector; r68 supplied-text profile 1.0.0"
)
PASSAGE, ANCHOR, BATCH = (f"citation-{k}-check" for k in ("passage", "anchor", "batch"))
P_FIELDS = [
    "field",
    "available_versions",
    "start",
    "end",
    "text_length",
    "quote_offset",
    "source_offset",
    "expected_char",
    "claimed_char",
]
A_FIELDS = [
    "field",
    "available_versions",
    "exact_matches",
    "prefix_matches",
    "full_matches",
    "match_starts",
    "claimed_start",
    "resolved_start",
    "observed",
]


class Wrong(Exception):
    """Carries the error code."""


def need(condition, code="invalid_input"):
    if not condition:
        raise Wrong(code)


def load(raw):
    def number(literal):
        digits = sum(c.isdigit() for c in literal)
        need(digits <= 4300)
        need(abs(float(literal)) != float("inf"))
        exact = Fraction(literal)
        return int(exact) if exact.denominator == 1 else exact

    def integer(literal):
        need(len(literal.lstrip("-")) <= 4300)
        return int(literal)

    def pairs(items):
        keys = [k for k, _ in items]
        need(len(set(keys)) == len(keys))
        return dict(items)

    def constant(_):
        raise Wrong("invalid_input")

    try:
        text = str(raw, "utf-8", "strict")
        value = json.JSONDecoder(
            object_pairs_hook=pairs,
            parse_float=number,
            parse_int=integer,
            parse_constant=constant,
        ).decode(text)
    except ValueError:
        raise Wrong("invalid_input") from None
    stack = [value]
    while stack:
        at = stack.pop()
        if isinstance(at, str):
            need(not any("\ud800" <= c <= "\udfff" for c in at))
        elif isinstance(at, dict):
            stack += [*at.keys(), *at.values()]
        elif isinstance(at, list):
            stack += at
    return value


def a_string(value, least=1):
    need(type(value) is str and len(value) >= least)


def a_position(value):
    need(type(value) is int and value >= 0)


def an_object(value, required, optional=()):
    need(type(value) is dict)
    need(all(k in value for k in required))
    need(all(k in required or k in optional for k in value))


def is_position(selector):
    an_object(selector, ("type", "start", "end"))
    need(selector["type"] == "TextPositionSelector")
    a_position(selector["start"])
    a_position(selector["end"])


def is_quote(selector):
    an_object(selector, ("type", "exact"), ("prefix", "suffix"))
    need(selector["type"] == "TextQuoteSelector")
    a_string(selector["exact"])
    for key in ("prefix", "suffix"):
        if key in selector:
            a_string(selector[key], 0)


def check_sources(sources):
    need(type(sources) is list and sources)
    seen = []
    for source in sources:
        an_object(source, ("source_id", "version", "text"))
        a_string(source["source_id"])
        a_string(source["version"])
        a_string(source["text"], 0)
        label = (source["source_id"], source["version"])
        need(label not in seen)
        seen.append(label)


def check_citation(tool, citation):
    labels = ("source_id", "version", "selector")
    if tool == PASSAGE:
        an_object(citation, (*labels, "quote"))
        is_position(citation["selector"])
    elif tool == ANCHOR:
        an_object(citation, labels, ("claimed_start",))
        is_quote(citation["selector"])
    else:
        optional = ("quote", "claimed_start")
        an_object(citation, (*labels, "citation_id"), optional)
        a_string(citation["citation_id"])
        selector = citation["selector"]
        need(type(selector) is dict)
        if selector.get("type") == "TextPositionSelector":
            is_position(selector)
            need("quote" in citation and "claimed_start" not in citation)
        else:
            is_quote(selector)
            need("quote" not in citation)
    for key in ("source_id", "version", "quote"):
        if key in citation:
            a_string(citation[key])
    if "claimed_start" in citation:
        a_position(citation["claimed_start"])


def within(limits, name, *texts):
    for text in texts:
        need(len(text.encode()) <= limits[name], "limit_exceeded")


def check_limits(sources, citations, limits):
    need(len(sources) <= limits["max_sources"], "limit_exceeded")
    need(len(citations) <= limits.get("max_citations", 1), "limit_exceeded")
    for source in sources:
        within(limits, "max_label_bytes", source["source_id"], source["version"])
        within(limits, "max_text_bytes", source["text"])
    scanned = 0
    for citation in citations:
        within(limits, "max_label_bytes", citation["source_id"], citation["version"])
        within(limits, "max_label_bytes", citation.get("citation_id", ""))
        within(limits, "max_quote_bytes", citation.get("quote", ""))
        selector = citation["selector"]
        within(limits, "max_quote_bytes", selector.get("exact", ""))
        for key in ("prefix", "suffix"):
            if key in selector:
                within(limits, "max_context_bytes", selector[key])
        if "exact" in selector:
            for source in sources:
                if all(source[k] == citation[k] for k in ("source_id", "version")):
                    scanned += sum(1 + (ord(c) > 0xFFFF) for c in source["text"])
    if "max_scan_units" in limits:
        need(scanned <= limits["max_scan_units"], "limit_exceeded")


def passage(citation, text):
    start, end = citation["selector"]["start"], citation["selector"]["end"]
    size = len(text)
    found = {"start": start, "end": end, "text_length": size}
    if start > end:
        return "span_reversed", {"field": "start", **found}
    if end > size:
        return "span_out_of_range", {"field": "end", **found}
    quote = citation["quote"]
    for at in range(max(len(quote), end - start)):
        expected = text[start + at] if start + at < end else None
        claimed = quote[at] if at < len(quote) else None
        if expected != claimed:
            return "quote_mismatch", {
                "field": "quote",
                **found,
                "quote_offset": at,
                "source_offset": start + at,
                "expected_char": expected,
                "claimed_char": claimed,
            }
    return None, None


def anchor(citation, text):
    selector = citation["selector"]
    exact = selector["exact"]
    prefix, suffix = selector.get("prefix", ""), selector.get("suffix", "")
    places = [i for i in range(len(text)) if text[i:].startswith(exact)]
    after = [i for i in places if text[:i].endswith(prefix)]
    full = [i for i in after if text[i + len(exact) :].startswith(suffix)]
    claimed = citation.get("claimed_start")
    found = {
        "exact_matches": len(places),
        "prefix_matches": len(after),
        "full_matches": len(full),
        "match_starts": full[:2],
        "claimed_start": claimed,
    }
    if not places:
        return "exact_not_found", {"field": "exact", **found}
    if not after:
        seen = text[: places[0]][-len(prefix) :]
        return "prefix_mismatch", {"field": "prefix", "observed": seen, **found}
    if not full:
        seen = text[after[0] + len(exact) :][: len(suffix)]
        return "suffix_mismatch", {"field": "suffix", "observed": seen, **found}
    if len(full) > 1:
        return "ambiguous_anchor", {"field": "exact", **found}
    if claimed is not None and claimed != full[0]:
        resolved = {"resolved_start": full[0]}
        return "position_mismatch", {"field": "claimed_start", **resolved, **found}
    return None, {"start": full[0], "end": full[0] + len(exact)}


def compare(citation, sources):
    """Return reason, detail and the selector's kind."""
    kind = citation["selector"]["type"]
    fields = P_FIELDS if kind == "TextPositionSelector" else A_FIELDS
    same_id = [s for s in sources if s["source_id"] == citation["source_id"]]
    same = [s for s in same_id if s["version"] == citation["version"]]
    if not same_id:
        reason, some = "unknown_source", {"field": "source_id"}
    elif not same:
        versions = sorted(s["version"] for s in same_id)
        reason = "version_mismatch"
        some = {"field": "version", "available_versions": versions}
    else:
        check = passage if kind == "TextPositionSelector" else anchor
        reason, some = check(citation, same[0]["text"])
    if reason is None:
        return None, some, kind
    return reason, {field: some.get(field) for field in fields}, kind


def oracle(tool, raw, limits):
    """Return the answer to one input; `limits` as in the tool's contract."""
    try:
        need(len(raw) <= limits["max_input_bytes"], "limit_exceeded")
        value = load(raw)
        many = tool == BATCH
        an_object(value, ("sources", "citations" if many else "citation"))
        check_sources(value["sources"])
        citations = value["citations"] if many else [value["citation"]]
        need(type(citations) is list and citations)
        for citation in citations:
            check_citation(tool, citation)
        if many:
            ids = [c["citation_id"] for c in citations]
            need(len(ids) == len(set(ids)))
        check_limits(value["sources"], citations, limits)
    except Wrong as wrong:
        return {"error": {"code": str(wrong)}}
    result = {"authenticity_checked": False, "reference_version": REFERENCE}
    checked = 0
    for citation in citations:
        reason, detail, kind = compare(citation, value["sources"])
        checked += 1
        if reason or not many:
            break
    result |= {"valid": not reason, "reason": reason}
    result["first_discrepancy"] = detail if reason else None
    if many:
        result["citations_checked"] = checked
        if reason:
            result["first_discrepancy"] = {
                "citation_index": checked - 1,
                "citation_id": citation["citation_id"],
                "selector_type": kind,
                "detail": detail,
            }
    elif tool == ANCHOR:
        result["match"] = None if reason else detail
    return {"result": result}


class Generator:
    """Random inputs, most of them nearly right."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.letters = "ab"

    def word(self, longest, least=0):
        size = self.random.randint(least, longest)
        return "".join(self.random.choice(self.letters) for _ in range(size))

    def label(self):
        return self.random.choice(["s", "s", "s", "t", "\u05d0", "v1", "\U0001f600"])

    def sources(self):
        found = {}
        for _ in range(self.random.choice([1, 1, 2, 3, 5])):
            label = self.label(), self.label()
            root = self.word(5, 1)
            periodic = root * self.random.randint(1, 9) + self.word(3)
            text = self.random.choice([self.word(30), periodic, periodic])
            found[label] = text
        pairs = list(found.items())
        if self.random.random() < 0.01:
            pairs.append(pairs[0])
        return [{"source_id": i, "version": v, "text": t} for (i, v), t in pairs]

    def pick(self, sources):
        source = self.random.choice(sources)
        if self.random.random() < 0.9:
            return source
        return source | {self.random.choice(["source_id", "version"]): self.label()}

    def position(self, sources):
        source = self.pick(sources)
        text = source["text"]
        start = self.random.randint(0, len(text) + 1)
        end = self.random.randint(max(0, start - 1), len(text) + 1)
        quote = text[start:end] or self.word(3, 1)
        if self.random.random() < 0.3:
            quote = self.word(len(quote) + 2, 1)
        return {
            "source_id": source["source_id"],
            "version": source["version"],
            "selector": {"type": "TextPositionSelector", "start": start, "end": end},
            "quote": quote,
        }

    def quote(self, sources):
        source = self.pick(sources)
        text = source["text"]
        start = self.random.randint(0, max(0, len(text) - 1))
        end = self.random.randint(start, min(len(text), start + 12))
        selector = {"type": "TextQuoteSelector", "exact": text[start:end] or "a"}
        if self.random.random() < 0.6:
            selector["prefix"] = text[max(0, start - self.random.randint(0, 9)) : start]
        if self.random.random() < 0.6:
            selector["suffix"] = text[end : end + self.random.randint(0, 9)]
        for key in ("exact", "prefix", "suffix"):
            if self.random.random() < 0.1 and key in selector:
                selector[key] = self.word(5, 1)
        citation = {
            "source_id": source["source_id"],
            "version": source["version"],
            "selector": selector,
        }
        if self.random.random() < 0.4:
            citation["claimed_start"] = self.random.choice([start, start, start + 1])
        return citation

    def spoil(self, value):
        """Break one place of a JSON value."""
        places = []
        stack = [value]
        while stack:
            at = stack.pop()
            keys = list(at) if isinstance(at, dict) else range(len(at))
            for key in keys:
                places.append((at, key))
                if isinstance(at[key], dict | list):
                    stack.append(at[key])
        at, key = self.random.choice(places)
        spoilers = [None, True, -1, 0.5, 3.0, "", "a", [], {}, "\ud83d", 10**30, 1e300]
        how = self.random.random()
        if how < 0.6:
            at[key] = self.random.choice(spoilers)
        elif how < 0.8:
            del at[key]
        elif isinstance(at, dict):
            at[self.random.choice(["extra", "quote", "claimed_start", "prefix"])] = 0

    def scar(self, raw):
        """Break the bytes themselves."""
        at = self.random.randint(0, len(raw))
        scars = (
            b"",
            b"\xff",
            b"\\ud800",
            b"NaN",
            b",",
            b" ",
            b"1e400",
            b"\xef\xbb\xbf",
        )
        return (
            raw[:at] + self.random.choice(scars) + raw[at + self.random.randint(0, 2) :]
        )

    def case(self):
        """Return a tool's id and the raw bytes of an input."""
        self.letters = self.random.choice(["a", "ab", "ab", "abc", "a\u00e9\U0001f600"])
        tool = self.random.choice([PASSAGE, ANCHOR, ANCHOR, BATCH])
        sources = self.sources()
        kinds = {PASSAGE: [self.position], ANCHOR: [self.quote]}
        kinds = kinds.get(tool, [self.position, self.quote])
        if tool == BATCH:
            size = self.random.choice([1, 2, 3, 4, 6])
            citations = []
            for index in range(size):
                citation = self.random.choice(kinds)(sources)
                is_twice = self.random.random() < 0.02
                citations.append(
                    {"citation_id": f"c{0 if is_twice else index}"} | citation
                )
            value = {"sources": sources, "citations": citations}
        else:
            value = {"sources": sources, "citation": kinds[0](sources)}
        if self.random.random() < 0.2:
            self.spoil(value)
        raw = json.dumps(value, ensure_ascii=self.random.random() < 0.5)
        raw = raw.encode("utf-8", "surrogatepass")
        if self.random.random() < 0.05:
            raw = self.scar(raw)
        return tool, raw


TIGHT = {
    "max_input_bytes": 1500,
    "max_sources": 4,
    "max_text_bytes": 60,
    "max_quote_bytes": 10,
    "max_context_bytes": 8,
    "max_label_bytes": 3,
    "max_citations": 5,
    "max_scan_units": 120,
}
"""Limits small enough that random inputs meet them."""


def differences(count, seed):
    """Yield every input on which the two implementations differ, with both answers."""
    from refereekit.selection import Contract, Refusal, Tool, list_tools

    roomy = {tool.contract.id: tool for tool in list_tools()}
    tight = {}
    for key, tool in roomy.items():
        document = tool.contract.document
        limits = {name: TIGHT[name] for name in document["limits"] if name in TIGHT}
        tight[key] = Tool(Contract(document | {"limits": limits}), tool.execute)
    generator = Generator(seed)
    for index in range(count):
        name, raw = generator.case()
        tool = (tight if index % 4 == 0 else roomy)[name]
        try:
            got = {"result": tool.run(raw)}
        except Refusal as refusal:
            got = {"error": {"code": str(refusal.code)}}
        expected = oracle(name, raw, tool.contract.limits)
        if got != expected:
            yield name, raw, expected, got


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    found = list(differences(chosen.count, chosen.seed))
    for difference in found[:10]:
        sys.stdout.write("\n  ".join(map(str, difference)) + "\n")
    summary = f"{chosen.count} inputs, seed {chosen.seed}: {len(found)} differences"
    sys.stdout.write(summary + "\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
