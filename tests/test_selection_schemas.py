"""Random inputs drawn from the contracts' own schemas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refereekit.selection import InvalidInput, Refusal, encode, list_tools

quick = settings(max_examples=100, deadline=None)


def drawn_from(schema: Any) -> st.SearchStrategy[Any]:
    """Return what the keywords that the contracts use allow, and nothing else."""
    if "anyOf" in schema:
        return st.one_of(*map(drawn_from, schema["anyOf"]))
    if "const" in schema or "enum" in schema:
        return st.sampled_from(schema.get("enum") or [schema["const"]])
    return _BY_TYPE[schema["type"]](schema)


def _strings(schema: Any) -> st.SearchStrategy[str]:
    least = schema.get("minLength", 0)
    return st.text("ab\n\u00e9\U0001f600", min_size=least, max_size=12)


def _integers(schema: Any) -> st.SearchStrategy[int]:
    return st.integers(schema["minimum"], schema["minimum"] + 12)


def _arrays(schema: Any) -> st.SearchStrategy[list[Any]]:
    items = drawn_from(schema["items"])
    return st.lists(items, min_size=schema.get("minItems", 0), max_size=4)


def _objects(schema: Any) -> st.SearchStrategy[dict[str, Any]]:
    members = {key: drawn_from(value) for key, value in schema["properties"].items()}
    required = {key: members.pop(key) for key in schema["required"]}
    return st.fixed_dictionaries(required, optional=members)


_BY_TYPE: dict[str, Callable[[Any], st.SearchStrategy[Any]]] = {
    "string": _strings,
    "integer": _integers,
    "array": _arrays,
    "object": _objects,
}


@pytest.mark.parametrize("tool", list_tools(), ids=lambda tool: tool.contract.id)
def test_a_result_is_what_the_contract_says(tool: Any) -> None:
    inputs = jsonschema.Draft202012Validator(tool.contract.input_schema)
    outputs = jsonschema.Draft202012Validator(tool.contract.output_schema)
    answered = set()

    @quick
    @given(drawn_from(tool.contract.input_schema))
    def check(value: Any) -> None:
        inputs.validate(value)
        try:
            result = tool.run(encode(value))
        except InvalidInput:
            # The schema allows what it cannot express: a pair or an id twice, say.
            return
        outputs.validate(result)
        answered.add(result.get("reason"))

    check()
    assert answered


@quick
@given(st.binary() | st.text().map(str.encode), st.sampled_from(list_tools()))
def test_any_bytes_are_answered(raw: bytes, tool: Any) -> None:
    with pytest.raises(Refusal):
        tool.run(raw)
