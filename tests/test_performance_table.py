from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_page_on_performance_has_the_figures_that_were_kept() -> None:
    path = ROOT / "benchmarks" / "performance_table.py"
    spec = importlib.util.spec_from_file_location("performance_table", path)
    assert spec is not None
    assert spec.loader is not None
    table = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(table)
    written = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    assert table.page(written) == written, "run benchmarks/performance_table.py"
    assert written.count("| --- |") >= len(table.NAMES) + 1
