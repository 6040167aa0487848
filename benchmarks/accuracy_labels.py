"""Score the labels and captions that are read against what the papers print.

Usage: python benchmarks/accuracy_labels.py [--truth DIR]... [--list]

Every DIR holds `<id>/paper.pdf` and `<id>/truth.json` with `document_class`,
`equations`, `figures` and `tables`, each a list of `label` and `page` (physical, from
1). A label counts as right when its page is right as well. Prints precision, recall
and F1 for each document class, and what was invented or missed; `--list` adds why a
missed label was refused.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from refereekit.extract.label_forms import equation_label
from refereekit.extract.reader import extract_paper
from refereekit.records import CaptionKind, Paper

DEFAULT = Path(__file__).parent.parent / "fixtures" / "papers"

Labels = set[tuple[str, int]]


@dataclass
class Score:
    """Labels of one kind in one class of documents."""

    right: int = 0
    invented: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def add(self, name: str, want: Labels, have: Labels) -> None:
        """Count one paper."""
        self.right += len(want & have)
        self.invented += [_place(name, *item) for item in sorted(have - want)]
        self.missed += [_place(name, *item) for item in sorted(want - have)]

    def __str__(self) -> str:
        """Return the figures on one line."""
        found, wanted = self.right + len(self.invented), self.right + len(self.missed)
        precision = self.right / found if found else 1.0
        recall = self.right / wanted if wanted else 1.0
        both = precision + recall
        f1 = 2 * precision * recall / both if both else 0.0
        return (
            f"P {precision:.4f} R {recall:.4f} F1 {f1:.4f}"
            f" ({self.right} right, {len(self.invented)} invented,"
            f" {len(self.missed)} missed)"
        )


def main() -> None:
    """Read the papers and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--truth", type=Path, action="append")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    scores: dict[tuple[str, str], Score] = defaultdict(Score)
    for path in _truths(arguments.truth or [DEFAULT]):
        truth = json.loads(path.read_text(encoding="utf-8"))
        paper = _read(path.with_name("paper.pdf"), truth)
        for kind, have in _recorded(paper).items():
            want = {_key(item) for item in truth.get(kind, ())}
            scores[truth["document_class"], kind].add(truth["id"], want, have)
            scores["all", kind].add(truth["id"], want, have)
        if arguments.list:
            _explain(truth, paper)
    for (name, kind), score in sorted(scores.items(), key=_last_is_all):
        if score.right or score.invented or score.missed:
            print(f"{name:32} {kind:10} {score}")
    for (name, kind), score in scores.items():
        if name == "all":
            for what in ("invented", "missed"):
                for item in getattr(score, what):
                    print(f"{what} {kind[:-1]} {item}")


def _truths(directories: list[Path]) -> Iterator[Path]:
    for directory in directories:
        yield from sorted(directory.glob("*/truth.json"))


def _read(path: Path, truth: dict[str, Any]) -> Paper:
    return extract_paper(path.read_bytes(), path.name, password=truth.get("password"))


def _recorded(paper: Paper) -> dict[str, Labels]:
    def captions(kind: CaptionKind) -> Labels:
        return {(c.label, c.page_number) for c in paper.captions if c.kind is kind}

    return {
        "equations": {(e.label, e.page_number) for e in paper.equations or ()},
        "figures": captions(CaptionKind.FIGURE),
        "tables": captions(CaptionKind.TABLE),
    }


def _key(item: dict[str, Any]) -> tuple[str, int]:
    """Return label and page, the label in the plain form in which it is recorded."""
    return equation_label(f"({item['label']})") or item["label"], item["page"]


def _explain(truth: dict[str, Any], paper: Paper) -> None:
    """Print why a label that the paper prints was refused."""
    have = _recorded(paper)["equations"]
    missed = {_key(item) for item in truth["equations"]} - have
    for candidate in paper.candidates:
        if (candidate.label, candidate.page_number) in missed:
            place = _place(truth["id"], candidate.label, candidate.page_number)
            for reason, seen in zip(
                candidate.rejected, candidate.evidence, strict=True
            ):
                print(f"refused {place}: {reason}: {seen}")


def _place(name: str, label: str, page: int) -> str:
    return f"{label} on page {page} of {name}"


def _last_is_all(item: tuple[tuple[str, str], Score]) -> tuple[bool, str, str]:
    (name, kind), _ = item
    return name == "all", name, kind


if __name__ == "__main__":
    main()
