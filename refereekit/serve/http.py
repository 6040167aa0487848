"""The HTTP interface: the tools under `/v1/tools`, the protocol's server at `/mcp`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

import anyio
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from refereekit.selection import MAX_LINE_BYTES, Refusal, Tool, find_tool, list_tools
from refereekit.serve.bodies import read_body, require_json
from refereekit.serve.calls import Toolbox
from refereekit.serve.mcp_server import build_server
from refereekit.serve.messages import find_fault
from refereekit.serve.problems import (
    on_disconnect,
    on_http_error,
    on_refusal,
    on_server_error,
)

__all__ = ["build_app"]

_LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"]


def build_app(toolbox: Toolbox, *, is_loopback: bool = True) -> Starlette:
    """Return the application.

    On the loopback interface the protocol's server answers to no other name, so that
    a web page cannot reach it by pointing its own name there.
    """
    manager = StreamableHTTPSessionManager(
        build_server(toolbox),
        json_response=True,
        stateless=True,
        max_request_body_size=MAX_LINE_BYTES,
        security_settings=_security(is_loopback=is_loopback),
    )

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            yield

    tool = "/v1/tools/{tool_id}/versions/{version}"
    app = Starlette(
        routes=[
            Route("/healthz", _health, methods=["GET"]),
            Route("/v1/tools", _list, methods=["GET"]),
            Route(tool, _contract, methods=["GET"]),
            Route(f"{tool}/execute", _execute, methods=["POST"]),
            Route("/mcp", _StrictMessages(manager, toolbox)),
        ],
        lifespan=lifespan,
        exception_handlers={
            Refusal: on_refusal,
            HTTPException: on_http_error,
            ClientDisconnect: on_disconnect,
            Exception: on_server_error,
        },
    )
    app.router.redirect_slashes = False
    return app


class _StrictMessages:
    """Hands the protocol's server nothing but strict JSON."""

    def __init__(self, manager: StreamableHTTPSessionManager, toolbox: Toolbox) -> None:
        self._manager = manager
        self._toolbox = toolbox

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "POST":
            await self._manager.handle_request(scope, receive, send)
            return
        raw = await read_body(Request(scope, receive), MAX_LINE_BYTES)
        fault = await anyio.to_thread.run_sync(find_fault, raw, self._toolbox)
        if fault is None:
            await self._manager.handle_request(scope, _again(raw, receive), send)
            return
        status = HTTPStatus.OK if fault.reply else HTTPStatus.ACCEPTED
        reply = Response(fault.reply, status, media_type="application/json")
        await reply(scope, receive, send)


def _again(raw: bytes, receive: Receive) -> Receive:
    """Return a channel that gives a body which was already read, then what follows."""
    is_given = False

    async def again() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": raw, "more_body": False}

    return again


async def _execute(request: Request) -> JSONResponse:
    tool = _tool(request)
    require_json(request)
    raw = await read_body(request, tool.max_input_bytes)
    return JSONResponse({"result": await anyio.to_thread.run_sync(tool.run, raw)})


async def _contract(request: Request) -> JSONResponse:
    return JSONResponse(_tool(request).contract.document)


async def _list(request: Request) -> JSONResponse:
    tools = [
        {
            "id": tool.contract.id,
            "version": tool.contract.version,
            "description": tool.contract.description,
        }
        for tool in list_tools()
    ]
    return JSONResponse({"tools": tools})


async def _health(request: Request) -> JSONResponse:
    return JSONResponse({"status": "ok"})


def _tool(request: Request) -> Tool:
    return find_tool(request.path_params["tool_id"], request.path_params["version"])


def _security(*, is_loopback: bool) -> TransportSecuritySettings:
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=is_loopback,
        allowed_hosts=[f"{host}:*" for host in _LOOPBACK_HOSTS],
        allowed_origins=[f"http://{host}:*" for host in _LOOPBACK_HOSTS],
    )
