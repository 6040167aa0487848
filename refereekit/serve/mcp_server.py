"""The Model Context Protocol's server: the SDK's, with this package's tools."""

from __future__ import annotations

from typing import Any

import anyio
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
)

from refereekit import __version__
from refereekit.serve.calls import Toolbox

__all__ = ["build_server"]

_AT_ONCE = 4
"""Calls that run at the same time; each is arithmetic under one interpreter lock."""

_INSTRUCTIONS = (
    "Check quotations against the text they cite: citation-passage-check by position, "
    "citation-anchor-check by the words around it, citation-batch-check for many. "
    "Where a session is offered: bind a manuscript's PDF, verify each claim as it is "
    "made, and check the draft before it is sent. A PASS never says a claim is true."
)


def build_server(toolbox: Toolbox) -> Server[Any]:
    """Return a server that any of the SDK's transports can run."""
    limiter = anyio.CapacityLimiter(_AT_ONCE)

    async def on_list_tools(
        context: ServerRequestContext[Any], params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=toolbox.offered())

    async def on_call_tool(
        context: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult:
        return await anyio.to_thread.run_sync(
            toolbox.call, params.name, params.arguments, limiter=limiter
        )

    return Server(
        "refereekit",
        version=__version__,
        instructions=_INSTRUCTIONS,
        on_list_tools=on_list_tools,
        on_call_tool=on_call_tool,
    )
