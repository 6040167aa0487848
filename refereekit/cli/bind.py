"""`refereekit bind`: read a paper into a session."""

from __future__ import annotations

from pathlib import Path

import click

from refereekit import binding
from refereekit.cli.options import (
    PathType,
    password_of,
    password_options,
    session_option,
)
from refereekit.cli.output import reading_progress, remark
from refereekit.cli.settings import limits_in_force
from refereekit.records import CaptionKind, Paper
from refereekit.reports.wording import printable
from refereekit.store.location import session_path

__all__ = ["bind"]


@click.command(epilog="Example: refereekit bind paper.pdf")
@click.argument("paper", type=PathType)
@session_option
@password_options
def bind(
    paper: Path,
    session: Path | None,
    password: str | None,
    password_file: Path | None,
) -> None:
    """Read PAPER (a PDF) once into the session.

    The session is bound to this PDF from then on: the same file again changes
    nothing, another one is refused.
    """
    path = session_path(session)
    with reading_progress() as progress:
        bound = binding.bind(
            path,
            paper,
            password=password_of(password, password_file),
            limits=limits_in_force(),
            progress=progress,
        )
    read = bound.session.paper
    done = "bound" if bound.is_new else "already bound"
    click.echo(f"{done}: {printable(read.original.name)} in {path}")
    click.echo(f"pdf sha256 {read.original.sha256}")
    click.echo(_summary(read))
    for warning in read.warnings:
        remark(f"warning: {warning}")


def _summary(paper: Paper) -> str:
    count = dict.fromkeys(CaptionKind, 0)
    for caption in paper.captions:
        count[caption.kind] += 1
    captions = ", ".join(f"{n} {kind.value}" for kind, n in count.items())
    labels = [equation.label for equation in paper.equations or ()]
    return (
        f"{paper.page_count} pages\n"
        f"captions: {captions}\n"
        f"supported equation labels: {', '.join(labels) or 'none'}"
    )
