"""Which raised signs are powers, and which the marks of notes and references.

`n²`, `12 cm²` and `(1 + x)²` are powers: written flat or left out, they say something
else. `stable³` is a word with a mark, which says the same without it.
"""

from __future__ import annotations

from refereekit.folding import is_font_variant
from refereekit.patterns import regex

__all__ = ["carries_power", "is_word"]

# Words after which a raised sign is an exponent and not a note's mark.
_FUNCTIONS = """sin cos tan cot sec csc sinh cosh tanh log exp lim max min sup inf det
arg var cov mod"""
_UNITS = """deg rad mol mmol nmol kmol cal kcal bar mbar pc kpc mpc gpc kev mev gev tev
hz khz mhz ghz pa hpa kpa mpa gpa mmhg ohm erg lux yr yrs day days hour hours year years
sec msec arcsec arcmin"""
_TAKES_POWER = frozenset(f"{_FUNCTIONS} {_UNITS}".split())
_BRACKETS = frozenset(")]}⟩|‖′″∇∂")
_WORD = regex(r"[^\W\d_]+\Z")
_NAME = regex(r"[^\W\d_]{3,}\.\Z")
"""Before the last letters of a program's or a site's name: `Symbols.jl`."""
_NUMBER = regex(r"\d\s?\Z")
_LEAST_WORD = 3
"""Letters of the shortest word that carries a note: `R`, `cm` take exponents."""


def is_word(before: str) -> bool:
    """Tell whether a text ends in a word that carries the mark of a note."""
    found = _WORD.search(before)
    if found is None:
        return False
    word = found[0]
    if len(word) > 1 and _NAME.search(before[: found.start()]):
        return True
    return (
        len(word) >= _LEAST_WORD
        and word.lower() not in _TAKES_POWER
        and not any(map(is_font_variant, word))
        and not (len(word) == _LEAST_WORD and _NUMBER.search(before[: found.start()]))
    )


def carries_power(before: str) -> bool:
    """Tell whether a digit raised right behind a text is a power.

    It is one behind a number, a symbol, a unit, an operator or a bracket.
    """
    last = before[-1:]
    if last.isalpha():
        return not is_word(before)
    return last.isdigit() or last in _BRACKETS
