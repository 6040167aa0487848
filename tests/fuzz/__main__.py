"""Throw what was found before, and then whatever there is, at each part in turn.

Usage, from the folder of the tests: python -m fuzz [--seconds N] [TARGET...]

Ends with 1 where something gave way; the input is then in `fixtures/fuzz/`.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field

from hypothesis import HealthCheck, Phase, given, seed, settings

from fuzz import TARGETS
from fuzz.laws import CORPUS, Target

SECONDS = 600
CHUNK_S = 10
"""How long one part is tried before it is the next one's turn."""

_TRIALS = settings(
    database=None,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
    print_blob=False,
    report_multiple_bugs=False,
)


@dataclass(slots=True)
class Score:
    """What was thrown at one part."""

    inputs: int = 0
    seconds: float = 0.0
    found: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Trial:
    """One batch of inputs, and the shortest of them at which a law broke."""

    target: Target
    end: float
    inputs: int = 0
    worst: bytes | None = None

    def throw(self, data: bytes) -> None:
        """Throw one input."""
        if time.monotonic() > self.end:
            return
        self.inputs += 1
        holds = False
        try:
            self.target.check(data)
            holds = True
        finally:
            if not holds and (self.worst is None or len(data) < len(self.worst)):
                self.worst = data


def run_batch(target: Target, number: int, score: Score) -> None:
    """Throw one batch, and keep what a law broke at."""
    start = time.monotonic()
    trial = Trial(target, start + 5 * CHUNK_S)
    phases = {"phases": (Phase.generate,)} if target.batch < 10 else {}
    limits = settings(_TRIALS, max_examples=target.batch, **phases)
    thrown = seed(number)(limits(given(target.inputs)(trial.throw)))
    broken = ""
    try:
        thrown()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        broken = f"{type(error).__name__}: {error}"
    score.inputs += trial.inputs
    score.seconds += time.monotonic() - start
    if trial.worst is not None:
        score.found.append(f"{keep(target, trial.worst)}: {broken}")


def keep(target: Target, data: bytes) -> str:
    """Put an input among those that are thrown first, and return its place."""
    name = hashlib.sha256(data).hexdigest()[:12]
    path = CORPUS / target.name / f"{name}{target.suffix}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path.relative_to(CORPUS))


def replay(target: Target) -> int:
    """Throw what was found before; return how much that is."""
    paths = sorted((CORPUS / target.name).glob(f"*{target.suffix}"))
    for path in paths:
        target.check(path.read_bytes())
    return len(paths)


def main(arguments: list[str]) -> int:
    """Run until the time is up, and print what came of it."""
    parser = argparse.ArgumentParser(prog="fuzz")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []])
    options = parser.parse_args(arguments)
    targets = [TARGETS[name] for name in options.targets or TARGETS]
    known = sum(map(replay, targets))
    sys.stdout.write(f"seed {options.seed}; {known} known inputs hold\n")
    scores = {target.name: Score() for target in targets}
    end, number = time.monotonic() + options.seconds, options.seed
    while time.monotonic() < end:
        target = min(targets, key=lambda t: scores[t.name].seconds)
        turn = time.monotonic() + CHUNK_S
        while time.monotonic() < min(turn, end):
            number += 1
            run_batch(target, number, scores[target.name])
    for name, score in scores.items():
        sys.stdout.write(
            f"{name}: {score.inputs} inputs, {score.seconds:.0f} s, "
            f"{len(score.found)} found\n"
        )
        sys.stdout.writelines(f"  {line}\n" for line in score.found)
    return any(score.found for score in scores.values())


if __name__ == "__main__":
    # Commands look for their settings upward from here.
    with tempfile.TemporaryDirectory() as nowhere:
        os.chdir(nowhere)
        sys.exit(main(sys.argv[1:]))
