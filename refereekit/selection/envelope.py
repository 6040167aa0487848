"""A tool's input inside a larger JSON value, and the bytes that it stands for.

A line of `cite stream` and a message of MCP carry the input as a member. What such a
member was sent as must reach the tool with its faults, since the tool's own order of
errors decides what is refused first: so a key that occurs twice is kept twice, and a
number that is none stays none.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from typing import Any

from refereekit.selection import strict_json
from refereekit.selection.refusals import InvalidInput, Refusal
from refereekit.selection.run import find_tool

__all__ = ["answer", "encode", "open_envelope"]


class _Pairs(dict[str, Any]):
    """An object whose repeated keys come out again when it is encoded."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self._pairs = pairs

    def items(self) -> Any:
        """Return every pair in the order of the text; the encoder asks for this."""
        return self._pairs


def open_envelope(raw: bytes) -> Any:
    """Return the value that `raw` holds, faults and all.

    Raises:
        InvalidInput: `raw` is no JSON at all.
    """
    try:
        return json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_Pairs,
            parse_int=_number,
            parse_float=_number,
        )
    except UnicodeDecodeError as error:
        raise InvalidInput(f"byte {error.start}: not UTF-8") from error
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"line {error.lineno}, column {error.colno}: not JSON"
        ) from error
    except RecursionError as error:
        raise InvalidInput("nested too deeply") from error


def encode(value: Any) -> bytes:
    """Return compact UTF-8 JSON, keys in order.

    A lone surrogate is written as an escape, everything else as itself.

    Raises:
        InvalidInput: the value is nested more deeply than can be written.
    """
    try:
        return _dump(value, ascii_only=False).encode("utf-8")
    except UnicodeEncodeError:
        return _dump(value, ascii_only=True).encode("ascii")
    except RecursionError as error:
        raise InvalidInput("nested too deeply") from error


def answer(line: bytes) -> dict[str, Any]:
    """Answer one request `{"tool", "version", "input"}`; never raises a refusal."""
    try:
        envelope = open_envelope(line)
        if not isinstance(envelope, dict):
            raise InvalidInput("not an object with `tool`, `version` and an input")
        tool = find_tool(str(envelope.get("tool")), str(envelope.get("version")))
        return {"result": tool.run(_raw_input(envelope))}
    except Refusal as refusal:
        return {"error": refusal.as_json()}


def _dump(value: Any, *, ascii_only: bool) -> str:
    return json.dumps(value, ensure_ascii=ascii_only, separators=(",", ":"))


def _number(literal: str) -> Any:
    """Return a number, or one that no JSON can hold where the literal is refused."""
    try:
        if literal.lstrip("-").isdigit():
            return strict_json.read_int(literal)
        value = strict_json.read_float(literal)
    except InvalidInput:
        return math.nan
    return value if isinstance(value, int | float) else math.nan


def _raw_input(envelope: dict[str, Any]) -> bytes:
    given = {"input", "input_raw", "input_raw_b64"} & envelope.keys()
    if len(given) != 1:
        raise InvalidInput("give one of `input`, `input_raw` and `input_raw_b64`")
    if "input" in given:
        return encode(envelope["input"])
    text = envelope[given.pop()]
    if not isinstance(text, str):
        raise InvalidInput("a raw input is a string")
    if "input_raw" in envelope:
        # A lone surrogate becomes bytes that are no UTF-8, which the tool refuses.
        return text.encode("utf-8", "surrogatepass")
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidInput("/input_raw_b64: not base64") from error
