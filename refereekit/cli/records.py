"""`refereekit records`: what extraction recorded."""

from __future__ import annotations

from pathlib import Path

import click

from refereekit.cli.options import format_option, session_option
from refereekit.reports import recordings
from refereekit.store import find_session, open_session

__all__ = ["records"]


@click.command(epilog="Example: refereekit records candidates")
@click.argument("what", type=click.Choice(recordings.KINDS), required=False)
@session_option
@format_option("the records are")
def records(what: str | None, session: Path | None, format_name: str) -> None:
    """Show what reading the paper recorded, each with its page and box.

    WHAT is one kind of record; all are shown where it is left out. A refused label
    candidate comes with the codes of every reason why.
    """
    paper = open_session(find_session(session)).paper
    kinds = recordings.KINDS if what is None else (what,)
    if format_name == "json":
        click.echo(recordings.render_json(paper, kinds), nl=False)
    else:
        click.echo(recordings.render_text(paper, kinds), nl=False)
