"""The documents cannot drift from the program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from refereekit.cli import root
from refereekit.records import Rejection, Role, Why
from refereekit.reports import FORMATS
from refereekit.verdicts import PoolLabel, Reason, Verdict

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
CLI = (DOCS / "cli.md").read_text(encoding="utf-8")
VERIFICATION = (DOCS / "verification.md").read_text(encoding="utf-8")


def commands(
    group: click.Group, path: tuple[str, ...] = ()
) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield " ".join((*path, name)), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


ALL_COMMANDS = dict(commands(root))


@pytest.mark.parametrize("name", ALL_COMMANDS)
def test_every_command_and_option_is_documented(name: str) -> None:
    section = CLI.partition(f"\n## {name.split()[0]}\n")[2].partition("\n## ")[0]
    assert section, f"docs/cli.md has no section on {name}"
    assert f"refereekit {name}" in section
    for parameter in ALL_COMMANDS[name].params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            for option in parameter.opts:
                assert re.search(rf"(?<![\w-]){option}(?![\w-])", section), option


@pytest.mark.parametrize("reason", Reason, ids=lambda r: r.code)
def test_every_reason_is_explained(reason: Reason) -> None:
    assert f"`{reason.code}`" in VERIFICATION


@pytest.mark.parametrize("name", [*Verdict, *PoolLabel])
def test_every_verdict_and_pool_label_is_explained(name: str) -> None:
    assert name in VERIFICATION


@pytest.mark.parametrize("name", [*Rejection, *Role, *Why])
def test_what_reading_records_is_explained(name: str) -> None:
    assert f"`{name}`" in (DOCS / "reading.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_described(name: str) -> None:
    assert f"`{name}`" in CLI.partition("\n## Formats\n")[2]


@pytest.mark.parametrize("code", ["0", "1", "2", "3"])
def test_every_exit_code_is_listed(code: str) -> None:
    assert f"\n| {code} | " in CLI
    assert f"\n| {code} | " in (ROOT / "README.md").read_text(encoding="utf-8")


def test_links_between_documents_lead_somewhere() -> None:
    for path in [*DOCS.glob("*.md"), ROOT / "README.md"]:
        for target in re.findall(
            r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text("utf-8")
        ):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
