"""Raw text to normalized text that maps back.

Two texts are compared by their *core*: the letters, digits and symbols without white
space, dashes and accents, folded by one table. What the core leaves out is not
forgotten: it stands beside it, in `gaps`, `marks` and `forms`, and the matcher holds
every difference there against a rule of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from typing import Final

from refereekit.folding import (
    DASHES,
    EM_DASHES,
    HYPHENS,
    MINUS_SIGNS,
    SPACING_ACCENTS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    accents_of,
    fold_char,
    is_accent,
    is_space,
)
from refereekit.patterns import regex
from refereekit.positions import Span
from refereekit.values import Value

__all__ = ["Form", "Gap", "Mark", "NormalizedText", "normalize"]


class Gap:
    """What stands between a core character and the one before it (bits).

    Plain integers, because the bits are read for every character that is compared.
    """

    SPACE: Final = 1
    LINE_END: Final = 2
    DASH: Final = 4
    SPACE_AFTER_DASH: Final = 8
    LINE_END_AFTER_DASH: Final = 16
    SPACE_BEFORE_DASH: Final = 32
    WIDE_DASH: Final = 64
    EM_DASH: Final = 128
    MINUS: Final = 256
    SEVERAL_DASHES: Final = 512
    TYPED_DASH: Final = 1024


class Form:
    """How a core character is set, where that can change what it says (bits)."""

    RAISED: Final = 1
    LOWERED: Final = 2
    SUPERSCRIPT_CHARACTER: Final = 4
    SUBSCRIPT_CHARACTER: Final = 8


_ARROW = "\u20d7"
"""The arrow over a vector, which viewers write before its letter."""
_TYPED_DASHES = {2: "–", 3: "—"}
_DASHES = (
    dict.fromkeys(DASHES, Gap.DASH | Gap.WIDE_DASH)
    | dict.fromkeys(HYPHENS, Gap.DASH)
    | dict.fromkeys(EM_DASHES, Gap.DASH | Gap.WIDE_DASH | Gap.EM_DASH)
    | dict.fromkeys(MINUS_SIGNS, Gap.DASH | Gap.WIDE_DASH | Gap.MINUS)
)


class Mark(Value):
    """An accent: on the core character at `index`, or loose in the gap before it."""

    index: int
    accent: str
    is_loose: bool = False


class NormalizedText(Value):
    """A text's core, and beside it everything that the core leaves out.

    `raw`, `forms` and `sources` run parallel to `core`: the raw character behind each
    core character, how it is set, and its offset in `text`. `gaps` has one entry more:
    `gaps[i]` is what stands before core character `i`, the last what ends the text.
    """

    text: str
    core: str
    raw: str
    gaps: tuple[int, ...]
    forms: tuple[int, ...]
    sources: tuple[int, ...]
    marks: tuple[Mark, ...]

    def to_raw(self, span: Span) -> Span:
        """Return the raw span behind a non-empty span of the core."""
        end = self.sources[span.end - 1] + 1
        while end < len(self.text) and is_accent(self.text[end]):
            end += 1
        return Span(self.sources[span.start], end)


class _Normalizer:
    """Collects core characters and the gaps between them."""

    def __init__(self) -> None:
        self.core: list[str] = []
        self.raw: list[str] = []
        self.gaps: list[int] = []
        self.sources: list[int] = []
        self.marks: list[Mark] = []
        self.forms: dict[int, int] = {}
        self.gap = 0

    def add_run(self, run: str, offset: int) -> None:
        """Add characters each of which is one core character, but for its case."""
        self.core.append(run.lower())
        self.raw.append(run)
        self.gaps.append(self.gap)
        self.gaps += [0] * (len(run) - 1)
        self.sources += range(offset, offset + len(run))
        self.gap = 0

    def add(self, char: str, offset: int, folded: str) -> None:
        """Add a character that has a core."""
        size = len(folded)
        form = _own_form(char)
        if form:
            self.forms[len(self.sources)] = form
        self.core.append(folded)
        self.raw.append(char * size)
        self.gaps.append(self.gap)
        self.gaps += [0] * (size - 1)
        self.sources += [offset] * size
        self.gap = 0
        if char > "\u007f":
            self.add_marks(char)

    def add_marks(self, char: str) -> None:
        """Keep the accents that a composed character carries."""
        last = len(self.sources) - 1
        self.marks += [Mark(last, accent) for accent in accents_of(char)]

    def skip(self, char: str) -> None:
        """Note a character that has no core in the gap or among the marks."""
        if char in _DASHES:
            self.add_dash(char)
        elif is_space(char):
            self.add_space(char)
        elif char in SPACING_ACCENTS:
            self.marks.append(Mark(len(self.sources), SPACING_ACCENTS[char], True))
        elif is_accent(char) and self.core:
            is_loose = (
                bool(self.gap) or char == _ARROW or not self.raw[-1][-1].isalnum()
            )
            self.marks.append(Mark(len(self.sources) - 1, char, is_loose))

    def add_dash(self, char: str) -> None:
        """Note a dash, the first between two characters or a further one."""
        if self.gap & Gap.DASH:
            self.gap |= Gap.SEVERAL_DASHES
        elif self.gap & Gap.SPACE:
            self.gap |= Gap.SPACE_BEFORE_DASH
        self.gap |= _DASHES[char]

    def add_space(self, char: str) -> None:
        """Note white space, and whether a dash stands before it."""
        self.gap |= Gap.SPACE
        ends_line = char in "\n\r\x0b\x0c\u2028\u2029"
        if ends_line:
            self.gap |= Gap.LINE_END
        if self.gap & Gap.DASH:
            self.gap |= Gap.SPACE_AFTER_DASH
            if ends_line:
                self.gap |= Gap.LINE_END_AFTER_DASH


def _own_form(char: str) -> int:
    """Return the form that a character has by itself."""
    if char in SUPERSCRIPTS:
        return Form.RAISED | Form.SUPERSCRIPT_CHARACTER
    if char in SUBSCRIPTS:
        return Form.LOWERED | Form.SUBSCRIPT_CHARACTER
    return 0


_RUN = regex(r"[!#-,./-_a-~]+|-{2,3}(?!-)|.", re.DOTALL)
"""Printed ASCII but hyphen, double mark and backtick: each is its own core.

Or two or three hyphens, which stand for an en or an em dash.
"""


def normalize(
    text: str, raised: Iterable[Span] = (), lowered: Iterable[Span] = ()
) -> NormalizedText:
    """Return the normalized form of a text within one stream (no blank lines)."""
    out = _Normalizer()
    offset = 0
    for run in _RUN.findall(text):
        if run == " " and not out.gap:
            out.gap = Gap.SPACE
        elif run == " " or run == "\n":
            out.add_space(run)
        elif run[:2] == "--":
            out.add_dash(_TYPED_DASHES[len(run)])
            out.gap |= Gap.TYPED_DASH
        elif len(run) > 1:
            out.add_run(run, offset)
        elif folded := fold_char(run):
            out.add(run, offset, folded)
        else:
            out.skip(run)
        offset += len(run)
    return NormalizedText(
        text,
        "".join(out.core),
        "".join(out.raw),
        (*out.gaps, out.gap),
        _forms(out, raised, lowered),
        tuple(out.sources),
        tuple(out.marks),
    )


def _forms(
    out: _Normalizer, raised: Iterable[Span], lowered: Iterable[Span]
) -> tuple[int, ...]:
    """Return how each core character is set."""
    forms = [0] * len(out.sources)
    for index, form in out.forms.items():
        forms[index] = form
    for spans, form in ((raised, Form.RAISED), (lowered, Form.LOWERED)):
        for span in spans:
            first = bisect_left(out.sources, span.start)
            for index in range(first, bisect_left(out.sources, span.end)):
                forms[index] |= form
    return tuple(forms)
