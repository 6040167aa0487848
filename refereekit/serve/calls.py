"""What the Model Context Protocol's server offers, and one call of it.

A tool is offered twice: by its own name, with its contract's schemas, and through
`execute`, which takes its id, its version and its input.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent, ToolAnnotations
from mcp_types import Tool as OfferedTool

from refereekit.errors import RefereekitError
from refereekit.selection import (
    InvalidInput,
    Refusal,
    Tool,
    encode,
    find_tool,
    list_tools,
    parse,
)
from refereekit.serve.reviewer_tools import ReviewerTool, reviewer_tools
from refereekit.serve.reviewing import Desk

__all__ = ["COULD_NOT_RUN", "Toolbox"]

COULD_NOT_RUN = "could_not_run"
"""The error code where a reviewer's tool has nothing that it could work on."""

_EXECUTE = "execute"

_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_WRITES = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, open_world_hint=False
)


@dataclass(frozen=True, slots=True)
class Toolbox:
    """What one server offers; without a desk, no tool of the reviewer's."""

    desk: Desk | None = None

    def offered(self) -> list[OfferedTool]:
        """Return every tool that can be called by name."""
        return [
            _execute_tool(),
            *map(_offered_by_contract, list_tools()),
            *map(_offered_to_reviewers, self._reviewer_tools().values()),
        ]

    def call(self, name: str, arguments: Mapping[str, Any] | None) -> CallToolResult:
        """Carry out one call; what the tool refuses is a result that says so.

        Raises:
            MCPError: there is no tool of this name.
        """
        given = {} if arguments is None else arguments
        try:
            if name in self._reviewer_tools():
                return self._review(name, given)
            return _answer(name, given)
        except Refusal as refusal:
            return _refused(refusal.as_json())
        except RefereekitError as error:
            return _refused({"code": COULD_NOT_RUN, "message": str(error)})

    def refuse(
        self, name: str, arguments: Mapping[str, Any] | None, fault: InvalidInput
    ) -> CallToolResult:
        """Answer a call whose message is not strict JSON, with the first error.

        Raises:
            MCPError: there is no tool of this name.
        """
        if name not in self._reviewer_tools():
            # Without a session a call changes nothing, and the fault is in it.
            result = self.call(name, arguments)
            if result.is_error:
                return result
        return _refused(fault.as_json())

    def _reviewer_tools(self) -> Mapping[str, ReviewerTool]:
        return {} if self.desk is None else reviewer_tools()

    def _review(self, name: str, arguments: Mapping[str, Any]) -> CallToolResult:
        tool = reviewer_tools()[name]
        strict = parse(encode(arguments))
        tool.input.validate(strict)
        said = tool.run(self.desk, **strict)
        return _result(said.document, said.text)


def _answer(name: str, arguments: Mapping[str, Any]) -> CallToolResult:
    if name == _EXECUTE:
        tool, raw = _read_execute(arguments)
        document = {"result": tool.run(raw)}
    else:
        document = _named(name).run(encode(arguments))
    return _result(document, json.dumps(document, ensure_ascii=False))


def _offered_by_contract(tool: Tool) -> OfferedTool:
    return OfferedTool(
        name=tool.contract.id,
        description=tool.contract.description,
        input_schema=tool.contract.input_schema,
        output_schema=tool.contract.output_schema,
        annotations=_READS,
    )


def _offered_to_reviewers(tool: ReviewerTool) -> OfferedTool:
    return OfferedTool(
        name=tool.name,
        description=tool.description,
        input_schema=tool.input.document,
        output_schema=tool.output_schema,
        annotations=_WRITES if tool.writes else _READS,
    )


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
        annotations=_READS,
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


def _result(document: dict[str, Any], text: str) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=document
    )


def _refused(error: dict[str, str]) -> CallToolResult:
    """Return an error as text alone: no output schema describes it."""
    text = json.dumps({"error": error}, ensure_ascii=True)
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)
