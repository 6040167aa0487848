"""`refereekit batch`: many papers and drafts, and what they came to."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from refereekit.batch.manifest import read_manifest
from refereekit.batch.pair import Options
from refereekit.batch.results import Results, open_results
from refereekit.batch.rollup import Rollup, roll_up
from refereekit.batch.run import Engine, run_batch
from refereekit.batch.task import Work
from refereekit.binding import Progress
from refereekit.claims import Forms
from refereekit.cli.checking import fail_on_option, forms_option
from refereekit.cli.options import PathType
from refereekit.cli.output import deliver, remark
from refereekit.cli.settings import limits_in_force
from refereekit.errors import InputError
from refereekit.machine import processors
from refereekit.reports import batch_html, batch_table, batch_text
from refereekit.reports.batch_text import render_totals
from refereekit.reports.outcome import FailOn

__all__ = ["batch"]

_DEFAULT_OUT = "refereekit-batch"
_DEFAULT = Work()
_RUN = "run"

_RENDERERS: Mapping[str, Callable[[Rollup], str]] = {
    "html": batch_html.render,
    "jsonl": batch_table.render_jsonl,
    "text": batch_text.render,
}


@dataclass(frozen=True, slots=True)
class _Request:
    """The options of a batch, as the command line gives them."""

    engine: str | None
    workers: int | None
    scheduler: str | None
    out: str
    retries: int
    time_limit: float | None
    forms: str
    fail_on: tuple[str, ...]
    password_file: Path | None

    @property
    def defaults(self) -> Options:
        """Return what holds for a row that does not say otherwise."""
        fail_on = frozenset(FailOn(what) for what in self.fail_on)
        options = Options(Forms(self.forms), fail_on)
        if self.password_file is None:
            return options
        return replace(options, password_file=str(self.password_file.absolute()))

    def engine_for(self, results: Results) -> Engine:
        """Return what checks the pairs.

        Raises:
            UsageError: the options contradict one another.
        """
        if self.engine == "local" and self.scheduler is not None:
            raise click.UsageError("--scheduler needs --engine dask")
        limits = limits_in_force()
        seconds = self.time_limit or 2 * limits.total_seconds
        work = Work(results.sessions, seconds, self.retries, limits)
        workers = self.workers or processors()
        if self.engine == "dask" or self.scheduler is not None:
            from refereekit.batch.dask_engine import check_on_dask

            return partial(
                check_on_dask, work=work, workers=workers, scheduler=self.scheduler
            )
        from refereekit.batch.local import check_locally

        return partial(check_locally, work=work, workers=workers)


class _Batch(click.Group):
    """A group whose name alone, before a manifest, is that of its `run`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        named = (*self.commands, *ctx.help_option_names)
        if args and args[0] not in named:
            args = [_RUN, *args]
        return super().parse_args(ctx, args)


@click.group(
    cls=_Batch,
    epilog="Example: refereekit batch pairs.csv --out checked",
    subcommand_metavar="MANIFEST | COMMAND [ARGS]...",
)
def batch() -> None:
    """Check many drafts, each against its paper.

    `batch MANIFEST` is `batch run MANIFEST`; its options are listed there.
    """


@batch.command(_RUN, epilog="Example: refereekit batch pairs.csv --out checked")
@click.argument("manifest")
@click.option(
    "--engine",
    type=click.Choice(["local", "dask"]),
    help="What runs the checks: processes of this machine, or Dask. Default: local, "
    "and dask with --scheduler.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes at once. Default: one for each CPU.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="The Dask scheduler of a cluster, such as tcp://host:8786.",
)
@click.option(
    "--out",
    default=_DEFAULT_OUT,
    show_default=True,
    metavar="DIR",
    help="Where the results go; those that still hold are kept.",
)
@click.option(
    "--retries",
    type=click.IntRange(min=0),
    default=_DEFAULT.retries,
    show_default=True,
    metavar="N",
    help="How often a pair is tried again whose process died.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=1),
    metavar="SECONDS",
    help="What one pair may take, half of it for reading its paper. Default: twice "
    "the configuration's limit of reading.",
)
@forms_option
@fail_on_option
@click.option(
    "--password-file",
    type=PathType,
    metavar="FILE",
    help="A file whose first line is the password of encrypted PDFs.",
)
@click.pass_context
def run(ctx: click.Context, /, manifest: str, **options: Any) -> None:
    """Check the pairs of MANIFEST: a CSV or JSON Lines file, or a folder.

    Exits as check does with the gravest code of all pairs: 2 where one could not be
    checked, 1 where something FAILs, 3 where --fail-on names what is there, else 0.
    """
    request = _Request(**options)
    found = read_manifest(manifest, request.defaults)
    for line in found.passed_over:
        remark(f"warning: left out: {line}")
    results = open_results(request.out)
    with _bar() as progress:
        engine = request.engine_for(results)
        ran = run_batch(found.pairs, results, engine, progress, limits_in_force())
    rollup = roll_up(results)
    for row in rollup.failed:
        remark(f"{row.paper}, {row.draft}: {row.error}")
    click.echo(render_totals(rollup, now=ran, results=results.rolled_up), nl=False)
    ctx.exit(rollup.exit_code)


@batch.command(epilog="Example: refereekit batch report checked --format html")
@click.argument("directory", metavar="DIR")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["html", "jsonl", "parquet", "text"]),
    default="text",
    show_default=True,
    help="How it is written; parquet needs -o.",
)
@click.option(
    "-o",
    "--output",
    type=PathType,
    metavar="FILE",
    help="Write there instead of to standard output.",
)
def report(directory: str, format_name: str, output: Path | None) -> None:
    """Roll up the batch in DIR by paper and by reason, the worst first."""
    rollup = roll_up(open_results(directory))
    if format_name == "parquet":
        if output is None:
            raise click.UsageError("--format parquet: name a file with -o FILE")
        _write(batch_table.render_parquet(rollup), output)
        return
    deliver(_RENDERERS[format_name](rollup), output)


def _write(data: bytes, output: Path) -> None:
    try:
        output.write_bytes(data)
    except OSError as problem:
        raise InputError(
            f"{output}: cannot be written: {problem.strerror}"
        ) from problem


@contextmanager
def _bar() -> Iterator[Progress | None]:
    """Show a bar, the pairs checked, their rate and the time left, on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(
        length=0, label="checking", show_pos=True, file=sys.stderr
    ) as bar:
        started = time.monotonic()

        def show(done: int, total: int) -> None:
            bar.length = total
            rate = done / max(time.monotonic() - started, 1e-3)
            bar.label = f"checking, {rate:.1f} pairs/s"
            bar.update(done - bar.pos)

        yield show
