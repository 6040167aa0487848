"""`refereekit pre-commit`: a check of every draft that a commit changes."""

from __future__ import annotations

from pathlib import Path

import click

from refereekit.cli.checking import CheckRequest, checking_options
from refereekit.cli.options import PathType
from refereekit.cli.output import remark
from refereekit.errors import RefereekitError
from refereekit.reports import render
from refereekit.reports.outcome import gravest

__all__ = ["pre_commit"]


@click.command(
    "pre-commit",
    epilog="Example: refereekit pre-commit --pdf paper.pdf report.txt reply.md",
)
@click.argument("drafts", type=PathType, nargs=-1, required=True)
@checking_options
@click.pass_context
def pre_commit(
    ctx: click.Context, drafts: tuple[Path, ...], request: CheckRequest
) -> None:
    """Check several DRAFTS and print a `file:line:column` line a finding.

    This is what the pre-commit hook runs. The exit code is the gravest of them: 2
    where a draft could not be checked, else 1, 3 or 0 as `check` has them.
    """
    ctx.exit(gravest([_code(draft, request) for draft in drafts]))


def _code(draft: Path, request: CheckRequest) -> int:
    try:
        checked = request.run(draft)
    except RefereekitError as problem:
        remark(str(problem))
        return 2
    click.echo(render("gnu", checked.audit, checked.presentation), nl=False)
    return checked.exit_code
