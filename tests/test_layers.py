"""Imports point downward, and foreign libraries stay in their layer."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import refereekit

PACKAGE = Path(refereekit.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

LAYERS = {
    "errors": 0,
    "values": 0,
    "patterns": 0,
    "limits": 0,
    "positions": 0,
    "files": 0,
    "records": 1,
    "claims": 1,
    "labels": 1,
    "folding": 1,
    "normalize": 1,
    "selectors": 1,
    "verdicts": 2,
    "matching": 2,
    "extract": 3,
    "draft": 3,
    "checks": 3,
    "pool": 3,
    "searching": 3,
    "revision": 3,
    "changes": 3,
    "store": 3,
    "audit": 4,
    "batch": 4,
    "binding": 4,
    "revising": 4,
    "api": 4,
    "evidence": 4,
    "flags": 4,
    "illustrations": 4,
    "config": 4,
    "selection": 4,
    "receipts": 4,
    "reports": 4,
    "cli": 5,
    "__init__": 5,
    "serve": 5,
}
"""Modules that are not named are of layer 2 (the places that findings rest on)."""

ONLY_IN = {
    "click": {"cli"},
    "rich": {"reports", "cli"},
    "pypdf": {"extract"},
    "pypdfium2": {"extract"},
    "PIL": {"extract"},
    "pdfplumber": {"extract"},
    "docx": {"draft"},
    "ftfy": {"draft"},
    "lxml": {"draft"},
    "dask": {"batch"},
    "distributed": {"batch"},
    "fsspec": {"batch"},
    "pyarrow": {"reports"},
    "mcp": {"serve"},
    "starlette": {"serve"},
    "uvicorn": {"serve", "cli"},
}


def unit(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_downward(path: Path) -> None:
    mine = LAYERS.get(unit(path), 2)
    for name in imported(path):
        parts = name.split(".")
        if parts[0] != "refereekit" or len(parts) == 1 or unit(path) == "__main__":
            continue
        theirs = LAYERS.get(parts[1], 2)
        assert theirs <= mine, f"{path.name} (layer {mine}) imports {name} ({theirs})"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_libraries_stay_in_their_layer(path: Path) -> None:
    for name in imported(path):
        allowed = ONLY_IN.get(name.split(".")[0])
        assert allowed is None or unit(path) in allowed, f"{path.name} imports {name}"
