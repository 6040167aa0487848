"""What the Model Context Protocol's server offers, and one call of it.

A tool is offered twice: by its own name, with its contract's schemas, and through
`execute`, which takes its id, its version and its input.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent
from mcp_types import Tool as OfferedTool

from refereekit.selection import (
    InvalidInput,
    Refusal,
    Tool,
    encode,
    find_tool,
    list_tools,
)

__all__ = ["call", "offered", "refuse"]

_EXECUTE = "execute"


def offered() -> list[OfferedTool]:
    """Return every tool that can be called by name."""
    named = [
        OfferedTool(
            name=tool.contract.id,
            description=tool.contract.description,
            input_schema=tool.contract.input_schema,
            output_schema=tool.contract.output_schema,
        )
        for tool in list_tools()
    ]
    return [_execute_tool(), *named]


def call(name: str, arguments: Mapping[str, Any] | None) -> CallToolResult:
    """Carry out one call; what the tool refuses is a result that says so.

    Raises:
        MCPError: there is no tool of this name.
    """
    given = {} if arguments is None else arguments
    try:
        if name == _EXECUTE:
            tool, raw = _read_execute(given)
            return _result({"result": tool.run(raw)})
        return _result(_named(name).run(encode(given)))
    except Refusal as refusal:
        return _refused(refusal)


def refuse(
    name: str, arguments: Mapping[str, Any] | None, fault: InvalidInput
) -> CallToolResult:
    """Answer a call whose message is not strict JSON, with the error that is first.

    Raises:
        MCPError: there is no tool of this name.
    """
    result = call(name, arguments)
    return result if result.is_error else _refused(fault)


def _execute_tool() -> OfferedTool:
    ids = [tool.contract.id for tool in list_tools()]
    return OfferedTool(
        name=_EXECUTE,
        description="Run one of the selector and text tools by its id and version.",
        input_schema={
            "type": "object",
            "additionalProperties": False,
            "required": ["id", "version", "input"],
            "properties": {
                "id": {
                    "type": "string",
                    "description": f"the tool's id: {', '.join(ids)}",
                },
                "version": {
                    "type": "string",
                    "description": "the tool's version, compared exactly: 1.0.0",
                },
                "input": {
                    "type": "object",
                    "description": "the tool's input, as its contract describes it",
                },
            },
        },
        output_schema={
            "type": "object",
            "required": ["result"],
            "properties": {
                "result": {
                    "type": "object",
                    "description": "the tool's result, as its contract describes it",
                }
            },
        },
    )


def _named(name: str) -> Tool:
    for tool in list_tools():
        if tool.contract.id == name:
            return tool
    raise MCPError(INVALID_PARAMS, "no tool has this name; tools/list names them all")


def _read_execute(arguments: Mapping[str, Any]) -> tuple[Tool, bytes]:
    given = dict(arguments)
    tool = find_tool(str(given.pop("id", "")), str(given.pop("version", "")))
    if given.keys() != {"input"}:
        raise InvalidInput("give `id`, `version` and `input`, and nothing else")
    return tool, encode(given["input"])


def _result(document: dict[str, Any]) -> CallToolResult:
    text = json.dumps(document, ensure_ascii=False)
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=document
    )


def _refused(refusal: Refusal) -> CallToolResult:
    """Return an error as text alone: no output schema describes it."""
    text = json.dumps({"error": refusal.as_json()}, ensure_ascii=True)
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)
