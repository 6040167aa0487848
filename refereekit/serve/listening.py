"""The HTTP server: a socket, uvicorn, and an end in good order."""

from __future__ import annotations

import contextlib
import ipaddress
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn

from refereekit.errors import InputError
from refereekit.serve.calls import Toolbox
from refereekit.serve.http import build_app
from refereekit.serve.reviewing import Desk

__all__ = ["is_loopback", "run_http"]

_FINISH_S = 5
"""Seconds that requests in progress get to end after a signal."""

_CONNECTIONS = 256
"""Connections and requests at once; each can hold one body of the largest size."""

_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach a host's address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def run_http(host: str, port: int, desk: Desk, announce: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; `announce` is told the address once it listens.

    The reviewer's tools are offered on a loopback address alone: manuscripts are
    confidential, and a session's owner is whoever is on this machine.

    Raises:
        InputError: the address cannot be listened on.
    """
    listener = _listen(host, port)
    config = uvicorn.Config(
        build_app(
            Toolbox(desk if is_loopback(host) else None),
            is_loopback=is_loopback(host),
        ),
        http="h11",
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_CONNECTIONS,
        timeout_graceful_shutdown=_FINISH_S,
    )
    shown = f"[{host}]" if ":" in host else host
    with listener:
        url = f"http://{shown}:{listener.getsockname()[1]}"
        _Server(config, lambda: announce(url)).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Says when it listens, and ends by returning.

    uvicorn would raise the signal that stopped it a second time.
    """

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        previous = {
            number: signal.signal(number, self.handle_exit) for number in _STOP_SIGNALS
        }
        try:
            yield
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns off Nagle's delay only for sockets that name their protocol; with
    # the delay, each answer on a kept connection takes 40 ms more.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise InputError(
            f"{host}:{port}: cannot listen: {error.strerror}; "
            "pass another --port or --host"
        ) from error
    return listener
