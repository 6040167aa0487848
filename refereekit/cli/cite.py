"""`refereekit cite`: the selector and text tools on the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from refereekit.files import read_regular_file
from refereekit.selection import (
    MAX_LINE_BYTES,
    Tool,
    answer,
    find_tool,
    list_tools,
    read_lines,
)

__all__ = ["cite"]

NOT_VALID = 1


@click.group(epilog="Example: refereekit cite list")
def cite() -> None:
    """Run the W3C selector tools and the text tools beside them."""


@cite.command(
    epilog="Example: refereekit cite run citation-passage-check 1.0.0 --input in.json"
)
@click.argument("tool_id", metavar="ID")
@click.argument("version")
@click.option(
    "--input",
    "source",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The tool's input as JSON; - is standard input.",
)
@click.pass_context
def run(ctx: click.Context, tool_id: str, version: str, source: Path) -> None:
    """Run the tool ID: exit 0 if the result is valid, 1 if not, 2 if refused."""
    tool = find_tool(tool_id, version)
    result = tool.run(_read_input(tool, source))
    click.echo(_pretty(result))
    ctx.exit(0 if result.get("valid", True) else NOT_VALID)


@cite.command(epilog="Example: refereekit cite contract citation-batch-check 1.0.0")
@click.argument("tool_id", metavar="ID")
@click.argument("version")
def contract(tool_id: str, version: str) -> None:
    """Print the contract of the tool ID: schemas, limits and examples."""
    click.echo(_pretty(find_tool(tool_id, version).contract.document))


@cite.command("list", epilog="Example: refereekit cite list")
def list_all() -> None:
    """List every tool: id, version and what it does."""
    for tool in list_tools():
        described = tool.contract
        click.echo(f"{described.id}  {described.version}  {described.description}")


@cite.command(epilog="Example: refereekit cite stream < requests.jsonl > answers.jsonl")
def stream() -> None:
    """Answer JSON lines from standard input, one line each, until it ends.

    A request is {"tool", "version", "input"}; an answer {"result"} or {"error"}. In
    place of `input`, `input_raw` gives its text and `input_raw_b64` its bytes.
    """
    for line in read_lines(sys.stdin.buffer):
        click.echo(json.dumps(_answer(line)))


def _answer(line: bytes | None) -> dict[str, Any]:
    if line is not None:
        return answer(line)
    message = f"a line of more than {MAX_LINE_BYTES} bytes"
    return {"error": {"code": "limit_exceeded", "message": message}}


def _read_input(tool: Tool, source: Path) -> bytes:
    """Return the raw input, of standard input no more than it takes to refuse it."""
    if str(source) == "-":
        return sys.stdin.buffer.read(tool.max_input_bytes + 1)
    return read_regular_file(source, limit=tool.max_input_bytes)


def _pretty(document: dict[str, Any]) -> bytes:
    """Return readable JSON in UTF-8, whatever the terminal's encoding."""
    return json.dumps(document, ensure_ascii=False, indent=1).encode("utf-8")
