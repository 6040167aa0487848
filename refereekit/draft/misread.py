"""Drafts whose bytes were taken for another encoding: read, and repaired, by line."""

from __future__ import annotations

import re

from refereekit.patterns import regex

__all__ = ["read_lines", "repaired"]

_FIRST = "âвÂÃ‚Γ√├"
_MISREAD = regex(rf"[{_FIRST}][\x80-\xbfŒœŠšŽžŸƒˆ˜–-›€™ЂÄÇ©]")
"""How the first two bytes of a mark, a dash or an accented letter in UTF-8 look when
CP-1252, CP-1251, Mac Roman or CP-437 is taken for its encoding."""

_LOST = regex(r"â€(?:\ufffd|(?=[\s.,;:!?)\]]|$))")
"""A mark or a hyphen whose last byte CP-1252 does not know."""

_OF_CONSOLES = regex(r"ΓÇ.|├.")
"""A mark, a dash or a letter in CP-437, where ftfy leaves it."""

_MAC = regex(
    rb"[a-z]{2}[.,;:!?)]{0,2}[\xc8\xd3\xd5](?![\x80-\xff])"
    rb"|[a-z]{2}[\x8a\x8c\x8e\x8f\x9f]| [\xd0\xd1] "
)
"""Marks, letters and dashes of Mac Roman where CP-1252 would have capitals."""

_WINDOWS = regex(rb"(?<![a-zA-Z])[\x91\x93][a-zA-Z]|[a-z.,;:!?)][\x92\x94]")


def read_lines(data: bytes) -> str:
    """Return the text of bytes that are not UTF-8, or not all of them.

    Each line is read by itself: as UTF-8 where it is, else as Mac Roman where the
    whole looks like that, else as ftfy guesses.
    """
    # Importing ftfy costs a tenth of a second; a sound draft never needs it.
    import ftfy

    is_mac = len(_MAC.findall(data)) > len(_WINDOWS.findall(data))
    lines = []
    for line in data.split(b"\n"):
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError:
            # A carriage return alone would make it an old Macintosh's for ftfy.
            words = line.removesuffix(b"\r")
            end = "\r" if words != line else ""
            read = words.decode("mac_roman") if is_mac else ftfy.guess_bytes(words)[0]
            lines.append(read + end)
    return "\n".join(lines)


def repaired(text: str) -> str:
    """Return a text without what reading UTF-8 in another encoding made of it."""
    if not any(sign in text for sign in _FIRST) or not _MISREAD.search(text):
        return text
    import ftfy

    return "\n".join(
        ftfy.fix_encoding(_OF_CONSOLES.sub(_of_console, _LOST.sub(_lost, line)))
        if _MISREAD.search(line)
        else line
        for line in text.split("\n")
    )


def _lost(found: re.Match[str]) -> str:
    """Return the closing mark, or between letters the hyphen, that lost its byte."""
    line, (start, end) = found.string, found.span()
    is_hyphen = line[start - 1 : start].isalpha() and line[end : end + 1].isalpha()
    return "\N{HYPHEN}" if is_hyphen else "”"


def _of_console(found: re.Match[str]) -> str:
    try:
        return found[0].encode("cp437").decode("utf-8")
    except UnicodeError:
        return found[0]
