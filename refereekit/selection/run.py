"""Run a tool: the raw bytes of an input to a result, or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from refereekit.selection import (
    anchor,
    batch,
    chunks,
    paragraphs,
    passage,
    sections,
    sentences,
)
from refereekit.selection.contract import Contract, load_contracts
from refereekit.selection.refusals import LimitExceeded, UnknownTool
from refereekit.selection.strict_json import parse

__all__ = ["Tool", "find_tool", "list_tools", "run"]

Execute = Callable[[Mapping[str, Any], Mapping[str, int]], dict[str, Any]]

_EXECUTE: dict[str, Execute] = {
    "citation-anchor-check": anchor.execute,
    "citation-batch-check": batch.execute,
    "citation-passage-check": passage.execute,
    "markdown-sections-chunk": sections.execute,
    "text-delimiter-chunk": chunks.execute,
    "text-paragraphs-split": paragraphs.execute,
    "text-sentence-offsets": sentences.execute,
}


@dataclass(frozen=True)
class Tool:
    """A contract and the function that carries it out."""

    contract: Contract
    execute: Execute

    @property
    def max_input_bytes(self) -> int:
        """Return how many bytes an input may have before it is even read."""
        return self.contract.limits["max_input_bytes"]

    def run(self, raw: bytes) -> dict[str, Any]:
        """Return the result for an input as it was sent.

        Raises:
            Refusal: the input breaks the contract or one of its limits.
        """
        if len(raw) > self.max_input_bytes:
            raise LimitExceeded(
                f"the input has more than {self.max_input_bytes} bytes"
                " (max_input_bytes)"
            )
        document = parse(raw)
        self.contract.validate(document)
        return self.execute(document, self.contract.limits)


@cache
def list_tools() -> tuple[Tool, ...]:
    """Return every tool, in order of id."""
    return tuple(Tool(contract, _EXECUTE[contract.id]) for contract in load_contracts())


def find_tool(tool_id: str, version: str) -> Tool:
    """Return the tool with this id and version, compared exactly.

    Raises:
        UnknownTool: there is none.
    """
    for tool in list_tools():
        if (tool.contract.id, tool.contract.version) == (tool_id, version):
            return tool
    raise UnknownTool("no tool has this id and version; `cite list` names them all")


def run(tool_id: str, version: str, raw: bytes) -> dict[str, Any]:
    """Return a tool's result for the raw bytes of an input.

    Raises:
        Refusal: there is no such tool, or it refuses the input.
    """
    return find_tool(tool_id, version).run(raw)
