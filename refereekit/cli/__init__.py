"""The command line: parse options, call the layer below, write, exit.

Commands are imported when they are named, so that `check` on a bound session pays for
no other command's libraries.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from refereekit import __version__
from refereekit.errors import RefereekitError

__all__ = ["main", "root"]

COULD_NOT_RUN = 2

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
        try:
            code = super().main(
                args=args,
                prog_name=prog_name or "refereekit",
                complete_var=complete_var,
                standalone_mode=False,
                **extra,
            )
            sys.stdout.flush()
        except click.UsageError as error:
            code = _usage_refused(error)
        except click.ClickException as error:
            code = _refused(error.format_message())
        except RefereekitError as error:
            code = _refused(str(error))
        except (click.Abort, KeyboardInterrupt):
            code = _refused("stopped", 130)
        except BrokenPipeError:
            _silence_stdout()
            code = COULD_NOT_RUN
        sys.exit(code if isinstance(code, int) else 0)


def _refused(message: str, code: int = COULD_NOT_RUN) -> int:
    # Not needed where all goes well.
    from refereekit.reports.wording import printable

    click.echo(f"refereekit: {printable(message)}", err=True)
    return code


def _usage_refused(error: click.UsageError) -> int:
    context = error.ctx
    if isinstance(error, click.exceptions.NoArgsIsHelpError) and context is not None:
        click.echo(context.get_help(), err=True)
        return COULD_NOT_RUN
    path = context.command_path if context is not None else "refereekit"
    return _refused(f"{error.format_message()} (see '{path} --help')")


def _silence_stdout() -> None:
    """Keep the interpreter from complaining about a closed pipe when it exits."""
    sys.stdout = None


@click.group(
    cls=Root,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: refereekit check report.txt --pdf paper.pdf",
)
@click.version_option(__version__, prog_name="refereekit")
def root() -> None:
    """Check every quotation and citation in a report against the paper's PDF."""


def main() -> NoReturn:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    root.main()
