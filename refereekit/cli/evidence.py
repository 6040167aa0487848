"""`refereekit evidence`: what a draft may be written from."""

from __future__ import annotations

from pathlib import Path

import click

from refereekit.cli.options import format_option, session_option
from refereekit.evidence import gather_evidence
from refereekit.reports import evidence as report
from refereekit.store import find_session, open_session
from refereekit.store.pool import load_pool

__all__ = ["evidence"]


@click.command(epilog="Example: refereekit evidence --format markdown > evidence.md")
@session_option
@format_option("the evidence is", report.FORMATS)
def evidence(session: Path | None, format_name: str) -> None:
    """Print the claims of the pool that hold, for a draft to be written from.

    Every claim is checked again first. One that fails is kept out and shown as
    EXCLUDED; where nothing is left, the output begins with EMPTY POOL.
    """
    opened = open_session(find_session(session))
    found = gather_evidence(load_pool(opened), opened.paper, opened.index)
    click.echo(report.render(format_name, found), nl=False)
