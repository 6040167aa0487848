"""Ways to alter a quotation so that the page no longer holds it."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable

WORD = re.compile(r"[^\W\d_]{2,}")


def digit(words: list[str], rng: random.Random) -> str | None:
    """Change one digit."""
    places = [
        (i, j)
        for i, w in enumerate(words)
        for j, c in enumerate(w)
        if c in "0123456789"
    ]
    if not places:
        return None
    i, j = rng.choice(places)
    new = rng.choice([d for d in "0123456789" if d != words[i][j]])
    return " ".join(
        [*words[:i], words[i][:j] + new + words[i][j + 1 :], *words[i + 1 :]]
    )


def dropped_word(words: list[str], rng: random.Random) -> str | None:
    """Drop a word that is neither the first nor the last."""
    inner = [i for i in range(1, len(words) - 1) if WORD.search(words[i])]
    if not inner:
        return None
    at = rng.choice(inner)
    return " ".join(words[:at] + words[at + 1 :])


def dropped_not(words: list[str], rng: random.Random) -> str | None:
    """Drop a negation."""
    inner = [i for i, w in enumerate(words[1:-1], 1) if w in {"not", "no", "never"}]
    return " ".join(words[: inner[0]] + words[inner[0] + 1 :]) if inner else None


def letter(words: list[str], rng: random.Random) -> str | None:
    """Change one letter."""
    at = rng.choice([i for i, w in enumerate(words) if WORD.search(w)])
    word = words[at]
    j = rng.choice([k for k, c in enumerate(word) if c.isalpha()])
    new = rng.choice([c for c in "abcdefghijklmnopqrstuvwxyz" if c != word[j].lower()])
    return " ".join([*words[:at], word[:j] + new + word[j + 1 :], *words[at + 1 :]])


def swapped(words: list[str], rng: random.Random) -> str | None:
    """Swap two neighbours."""
    at = rng.randrange(len(words) - 1)
    if words[at].lower() == words[at + 1].lower() or "[" in words[at]:
        return None
    pair = [words[at + 1], words[at]]
    return " ".join([*words[:at], *pair, *words[at + 2 :]])


def hyphen(words: list[str], rng: random.Random) -> str | None:
    """Drop a hyphen, or move it by two letters."""
    text = " ".join(words)
    places = [m.start() for m in re.finditer(r"(?<=\w)[-‐](?=\w)", text)]
    if not places:
        return None
    at = rng.choice(places)
    bare = text[:at] + text[at + 1 :]
    moved = (
        bare[: at + 2] + "-" + bare[at + 2 :]
        if bare[at + 1 : at + 3].isalpha()
        else bare
    )
    return rng.choice([bare, moved])


def sign(words: list[str], rng: random.Random) -> str | None:
    """Drop a sign or a relation before a number."""
    text = " ".join(words)
    places = [
        m.start()
        for m in re.finditer(r"(?<![\w])[-−–]\s?(?=\d)|[<>≤≥±=](?=\s?\d)", text)
    ]
    if not places:
        return None
    at = rng.choice(places)
    return text[:at] + text[at + 1 :]


def decimal(words: list[str], rng: random.Random) -> str | None:
    """Drop a decimal point, or move it by one digit."""
    text = " ".join(words)
    places = [m.start() for m in re.finditer(r"(?<=\d)\.(?=\d)", text)]
    if not places:
        return None
    at = rng.choice(places)
    moved = text[: at - 1] + "." + text[at - 1] + text[at + 1 :]
    return rng.choice([text[:at] + text[at + 1 :], moved])


Alteration = Callable[[list[str], random.Random], str | None]
"""The words of a quotation to its altered text, `None` where it has no place for it."""


def at_one_place(
    pattern: str, new: Callable[[re.Match[str], random.Random], str]
) -> Alteration:
    """Return the alteration of one of the places where a pattern matches."""
    compiled = re.compile(pattern)

    def alter(words: list[str], rng: random.Random) -> str | None:
        text = " ".join(words)
        places = list(compiled.finditer(text))
        if not places:
            return None
        place = rng.choice(places)
        return text[: place.start()] + new(place, rng) + text[place.end() :]

    return alter


def dropped(pattern: str) -> Alteration:
    """Return the alteration that drops what a pattern matches."""
    return at_one_place(pattern, lambda _, __: "")


def exchanged(pairs: dict[str, str], *, around: str = "{}") -> Alteration:
    """Return the alteration that puts one of some texts in another's place."""
    both = {**{new: old for old, new in pairs.items()}, **pairs}
    longest = sorted(both, key=len, reverse=True)
    found = "|".join(map(re.escape, longest))
    return at_one_place(around.format(f"({found})"), lambda m, _: both[m[0]])


def accent(words: list[str], rng: random.Random) -> str | None:
    """Drop an accent, or change it."""
    text = unicodedata.normalize("NFC", " ".join(words))
    places = [i for i, c in enumerate(text) if len(unicodedata.normalize("NFD", c)) > 1]
    places = [i for i in places if text[i].isalpha()]
    if not places:
        return None
    at = rng.choice(places)
    base = unicodedata.normalize("NFD", text[at])[0]
    others = [
        base,
        *(unicodedata.normalize("NFC", base + c) for c in "\u0301\u0300\u0308"),
    ]
    return text[:at] + rng.choice([o for o in others if o != text[at]]) + text[at + 1 :]


def numbers_swapped(words: list[str], rng: random.Random) -> str | None:
    """Swap two numbers."""
    text = " ".join(words)
    found = list(re.finditer(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)", text))
    if len(found) < 2:
        return None
    one, two = sorted(rng.sample(found, 2), key=lambda m: m.start())
    between = text[one.end() : two.start()]
    return text[: one.start()] + two[0] + between + one[0] + text[two.end() :]


def number_inserted(words: list[str], rng: random.Random) -> str | None:
    """Put a number between two words, as a line number of the margin would stand."""
    at = rng.randrange(1, len(words))
    return " ".join([*words[:at], str(rng.randint(1, 999)), *words[at:]])


def word_inserted(words: list[str], rng: random.Random) -> str | None:
    """Put a word between two others."""
    at = rng.randrange(1, len(words))
    new = rng.choice(["not", "very", "only", "of", "almost", "never", "always", "no"])
    return " ".join([*words[:at], new, *words[at:]])


def bracketed(words: list[str], rng: random.Random) -> str | None:
    """Put another word in brackets in the place of one between others.

    At either end of a quotation brackets are the writer's own.
    """
    first = next((i for i, w in enumerate(words) if WORD.search(w)), len(words))
    inner = [
        i
        for i in range(first + 1, len(words) - 1)
        if re.fullmatch(r"(?!\w+selves)[a-z]{8,}", words[i])
    ]
    if not inner:
        return None
    at = rng.choice(inner)
    new = rng.choice(["[dense]", "[never]", "[few]", "[stronger]", "[all]"])
    return " ".join([*words[:at], new, *words[at + 1 :]])


def ends_cut(words: list[str], rng: random.Random) -> str | None:
    """Cut a letter off the first or the last word."""
    text = " ".join(words)
    options = []
    if re.match(r"[^\W\d_]{3}", text):
        options.append(text[1:])
    if re.search(r"[^\W\d_]{3}\Z", text):
        options.append(text[:-1])
    return rng.choice(options) if options else None


_LETTER = r"[^\W\d_]"
_UNITS = {"km": "cm", "kg": "mg", "MHz": "GHz", "keV": "MeV", "ms": "ns", "Å": "nm"}
_UNIT_CASES = {"mW": "MW", "kHz": "khz", "Gyr": "gyr", "MeV": "meV", "mm": "MM"}
_LOOK_ALIKES = {
    **dict(zip("αβγκνορστχω", "aByKvopotxw", strict=True)),
    "е": "e",
    "с": "c",
    "і": "i",
    "ѕ": "s",
}
_OPPOSITES = {
    "increase": "decrease",
    "higher": "lower",
    "more": "less",
    "before": "after",
    "above": "below",
    "larger": "smaller",
    "with": "without",
    "can": "cannot",
    "all": "some",
    "first": "last",
    "positive": "negative",
    "and": "or",
}
_RELATIONS = {"<": ">", "≤": "≥", "=": "≠", "≲": "≳", "≪": "≫", "∈": "∉"}

ALTERATIONS: dict[str, Alteration] = {
    "digit changed": digit,
    "word dropped": dropped_word,
    "not dropped": dropped_not,
    "letter changed": letter,
    "words swapped": swapped,
    "hyphen moved": hyphen,
    "sign dropped": sign,
    "decimal moved": decimal,
    "accent changed": accent,
    "numbers swapped": numbers_swapped,
    "number inserted": number_inserted,
    "word inserted": word_inserted,
    "word in brackets": bracketed,
    "end cut": ends_cut,
    "unit changed": exchanged(_UNITS, around=r"(?<=\d ){}\b"),
    "case of a unit": exchanged(_UNIT_CASES, around=r"(?<=\d ){}\b"),
    "look-alike": exchanged(_LOOK_ALIKES),
    "opposite": exchanged(_OPPOSITES, around=r"\b{}\b"),
    "relation flipped": exchanged(_RELATIONS),
    "plural dropped": dropped(rf"(?<={_LETTER}{{3}})s(?=\s)"),
    "plural added": at_one_place(rf"(?<={_LETTER}{{3}}[a-rt-z])(?=\s)", lambda *_: "s"),
    "prefix dropped": dropped(rf"(?<=\s)(?:un|in|non-?|im|dis)(?={_LETTER}{{4}})"),
    "prefix added": at_one_place(
        rf"(?<=\s)(?={_LETTER}{{4}})", lambda _, rng: rng.choice(["un", "non-", "re"])
    ),
    "letter dropped": dropped(rf"(?<={_LETTER}){_LETTER}(?={_LETTER})"),
    "letters swapped": at_one_place(
        rf"({_LETTER})(?!\1)({_LETTER})", lambda m, _: m[2] + m[1]
    ),
    "hyphen inserted": at_one_place(
        rf"(?<={_LETTER}{{3}})(?={_LETTER}{{3}})", lambda *_: "-"
    ),
    "hyphen to space": at_one_place(
        rf"(?<={_LETTER})[-\u2010](?={_LETTER})", lambda *_: " "
    ),
    "range's end dropped": dropped(r"(?<=\d)[-–]\d+"),
    "percent dropped": dropped(r"(?<=\d)\s?%"),
    "digit dropped": dropped(r"(?<=\d)\d|\d(?=\d)"),
    "digit added": at_one_place(r"(?<=\d)", lambda _, rng: str(rng.randint(0, 9))),
    "numbers joined": at_one_place(r"(?<=\d) (?=\d)", lambda *_: ""),
    "number split": at_one_place(r"(?<=\d)(?=\d)", lambda *_: " "),
    "decimal comma": at_one_place(r"(?<=\d)\.(?=\d)", lambda *_: ","),
    "digit raised": at_one_place(r"(?<=\d)\d", lambda m, _: f"^{m[0]}"),
    "minus added": at_one_place(r"(?<=\s)(?=\d)", lambda *_: "-"),
    "superscript dropped": dropped("[⁰¹²³⁴-⁹⁻]"),
    "superscript flat": at_one_place(
        "[⁰¹²³⁴-⁹]", lambda m, _: unicodedata.normalize("NFKC", m[0])
    ),
    "comma dropped": dropped(r"(?<=\w),(?=\s\w)"),
    "parenthesis dropped": dropped(r"(?<=\s)\((?=\w)|(?<=\w)\)(?=\s)"),
    "roman numeral": at_one_place(
        r"\b(?:I{1,3}|IV|VI{0,3}|IX)\b", lambda m, _: m[0] + "I"
    ),
}
