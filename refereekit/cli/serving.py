"""`refereekit serve` and `refereekit mcp`: the tools as servers."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from refereekit.cli.options import session_option
from refereekit.cli.settings import limits_in_force
from refereekit.errors import ConfigError

__all__ = ["mcp", "serve"]

_NEEDED = ("mcp", "starlette", "uvicorn")


@click.command(epilog="Example: refereekit serve --port 8765")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="The address to listen on; any but a loopback one opens the tools to others.",
)
@click.option(
    "--port",
    default=8765,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port to listen on; 0 takes a free one.",
)
@session_option
def serve(host: str, port: int, session: Path | None) -> None:
    """Serve the tools over HTTP, and over MCP at /mcp, until stopped.

    The selector and text tools are under /v1/tools. At /mcp, on a loopback address,
    the reviewer's tools on the session join them.
    """
    _require_extra("serve")
    from refereekit.serve.listening import is_loopback, run_http
    from refereekit.serve.reviewing import Desk

    if not is_loopback(host):
        _say(f"warning: {host} is no loopback address; others may reach these tools")
    desk = Desk(session, limits_in_force())
    run_http(
        host, port, desk, lambda url: _say(f"listening on {url} (Ctrl-C stops it)")
    )


@click.command(epilog="Example: refereekit mcp")
@session_option
def mcp(session: Path | None) -> None:
    """Serve the tools over MCP on standard input and output.

    They are the selector and text tools, and the reviewer's tools on the session.
    """
    _require_extra("mcp")
    from refereekit.serve.calls import Toolbox
    from refereekit.serve.reviewing import Desk
    from refereekit.serve.stdio import run_stdio

    run_stdio(Toolbox(Desk(session, limits_in_force())))


def _require_extra(command: str) -> None:
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise ConfigError(
            f"{command}: needs {', '.join(missing)}; "
            "install them with: pip install 'refereekit[serve]'"
        )


def _say(text: str) -> None:
    click.echo(f"refereekit: {text}", err=True)
