"""What a terminal shows while papers are read: how far, how fast, how long still."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from itertools import count

import pytest

from refereekit.cli import batch
from refereekit.cli.output import reading_progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def attached(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Attach a terminal, and a clock that goes on by two seconds at every look."""
    shown = Terminal()
    ticks: Iterator[float] = map(float, count(0, 2))
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(time, "monotonic", lambda: next(ticks))
    return shown


def test_reading_shows_pages_rate_and_time_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = attached(monkeypatch)
    with reading_progress() as progress:
        assert progress is not None
        progress(20, 100)
    assert "reading page 20 of 100, 10 pages/s, 8 s left" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\033[K")


def test_a_batch_shows_pairs_rate_and_time_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = attached(monkeypatch)
    with batch._bar() as progress:
        assert progress is not None
        progress(1, 8)
        progress(4, 8)
    shown = terminal.getvalue()
    assert "checking, 1.0 pairs/s" in shown
    assert "4/8" in shown


def test_nothing_is_shown_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    for shows in (reading_progress, batch._bar):
        with shows() as progress:
            assert progress is None
    assert not shown.getvalue()
