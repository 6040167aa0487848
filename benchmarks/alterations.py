"""Ways to alter a quotation so that the page no longer holds it."""

from __future__ import annotations

import random
import re
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
    if words[at].lower() == words[at + 1].lower():
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


ALTERATIONS: dict[str, Callable[[list[str], random.Random], str | None]] = {
    "digit changed": digit,
    "word dropped": dropped_word,
    "not dropped": dropped_not,
    "letter changed": letter,
    "words swapped": swapped,
    "hyphen moved": hyphen,
    "sign dropped": sign,
    "decimal moved": decimal,
}
