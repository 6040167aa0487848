"""The Greek letters and their names."""

from __future__ import annotations

__all__ = ["LETTERS", "NAMES"]

_NAMES = """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi
omicron pi rho varsigma sigma tau upsilon phi chi psi omega"""

LETTERS = {name: chr(0x03B1 + index) for index, name in enumerate(_NAMES.split())}
"""Small letters by name; `epsilon` and `phi` are the everyday forms of the letters."""

NAMES = {letter: name for name, letter in LETTERS.items()} | {
    "ς": "sigma",
    "ϵ": "epsilon",
    "ϕ": "phi",
    "ϑ": "theta",
    "ϱ": "rho",
    "ϖ": "pi",
}
"""Names by small letter, the variant forms too."""
