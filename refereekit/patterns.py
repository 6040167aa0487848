"""Regular expressions that are compiled when they are first used.

Compiling one takes 0.15 ms, some 1 ms. Of the hundred and more that can be asked of a
draft and a paper, a check asks a few dozen.
"""

from __future__ import annotations

import re
from typing import AnyStr, cast

__all__ = ["regex"]

_METHODS = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub")


class _Lazy:
    """Stands for a pattern; its methods become the pattern's own at the first use."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(self.pattern, self.flags)
        self.__dict__.update({method: getattr(compiled, method) for method in _METHODS})
        return getattr(compiled, name)


def regex(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return what behaves as `re.compile(pattern, flags)`, and costs nothing yet."""
    return cast("re.Pattern[AnyStr]", _Lazy(pattern, flags))
