"""`refereekit revise`: a revised paper beside the original."""

from __future__ import annotations

from pathlib import Path

import click

from refereekit.cli.options import (
    PathType,
    password_of,
    password_options,
    session_option,
)
from refereekit.cli.output import reading_progress, remark
from refereekit.cli.settings import limits_in_force
from refereekit.reports.wording import printable
from refereekit.revising import Stored
from refereekit.revising import revise as store_revised
from refereekit.store import Session, find_session, open_session
from refereekit.store.revisions import open_revision

__all__ = ["revise", "stored"]


@click.command(epilog="Example: refereekit revise revised.pdf --name 'round 2'")
@click.argument("revised", type=PathType)
@click.option("--name", metavar="TEXT", help="What the revision is shown as.")
@session_option
@password_options
def revise(
    revised: Path,
    name: str | None,
    session: Path | None,
    password: str | None,
    password_file: Path | None,
) -> None:
    """Store REVISED (a PDF) beside the session's original, which stays as it is.

    The same file twice is one revision.
    """
    opened = open_session(find_session(session))
    found = stored(opened, revised, name, password_of(password, password_file))
    revision = found.revision
    paper = open_revision(opened, revision).paper
    done = "stored" if found.is_new else "already stored"
    click.echo(
        f"{done}: {printable(revision.name)}, a revision of "
        f"{printable(opened.original.name)}"
    )
    click.echo(f"pdf sha256 {revision.sha256}")
    click.echo(f"{paper.page_count} pages")


def stored(
    session: Session, revised: Path, name: str | None, password: str | None
) -> Stored:
    """Store a revision, showing progress and what there is to be warned of."""
    with reading_progress() as progress:
        found = store_revised(
            session,
            revised,
            name=name,
            password=password,
            limits=limits_in_force(),
            progress=progress,
        )
    if found.is_new:
        for warning in open_revision(session, found.revision).paper.warnings:
            remark(f"warning: {warning}")
    return found
