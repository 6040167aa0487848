"""Sessions whose writers are killed; `make fuzz` kills many more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent / "crash_sessions.py"


def test_every_session_opens_whenever_its_writer_is_killed() -> None:
    # A process of its own: it forks, which one with threads must not.
    done = subprocess.run(
        [sys.executable, SCRIPT, "10", "3"], capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("10 killed, "), done.stderr
    assert "; 0 wrong, " in done.stdout
    assert done.returncode == 0
