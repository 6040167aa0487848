"""A batch as a table for programs: a row for each paper and reason, the worst first.

What has no reason has one of three states instead: pairs that could not be checked,
pairs that were not checked yet, and a paper of whose drafts nothing was to be checked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from refereekit.batch.rollup import PaperRow, Rollup
from refereekit.errors import InputError

__all__ = ["SCHEMA", "render_jsonl", "render_parquet", "rows"]

SCHEMA = 1
"""The number of a row's shape."""


def rows(rollup: Rollup) -> Iterator[dict[str, Any]]:
    """Yield the rows; `rank` is the paper's, from 1."""
    for rank, paper in enumerate(rollup.papers, 1):
        head = {"schema": SCHEMA, "rank": rank, "paper": paper.paper}
        head["sha256"] = paper.sha256
        for state, verdict, findings, drafts in _states(paper):
            yield {
                **head,
                "verdict": verdict,
                "reason": state,
                "findings": findings,
                "drafts": drafts,
                "all_drafts": len(paper.rows),
            }


def _states(paper: PaperRow) -> Iterator[tuple[str, str | None, int, int]]:
    failed, waiting = len(paper.failed), len(paper.waiting)
    if failed:
        yield "could-not-run", None, 0, failed
    if waiting:
        yield "not-checked-yet", None, 0, waiting
    for cell in paper.cells:
        yield cell.reason.code, cell.reason.verdict.value, cell.findings, cell.drafts
    silent = sum(row.is_checked and not row.reasons for row in paper.rows)
    if silent:
        yield "nothing-to-check", None, 0, silent


def render_jsonl(rollup: Rollup) -> str:
    """Return the rows as JSON Lines."""
    return "".join(f"{json.dumps(row)}\n" for row in rows(rollup))


def _storable(cell: object) -> object:
    """Return a cell without what UTF-8 cannot hold: a file's name may be any bytes."""
    if not isinstance(cell, str):
        return cell
    return cell.encode("utf-8", "backslashreplace").decode()


def render_parquet(rollup: Rollup) -> bytes:
    """Return the rows as a Parquet file.

    Raises:
        InputError: what writes such files is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as problem:
        raise InputError(
            "--format parquet: needs pyarrow; pip install 'refereekit[parquet]', or "
            "use --format jsonl"
        ) from problem
    numbers = {"schema", "rank", "findings", "drafts", "all_drafts"}
    found = [{name: _storable(cell) for name, cell in r.items()} for r in rows(rollup)]
    schema = pa.schema(
        [(name, pa.int64() if name in numbers else pa.string()) for name in found[0]]
    )
    written = BytesIO()
    parquet.write_table(pa.Table.from_pylist(found, schema=schema), written)
    return written.getvalue()
