"""What reading a draft costs in the worst case: a megabyte of every hard text.

Each text is one kind of thing that a report may hold, repeated with words and numbers
of its own: so what a hit costs shows, and what grows faster than the text. The CPU time
of one process is measured, from bytes to claims, in the slower setting of `--forms`.

Usage: python benchmarks/lexing.py [--size BYTES] [--runs N] [--only NAME,...]
"""

from __future__ import annotations

import argparse
import gc
import random
import re
import sys
import time

from measuring import Figure, Sample, keep, median

from refereekit.claims import Forms
from refereekit.draft.parse import parse_draft
from refereekit.draft.source import decode_draft

SIZE, RUNS = 1_000_000, 2
MOST_S = 1.0
"""CPU seconds that a megabyte may take."""

MOST_GROWTH = 2.5
"""What twice the text may cost: in proportion is 2."""

SHOWN = 6
"""Texts that are kept one by one in the results: the slowest."""

SEED = 4
HOLE = re.compile(r"\$[wn]")
WORDS = (
    *("the", "of", "drift", "was", "a", "in", "we", "estimate", "not", "variance"),
    *("under", "samples", "that", "is", "rate", "to", "its", "bounded", "each", "step"),
    *("with", "noise", "for", "which", "mean", "converges", "slowly", "on", "as", "it"),
)

TEXTS = {
    # Quotations with their places.
    "quotation and page": '"$w $w $w $w" (p. $n). ',
    "page and quotation": 'On p. $n they write "$w $w $w". ',
    "short quotation and page": '"$w" (p. $n), ',
    "quotation alone": '"$w $w $w" ',
    "quotations of one sentence": '"$w $w $w" and "$w $w $w", ',
    "own wording": 'change "$w $w $w" to "$w $w $w" ',
    "instead of": '"$w $w $w" instead of "$w $w $w" ',
    # Marks in every spelling.
    "straight marks": '"',
    "marks and letters": '"a ',
    "marks around letters": '"a" ',
    "unclosed marks": '"$w $w $w\n\n',
    "marks in marks": "“$w “$w” $w",
    "curly marks": "“$w” ",
    "single marks": "'$w $w $w' ",
    "apostrophes": "$w's ",
    "plural apostrophes": "'$w $w $ws' ",
    "guillemets": "«$w» ",
    "mixed guillemets": "»$w«‹",
    "doubled single marks": "''$w'' ",
    "TeX marks": "``$w'' ",
    "backticks": "`$w` ",
    "long code": "`$w $w $w $w` ",
    "escaped marks": '\\"$w\\" ',
    "escaped openers": ' \\"$w',
    "double primes": "$n″ ",
    "prime marks": "″$w″ ",
    "angles": "<< $w $w $w >> ",
    "angle openers": " <<$w",
    "entities": "&ldquo;$w&rdquo; ",
    "commands of marks": "\\textquotedblleft{}$w\\textquotedblright{} ",
    "elements of marks": "<q>$w</q> ",
    "marks of all kinds": "\"`'",
    "TeX marks and no words": "``''",
    "escaped marks and no words": '\\"',
    "guillemets and no words": "‹›«»",
    "table of quotations": '| "$w" | p. $n |\n',
    "German marks": '"`$w"\' ',
    "German openers": '"`$w ',
    "commas": ",,$w” ",
    "braces": "\\enquote{$w} ",
    "open braces": "\\enquote{$w ",
    "environments": "\\begin{quote}$w\\end{quote} ",
    "quoted lines": "> $w $w\n\n",
    "quoted lines with pages": "> $w (p. $n)\n",
    "nested replies": "> > > $w\n",
    "quoted elements": "<blockquote>$w</blockquote> ",
    # Places of the paper.
    "pages": "p. $n ",
    "pages without numbers": "p. p ",
    "list of pages": "pp. $n, $n, ",
    "long list of pages": "$n, ",
    "ranges of pages": "pp. $n-$n ",
    "pages in words": "page two ",
    "page labels": "p. iv ",
    "lines": "lines $n-$n ",
    "line": "l. $n, ",
    "bare lines": "L$n ",
    "page and line": "p. $n, line $n ",
    "compact pages and lines": "P$nL$n ",
    "lines and pages": "line $n on page $n, ",
    "equations": "Eq. ($n) ",
    "lists of equations": "Eqs. ($n), ($n), ($n)-($n) and ",
    "list in parentheses": "Eqs. ($n, $n, $n, $n, $n, $n) ",
    "figures": "Fig. $n ",
    "panels": "Fig. $na-c, d ",
    "lists of panels": "Fig. $na-z, ",
    "chains of lines": "lines $n-$n-$n-$n-",
    "tables": "Table IV ",
    "sections": "§$n.$n ",
    "appendices": "App. A.$n ",
    "theorems": "Theorem $n ",
    "theorems as headings": "Remark $n: $w\n\n",
    "references": "Eq. \\ref{$w} ",
    "heads of places": "figs equations lemmas ",
    "long numbers": "p. $n$n$n$n$n$n$n$n$n$n ",
    # Other works.
    "cited pages": "[$n], p. $n ",
    "cited open pages": "[$n, p. $n] ",
    "cited years": "Smith ($n 2003), p. $n ",
    "volumes": "J. Foo $n, p. $n. ",
    "entries": "[$n] J. Foo, The $w, pp. 1$n-2$n, 2003.\n",
    "pages of works": "p. $n of [$n] ",
    "places in a quotation": "(Eq. ($n)) ",
    "quoted places": "Eq. ($n) ",
    "supplements": "supplementary Fig. S$n ",
    # Sentences and paragraphs.
    "full stops": ". ",
    "words that end": "$w. ",
    "abbreviations": "cf. ",
    "initials": "A. B. ",
    "ellipses": "… ",
    "stops in quotations": '"$w. $w. $w." ',
    "sentences of pages": '"$w $w $w." (p. $n) ',
    "blank lines": "\n\n.",
    "paragraphs": "$w\n\n",
    "list of hyphens": "- $w\n",
    "numbered list": "$n. $w\n",
    "numbers that go on": "p.\n$n. ",
    "list of pages with words": 'p. $n: "$w $w $w"\n',
    "same page": '- same page: "$w $w $w"\n',
    "lines and words": 'line $n: "$w $w $w"\n',
    "spaces": "          .",
    "empty lines": " \n.\n",
    # What is no prose.
    "comments": "<!-- $w --> ",
    "comment openers": "<!-- ",
    "fences": "```\n$w\n```\n",
    "fence openers": "~~~~ $w\n```\n",
    "tags": "<b>$w</b> ",
    "tag openers": "<b $w ",
    "links": "](http:$w) ",
    "link openers": "](http:$w",
    "addresses": "http://$w ",
    "identifiers": "doi:10.$n/$w ",
    "comments of TeX": "\\documentclass\n% $w\n",
    "line ends": "$w\r\n",
    # Bytes.
    "words": "$w ",
    "Latin words": "naïve $w ",
    "read twice": "â€œ$wâ€\x9d ",
    "one letter": "a",
    "ideographs": "一二。",
}
"""What each text repeats: `$w` is a word, `$n` a number."""

OPENINGS = {"places in a quotation": '"', "quoted places": "> "}
"""What stands once before the text."""

LATIN = frozenset({"Latin words"})
"""Texts whose bytes are no UTF-8."""


def text(kind: str, size: int) -> bytes:
    """Return a text of so many bytes, the same on every machine."""
    rng = random.Random(SEED)
    encoding = "latin-1" if kind in LATIN else "utf-8"

    def filled(hole: re.Match[str]) -> str:
        return rng.choice(WORDS) if hole[0] == "$w" else str(rng.randint(1, 99))

    parts = [OPENINGS.get(kind, "").encode(encoding)]
    length = 0
    while length < size:
        parts.append(HOLE.sub(filled, TEXTS[kind]).encode(encoding))
        length += len(parts[-1])
    return b"".join([*parts, b'"'])


def taken(data: bytes, runs: int) -> list[Sample]:
    """Return what each run takes from bytes to claims, in the slower setting."""
    settings = [[cost(data, forms) for _ in range(runs)] for forms in Forms]
    return max(settings, key=lambda samples: median(samples).cpu)


def cost(data: bytes, forms: Forms) -> Sample:
    """Return what one reading of a draft takes."""
    wall, cpu = time.perf_counter(), time.process_time()
    parse_draft(decode_draft(data, "draft.txt").text, forms=forms)
    return Sample(time.perf_counter() - wall, time.process_time() - cpu)


def main() -> int:
    """Print and keep the times; end with 1 where an aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--only", default=",".join(TEXTS))
    arguments = parser.parse_args()
    # As the command does: it makes no rubbish to speak of.
    gc.set_threshold(100_000)
    samples: dict[str, list[Sample]] = {}
    growth: dict[str, float] = {}
    for kind in arguments.only.split(","):
        data = text(kind, arguments.size)
        half = taken(data[: len(data) // 2], arguments.runs)
        samples[kind] = taken(data, arguments.runs)
        growth[kind] = median(samples[kind]).cpu / median(half).cpu
    order = sorted(samples, key=lambda kind: median(samples[kind]).cpu, reverse=True)
    for kind in order:
        print(f"{kind:28} {median(samples[kind]).cpu:6.2f} s CPU {growth[kind]:5.1f} x")
    # What takes no time to speak of grows as the machine pleases.
    worst, steepest = order[0], max(order[:SHOWN], key=lambda kind: growth[kind])
    slowest = median(samples[worst])
    figures = [
        Figure(
            f"the slowest of {len(samples)} texts ({worst})",
            *(slowest.wall, slowest.cpu, "s", MOST_S),
        ),
        Figure(
            f"twice the text, at the steepest of these ({steepest})",
            *(growth[steepest], None, "x", MOST_GROWTH),
        ),
    ]
    shown = {kind: samples[kind] for kind in order[:SHOWN]}
    return keep("lexing", shown, figures, size=arguments.size)


if __name__ == "__main__":
    sys.exit(main())
