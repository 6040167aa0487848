"""`refereekit completion`: the script that completes commands in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

__all__ = ["completion"]

_PROGRAM = "refereekit"
_VARIABLE = "_REFEREEKIT_COMPLETE"


@click.command(
    epilog='Example: eval "$(refereekit completion bash)" in ~/.bashrc; '
    "refereekit completion fish > ~/.config/fish/completions/refereekit.fish"
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that completes commands and options in SHELL."""
    writer = get_completion_class(shell)
    if writer is None:
        raise ValueError(f"no completion for {shell}")
    root = ctx.find_root().command
    click.echo(writer(root, {}, _PROGRAM, _VARIABLE).source())
