"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from refereekit.binding import password_in
from refereekit.cli.settings import configured
from refereekit.files import read_regular_file
from refereekit.store.location import ENVIRONMENT

__all__ = ["format_option", "password_of", "password_options", "session_option"]

_PASSWORD_FILE_LIMIT = 4096

PathType = click.Path(path_type=Path)

session_option = click.option(
    "--session",
    type=PathType,
    metavar="DIR",
    envvar=ENVIRONMENT,
    default=configured("session", None),
    help="The session's directory. Default: $REFEREEKIT_SESSION, else what the "
    "configuration says, else the nearest .refereekit/ from here upward.",
)


def format_option(
    what: str, formats: Sequence[str] = ("text", "json")
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return an option `--format`, `text` by default, for what a command writes."""
    return click.option(
        "--format",
        "format_name",
        type=click.Choice(formats),
        default="text",
        show_default=True,
        help=f"How {what} written.",
    )


def password_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--password` and `--password-file` to a command."""
    command = click.option(
        "--password-file",
        type=PathType,
        metavar="FILE",
        help="A file whose first line is the PDF's password.",
    )(command)
    return click.option(
        "--password",
        envvar="REFEREEKIT_PDF_PASSWORD",
        metavar="TEXT",
        help="The PDF's password; also $REFEREEKIT_PDF_PASSWORD.",
    )(command)


def password_of(password: str | None, password_file: Path | None) -> str | None:
    """Return the password that the two options give, if any.

    Raises:
        InputError: the file cannot be read.
    """
    if password_file is None:
        return password
    data = read_regular_file(password_file, limit=_PASSWORD_FILE_LIMIT)
    return password_in(data, str(password_file))
