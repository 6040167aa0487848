"""`refereekit check`: the main job."""

from __future__ import annotations

import os
from pathlib import Path

import click

from refereekit.cli.checked import Checked
from refereekit.cli.checking import (
    CheckRequest,
    checking_options,
)
from refereekit.cli.options import PathType
from refereekit.cli.output import append, deliver
from refereekit.cli.settings import configured
from refereekit.reports import FORMATS, render

__all__ = ["check"]

_SUMMARY_VARIABLE = "GITHUB_STEP_SUMMARY"
"""GitHub Actions names the file there that a step's summary is appended to."""


@click.command(epilog="Example: refereekit check report.txt --pdf paper.pdf")
@click.argument("draft", type=PathType)
@checking_options
@click.option(
    "--format",
    "format_name",
    type=click.Choice(sorted(FORMATS)),
    envvar="REFEREEKIT_FORMAT",
    default=configured("format", "text"),
    show_default="text",
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
    "--watch",
    is_flag=True,
    help="Check again whenever the draft is saved, until Ctrl-C.",
)
@click.pass_context
def check(
    ctx: click.Context,
    draft: Path,
    request: CheckRequest,
    format_name: str,
    output: Path | None,
    watch: bool,
) -> None:
    """Check every quotation and citation in DRAFT against the session's paper.

    DRAFT is a text file, or - for standard input. Exits with 0 where nothing FAILs,
    1 where something does, 2 where the check could not run, 3 where --fail-on names
    what is there.
    """

    def once() -> int:
        checked = request.run(draft)
        shown = checked.presentation
        if format_name == "html":
            shown = request.illustrated(checked)
        deliver(render(format_name, checked.audit, shown), output)
        if format_name == "github":
            _append_summary(checked)
        return checked.exit_code

    if watch:
        from refereekit.cli.watch import watch_file

        watch_file(draft, once)
    ctx.exit(once())


def _append_summary(checked: Checked) -> None:
    summary = os.environ.get(_SUMMARY_VARIABLE)
    if summary:
        append(render("markdown", checked.audit, checked.presentation), Path(summary))
