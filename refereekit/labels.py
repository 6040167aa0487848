"""Labels of equations, figures and tables, as strings that can be compared.

A label is what is printed, without its parentheses: `7`, `2.1`, `A.3`, `26a`, `S4`,
`7'`, `*`. Typesetting has several characters for one sign; nothing else is folded, so
`3a` is not `3A` and `2.1` is not `21`.
"""

from __future__ import annotations

import re

from refereekit.patterns import regex

__all__ = ["is_equation_label", "label_key"]

_SAME_SIGN = str.maketrans(
    {
        "∗": "*",
        "⋆": "*",
        "★": "*",
        "′": "'",
        "’": "'",
        "`": "'",
        "″": "''",
        "−": "-",
        "–": "-",
        "‐": "-",
        "‑": "-",
        "·": ".",
        "⋅": ".",
        "†": "†",
    }
)

_EQUATION_LABEL = regex(
    r"""
    (?: [A-Za-z]{1,3} [.-]? )? \d{1,4} (?: [.-] \d{1,4} ){0,3} [.]? [a-z]? '{0,3} \*?
    | [A-Z] (?: \. \d{1,4} )* '{0,3}
    | [ivxIVX]{1,6} | [a-z] '{0,3}
    | \*{1,3} | †{1,2} | ‡
    """,
    re.VERBOSE,
)
_RANGE = regex(r"\d+-\d+[a-z]?")


def label_key(label: str) -> str:
    """Return the label in the one form that two equal labels share."""
    return "".join(label.translate(_SAME_SIGN).split())


def is_equation_label(label: str) -> bool:
    """Tell whether this is one label of a form that the equation check knows.

    A range such as `1-3` is not: it names several equations.
    """
    key = label_key(label)
    return bool(_EQUATION_LABEL.fullmatch(key)) and not _RANGE.fullmatch(key)
