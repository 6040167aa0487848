"""What fuzzing found holds from then on; `make fuzz` looks for more."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest
from fuzz import TARGETS
from fuzz.laws import CORPUS, Broken, Target, command, limited

from refereekit.cli import root

KNOWN = [
    pytest.param(target, path, id=f"{target.name}-{path.stem}")
    for target in TARGETS.values()
    for path in sorted((CORPUS / target.name).glob(f"*{target.suffix}"))
]


@pytest.mark.parametrize(("target", "path"), KNOWN)
def test_what_once_broke_a_law_keeps_it(
    target: Target, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    target.check(path.read_bytes())


def endless() -> None:
    """Loop in the interpreter: a loop inside C would never hear of the limit."""
    while True:
        pass


def test_a_broken_law_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.collect()  # so that the limit strikes in the loop and not in a finalizer
    with pytest.raises(Broken, match="took over"), limited(0.02):
        endless()

    def end(_: list[str]) -> None:
        sys.stderr.write("Traceback\n")
        sys.exit(2)

    monkeypatch.setattr(root, "main", end)
    with pytest.raises(Broken, match="not a message: 'Traceback'"):
        command("check", "draft.txt")
