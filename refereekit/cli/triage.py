"""`refereekit triage`: what is left to do."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import click

from refereekit.cli.checking import CheckRequest, checking_options
from refereekit.cli.options import PathType

__all__ = ["triage"]


@click.command(epilog="Example: refereekit triage report.txt")
@click.argument("draft", type=PathType)
@checking_options
@click.pass_context
def triage(ctx: click.Context, draft: Path, request: CheckRequest) -> None:
    """Check DRAFT and list the findings by reason, the most serious first.

    Each comes with its place in the draft, the page it cites, the evidence and what
    to do next. Exits as `check` does. Colour follows NO_COLOR and FORCE_COLOR.
    """
    checked = request.run(draft)
    from refereekit.reports.triage import Terminal, render

    terminal = Terminal(shutil.get_terminal_size().columns, _has_colour())
    click.echo(
        render(checked.audit, checked.presentation, terminal),
        nl=False,
        color=terminal.has_colour,
    )
    ctx.exit(checked.exit_code)


def _has_colour() -> bool:
    """Follow no-color.org and force-color.org, where an empty value says nothing."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
