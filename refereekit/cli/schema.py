"""`refereekit schema`: the JSON Schemas of the JSON outputs."""

from __future__ import annotations

import click

from refereekit.reports import schemas

__all__ = ["schema"]


@click.command(epilog="Example: refereekit schema check")
@click.argument("name", type=click.Choice(schemas.names()), required=False)
def schema(name: str | None) -> None:
    """Print the JSON Schema (2020-12) of an output; without NAME, list all.

    They describe what `check --format json`, `check --format jsonl` and every other
    command with --format json write.
    """
    if name is not None:
        click.echo(schemas.schema_text(name), nl=False)
        return
    width = max(map(len, schemas.names()))
    for one in schemas.names():
        click.echo(f"{one:{width}}  {schemas.title(one)}")
