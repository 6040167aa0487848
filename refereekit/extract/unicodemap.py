"""A font's map from character codes to text (PDF 32000-1 §9.10.3), as PDFium reads it.

PDFium looks for pairs of words between two operators and for nothing else that a
character map may hold; what stands here twice may be read either way.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

__all__ = ["read_unicode_map"]

_WORD = re.compile(
    rb"%[^\r\n]*|\((?:[^()\\]|\\.)*\)|<<|>>|(<[^>]*>?)|([\[\]]|/?[^\s<>\[\]()%/]+)"
)
"""Finds digits with the brackets around them, and other words that have a meaning."""
_OPERATORS = (b"beginbfchar", b"beginbfrange")
_SPACES = b" \t\r\n\f\v"
_BYTE = 0xFF
_LAST = 0x10FFFF
_MOST_KEPT = 10_000
"""Texts that are kept: the fonts of a paper have most of them in common."""

_Words = bytes | list[bytes]


def read_unicode_map(data: bytes) -> dict[int, set[str]]:
    """Return every text that a map gives for each code."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for operator, words in _sections(data):
        pairs = _pairs(words) if operator == b"beginbfchar" else _ranges(words)
        for code, text in pairs:
            found[code].add(text)
    return dict(found)


def _sections(data: bytes) -> Iterator[tuple[bytes, list[_Words]]]:
    """Yield what stands after each operator that begins a part of the map."""
    operator = b""
    words: list[_Words] = []
    array: list[bytes] | None = None
    for match in _WORD.finditer(data):
        digits, word = match.groups(b"")
        if digits:
            plain = digits.translate(None, _SPACES)[1:].removesuffix(b">")
            (words if array is None else array).append(plain)
        elif word == b"[":
            array = []
            words.append(array)
        elif word == b"]":
            array = None
        elif word.startswith((b"begin", b"end")):
            if operator in _OPERATORS:
                yield operator, words
            operator, words, array = word, [], None
    if operator in _OPERATORS:
        yield operator, words


def _pairs(words: Sequence[_Words]) -> Iterator[tuple[int, str]]:
    for source, target in zip(words[::2], words[1::2], strict=False):
        if isinstance(source, list) or isinstance(target, list):
            continue
        code, text = _number(source), _text(target)
        if code is not None and text:
            yield code, text


def _ranges(words: Sequence[_Words]) -> Iterator[tuple[int, str]]:
    triples = zip(words[::3], words[1::3], words[2::3], strict=False)
    for first, final, target in triples:
        if isinstance(first, list) or isinstance(final, list):
            continue
        low, high = _number(first), _number(final)
        if low is None or high is None:
            continue
        codes = range(low, (low & ~_BYTE | high & _BYTE) + 1)
        if isinstance(target, list):
            texts = [_text(each) for each in target]
        else:
            texts = _counted(_text(target), len(codes))
        yield from ((c, t) for c, t in zip(codes, texts, strict=False) if t)


def _counted(text: str, count: int) -> list[str]:
    """Return texts whose last character counts up from that of the first."""
    if not text:
        return []
    last = ord(text[-1])
    return [text[:-1] + chr(min(last + i, _LAST)) for i in range(count)]


def _number(digits: bytes) -> int | None:
    try:
        return int(digits, 16)
    except ValueError:
        return None


@lru_cache(_MOST_KEPT)
def _text(digits: bytes) -> str:
    """Return the text of hexadecimal digits; a map may leave out leading zeros."""
    try:
        data = bytes.fromhex(digits[: len(digits) // 4 * 4 or 4].decode().rjust(4, "0"))
    except (ValueError, UnicodeDecodeError):
        return ""
    return data.decode("utf-16-be", "surrogatepass")
