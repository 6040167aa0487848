"""A look at the neighbours of each item of a stream, without holding the stream."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import TypeVar

__all__ = ["with_neighbours"]

T = TypeVar("T")


def with_neighbours(
    items: Iterable[T], reach: int
) -> Iterator[tuple[tuple[T, ...], T, tuple[T, ...]]]:
    """Yield (those before, item, those after), up to `reach` on each side."""
    before: deque[T] = deque(maxlen=reach)
    ahead: deque[T] = deque()
    for item in items:
        ahead.append(item)
        if len(ahead) > reach:
            current = ahead.popleft()
            yield tuple(before), current, tuple(ahead)
            before.append(current)
    while ahead:
        current = ahead.popleft()
        yield tuple(before), current, tuple(ahead)
        before.append(current)
