"""Where a command's options come from when the command line does not give them.

The order is: command line, environment, `refereekit.toml`, `pyproject.toml`, default.
A run with no configuration file in sight imports no parser for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from refereekit.cli.nearby import configuring_directories
from refereekit.errors import ConfigError
from refereekit.files import current_directory
from refereekit.limits import Limits
from refereekit.reports.severity import DEFAULT_SEVERITIES, Severities

if TYPE_CHECKING:
    from refereekit.config import Setting

__all__ = ["configured", "limits_in_force", "settings", "severities_of"]

_META = "refereekit.settings"

_SEVERITY_KEY = "severity."
_LIMIT_KEY = "limits."


def settings() -> Mapping[str, Setting]:
    """Return what the nearest configuration sets, read once for a command line.

    Raises:
        ConfigError: it cannot be used.
    """
    meta = click.get_current_context().meta
    if _META not in meta:
        meta[_META] = _nearest(current_directory())
    found: Mapping[str, Setting] = meta[_META]
    return found


def configured(
    key: str, otherwise: str | tuple[str, ...] | None
) -> Callable[[], str | tuple[str, ...] | None]:
    """Return an option's default: what `key` is set to, else `otherwise`."""

    def value() -> str | tuple[str, ...] | None:
        setting = settings().get(key)
        return setting.value if setting else otherwise

    return value


def severities_of(options: Iterable[str]) -> Severities:
    """Return every reason's severity; options are `REASON=LEVEL`.

    Raises:
        ConfigError: there is no such reason or level, or a FAIL would be off.
    """
    pairs = [
        (key.removeprefix(_SEVERITY_KEY), str(setting.value), setting.source)
        for key, setting in settings().items()
        if key.startswith(_SEVERITY_KEY)
    ]
    for option in options:
        reason, equals, level = option.partition("=")
        if not equals:
            raise ConfigError(f"--severity {option}: write REASON=LEVEL")
        pairs.append((reason, level, "--severity"))
    if not pairs:
        return DEFAULT_SEVERITIES
    from refereekit.config import parse_severity

    return {**DEFAULT_SEVERITIES, **dict(parse_severity(*pair) for pair in pairs)}


def limits_in_force() -> Limits:
    """Return the limits of reading and drawing a paper.

    Raises:
        ConfigError: the configuration cannot be used.
    """
    return Limits.of(
        {
            key.removeprefix(_LIMIT_KEY): float(str(setting.value))
            for key, setting in settings().items()
            if key.startswith(_LIMIT_KEY)
        }
    )


def _nearest(start: Path) -> Mapping[str, Setting]:
    candidates = configuring_directories(start)
    if not candidates:
        return {}
    from refereekit.config import read_config

    return read_config(candidates)
