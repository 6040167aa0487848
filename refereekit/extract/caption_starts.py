"""Places where a line may begin a caption: `Figure 3.`, `TABLE IV`, `图 1`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refereekit.extract.label_forms import caption_label
from refereekit.extract.layout import PageLayout, TextLine, Word
from refereekit.records import CaptionKind
from refereekit.values import Value

__all__ = ["CaptionStart", "Style", "caption_starts"]

_KINDS = {
    CaptionKind.FIGURE: (
        r"fig|figs|figure|figura|figur|abb|abbildung|obr|obrázek|rys|rysunek|kuva|ábra"
        r"|рис|рисунок|σχήμα|εικόνα|scheme|plate|chart|图|圖|図|그림"
    ),
    CaptionKind.TABLE: (
        r"table|tab|tabelle|tabla|tableau|tabela|tabulka|tabell|таблица|πίνακας|表|표"
    ),
    CaptionKind.ALGORITHM: r"algorithm|algorithmus|algorithme|algoritmo|алгоритм|算法",
}
_KIND = {
    kind: re.compile(rf"(?P<word>{names})(?P<dot>\.?)(?P<rest>.*)", re.IGNORECASE)
    for kind, names in (
        (kind, "|".join(sorted(names.split("|"), key=len, reverse=True)))
        for kind, names in _KINDS.items()
    )
}

_BEFORE = re.compile(
    r"supplementary|supplemental|supplement|suppl\.?|supporting|extended|data|online"
    r"|appendix|additional|si|source|box",
    re.IGNORECASE,
)
_LONGEST_BEFORE = 2

_SEPARATORS = ".:|,;—–-。：．│∣"
_SEPARATOR = re.compile(r"[.:|—–。：．│∣]")
_CONTINUED = re.compile(r"\(?(?:continued|cont(?:inued|['’]?d)?)\b", re.IGNORECASE)

_APART = re.compile(r"(?:scheme|plate|chart)\.?", re.IGNORECASE)
"""Words of series that are counted apart from the figures."""

_READS_ON = re.compile(
    r"(?:is|are|was|were|has|have|had|does|do|did|can|could|may|might|will|would|should"
    r"|must|shows?|showed|displays?|presents?|illustrates?|plots?|gives?|depicts?"
    r"|compares?|demonstrates?|reports?|contains?|provides?|indicates?|reveals?"
    r"|describes?|lists?|summari[sz]es?|suggests?|confirms?|represents?|highlights?"
    r"|also|and|or|of|to|in|on|from|zeigt|zeigen|ist|sind|montre|muestra|mostra"
    r"|(?:是|为|显示|展示|给出|表示|说明|描述|列出|所示|中).*)[,.]?"
)
"""What follows a label in a sentence about the figure: a verb, or another word that
joins the two."""

_LEADERS = re.compile(r"(?:[.·] ?){4,}[0-9ivxlc]*$")
"""The dots of a list of figures, which lead to a page's number."""

_SPACE = 0.9
"""Ems between a label and its text that part them; a quad is 1."""

_WIDER = 2.0
"""Ratio of that space to the narrowest of its line, which may be stretched."""

_BREAK = 1.5
"""Ems of white space after which a line may hold a second caption beside the first."""


class Style(Value):
    """How a caption's label is set: what the captions of one document share."""

    kind: CaptionKind
    word: str
    separator: str
    is_bold: bool
    size: float

    def resembles(self, other: Style) -> bool:
        """Tell whether two labels can be of the same make."""
        return (
            self.kind is other.kind
            and self.word == other.word
            and self.separator == other.separator
            and self.is_bold == other.is_bold
            and abs(self.size - other.size) < 0.6
        )

    @property
    def counts_apart(self) -> bool:
        """Tell whether the label is of a series of its own: a scheme, a plate."""
        return _APART.fullmatch(self.word) is not None


class CaptionStart(Value):
    """A label in a caption's form at the beginning of a line (or of its part).

    `first` is the place of the first word in its line, `after` of the first word
    after the label and its separator. `contrasts` tells that the text changes its
    font after the label, `is_alone` that nothing stands behind it, `is_spaced` that
    a wide space does, and `reads_on` that a sentence, or a list's dots, go on
    with the label.
    """

    line: int
    first: int
    after: int
    label: str
    style: Style
    contrasts: bool
    is_alone: bool
    is_spaced: bool
    reads_on: bool

    @property
    def is_marked(self) -> bool:
        """Tell whether anything but white space parts the label from what follows."""
        return bool(self.style.separator) or self.contrasts or self.is_alone


def caption_starts(page: PageLayout) -> Iterator[CaptionStart]:
    """Yield every place of a page where a caption may begin."""
    for index, line in enumerate(page.lines):
        for place in _openings(line):
            start = _start_at(index, line, place)
            if start is not None:
                yield start


def _openings(line: TextLine) -> Iterator[int]:
    words = line.words
    yield 0
    if len(words) == 1:
        return
    gap, end = _BREAK * line.size, words[0].x1
    for place, word in enumerate(words[1:], start=1):
        if word.x0 - end > gap or (place == 1 and _is_margin_number(words[0], word)):
            yield place
        end = word.x1


def _is_margin_number(first: Word, second: Word) -> bool:
    """Tell whether a line begins with a number of the margin, in a font of its own."""
    return first.text.isdecimal() and first.font != second.font


def _start_at(index: int, line: TextLine, first: int) -> CaptionStart | None:
    words = line.words
    place = first
    while (
        place - first < _LONGEST_BEFORE
        and place < len(words) - 1
        and _BEFORE.fullmatch(words[place].text)
    ):
        place += 1
    named = _named(words[place].text)
    if named is None:
        return None
    kind, word, rest = named
    if not rest and place + 1 < len(words):
        place += 1
        rest = words[place].text
    label = caption_label(rest)
    if label is None:
        return None
    separator, after = _separator(rest, label, words, place + 1)
    is_bold = words[place].is_bold
    style = Style(kind, word, separator, is_bold, words[first].size)
    text = words[after] if after < len(words) else None
    return CaptionStart(
        index,
        first,
        after,
        label,
        style,
        contrasts=text is not None and _contrast(words[place], text),
        is_alone=text is None,
        is_spaced=text is not None and _is_spaced(line, after),
        reads_on=text is not None
        and (
            (not separator and _reads_on(text, words[place]))
            or _LEADERS.search(line.text) is not None
        ),
    )


def _named(token: str) -> tuple[CaptionKind, str, str] | None:
    """Split `Fig.3:` into its kind, its word and the rest."""
    for kind, pattern in _KIND.items():
        found = pattern.fullmatch(token)
        if found is None:
            continue
        rest = found["rest"]
        if not found["dot"] and rest[:1].isalpha() and found["word"].isascii():
            continue
        return kind, found["word"] + found["dot"], rest
    return None


def _separator(
    token: str, label: str, words: tuple[Word, ...], place: int
) -> tuple[str, int]:
    """Return what parts the label from the text, and where the text begins."""
    tail = token[len(label) :] if token.startswith(label) else ""
    if not tail:
        tail = token[len(token.rstrip(_SEPARATORS)) :]
    if _SEPARATOR.match(tail):
        return tail[0], place
    if place < len(words):
        following = words[place].text
        if _SEPARATOR.fullmatch(following):
            return following, place + 1
        if _CONTINUED.match(following):
            return "(", place
    return "", place


def _is_spaced(line: TextLine, place: int) -> bool:
    """Tell whether a wide space is before a word, and not between all words."""
    gaps = [_gap(line, index) for index in range(1, len(line.words))]
    gap = gaps[place - 1]
    return gap >= _SPACE * line.size and gap >= _WIDER * min(gaps)


def _gap(line: TextLine, place: int) -> float:
    before, after = line.words[place - 1].bbox, line.words[place].bbox
    if line.direction in (0, 180):
        return max(after.x0 - before.x1, before.x0 - after.x1)
    return max(after.top - before.bottom, before.top - after.bottom)


def _reads_on(text: Word, label: Word) -> bool:
    """Tell whether a sentence goes on: a verb follows, or plain text in small letters.

    After a label that is set apart from it, a caption may begin with a small letter.
    """
    if _READS_ON.fullmatch(text.text):
        return True
    return text.text[0].islower() and not _contrast(label, text)


def _contrast(label: Word, text: Word) -> bool:
    """Tell whether two words differ in weight, slope or font: a label set apart.

    Mathematics and a reference's colour change the font in running text as well, so
    that only a change between two fonts of text counts.
    """
    if text.is_math or label.is_math:
        return False
    if label.is_bold != text.is_bold or label.is_italic != text.is_italic:
        return True
    return bool(label.font and text.font) and label.font != text.font
