"""`refereekit check`: the main job."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from refereekit.audit import audit_draft
from refereekit.claims import Forms
from refereekit.cli.options import (
    PathType,
    password_of,
    password_options,
    session_option,
)
from refereekit.cli.output import deliver, reading_progress, remark
from refereekit.draft import decode_draft
from refereekit.errors import DraftError
from refereekit.files import read_regular_file
from refereekit.reports import FORMATS, Presentation, render
from refereekit.reports.outcome import FailOn, exit_code
from refereekit.store import Session, find_session, open_session, session_path
from refereekit.verdicts import DraftSource

__all__ = ["check", "read_draft"]

DRAFT_LIMIT_BYTES = 64 << 20


@click.command(epilog="Example: refereekit check report.txt --pdf paper.pdf")
@click.argument("draft", type=PathType)
@click.option(
    "--pdf",
    type=PathType,
    metavar="PAPER",
    help="The paper; binds the session first where there is none.",
)
@session_option
@password_options
@click.option(
    "--format",
    "format_name",
    type=click.Choice(sorted(FORMATS)),
    default="text",
    show_default=True,
    help="How the findings are written.",
)
@click.option(
    "-o",
    "--output",
    type=PathType,
    metavar="FILE",
    help="Write there instead of to standard output.",
)
@click.option(
    "--fail-on",
    type=click.Choice([what.value for what in FailOn]),
    multiple=True,
    help="Exit with 3 where nothing FAILs but this is there. May be repeated.",
)
@click.option(
    "--forms",
    type=click.Choice([forms.value for forms in Forms]),
    default=Forms.SPEC.value,
    show_default=True,
    help="Which citation forms are checked.",
)
@click.pass_context
def check(
    ctx: click.Context,
    draft: Path,
    pdf: Path | None,
    session: Path | None,
    password: str | None,
    password_file: Path | None,
    format_name: str,
    output: Path | None,
    fail_on: tuple[str, ...],
    forms: str,
) -> None:
    """Check every quotation and citation in DRAFT against the session's paper.

    DRAFT is a text file, or - for standard input. Exits with 0 where nothing FAILs,
    1 where something does, 2 where the check could not run, 3 where --fail-on names
    what is there.
    """
    source = read_draft(draft)
    opened = _session(session, pdf, password_of(password, password_file))
    audit = audit_draft(source, opened.paper, opened.index, forms=Forms(forms))
    for warning in audit.warnings:
        remark(f"warning: {warning}")
    named = frozenset(FailOn(what) for what in fail_on)
    shown = Presentation(Forms(forms), named, paper=opened.paper)
    deliver(render(format_name, audit, shown), output)
    ctx.exit(exit_code(audit, named))


def read_draft(path: Path) -> DraftSource:
    """Return the draft in a file, or on standard input where the path is `-`.

    Raises:
        DraftError: there is nothing that can be checked.
    """
    if str(path) == "-":
        data = sys.stdin.buffer.read(DRAFT_LIMIT_BYTES + 1)
        if len(data) > DRAFT_LIMIT_BYTES:
            raise DraftError(f"-: larger than the limit of {DRAFT_LIMIT_BYTES:,} bytes")
        return decode_draft(data, "-")
    data = read_regular_file(path, limit=DRAFT_LIMIT_BYTES, error=DraftError)
    return decode_draft(data, str(path))


def _session(explicit: Path | None, pdf: Path | None, password: str | None) -> Session:
    if pdf is None:
        return open_session(find_session(explicit))
    # Reading a paper is another path than checking against one that is bound.
    from refereekit.binding import bind

    with reading_progress() as progress:
        path = session_path(explicit)
        return bind(path, pdf, password=password, progress=progress).session
