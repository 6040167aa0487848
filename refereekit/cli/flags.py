"""`refereekit flags`: the two draft flags."""

from __future__ import annotations

from pathlib import Path

import click

from refereekit.cli.checked import read_draft
from refereekit.cli.options import PathType, format_option, session_option
from refereekit.evidence import gather_evidence
from refereekit.flags import flag_draft
from refereekit.reports import flags as report
from refereekit.store import find_session, open_session
from refereekit.store.pool import load_pool

__all__ = ["flags"]

_FLAGGED = 3


@click.command(epilog="Example: refereekit flags report.txt")
@click.argument("draft", type=PathType)
@session_option
@format_option("the flags are")
@click.pass_context
def flags(
    ctx: click.Context, draft: Path, session: Path | None, format_name: str
) -> None:
    """Flag what in DRAFT does not hold against the evidence it was written from.

    A citation of something that the pool does not offer is 'not in verified pool'; a
    quotation whose words are not on its page is 'failed re-verification'. Exits with
    3 where there is a flag, else with 0.
    """
    source = read_draft(draft)
    opened = open_session(find_session(session))
    offered = gather_evidence(load_pool(opened), opened.paper, opened.index)
    flagged = flag_draft(source, opened.paper, opened.index, offered)
    if format_name == "json":
        click.echo(report.render_json(flagged), nl=False)
    else:
        click.echo(report.render_text(flagged), nl=False)
    ctx.exit(_FLAGGED if flagged.flags else 0)
