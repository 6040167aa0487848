"""`refereekit show`: a place in the paper as a picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from refereekit.audit import check_claim
from refereekit.claims import Claim
from refereekit.cli.options import (
    PathType,
    password_of,
    password_options,
    session_option,
)
from refereekit.cli.settings import limits_in_force
from refereekit.cli.verify import verdict_line
from refereekit.errors import InputError
from refereekit.pool import claim_about
from refereekit.records import Role
from refereekit.reports.wording import printable
from refereekit.store import Session, find_session, open_session
from refereekit.views import Picture, View, page_view

__all__ = ["show"]

_DPI = 150
_LOWEST_DPI, _HIGHEST_DPI = 36, 600
_NOT_IN_A_NAME = re.compile(r"[^\w.'-]+")


@dataclass(frozen=True, slots=True)
class _Request:
    """What every kind of place has in common."""

    session: Path | None
    output: Path | None
    dpi: int
    password: str | None


@click.group(epilog="Example: refereekit show equation 2.1 -o label.png")
def show() -> None:
    """Draw a place in the paper as PNG, what is cited on yellow.

    What FAILs is drawn too where there is something to see: the closest words of the
    page, the page that has the words, the label that was refused. The picture goes to
    ./KIND-LABEL.png unless -o names a file; -o - is standard output.
    """


def _drawing(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of every subcommand to one that takes them as `request`."""

    def collected(
        *,
        session: Path | None,
        output: Path | None,
        dpi: int,
        password: str | None,
        password_file: Path | None,
        **own: Any,
    ) -> Any:
        opened = password_of(password, password_file)
        return command(request=_Request(session, output, dpi, opened), **own)

    collected.__name__, collected.__doc__ = command.__name__, command.__doc__
    added: Callable[..., Any] = password_options(session_option(collected))
    added = click.option(
        "--dpi",
        type=click.IntRange(_LOWEST_DPI, _HIGHEST_DPI),
        default=_DPI,
        show_default=True,
        help="Dots per inch of the picture.",
    )(added)
    return click.option(
        "-o",
        "--output",
        type=PathType,
        metavar="FILE",
        help="Write there, over what is there; - is standard output.",
    )(added)


@show.command(epilog="Example: refereekit show page 3 --role caption")
@click.argument("number", type=int)
@click.option(
    "--role",
    type=click.Choice([role.value for role in Role]),
    help="Mark the lines that were read as this.",
)
@_drawing
def page(request: _Request, number: int, role: str | None) -> None:
    """Draw the physical page NUMBER."""
    session = open_session(find_session(request.session))
    found = session.paper.page(number)
    if found is None:
        raise InputError(
            f"page {number} does not exist; the paper has pages 1 to "
            f"{session.paper.page_count}"
        )
    view = page_view(found, None if role is None else Role(role))
    name = f"page-{number}" if role is None else f"page-{number}-{role}"
    _draw([view], name, session, request)


@show.command(epilog="Example: refereekit show equation 2.1")
@click.argument("label")
@_drawing
def equation(request: _Request, label: str) -> None:
    """Draw the displayed equation LABEL, or where such a label was refused."""
    _draw_claim(claim_about("equation", label=label), f"equation-{label}", request)


@show.command(epilog="Example: refereekit show figure 3")
@click.argument("label")
@_drawing
def figure(request: _Request, label: str) -> None:
    """Draw the caption of figure LABEL."""
    _draw_claim(claim_about("figure", label=label), f"figure-{label}", request)


@show.command(epilog='Example: refereekit show quotation --page 3 "the exact words"')
@click.option(
    "--page", "number", type=int, required=True, help="The physical page, from 1."
)
@click.argument("text")
@_drawing
def quotation(request: _Request, number: int, text: str) -> None:
    """Draw the words TEXT of a page, or the closest ones that it has."""
    claim = claim_about("quotation", text=text, page=number)
    _draw_claim(claim, f"quotation-page-{number}", request)


def _draw_claim(claim: Claim, name: str, request: _Request) -> None:
    session = open_session(find_session(request.session))
    paper, index = session.paper, session.index
    finding = check_claim(claim, paper, index)
    # Drawing is another path than checking, which needs no PDF library.
    from refereekit.illustrations import places_of

    views = places_of(finding, paper, index)
    if not views:
        raise InputError(f"nothing to show: {printable(finding.evidence)}")
    click.echo(verdict_line(finding), err=True)
    _draw(views, name, session, request)


def _draw(
    views: Sequence[View], name: str, session: Session, request: _Request
) -> None:
    from refereekit.illustrations import draw

    picture = draw(
        views,
        session,
        dpi=request.dpi,
        password=request.password,
        limits=limits_in_force(),
    )
    if request.output is not None and str(request.output) == "-":
        click.echo(picture.png, nl=False)
        return
    path = request.output or Path(f"{_NOT_IN_A_NAME.sub('_', name)}.png")
    _write(picture, path, may_replace=request.output is not None)
    click.echo(f"{path}: {picture.name}, {picture.width} x {picture.height} pixels")


def _write(picture: Picture, path: Path, *, may_replace: bool) -> None:
    """Write a picture; over another file only where the user named it.

    Raises:
        InputError: it cannot be written.
    """
    try:
        with path.open("wb" if may_replace else "xb") as file:
            file.write(picture.png)
    except FileExistsError as problem:
        if path.is_file() and path.read_bytes() == picture.png:
            return
        raise InputError(
            f"{path}: there already and not this picture; name a file with -o"
        ) from problem
    except OSError as problem:
        raise InputError(f"{path}: cannot be written: {problem.strerror}") from problem
