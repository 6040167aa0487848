"""The protocol's server on standard input and output, one message a line.

Not the SDK's transport: its reader drops a line that is no strict JSON without an
answer, and takes a line of any length into memory.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator
from concurrent.futures import CancelledError
from typing import Any

import anyio
from anyio.from_thread import BlockingPortal
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.lowlevel import Server
from mcp.shared.message import SessionMessage
from mcp_types import (
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from refereekit.selection import MAX_LINE_BYTES, read_lines
from refereekit.serve.calls import Toolbox
from refereekit.serve.mcp_server import build_server
from refereekit.serve.messages import find_fault, invalid_request

__all__ = ["run_stdio"]

_FINISH_S = 60
"""Seconds that calls still running when the input ends get to be answered."""

Incoming = SessionMessage | Exception
Line = bytes | None


def run_stdio(toolbox: Toolbox) -> None:
    """Serve one client until it closes the input or a signal ends the process."""
    anyio.run(_serve, toolbox, *_take_over_standard_streams())


def _take_over_standard_streams() -> tuple[int, int]:
    """Return input and output, and leave in their places nothing that could harm.

    Whatever else reads or prints, here or in a process that reads a PDF, must neither
    take a message nor end up between two.
    """
    sys.stdout.flush()
    incoming, outgoing = os.dup(sys.stdin.fileno()), os.dup(sys.stdout.fileno())
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    os.close(nothing)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return incoming, outgoing


async def _serve(toolbox: Toolbox, incoming: int, outgoing: int) -> None:
    connection = _Connection(toolbox, outgoing)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_stop_on_signal, tasks.cancel_scope)
        await connection.run(build_server(toolbox), incoming)
        tasks.cancel_scope.cancel()


async def _stop_on_signal(scope: anyio.CancelScope) -> None:
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            scope.cancel()


class _Connection:
    """Carries messages between two descriptors and the SDK's server."""

    def __init__(self, toolbox: Toolbox, outgoing: int) -> None:
        self._toolbox = toolbox
        self._outgoing = outgoing
        self._lock = anyio.Lock()
        self._unanswered: set[str | int] = set()
        self._settled = anyio.Event()

    async def run(self, server: Server[Any], incoming: int) -> None:
        to_server, server_reads = anyio.create_memory_object_stream[Incoming](0)
        server_writes, from_server = anyio.create_memory_object_stream[SessionMessage](
            0
        )
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._receive, incoming, to_server)
            tasks.start_soon(self._send, from_server)
            options = server.create_initialization_options()
            await server.run(server_reads, server_writes, options)
            tasks.cancel_scope.cancel()

    async def _receive(
        self, incoming: int, to_server: MemoryObjectSendStream[Incoming]
    ) -> None:
        async with to_server, _lines(incoming) as lines:
            async for line in lines:
                await self._hand_on(line, to_server)
            # The server gives up what it is still working on once its input ends.
            with anyio.move_on_after(_FINISH_S):
                while self._unanswered:
                    self._settled = anyio.Event()
                    await self._settled.wait()

    async def _hand_on(
        self, line: bytes | None, to_server: MemoryObjectSendStream[Incoming]
    ) -> None:
        if line is None:
            limit = f"a message of more than {MAX_LINE_BYTES} bytes"
            await self._write(invalid_request(limit))
            return
        fault = await anyio.to_thread.run_sync(find_fault, line, self._toolbox)
        if fault is not None:
            await self._write(fault.reply)
            return
        try:
            message = jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValidationError:
            await self._write(invalid_request("not a message of JSON-RPC 2.0"))
            return
        match message:
            case JSONRPCRequest():
                self._unanswered.add(message.id)
            case JSONRPCNotification(method="notifications/cancelled"):
                self._settle((message.params or {}).get("requestId"))
            case _:
                pass
        await to_server.send(SessionMessage(message))

    async def _send(
        self, from_server: MemoryObjectReceiveStream[SessionMessage]
    ) -> None:
        async with from_server:
            async for outgoing in from_server:
                message = outgoing.message
                text = message.model_dump_json(by_alias=True, exclude_unset=True)
                await self._write(text.encode("utf-8"))
                if isinstance(message, JSONRPCResponse | JSONRPCError):
                    self._settle(message.id)

    def _settle(self, request_id: Any) -> None:
        """Note that a request has its answer, or will never get one."""
        if isinstance(request_id, str | int):
            self._unanswered.discard(request_id)
            self._settled.set()

    async def _write(self, message: bytes) -> None:
        if not message:
            return
        async with self._lock:
            await anyio.to_thread.run_sync(_write_all, self._outgoing, message + b"\n")


@contextlib.asynccontextmanager
async def _lines(descriptor: int) -> AsyncIterator[MemoryObjectReceiveStream[Line]]:
    """Give the lines that come in; `None` stands for one beyond the limit.

    A thread of its own reads: a read of standard input cannot be cancelled, and as a
    daemon it keeps neither a signal nor the end of the process waiting.
    """
    send, lines = anyio.create_memory_object_stream[Line](0)
    async with BlockingPortal() as portal, lines:
        threading.Thread(
            target=_pump, args=(descriptor, portal, send), daemon=True
        ).start()
        yield lines


def _pump(
    descriptor: int, portal: BlockingPortal, send: MemoryObjectSendStream[Line]
) -> None:
    stream = open(descriptor, "rb", closefd=False)  # noqa: SIM115
    # Each of these says that nobody is waiting for lines any more.
    with contextlib.suppress(RuntimeError, CancelledError, anyio.BrokenResourceError):
        for line in read_lines(stream):
            portal.call(send.send, line)
        portal.call(send.aclose)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
