"""A long paper read by several processes at once, each a share of its pages at a time.

Every process lays its share out by itself, which is most of the work. Writing the pages
down needs what the pages before them say (the size of the text, whether the references
have begun), which is handed on from share to share. So the pages come out as if one
process had read them all.

A page at which a process dies or makes no progress is left out when its share is read
again; the other shares are not.
"""

from __future__ import annotations

import selectors
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto, unique
from itertools import pairwise

from refereekit.errors import PdfUnreadable
from refereekit.extract.answers import refused, understood
from refereekit.extract.process import Died, PdfProcess
from refereekit.limits import Limits
from refereekit.machine import processors
from refereekit.values import Value

__all__ = ["Crew", "Sharing"]

MOST_PAGES = 1_000_000
"""More than any paper that is read has."""


class Sharing(Value):
    """How a paper is shared out.

    One process reads up to `alone` pages, more are read by `processes` (by default as
    many as this one may use processors), `least` to `most` pages at a time: what it has
    laid out is in memory, and six pages around it are looked at twice.
    """

    alone: int = 60
    processes: int | None = None
    most: int = 64
    least: int = 25

    @property
    def size(self) -> int:
        """Return the number of processes."""
        return self.processes or processors()

    @property
    def most_alone(self) -> int:
        """Return up to how many pages one process reads by itself."""
        return self.alone if self.size > 1 else MOST_PAGES

    def shares(self, count: int) -> list[Share]:
        """Return shares of so many pages, alike in size, two a process or more."""
        fewest, most = -(-count // self.most), max(1, count // self.least)
        step = -(-count // max(fewest, min(most, 2 * self.size)))
        bounds = [*range(1, count + 1, step), count + 1]
        return [Share(range(start, end)) for start, end in pairwise(bounds)]


@unique
class State(Enum):
    """How far a share is."""

    FREE = auto()
    LAYING = auto()
    LAID = auto()
    WRITING = auto()
    DONE = auto()


@dataclass(slots=True)
class Share:
    """Consecutive pages, and what has been said of them.

    `skip` numbers the pages that are left out, `at` is the page being worked on, 0
    before the first, `reached` the last one that was. `parcel` is for the process that
    draws all together.
    """

    numbers: range
    skip: frozenset[int] = frozenset()
    state: State = State.FREE
    at: int = 0
    reached: int = 0
    rows: list[bytes] = field(default_factory=list)
    parcel: str = ""

    @property
    def progress(self) -> int:
        """Return how many of its pages have been laid out."""
        if self.state in (State.FREE, State.LAYING):
            return min(len(self.numbers), max(0, self.reached - self.numbers.start))
        return len(self.numbers)

    def start(self, skip: frozenset[int]) -> None:
        """Begin, or begin again without some pages."""
        self.skip, self.state, self.at = skip, State.LAYING, 0
        self.rows.clear()


@dataclass(slots=True)
class _Hand:
    """A process of the crew, the share it has, and when it has to be heard again."""

    process: PdfProcess
    share: Share | None = None
    patience_ends: float = 0.0

    @property
    def is_busy(self) -> bool:
        return self.share is not None and self.share.state is not State.LAID


class Crew:
    """Processes that read one paper. `start` starts one that takes orders."""

    def __init__(
        self,
        name: str,
        start: Callable[[], PdfProcess],
        limits: Limits,
        *,
        most_skipped: int,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self._name = name
        self._start = start
        self._limits = limits
        self._most_skipped = most_skipped
        self._progress = progress
        self._hands: list[_Hand] = []
        self._skipped: dict[int, str] = {}
        self._shares: list[Share] = []
        self._course = ""
        self._said = 0
        self._told = 0

    def read(self, first: PdfProcess, count: int, sharing: Sharing) -> None:
        """Read all pages; `first` is a process that has opened the paper.

        Raises:
            PdfUnreadable: the paper asks too much of the machine.
            PdfError: a process refuses it.
        """
        self._shares = sharing.shares(count)
        end = time.monotonic() + self._limits.total_seconds
        with selectors.DefaultSelector() as selector:
            self._enlist(first, selector)
            while any(share.state is not State.DONE for share in self._shares):
                self._give_orders(selector, sharing.size)
                self._wait(selector, end)
                self._tell(count)

    def rows(self) -> Iterator[bytes]:
        """Yield the pages' records in order, and forget them."""
        for share in self._shares:
            yield from share.rows
            share.rows = []

    def parcels(self) -> list[str]:
        """Return what was left for the process that draws all together."""
        return [share.parcel for share in self._shares]

    def lost(self) -> dict[int, str]:
        """Return the pages that were left out, each with what happened at it."""
        return {
            number: self._skipped[number]
            for share in self._shares
            for number in share.numbers
            if number in share.skip
        }

    def _enlist(self, process: PdfProcess, selector: selectors.BaseSelector) -> _Hand:
        hand = _Hand(process)
        self._hands.append(hand)
        selector.register(process.answers, selectors.EVENT_READ, hand)
        return hand

    def _give_orders(self, selector: selectors.BaseSelector, size: int) -> None:
        """Give every process that has nothing to do something, if there is any.

        The first share that is not written is always in somebody's hands, so that none
        that is laid out waits for ever.
        """
        for share in [s for s in self._shares if s.state is State.FREE]:
            idle = next((hand for hand in self._hands if hand.share is None), None)
            if idle is None and len(self._hands) < size:
                idle = self._enlist(self._start(), selector)
            if idle is None:
                break
            share.start(frozenset(self._skipped))
            idle.share = share
            pages = [share.numbers.start, share.numbers.stop]
            self._order(idle, {"lay": pages, "skip": sorted(share.skip)}, selector)
        following = next(s for s in self._shares if s.state is not State.DONE)
        if following.state is State.LAID:
            following.state = State.WRITING
            hand = next(hand for hand in self._hands if hand.share is following)
            self._order(hand, {"write": self._course}, selector)

    def _order(
        self, hand: _Hand, order: dict[str, object], selector: selectors.BaseSelector
    ) -> None:
        hand.patience_ends = time.monotonic() + self._limits.page_seconds
        try:
            hand.process.order(order)
        except Died as death:
            self._bury(hand, str(death), selector)

    def _wait(self, selector: selectors.BaseSelector, end: float) -> None:
        """Take in what is said next, by whomever."""
        now = time.monotonic()
        if now >= end:
            total = self._limits.total_seconds
            raise PdfUnreadable(f"{self._name}: reading took over {total:.0f} s")
        busy = [hand for hand in self._hands if hand.is_busy]
        soonest = min((hand.patience_ends for hand in busy), default=now)
        events = selector.select(max(0.0, min(soonest, end) - now))
        for key, _ in events:
            self._take_in(key.data, selector)
        now = time.monotonic()
        for hand in busy:
            if hand in self._hands and hand.is_busy and hand.patience_ends <= now < end:
                seconds = self._limits.page_seconds
                self._bury(hand, f"no progress for {seconds:.0f} s", selector)

    def _take_in(self, hand: _Hand, selector: selectors.BaseSelector) -> None:
        hand.patience_ends = time.monotonic() + self._limits.page_seconds
        try:
            lines = hand.process.hear()
            if lines is None:
                raise Died(hand.process.how_it_ended())
            for line in lines:
                self._said += len(line)
                self._note(hand, line)
        except Died as death:
            self._bury(hand, str(death), selector)
        if self._said > self._limits.memory_bytes:
            most = self._limits.memory_bytes
            raise PdfUnreadable(f"{self._name}: more than {most:,} bytes were read")

    def _note(self, hand: _Hand, line: bytes) -> None:
        """Note what a process says of its share."""
        share = hand.share
        said = understood(line)
        match said:
            case {"at": [int(), int()]} if share is None:
                return
            case {"at": [int(number), int()]} if share is not None:
                share.at = number
                share.reached = max(share.reached, number)
            case {"laid": _} if share is not None and share.state is State.LAYING:
                share.state = State.LAID
            case {"page": _} if share is not None and share.state is State.WRITING:
                share.rows.append(line[len(b'{"page":') : -1])
            case {"written": [str(course), str(parcel)]} if (
                share is not None
                and share.state is State.WRITING
                and len(share.rows) == len(share.numbers)
            ):
                self._course, share.parcel = course, parcel
                share.state = State.DONE
                hand.share = None
            case _:
                refused(said)
                raise Died("the reading process said what is no record")

    def _bury(self, hand: _Hand, how: str, selector: selectors.BaseSelector) -> None:
        """Leave out the page at which a process ended, and free its share."""
        selector.unregister(hand.process.answers)
        hand.process.end()
        self._hands.remove(hand)
        share = hand.share
        if share is None:
            return
        share.state = State.FREE
        if not share.at or share.at in share.skip:
            raise PdfUnreadable(f"{self._name}: {how}")
        self._skipped.setdefault(share.at, how)
        if len(self._skipped) > self._most_skipped:
            pages = ", ".join(map(str, self._skipped))
            raise PdfUnreadable(f"{self._name}: pages {pages} cannot be read; {how}")

    def _tell(self, count: int) -> None:
        if self._progress is not None:
            done = sum(share.progress for share in self._shares)
            self._told = max(self._told, done)
            self._progress(self._told, count)
