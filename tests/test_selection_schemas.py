"""Random inputs drawn from the contracts' own schemas."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refereekit.selection import InvalidInput, Refusal, encode, list_tools

quick = settings(max_examples=100, deadline=None)


def drawn_from(schema: Any) -> st.SearchStrategy[Any]:
    """Return what the keywords that the contracts use allow, and nothing else."""
    match schema:
        case {"anyOf": branches}:
            return st.one_of(*map(drawn_from, branches))
        case {"const": value}:
            return st.just(value)
        case {"type": "string"}:
            least = schema.get("minLength", 0)
            return st.text("ab\n\u00e9\U0001f600", min_size=least, max_size=12)
        case {"type": "integer"}:
            return st.integers(schema["minimum"], schema["minimum"] + 12)
        case {"type": "array"}:
            items = drawn_from(schema["items"])
            return st.lists(items, min_size=schema.get("minItems", 0), max_size=4)
        case {"type": "object"}:
            members = {k: drawn_from(v) for k, v in schema["properties"].items()}
            required = {k: members.pop(k) for k in schema["required"]}
            return st.fixed_dictionaries(required, optional=members)
        case _:
            raise ValueError(f"a keyword that no contract used before: {schema}")


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
