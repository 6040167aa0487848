"""`refereekit config`: what is in force, and from where."""

from __future__ import annotations

import os

import click

from refereekit.claims import Forms
from refereekit.cli.settings import settings
from refereekit.limits import SETTINGS, Limits
from refereekit.reports.severity import DEFAULT_SEVERITIES
from refereekit.reports.wording import printable
from refereekit.store.location import DIRECTORY_NAME, session_path

__all__ = ["config"]

_DEFAULTS = {
    "session": DIRECTORY_NAME,
    "forms": Forms.SPEC.value,
    "fail-on": "nothing",
    "format": "text",
    **{f"severity.{r.code}": level.value for r, level in DEFAULT_SEVERITIES.items()},
    **{f"limits.{name}": f"{Limits().amount(name):g}" for name in SETTINGS},
}
_VARIABLES = {
    "session": "REFEREEKIT_SESSION",
    "forms": "REFEREEKIT_FORMS",
    "fail-on": "REFEREEKIT_FAIL_ON",
    "format": "REFEREEKIT_FORMAT",
}


@click.command(epilog="Example: refereekit config")
def config() -> None:
    """Show every setting that is in force here, and where it comes from.

    An option on the command line goes before all of them.
    """
    rows = [(key, *_in_force(key)) for key in _DEFAULTS]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for key, value, source in rows:
        click.echo(f"{key:{widths[0]}}  {value:{widths[1]}}  {source}")


def _in_force(key: str) -> tuple[str, str]:
    variable = _VARIABLES.get(key, "")
    if value := os.environ.get(variable):
        return printable(value), f"${variable}"
    setting = settings().get(key)
    if setting is None and key == "session":
        return printable(
            str(session_path(None))
        ), f"default: the nearest {DIRECTORY_NAME}/"
    if setting is None:
        return _DEFAULTS[key], "default"
    values = (setting.value,) if isinstance(setting.value, str) else setting.value
    return printable(", ".join(values) or "nothing"), printable(setting.source)
