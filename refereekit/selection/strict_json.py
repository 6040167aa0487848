"""JSON as RFC 8259 has it and nothing more, read from the bytes of a request.

Python's reader takes NaN, duplicate keys and lone surrogates, and rounds numbers to
floats. All of that would let an input pass for another one than was sent.
"""

from __future__ import annotations

import json
import math
import re
from decimal import Decimal, InvalidOperation
from typing import Any, NoReturn

from refereekit.selection.refusals import InvalidInput

__all__ = ["MAX_NUMBER_LENGTH", "parse", "read_float", "read_int"]

MAX_NUMBER_LENGTH = 4300
"""Characters of a number: where CPython stops converting integers, by default."""

_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
"""The only way into a lone surrogate, once the bytes are strict UTF-8."""


def parse(raw: bytes) -> Any:
    """Return the value that `raw` holds, integral numbers as `int`.

    Raises:
        InvalidInput: `raw` is not strict JSON in UTF-8.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"byte {error.start}: not UTF-8") from error
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=read_float,
            parse_int=read_int,
        )
        if _SURROGATE_ESCAPE.search(text):
            _refuse_lone_surrogates(value)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InvalidInput(f"{place}: not JSON") from error
    except RecursionError as error:
        raise InvalidInput("nested too deeply") from error
    return value


def read_int(literal: str) -> int:
    """Return the integer that a JSON number without fraction or exponent writes."""
    if len(literal) > MAX_NUMBER_LENGTH:
        raise InvalidInput("a number has too many digits")
    try:
        return int(literal)
    except ValueError as error:  # the interpreter was told to stop earlier
        raise InvalidInput("a number has too many digits") from error


def read_float(literal: str) -> int | float | Decimal:
    """Return a number with a fraction or exponent: `int` if its value is integral.

    A value that only rounds to an integer stays a `Decimal`, so that no schema takes
    it for one.
    """
    if len(literal) > MAX_NUMBER_LENGTH:
        raise InvalidInput("a number has too many digits")
    rounded = float(literal)
    if math.isinf(rounded):
        raise InvalidInput("a number is out of range")
    if not rounded.is_integer():
        return rounded
    try:
        exact = Decimal(literal)
    except InvalidOperation as error:
        raise InvalidInput("a number is out of range") from error
    if not exact:
        return 0
    return int(exact) if exact == exact.to_integral_value() else exact


def _refuse_constant(literal: str) -> NoReturn:
    raise InvalidInput(f"{literal} is not JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise InvalidInput("an object has the same key twice")
    return found


def _refuse_lone_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False, default=str).encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidInput("a string holds a lone surrogate") from error
