"""Pages of documentation whose console blocks can be run."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^<!-- ([\w.-]+) -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PROMPT = "$ "


@dataclass(frozen=True)
class Command:
    """A command line and what the page says that it prints."""

    line: str
    printed: str


def files(page: str) -> dict[str, str]:
    """The files that the page shows, by name: a block after a comment of that name."""
    return dict(_FILE.findall(page))


def commands(page: str) -> list[Command]:
    """Every command of the page's console blocks, in order."""
    return [command for block in _CONSOLE.findall(page) for command in _commands(block)]


def _commands(block: str) -> list[Command]:
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [Command(*part.split("\n", 1)) for part in parts]


def with_outputs(page: str, run: Callable[[str], str]) -> str:
    """The page with what its commands print now."""

    def rewritten(found: re.Match[str]) -> str:
        shown = [
            f"{_PROMPT}{command.line}\n{run(command.line)}"
            for command in _commands(found[1])
        ]
        return f"```console\n{''.join(shown)}```"

    return _CONSOLE.sub(rewritten, page)
