"""What is JSON and what only looks like it, on the bytes of a request."""

from __future__ import annotations

import json
import sys
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refereekit.selection import (
    InvalidInput,
    answer,
    encode,
    open_envelope,
    parse,
    run,
)

NOT_STRICT = [
    b"",
    b" ",
    b"{",
    b"{} {}",
    b'{"a":1,}',
    b"{'a':1}",
    b"/**/{}",
    b'{"a":NaN}',
    b"[Infinity]",
    b"[-Infinity]",
    b"[1e400]",
    b"[-1e400]",
    b"[01]",
    b"[+1]",
    b"[.5]",
    b"[1.]",
    b"[0x1]",
    b'["\n"]',
    b'["\\x41"]',
    b'["\xe9"]',
    b'["\xed\xa0\xbd\xed\xb8\x80"]',
    b'["\xc0\x80"]',
    b"\xef\xbb\xbf{}",
    "{}".encode("utf-16"),
    "{}".encode("utf-16-le"),
    b'{"a":1,"a":1}',
    b'{"a":{"b":1,"b":2}}',
    b'{"ab":1,"a\\u0062":2}',
    b'["\\ud800"]',
    b'["\\uDC00"]',
    b'["\\ude00\\ud83d"]',
    b'{"\\ud83d":1}',
    b"[" + b"9" * 4301 + b"]",
    b"[1." + b"0" * 4300 + b"]",
    b"[1e-99999999999999999999]",
    b"[" * 100_000,
    b"[" * 100_000 + b"]" * 100_000,
    b'{"a":' * 100_000,
]


@pytest.mark.parametrize("raw", NOT_STRICT, ids=lambda raw: repr(raw[:24]))
def test_refuses_what_is_not_strict(raw: bytes) -> None:
    with pytest.raises(InvalidInput):
        parse(raw)


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("4.0", 4),
        ("1e0", 1),
        ("-0", 0),
        ("-0.0", 0),
        ("0e5", 0),
        ("0E+999999999", 0),
        ("1e30", 10**30),
        ("12345678901234567890123.0", 12345678901234567890123),
        ("9007199254740993", 9007199254740993),
        ("9" * 4300, int("9" * 4300)),
        ("0.5", 0.5),
        ("1.00000000000000000001", Decimal("1.00000000000000000001")),
        ("1e-400", Decimal("1e-400")),
    ],
    ids=lambda value: str(value)[:24],
)
def test_numbers_keep_their_value(literal: str, value: object) -> None:
    read = parse(literal.encode())
    assert read == value
    assert type(read) is type(value)


def test_an_escaped_backslash_is_no_escape() -> None:
    assert parse(rb'["\\ud800"]') == [r"\ud800"]


def test_a_pair_of_escapes_is_one_code_point() -> None:
    assert parse(rb'["\ud83d\ude00"]') == ["\U0001f600"]


values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(values)
def test_every_value_comes_back(value: Any) -> None:
    assert parse(encode(value)) == value
    assert parse(json.dumps(value).encode()) == value


@pytest.mark.parametrize(
    "raw",
    [
        b'{"a":1,"a":2}',
        b'{"a":{"b":[],"b":[]}}',
        b'["\\ud800"]',
        b"[NaN]",
        b"[1e999]",
        b"[" + b"1" * 5000 + b"]",
        b"[1.00000000000000000001]",
    ],
    ids=lambda raw: repr(raw[:24]),
)
def test_an_envelope_keeps_the_faults(raw: bytes) -> None:
    with pytest.raises(InvalidInput):
        parse(encode(open_envelope(raw)))


@given(values)
def test_an_envelope_keeps_what_is_sound(value: Any) -> None:
    raw = encode(value)
    assert encode(open_envelope(raw)) == raw


def test_an_interpreter_with_a_smaller_limit_refuses_earlier() -> None:
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(1000)
    try:
        with pytest.raises(InvalidInput):
            parse(b"9" * 2000)
    finally:
        sys.set_int_max_str_digits(usual)


@pytest.mark.parametrize("depth", [*range(200, 1200, 25), 20_000])
def test_depth_is_refused_at_whatever_stage_it_is_too_much(depth: int) -> None:
    raw = b"[" * depth + b"]" * depth
    with pytest.raises(InvalidInput):
        run("citation-passage-check", "1.0.0", raw)
    line = b'{"tool":"citation-passage-check","version":"1.0.0","input":%s}' % raw
    assert answer(line)["error"]["code"] == "invalid_input"
