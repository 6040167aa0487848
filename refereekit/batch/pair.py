"""One row of a batch: a paper, a draft, and the options of the check."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from refereekit.batch.inputs import joined
from refereekit.claims import Forms
from refereekit.reports.outcome import FailOn

__all__ = ["NO_OPTIONS", "Options", "Pair"]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a check that make a difference to its result."""

    forms: Forms = Forms.SPEC
    fail_on: frozenset[FailOn] = frozenset()
    password_file: str | None = None

    def as_object(self) -> dict[str, Any]:
        """Return the options as a JSON object."""
        return {
            "forms": self.forms.value,
            "fail_on": [what.value for what in FailOn if what in self.fail_on],
            "password_file": self.password_file,
        }


NO_OPTIONS = Options()
"""What holds where neither a row nor the command line says anything."""


@dataclass(frozen=True)
class Pair:
    """A paper and a draft, named as the manifest does.

    `base` is the directory that relative names start from. `paper` is `None` where a
    session alone stands for it.
    """

    paper: str | None
    draft: str
    session: str | None = None
    options: Options = NO_OPTIONS
    base: str = "."

    @property
    def title(self) -> str:
        """Return the pair's name in messages."""
        return f"{self.paper or self.session}, {self.draft}"

    @cached_property
    def id(self) -> str:
        """Return what tells this pair from others: its names and options, hashed."""
        canonical = json.dumps(self.as_object(), sort_keys=True)
        return hashlib.sha256(canonical.encode()).hexdigest()

    def as_object(self) -> dict[str, Any]:
        """Return the row as a JSON object."""
        return {
            "paper": self.paper,
            "draft": self.draft,
            "session": self.session,
            "options": self.options.as_object(),
        }

    def place(self, name: str) -> str:
        """Return where a file is that the row names."""
        return joined(self.base, name)
