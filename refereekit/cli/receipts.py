"""`refereekit receipts`: a check's passes for a second program to check again."""

from __future__ import annotations

from pathlib import Path

import click

from refereekit.cli.checking import CheckRequest, checking_options
from refereekit.cli.options import PathType
from refereekit.cli.output import deliver
from refereekit.errors import InputError

__all__ = ["receipts"]


@click.command(epilog="Example: refereekit receipts report.txt -o receipts.json")
@click.argument("draft", type=PathType)
@checking_options
@click.option(
    "--stream",
    is_flag=True,
    help="Write requests for `refereekit cite stream`, one a line, however many.",
)
@click.option(
    "-o",
    "--output",
    type=PathType,
    metavar="FILE",
    help="Write there instead of to standard output.",
)
def receipts(
    draft: Path, request: CheckRequest, stream: bool, output: Path | None
) -> None:
    """Check DRAFT and write its passes as input of citation-batch-check.

    Every quotation that passes becomes selectors into the session's text of its page,
    which `refereekit cite run citation-batch-check 1.0.0` checks without any of this
    program's matching.
    """
    checked = request.run(draft)
    # The selector tools bring a schema validator, which no check needs.
    from refereekit.receipts import TOOL, batches, encoded

    found = list(batches(checked.audit, checked.session.paper))
    if not found:
        raise InputError(f"{draft}: no quotation passes, so there is no receipt")
    if stream:
        tool, version = TOOL
        requests = ({"tool": tool, "version": version, "input": one} for one in found)
        deliver("".join(encoded(one) + "\n" for one in requests), output)
        return
    if len(found) > 1:
        raise InputError(
            f"{draft}: its receipts need {len(found)} inputs; write them with --stream"
        )
    deliver(encoded(found[0]) + "\n", output)
