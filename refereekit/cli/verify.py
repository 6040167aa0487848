"""`refereekit verify`: one claim by hand."""

from __future__ import annotations

from pathlib import Path

import click

from refereekit.audit import check_claim
from refereekit.claims import Claim
from refereekit.cli.options import session_option
from refereekit.pool import claim_about
from refereekit.reports.wording import printable
from refereekit.store import find_session, open_session
from refereekit.verdicts import Finding, Verdict

__all__ = ["verdict_line", "verify"]

_EXIT = {Verdict.PASS: 0, Verdict.FAIL: 1, Verdict.FLAG: 3, Verdict.UNANCHORED: 3}


@click.group(epilog='Example: refereekit verify quotation --page 3 "the exact words"')
def verify() -> None:
    """Check one claim: exit 0 on PASS, 1 on FAIL, 3 on FLAG."""


@verify.command(epilog='Example: refereekit verify quotation --page 3 "exact words"')
@click.option("--page", type=int, required=True, help="The physical page, from 1.")
@click.argument("text")
@session_option
@click.pass_context
def quotation(ctx: click.Context, page: int, text: str, session: Path | None) -> None:
    """Check that the words TEXT are on a page."""
    ctx.exit(_answer(claim_about("quotation", text=text, page=page), session))


@verify.command(epilog="Example: refereekit verify page 3")
@click.argument("number", type=int)
@session_option
@click.pass_context
def page(ctx: click.Context, number: int, session: Path | None) -> None:
    """Check that the physical page NUMBER exists."""
    ctx.exit(_answer(claim_about("page", page=number), session))


@verify.command(epilog="Example: refereekit verify equation 2.1")
@click.argument("label")
@session_option
@click.pass_context
def equation(ctx: click.Context, label: str, session: Path | None) -> None:
    """Check that LABEL is printed beside a displayed equation."""
    ctx.exit(_answer(claim_about("equation", label=label), session))


@verify.command(epilog="Example: refereekit verify figure 3")
@click.argument("label")
@session_option
@click.pass_context
def figure(ctx: click.Context, label: str, session: Path | None) -> None:
    """Check that a figure caption carries LABEL."""
    ctx.exit(_answer(claim_about("figure", label=label), session))


def _answer(claim: Claim, explicit: Path | None) -> int:
    session = open_session(find_session(explicit))
    finding = check_claim(claim, session.paper, session.index)
    click.echo(verdict_line(finding))
    return _EXIT[finding.verdict]


def verdict_line(finding: Finding) -> str:
    """Return the one line that answers a claim made by hand."""
    unchecked = " -- wording unchecked" if finding.verdict is Verdict.FLAG else ""
    return (
        f"{finding.verdict}: {printable(finding.evidence)} "
        f"[{finding.reason.code}]{unchecked}"
    )
