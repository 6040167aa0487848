"""The selector tools: a contract's input to a contract's result.

They compare a quotation with text that the caller supplies, code point by code
point, and know nothing about papers, drafts or PDFs.
"""

from refereekit.selection.contract import Contract
from refereekit.selection.envelope import answer, encode, open_envelope
from refereekit.selection.lines import MAX_LINE_BYTES, read_lines
from refereekit.selection.refusals import (
    Code,
    InvalidInput,
    LimitExceeded,
    Refusal,
    UnknownTool,
)
from refereekit.selection.run import Tool, find_tool, list_tools, run
from refereekit.selection.schema import Schema
from refereekit.selection.strict_json import parse

__all__ = [
    "MAX_LINE_BYTES",
    "Code",
    "Contract",
    "InvalidInput",
    "LimitExceeded",
    "Refusal",
    "Schema",
    "Tool",
    "UnknownTool",
    "answer",
    "encode",
    "find_tool",
    "list_tools",
    "open_envelope",
    "parse",
    "read_lines",
    "run",
]
