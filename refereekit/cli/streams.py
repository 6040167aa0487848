"""Saying something beside the result, and ending: what needs no command-line library.

An expected error is one line on stderr and exit code 2.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NoReturn

from refereekit.errors import RefereekitError

__all__ = ["COULD_NOT_RUN", "end", "refused", "remark"]

COULD_NOT_RUN = 2
_STOPPED = 130


def remark(text: str) -> None:
    """Say something beside the result."""
    # Not needed where there is nothing to say.
    from refereekit.reports.wording import printable

    sys.stderr.write(f"refereekit: {printable(text)}\n")
    sys.stderr.flush()


def refused(message: str, code: int = COULD_NOT_RUN) -> int:
    """Say why a command could not run, and return its exit code."""
    remark(message)
    return code


def end(run: Callable[[], object]) -> NoReturn:
    """Run a command and exit with what it returns, 0 where that is no number."""
    try:
        code = run()
        sys.stdout.flush()
    except RefereekitError as error:
        code = refused(str(error))
    except KeyboardInterrupt:
        code = refused("stopped", _STOPPED)
    except BrokenPipeError:
        # Else the interpreter complains about the closed pipe when it exits.
        sys.stdout = None
        code = COULD_NOT_RUN
    sys.exit(code if isinstance(code, int) else 0)
