"""What the commands that check a draft share: their options and the run itself."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import click

from refereekit.claims import Forms
from refereekit.cli.checked import Checked, check_draft, read_draft
from refereekit.cli.options import (
    PathType,
    password_of,
    password_options,
    session_option,
)
from refereekit.cli.output import reading_progress, remark
from refereekit.cli.settings import configured, limits_in_force, severities_of
from refereekit.errors import PdfError
from refereekit.reports import Presentation
from refereekit.reports.outcome import FailOn
from refereekit.store import Session, find_session, open_session, session_path

__all__ = [
    "CheckRequest",
    "checking_options",
    "fail_on_option",
    "forms_option",
]


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """The options of a check, as the command line, environment or a file gives them."""

    pdf: Path | None
    session: Path | None
    password: str | None
    password_file: Path | None
    forms: str
    fail_on: tuple[str, ...]
    severity: tuple[str, ...]

    def run(self, draft: Path) -> Checked:
        """Check one draft, and say what there is to be warned of.

        Raises:
            RefereekitError: the check could not run.
        """
        severities = severities_of(self.severity)
        named = frozenset(FailOn(what) for what in self.fail_on)
        source = read_draft(draft)
        shown = Presentation(Forms(self.forms), named, severities)
        return check_draft(source, self._session(), shown)

    def illustrated(self, checked: Checked) -> Presentation:
        """Return the presentation with pictures, without them where none can be drawn.

        What was found is worth reading without its pictures.
        """
        # Drawing is another path than checking, which needs no PDF library.
        from refereekit.illustrations import illustrate

        password = password_of(self.password, self.password_file)
        try:
            drawn = illustrate(
                checked.audit,
                checked.session,
                password=password,
                limits=limits_in_force(),
            )
        except PdfError as error:
            remark(f"warning: the report has no pictures: {error}")
            return checked.presentation
        for problem in drawn.problems:
            remark(f"warning: a picture is missing: {problem}")
        return replace(checked.presentation, pictures=drawn.pictures)

    def _session(self) -> Session:
        if self.pdf is None:
            return open_session(find_session(self.session))
        # Reading a paper is another path than checking against one that is bound.
        from refereekit.binding import bind

        password = password_of(self.password, self.password_file)
        with reading_progress() as progress:
            path = session_path(self.session)
            return bind(
                path,
                self.pdf,
                password=password,
                limits=limits_in_force(),
                progress=progress,
            ).session


forms_option = click.option(
    "--forms",
    type=click.Choice([forms.value for forms in Forms]),
    envvar="REFEREEKIT_FORMS",
    default=configured("forms", Forms.SPEC.value),
    show_default=Forms.SPEC.value,
    help="Which citation forms are checked.",
)
fail_on_option = click.option(
    "--fail-on",
    type=click.Choice([what.value for what in FailOn]),
    multiple=True,
    envvar="REFEREEKIT_FAIL_ON",
    default=configured("fail-on", ()),
    help="Exit with 3 where nothing FAILs but this is there. May be repeated.",
)

_OPTIONS = (
    click.option(
        "--pdf",
        type=PathType,
        metavar="PAPER",
        help="The paper; binds the session first where there is none.",
    ),
    session_option,
    password_options,
    forms_option,
    fail_on_option,
    click.option(
        "--severity",
        multiple=True,
        metavar="REASON=LEVEL",
        help="Show a reason as error, warning or note, or (no FAIL) off. "
        "It changes no verdict and no exit code. May be repeated.",
    ),
)


def checking_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a check to a command that takes them as `request`."""

    @functools.wraps(command)
    def collected(*args: Any, **options: Any) -> Any:
        own = {one.name: options.pop(one.name) for one in fields(CheckRequest)}
        return command(*args, request=CheckRequest(**own), **options)

    added: Callable[..., Any] = collected
    for option in reversed(_OPTIONS):
        added = option(added)
    return added
