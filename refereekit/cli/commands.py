"""All commands, each imported when it is named: no command pays for another's."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from refereekit import __version__
from refereekit.cli.streams import COULD_NOT_RUN, end, refused

__all__ = ["root"]

_COMMANDS = {
    "batch": "refereekit.cli.batch:batch",
    "bind": "refereekit.cli.bind:bind",
    "check": "refereekit.cli.check:check",
    "cite": "refereekit.cli.cite:cite",
    "claim": "refereekit.cli.claim:claim",
    "compare": "refereekit.cli.compare:compare",
    "completion": "refereekit.cli.completion:completion",
    "config": "refereekit.cli.config:config",
    "evidence": "refereekit.cli.evidence:evidence",
    "flags": "refereekit.cli.flags:flags",
    "mcp": "refereekit.cli.serving:mcp",
    "pre-commit": "refereekit.cli.precommit:pre_commit",
    "receipts": "refereekit.cli.receipts:receipts",
    "records": "refereekit.cli.records:records",
    "revise": "refereekit.cli.revise:revise",
    "schema": "refereekit.cli.schema:schema",
    "serve": "refereekit.cli.serving:serve",
    "show": "refereekit.cli.show:show",
    "triage": "refereekit.cli.triage:triage",
    "verify": "refereekit.cli.verify:verify",
}


class Root(click.Group):
    """The group of all commands, and the boundary where errors become exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command by its name."""
        if cmd_name not in _COMMANDS:
            return None
        module, _, attribute = _COMMANDS[cmd_name].partition(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{cmd_name} is no command")
        return command

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run a command and exit; an expected error is one line and exit code 2."""

        def run() -> object:
            try:
                return super(Root, self).main(
                    args=args,
                    prog_name=prog_name or "refereekit",
                    complete_var=complete_var,
                    standalone_mode=False,
                    **extra,
                )
            except click.UsageError as error:
                return _usage_refused(error)
            except click.ClickException as error:
                return refused(error.format_message())
            except click.Abort as error:
                raise KeyboardInterrupt from error

        end(run)


def _usage_refused(error: click.UsageError) -> int:
    context = error.ctx
    if isinstance(error, click.exceptions.NoArgsIsHelpError) and context is not None:
        click.echo(context.get_help(), err=True)
        return COULD_NOT_RUN
    path = context.command_path if context is not None else "refereekit"
    return refused(f"{error.format_message()} (see '{path} --help')")


@click.group(
    cls=Root,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: refereekit check report.txt --pdf paper.pdf",
)
@click.version_option(__version__, prog_name="refereekit")
def root() -> None:
    """Check every quotation and citation in a report against the paper's PDF."""
