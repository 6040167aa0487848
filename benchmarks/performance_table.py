"""Write the tables of docs/performance.md from what the benchmarks kept.

Usage: python benchmarks/performance_table.py
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
NAMES = ("startup", "reading", "lexing", "quotations", "html_report")
"""The benchmarks that keep figures and medians; that of batches keeps ratios."""

_BATCH = {"local": 1.15, "dask": 1.5}
_MARKED = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def page(text: str) -> str:
    """Return the page with each table between its marks as the results have it."""
    kept = {name: json.loads(_path(name).read_text("utf-8")) for name in NAMES}
    tables = {name: "\n".join(_table(data)) for name, data in kept.items()}
    tables["aims"] = "\n".join(_aims(kept))
    return _MARKED.sub(lambda m: f"{m[1]}\n{tables[m[2]]}\n\n{m[3]}", text)


def _path(name: str) -> Path:
    return RESULTS / f"{name}.json"


def _aims(kept: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Yield the table of everything that is held against an aim."""
    yield "| what | on the clock | CPU time | at most | |"
    yield "| --- | ---: | ---: | ---: | --- |"
    for data in kept.values():
        for figure in data["figures"]:
            if figure["limit"] is not None:
                yield _aim(figure)
    batch = json.loads(_path("batch").read_text("utf-8"))["ratios"]
    for engine, limit in _BATCH.items():
        yield (
            f"| batch, {engine} / its tasks alone | | {batch[engine]:.2f} × "
            f"| {limit:g} × | {_held(batch[engine] <= limit)} |"
        )


def _aim(figure: dict[str, Any]) -> str:
    unit, limit = figure["unit"], figure["limit"]
    cpu = "" if figure["cpu"] is None else _shown(figure["cpu"], unit)
    return (
        f"| {figure['what']} | {_shown(figure['wall'], unit)} | {cpu} "
        f"| {limit:g} {_sign(unit)} | {_held(figure['wall'] <= limit)} |"
    )


def _held(holds: bool) -> str:
    return "met" if holds else "**missed**"


def _sign(unit: str) -> str:
    return "×" if unit == "x" else unit


def _shown(value: float, unit: str) -> str:
    if unit == "x":
        return f"{value:.2f} ×"
    return f"{value:.0f} {unit}" if abs(value) >= 10 else f"{value:.1f} {unit}"


def _table(data: dict[str, Any]) -> Iterator[str]:
    """Yield the times of one benchmark, and its figures that have no aim."""
    versions = ", ".join(f"{name} {v}" for name, v in data["versions"].items())
    runs = min(map(len, data["samples"].values()))
    machine = f"{data['machine']} (load {data['load']:g})"
    yield f"{machine}; {versions}; median of {runs} run(s)."
    yield ""
    yield "| process | on the clock | CPU time |"
    yield "| --- | ---: | ---: |"
    for kind, median in data["medians"].items():
        yield f"| {kind} | {_seconds(median['wall'])} | {_seconds(median['cpu'])} |"
    for figure in data["figures"]:
        if figure["limit"] is None:
            cpu = "" if figure["cpu"] is None else _shown(figure["cpu"], figure["unit"])
            shown = _shown(figure["wall"], figure["unit"])
            yield f"| {figure['what']} | {shown} | {cpu} |"


def _seconds(value: float) -> str:
    return f"{1000 * value:.0f} ms" if value < 1 else f"{value:.1f} s"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
