"""Two tables: honest quotations that pass, and altered ones that pass.

Honest quotations are runs of 4 to 24 words of what pdftotext and pdf.js copy from a
page, cut within no word or number. *Consensus* counts those that at least one other
program holds contiguously too, whole and with the same numbers (see `agreement`), white
space and hyphens elsewhere aside. Quotations with a power
copied flat (`105`, `x2`) are counted apart: they have to fail as form-differs. So are
those that fail for a character that cannot be printed (a font without a map to
Unicode), for words that are not to be seen (under a picture), and for another
character than the printed one (`R` for an integral sign).
Each altered
quotation is an honest one with one change; one that really stands on the page is not
counted.

Usage: python benchmarks/accuracy_quotations.py [--papers DIR] [--pdfjs NODE_MODULES]
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from agreement import Copy
from alterations import ALTERATIONS, WORD
from engines import copies
from misreadings import is_misread

from refereekit.checks.quotation import check_quotation
from refereekit.claims import Place, Quotation
from refereekit.extract.reader import extract_paper
from refereekit.folding import run_core
from refereekit.matching.index import PaperIndex
from refereekit.matching.marginnumbers import numbered
from refereekit.matching.passages import other_orders
from refereekit.matching.words import count_words
from refereekit.positions import Span
from refereekit.records import Paper
from refereekit.values import replace
from refereekit.verdicts import Finding, Verdict

ROOT = Path(__file__).parent.parent
SAMPLED = ("pdftotext", "pdf.js")
FEWEST, MOST = 4, 24
SHORTEST, LONGEST = 12, 400
LEAST_HIDDEN = 2
"""Characters of hidden words that tell a copy which has them."""
BEFORE_NUMBER = "¬±∓√+~≈≃≅<>≤≥≲≳⩽⩾≪≫≠∼∝×$€£¥−-–"
AFTER_NUMBER = "%‰°×^±/·√−–"
WHITE_SPACE = re.compile(r"[^\S\x0b\x0c\x1c-\x1f]+")
"""White space without the control characters that stand for glyphs (`fi` as 0x0C)."""
DASHES = re.compile("[-\u00ad\u2010-\u2015\u2212]")


def squeezed(text: str) -> str:
    """Return a text without white space, hyphens and other forms of one letter."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    folded = re.sub("[‘’`´]", "'", re.sub("[“”]|''|``", '"', folded))
    return re.sub(r"\s+", "", DASHES.sub("", folded))


BROKEN = "\x1f"
"""In place of a hyphen at a line end, which may be a break or a part of the word."""


BREAK = re.compile(r"([^\W\d_]+)-\s*\n\s*([^\W\d_]+)")


def strict(text: str) -> str:
    """Return a text as printed, with a mark for each hyphen at a line end."""
    folded = text.lower().replace("\u2019", "'").replace("\u2018", "'")
    folded = re.sub(r"(?<=[^\W\d_])-\s*\n\s*(?=[^\W\d_])", BROKEN, folded)
    return re.sub(r"\s+", "", DASHES.sub("-", folded))


def unhyphened(text: str) -> str:
    """Return a text as `strict` does, without any hyphen."""
    return strict(text).replace(BROKEN, "").replace("-", "")


def breaks(text: str) -> set[str]:
    """Return the words that a hyphen at a line end breaks, with that hyphen."""
    return {f"{a}-{b}".lower() for a, b in BREAK.findall(text)}


def strict_pattern(text: str) -> re.Pattern[str]:
    """Return what finds a text in strict ones, each broken word either way."""
    chars = [f"[-{BROKEN}]" if c == "-" else re.escape(c) for c in strict(text)]
    return re.compile(f"{BROKEN}?".join(chars))


@dataclass
class Tally:
    """Counts of one paper; `is_numbered`: a manuscript with line numbers."""

    is_numbered: bool = False
    honest: Counter[str] = field(default_factory=Counter)
    altered: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Honest:
    """A run of words as a program copies it."""

    text: str
    page: int
    engine: str


def sample(
    rng: random.Random,
    engine: str,
    pages: list[str],
    count: int,
    numbers: list[set[str]],
) -> Iterator[Honest]:
    """Yield runs of words from random places of random pages.

    `numbers` are the margin numbers of each page, which nobody copies as the first or
    the last word.
    """
    split = [
        (n, [word for word in WHITE_SPACE.split(page) if word])
        for n, page in enumerate(pages, 1)
    ]
    tokens = [(n, words) for n, words in split if len(words) > MOST]
    for _ in range(count if tokens else 0):
        number, words = rng.choice(tokens)
        size = rng.randint(FEWEST, MOST)
        start = rng.randrange(0, len(words) - size)
        end = start + size
        margin = numbers[number - 1] if number <= len(numbers) else set()
        while start < end and is_line_number(words, start, margin):
            start += 1
        while start < end and is_line_number(words, end - 1, margin):
            end -= 1
        text = " ".join(words[start:end])
        if len(WORD.findall(text)) < FEWEST or count_words(text) < FEWEST:
            continue
        if is_cut(words, start, end):
            continue
        before = "".join(words[max(0, start - 2) : start]).rstrip("0123456789")
        if DASHES.match(before[-1:]) or DASHES.match(text[-1:]):
            continue
        if SHORTEST <= len(text) <= LONGEST:
            yield Honest(text, number, engine)


def is_line_number(words: list[str], index: int, margin: set[str]) -> bool:
    """Tell whether a word is one of the margin, or counts on from its neighbour."""
    word = words[index]
    if word in margin or not word.isdecimal():
        return word in margin
    near = {words[i] for i in (index - 1, index + 1) if 0 <= i < len(words)}
    return not near.isdisjoint({str(int(word) - 1), str(int(word) + 1)})


def is_cut(words: list[str], start: int, end: int) -> bool:
    """Tell whether a run begins or ends within a number: `1.5` of `1.5 ± 0.7`."""
    before = words[start - 1] if start else " "
    after = words[end] if end < len(words) else " "
    begins = words[start][:1].isdigit() and (
        before[-1] in BEFORE_NUMBER or before.lower().endswith("no.")
    )
    return begins or (words[end - 1][-1:].isdigit() and after[0] in AFTER_NUMBER)


class Checked:
    """A paper under test, and what the other programs hold of it."""

    def __init__(self, pdf: Path, modules: Path | None) -> None:
        self.paper: Paper = extract_paper(pdf.read_bytes(), pdf.name)
        self.index = PaperIndex.build(self.paper.pages)
        self.flat = replace(
            self.paper, pages=[replace(p, raised=()) for p in self.paper.pages]
        )
        self.flat_index = PaperIndex.build(self.flat.pages)
        self.margin_numbers = [
            {line.margin_number for line in page.lines if line.margin_number}
            for page in self.paper.pages
        ]
        self.copies = copies(pdf, modules)
        self.squeezed = {e: [squeezed(p) for p in t] for e, t in self.copies.items()}
        self.compared = {
            e: [Copy(p, m) for p, m in zip(t, self.margin_numbers, strict=False)]
            for e, t in self.copies.items()
        }
        self.broken = [
            {f for t in self.copies.values() if n < len(t) for f in breaks(t[n])}
            for n in range(self.paper.page_count)
        ]
        self.strict = [
            [strict(t[n]) for t in self.copies.values() if n < len(t)]
            for n in range(self.paper.page_count)
        ]

    def check(self, text: str, page: int) -> Finding:
        """Return the finding on a quotation that names a page."""
        return check_quotation(_claim(text, page), self.paper, self.index)

    def is_flat_power(self, text: str, page: int) -> bool:
        """Tell whether words would pass if nothing on the page were raised."""
        found = check_quotation(_claim(text, page), self.flat, self.flat_index)
        return found.verdict is Verdict.PASS

    def has_margin_number(self, text: str, honest: Honest) -> bool:
        """Tell whether a word that was put in is a margin number of the page."""
        numbers = self.margin_numbers[honest.page - 1]
        return not numbers.isdisjoint(set(text.split()) - set(honest.text.split()))

    def has_hidden(self, honest: Honest) -> bool:
        """Tell whether a copy has words that the page holds, but does not show."""
        core = run_core(honest.text)
        page = self.paper.pages[honest.page - 1]
        shown = self.index.passage(page).core
        hidden = (
            run_core(found.text)
            for found in self.paper.hidden
            if found.page_number == honest.page
        )
        return any(
            len(words) >= LEAST_HIDDEN and words in core and words not in shown
            for words in hidden
        )

    def is_consensus(self, honest: Honest) -> bool:
        """Tell whether another program holds the words contiguously, and all whole."""
        copy = Copy(honest.text, self.margin_numbers[honest.page - 1])
        found = {
            pages[honest.page - 1].holds(copy)
            for engine, pages in self.compared.items()
            if engine != honest.engine and honest.page <= len(pages)
        }
        return True in found and False not in found

    def is_real(self, text: str, page: int) -> bool:
        """Tell whether an altered quotation stands on the page all the same."""
        bare = re.sub(r"(?<=[^\W\d_])-\s+(?=[^\W\d_])", "", text)
        for word in re.findall(r"[^\W\d_]+-[^\W\d_]+", bare):
            if word.lower() in self.broken[page - 1]:
                bare = bare.replace(word, word.replace("-", ""))
        key = unhyphened(text)
        printed = [
            p
            for p in self.strict[page - 1]
            if key in p.replace(BROKEN, "").replace("-", "")
        ]
        return bool(printed) and any(
            strict_pattern(words).search(page_text)
            for words in {text, bare}
            for page_text in printed
        )


def _claim(text: str, page: int) -> Quotation:
    return Quotation(text, Place(Span(0, len(text)), 1, 1), (page,), f"p. {page}")


def is_unprintable(text: str) -> bool:
    """Tell whether a copy has characters that nobody can see or type."""
    return any(unicodedata.category(c) in {"Cc", "Co", "Cn"} for c in text)


def measure(
    pdf: Path, modules: Path | None, count: int, rng: random.Random, verbose: bool
) -> Tally:
    """Return the counts of one paper."""
    checked = Checked(pdf, modules)
    tally = Tally(is_numbered=sum(map(bool, checked.margin_numbers)) > 1)
    for engine in SAMPLED:
        pages = checked.copies.get(engine, [])
        for honest in sample(rng, engine, pages, count, checked.margin_numbers):
            if honest.page > checked.paper.page_count:
                continue
            is_pass = count_honest(tally, checked, honest, verbose)
            count_altered(tally, checked, honest, rng, verbose, is_flat=not is_pass)
    return tally


def count_honest(tally: Tally, checked: Checked, honest: Honest, verbose: bool) -> bool:
    """Count one honest quotation, and return whether it passes."""
    finding = checked.check(honest.text, honest.page)
    is_pass = finding.verdict is Verdict.PASS
    if not is_pass and (apart := counted_apart(checked, honest)):
        tally.honest[apart] += 1
        if verbose:
            print(f"  {apart} p. {honest.page} ({honest.engine}): {honest.text!r}")
        return False
    consensus = checked.is_consensus(honest)
    tally.honest["all"] += 1
    tally.honest["all passed"] += is_pass
    tally.honest["consensus"] += consensus
    tally.honest["consensus passed"] += consensus and is_pass
    if verbose and consensus and not is_pass:
        print(f"  missed p. {honest.page} ({honest.engine}): {honest.text!r}")
        print(f"    {finding.evidence}")
    return is_pass


def counted_apart(checked: Checked, honest: Honest) -> str | None:
    """Return the column of a copy that has to fail, `None` where it has to pass."""
    if is_unprintable(honest.text):
        return "unprintable"
    if checked.has_hidden(honest):
        return "hidden"
    if checked.is_flat_power(honest.text, honest.page):
        return "powers"
    page = checked.paper.pages[honest.page - 1]
    passages = [checked.index.passage(page), *numbered(page), *other_orders(page)]
    is_of_page = any(is_misread(honest.text, passage.text) for passage in passages)
    return "misread" if is_of_page else None


def count_altered(
    tally: Tally,
    checked: Checked,
    honest: Honest,
    rng: random.Random,
    verbose: bool,
    *,
    is_flat: bool,
) -> None:
    """Count one honest quotation in every altered form.

    Where it `is_flat`, a raised digit may be what the page has.
    """
    words = honest.text.split()
    for kind, alter in ALTERATIONS.items():
        if is_flat and kind == "digit raised":
            continue
        text = alter(words, rng)
        if text is None or text == honest.text or checked.is_real(text, honest.page):
            continue
        if len(text.split()) < FEWEST:
            continue
        if kind == "number inserted" and checked.has_margin_number(text, honest):
            continue
        count_one(tally, checked, kind, text, honest.page, verbose)
    other = rng.randint(1, checked.paper.page_count)
    key = squeezed(honest.text).rstrip(".,")
    is_there = any(
        key in squeezed("".join(pages[start : start + 2]))
        and not any(key in squeezed(page) for page in pages[start : start + 2])
        for pages in checked.copies.values()
        for start in (max(0, other - 2), other - 1)
    ) or any(
        key in pages[other - 1]
        for pages in checked.squeezed.values()
        if other <= len(pages)
    )
    if other != honest.page and not is_there:
        count_one(tally, checked, "wrong page", honest.text, other, verbose)


def count_one(
    tally: Tally, checked: Checked, kind: str, text: str, page: int, verbose: bool
) -> None:
    """Count one altered quotation."""
    finding = checked.check(text, page)
    tally.altered[kind] += 1
    if finding.verdict is Verdict.PASS:
        tally.passed[kind] += 1
        print(f"  PASSED p. {page} ({kind}): {text!r}")
        if verbose:
            print(f"    {finding.evidence}: {[a.exact for a in finding.anchors]}")


def report(tallies: dict[str, Tally]) -> None:
    """Print both tables."""
    total, numbered_lines, others = Tally(), Tally(), Tally()
    print(
        f"\n{'honest':32} {'all':>6} {'passed':>7} {'cons.':>6} {'passed':>7} {'%':>7} "
        "powers unprintable hidden misread"
    )
    for name, tally in tallies.items():
        total.honest += tally.honest
        total.altered += tally.altered
        total.passed += tally.passed
        part = numbered_lines if tally.is_numbered else others
        part.honest += tally.honest
        honest_row(name, tally.honest)
    honest_row("with line numbers", numbered_lines.honest)
    honest_row("without", others.honest)
    honest_row("total", total.honest)
    print(f"\n{'altered':32} {'tried':>7} {'passed':>7}")
    for name, tally in tallies.items():
        print(f"{name:32} {tally.altered.total():7} {tally.passed.total():7}")
    for kind in sorted(total.altered):
        print(f"{'of which ' + kind:32} {total.altered[kind]:7} {total.passed[kind]:7}")
    print(f"{'total':32} {total.altered.total():7} {total.passed.total():7}")


def honest_row(name: str, honest: Counter[str]) -> None:
    """Print one line of the first table."""
    share = 100 * honest["consensus passed"] / max(1, honest["consensus"])
    print(
        f"{name:32} {honest['all']:6} {honest['all passed']:7} {honest['consensus']:6} "
        f"{honest['consensus passed']:7} {share:7.2f} "
        f"{honest['powers']:6} {honest['unprintable']:11} "
        f"{honest['hidden']:6} {honest['misread']:7}"
    )


def main() -> int:
    """Measure the papers of a directory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=Path, default=ROOT / "fixtures" / "papers")
    parser.add_argument("--pdfjs", type=Path, help="node_modules with pdfjs-dist")
    parser.add_argument("--count", type=int, default=100, help="runs of words")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="papers whose path holds this")
    parser.add_argument("--verbose", action="store_true", help="print what is missed")
    options = parser.parse_args()
    tallies: dict[str, Tally] = {}
    for pdf in sorted(options.papers.rglob("*.pdf")):
        if options.only not in str(pdf):
            continue
        name = str(pdf.relative_to(options.papers).with_suffix(""))
        print(name, flush=True)
        rng = random.Random(f"{options.seed} {name}")
        tallies[name.removesuffix("/paper")] = measure(
            pdf, options.pdfjs, options.count, rng, options.verbose
        )
    report(tallies)
    passed = sum(tally.passed.total() for tally in tallies.values())
    return 1 if passed else 0


if __name__ == "__main__":
    sys.exit(main())
