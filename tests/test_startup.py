"""What `check` on a bound session must not import: it is run all day."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import FIXTURES

from refereekit.binding import bind

FORBIDDEN = {
    # PDF libraries
    "fontTools", "pdfplumber", "pdfminer", "pypdf", "pypdfium2", "pypdfium2_raw", "PIL",
    # what other commands and drafts need
    "click", "cryptography", "docx", "ftfy", "jsonschema", "jsonschema_rs", "lxml",
    "markdown_it", "mcp", "pydantic", "rich", "starlette", "uvicorn",
    # networks and processes
    "asyncio", "http", "http.client", "multiprocessing", "socket", "ssl", "subprocess",
    # costly parts of the standard library
    "dataclasses", "difflib", "html.entities", "inspect", "logging", "tomllib",
    "unittest", "uuid", "zipfile",
}  # fmt: skip

CODE = """
import json, sys
sys.argv = ["refereekit", *json.loads(sys.argv[1])]
from refereekit.cli import main
try:
    main()
except SystemExit as ended:
    print(json.dumps([ended.code, sorted(sys.modules)]), file=sys.stderr)
"""

CLICKS = {"click", "dataclasses", "html.entities", "inspect", "uuid"}
"""What the `check` command itself may import, beside the plain check."""


def imported(arguments: list[str], where: Path) -> tuple[int, set[str]]:
    environment = {k: v for k, v in os.environ.items() if "REFEREEKIT" not in k}
    done = subprocess.run(
        [sys.executable, "-c", CODE, json.dumps(arguments)],
        capture_output=True,
        check=True,
        cwd=where,
        env={**environment, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    code, modules = json.loads(done.stderr)
    assert done.stdout
    return code, set(modules)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a bound session and a draft that fails."""
    path = tmp_path_factory.mktemp("startup")
    bind(path / ".refereekit", FIXTURES / "papers" / "plain" / "paper.pdf")
    (path / "draft.txt").write_text('It says "no such words are there" on p. 1.\n')
    return path


def test_a_plain_check_imports_only_what_it_needs(place: Path) -> None:
    code, modules = imported(["check", "draft.txt"], place)
    assert code == 1
    assert not modules & FORBIDDEN


@pytest.mark.parametrize("form", ["json", "gnu", "sarif"])
def test_a_check_with_options_imports_no_other_library(place: Path, form: str) -> None:
    code, modules = imported(["check", "draft.txt", "--format", form], place)
    assert code == 1
    assert not modules & (FORBIDDEN - CLICKS)


def test_the_plainest_start_is_not_what_is_tested(place: Path) -> None:
    # The module names above are those that Python gives them.
    _, modules = imported(["check", "draft.txt", "--format", "json"], place)
    assert {"click", "json"} <= modules
