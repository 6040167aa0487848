"""What a JSON object of a session must look like, field by field.

A session's files can be edited, or be another version's: a field of another type is
refused where it is read, with a `ValueError` that says which.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from refereekit.positions import BBox, Span

__all__ = [
    "box_of",
    "flag_in",
    "integer_in",
    "list_in",
    "number_in",
    "numbers_of",
    "object_of",
    "positive_in",
    "span_of",
    "spans_in",
    "strings_in",
    "text_in",
    "within",
]


def object_of(data: object, keys: frozenset[str] | None = None) -> dict[str, Any]:
    """Return an object, with exactly these keys where any are given."""
    if not isinstance(data, dict):
        raise ValueError("not an object")
    if keys is not None and data.keys() != keys:
        differing = ", ".join(sorted(map(str, data.keys() ^ keys)))
        raise ValueError(f"keys are missing or unknown: {differing}")
    return data


def text_in(row: dict[str, Any], key: str) -> str:
    """Return a field that is a string."""
    value = row.get(key)
    if not isinstance(value, str):
        raise ValueError(f"'{key}' is not a string")
    return value


def flag_in(row: dict[str, Any], key: str) -> bool:
    """Return a field that is true or false."""
    value = row.get(key)
    if not isinstance(value, bool):
        raise ValueError(f"'{key}' is not true or false")
    return value


def integer_in(row: dict[str, Any], key: str) -> int:
    """Return a field that is an integer."""
    value = row.get(key)
    # True is an int to isinstance.
    if type(value) is not int:
        raise ValueError(f"'{key}' is not an integer")
    return value


def positive_in(row: dict[str, Any], key: str) -> int:
    """Return a field that counts from 1."""
    value = row.get(key)
    if type(value) is not int or value < 1:
        raise ValueError(f"'{key}' is not a number from 1")
    return value


def number_in(row: dict[str, Any], key: str) -> float:
    """Return a field that is a number."""
    value = row.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"'{key}' is not a number")
    return value


def list_in(row: dict[str, Any], key: str) -> list[Any]:
    """Return a field that is a list."""
    value = row.get(key)
    if not isinstance(value, list):
        raise ValueError(f"'{key}' is not a list")
    return value


def strings_in(row: dict[str, Any], key: str) -> tuple[str, ...]:
    """Return a field that is a list of strings."""
    values = list_in(row, key)
    if not all(isinstance(value, str) for value in values):
        raise ValueError(f"'{key}' is not a list of strings")
    return tuple(values)


def numbers_of(value: object, count: int, *types: type) -> list[Any]:
    """Return a list of so many numbers of these types."""
    if (
        not isinstance(value, list)
        or len(value) != count
        or not set(map(type, value)).issubset(types)
    ):
        raise ValueError(f"not a list of {count} numbers")
    return value


def span_of(pair: object, size: int) -> Span:
    """Return a span within a text of this size."""
    return within(Span(*numbers_of(pair, 2, int)), size)


def spans_in(row: dict[str, Any], key: str, size: int) -> tuple[Span, ...]:
    """Return a field that is a list of spans within a text of this size."""
    pairs = list_in(row, key)
    if set(map(type, pairs)) <= {list} and set(map(len, pairs)) <= {2}:
        # A page has hundreds: those of the right shape are looked at together.
        ends = [*chain.from_iterable(pairs)]
        if set(map(type, ends)) <= {int} and max(ends, default=0) <= size:
            return tuple([Span(*pair) for pair in pairs])
    return tuple(span_of(pair, size) for pair in pairs)


def within(span: Span, size: int) -> Span:
    """Return a span that is within a text of this size."""
    if span.end > size:
        raise ValueError(f"not within the text: [{span.start}, {span.end})")
    return span


def box_of(value: object) -> BBox:
    """Return a box of four numbers."""
    return BBox(*numbers_of(value, 4, int, float))
