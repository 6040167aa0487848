"""`refereekit claim`: the claim pool."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from refereekit.audit import check_claim
from refereekit.claims import Claim
from refereekit.cli.claim_lines import Proposed, read_claims
from refereekit.cli.options import format_option, session_option
from refereekit.cli.output import remark
from refereekit.errors import InputError
from refereekit.pool import claim_about
from refereekit.reports import pool as report
from refereekit.store import Session, find_session, open_session
from refereekit.store.pool import drop_claims, join_claims, load_pool
from refereekit.verdicts import Verdict

__all__ = ["claim"]

INPUT_LIMIT_BYTES = 64 << 20

_EXIT = {Verdict.FAIL: 1, Verdict.FLAG: 3}
_COULD_NOT_RUN = 2

note_option = click.option(
    "--note", default="", metavar="TEXT", help="A remark kept with the claim."
)
answer_format = format_option("the answer is")


@click.group(epilog='Example: refereekit claim add quotation --page 3 "exact words"')
def claim() -> None:
    """Collect verified claims in the session's pool."""


@claim.group(epilog='Example: refereekit claim add quotation --page 3 "exact words"')
def add() -> None:
    """Verify a claim and add it: PASS and FLAG join, FAIL never does.

    Exits with 0 where every claim PASSes, 1 where one FAILs, 3 where none FAILs and
    one is a FLAG, which joins as a bare pointer to its page.
    """


def adds(make: Callable[..., Claim]) -> Callable[..., None]:
    """Return a command that makes a claim, verifies it and adds it to the pool."""

    def command(
        ctx: click.Context,
        /,
        note: str,
        session: Path | None,
        format_name: str,
        **place: Any,
    ) -> None:
        proposed = Proposed(make(**place), note)
        answers = _join([proposed], open_session(find_session(session)))
        _show(answers, (), format_name)
        ctx.exit(_exit_code(answers))

    command.__name__, command.__doc__ = make.__name__, make.__doc__
    return note_option(session_option(answer_format(click.pass_context(command))))


@add.command(epilog='Example: refereekit claim add quotation --page 3 "exact words"')
@click.option("--page", type=int, required=True, help="The physical page, from 1.")
@click.argument("text")
@adds
def quotation(page: int, text: str) -> Claim:
    """Add the words TEXT on a page."""
    return claim_about("quotation", page=page, text=text)


@add.command(epilog="Example: refereekit claim add page 3")
@click.argument("number", type=int)
@adds
def page(number: int) -> Claim:
    """Add the physical page NUMBER as a bare pointer."""
    return claim_about("page", page=number)


@add.command(epilog="Example: refereekit claim add equation 2.1")
@click.argument("label")
@adds
def equation(label: str) -> Claim:
    """Add the equation with this LABEL."""
    return claim_about("equation", label=label)


@add.command(epilog="Example: refereekit claim add figure 3")
@click.argument("label")
@adds
def figure(label: str) -> Claim:
    """Add the figure with this LABEL."""
    return claim_about("figure", label=label)


@add.command(
    "-",
    epilog="""Example: echo '{"kind": "page", "page": 2}' | refereekit claim add -""",
)
@session_option
@answer_format
@click.pass_context
def lines(ctx: click.Context, session: Path | None, format_name: str) -> None:
    """Add the claims on standard input, one JSON object a line.

    An object has a kind and what goes with it: "quotation" a "page" and a "text",
    "page" a "page", "equation" and "figure" a "label"; each may have a "note". A line
    that holds no claim is reported with its number, the others are added, and the
    exit code is 2.
    """
    data = sys.stdin.buffer.read(INPUT_LIMIT_BYTES + 1)
    if len(data) > INPUT_LIMIT_BYTES:
        raise InputError(f"-: larger than the limit of {INPUT_LIMIT_BYTES:,} bytes")
    claims, bad = read_claims(data)
    answers = _join(claims, open_session(find_session(session)))
    _show(answers, bad, format_name)
    ctx.exit(_COULD_NOT_RUN if bad else _exit_code(answers))


@claim.command("list", epilog="Example: refereekit claim list --format json")
@session_option
@answer_format
def list_(session: Path | None, format_name: str) -> None:
    """Show the claims of the pool with their ids."""
    opened = open_session(find_session(session))
    entries = load_pool(opened).entries
    if format_name == "json":
        click.echo(report.render_pool_json(opened.original, entries), nl=False)
    else:
        click.echo(report.render_pool_text(entries), nl=False)


@claim.command(epilog="Example: refereekit claim drop 1f0c9a52b7de")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@session_option
def drop(ids: tuple[str, ...], session: Path | None) -> None:
    """Take the claims with these IDs out of the pool."""
    opened = open_session(find_session(session))
    for entry in drop_claims(opened, ids):
        click.echo(f"dropped {report.entry_line(entry)}")


def _join(claims: Sequence[Proposed], session: Session) -> list[report.Answer]:
    """Check the claims and add those that hold, in one change of the pool."""
    checked = [
        (check_claim(proposed.claim, session.paper, session.index), proposed)
        for proposed in claims
    ]
    before, after = join_claims(session, [(f, p.note) for f, p in checked])
    return [
        report.Answer(
            finding,
            entry := after.find(finding) if _joins(finding.verdict) else None,
            is_new=entry is not None and before.find(finding) is None,
            line=proposed.line,
        )
        for finding, proposed in checked
    ]


def _joins(verdict: Verdict) -> bool:
    return verdict in (Verdict.PASS, Verdict.FLAG)


def _show(
    answers: Sequence[report.Answer],
    bad: Sequence[report.BadLine],
    format_name: str,
) -> None:
    if format_name == "json":
        click.echo(report.render_answers_json(answers, bad), nl=False)
    else:
        for answer in answers:
            click.echo(report.answer_line(answer))
    for line in bad:
        remark(f"-: line {line.line}: {line.why}; not added")


def _exit_code(answers: Sequence[report.Answer]) -> int:
    codes = {_EXIT.get(answer.finding.verdict, 0) for answer in answers}
    return 1 if 1 in codes else max(codes, default=0)
