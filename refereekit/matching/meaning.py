"""Words that may not be left out of a quotation, and words an insert may stand for.

An ellipsis may hide many words, but none that turns round what the others say, and no
number. An insert may say what a pronoun means, stand as a pronoun for a name, or put
a verb in another tense, but takes no other word's place.
The lists are generous: a quotation refused for too many of them is soon mended.
"""

from __future__ import annotations

import re

from refereekit.folding import UNREADABLE
from refereekit.patterns import regex

__all__ = ["hides_meaning", "may_replace", "says_how_many", "turns_round"]

_NOT = r"""not|no|never|none|neither|nor|nothing|nobody|nowhere|cannot|without|hardly
|scarcely|barely|rarely|seldom|unless|except\w*|against|absent|absence|zero
|nicht|kein\w*|nie|niemals|ohne|pas|jamais|aucune?|sans|ni|nunca|sin|senza|non(?!-)"""
_LITTLE = r"""few|fewer|fewest|little|less|lesser|least|lower|only|merely|almost|nearly
|partly|partially|sometimes|occasionally|half|halves|minus|poor|poorly|weakly|worse|worst
|too|instead|contrary|opposite"""
_FAILING = r"""fail\w*|lack\w*|false\w*|wrong\w*|prevent\w*|prohibit\w*|forbid\w*
|forbad\w*|refus\w*|reject\w*|exclu[ds]\w*|den(?:y|ies|ied|ying|ial\w*)|avoid\w*
|refut\w*|disprov\w*|contradict\w*|oppos\w*|neglect\w*|ignor\w*|omit\w*|cease\w*|hinder\w*
|doubt\w*|reluctan\w*|reduc\w*|decreas\w*|diminish\w*"""
_PREFIXED = r"""un(?!anim|i[tcfqov]|der|til\b|cles?\b)\w{3,}
|under(?:est|val|pow|repr|fit)\w*
|im(?:poss|prob|prec|prop|perf|mater|balan|prac|pract|mob|pure|plaus)\w*
|in(?:accur|adequ|appropr|cap|coher|compat|complet|conclus|consist|correct|determ|direct
|effect|effic|elig|equal|equit|exact|feas|flex|freq|homog|sens[ie]|sign|stab|suffic
|tract|valid|vari|vis)\w*
|ir(?:reg|relev|respon|revers|reduc|reconcil|repar)\w*|il(?:leg|log)\w*
|dis(?:agree|allow|appear|contin|count|prefer|regard|satisf|similar|advan|abl|connect)\w*
|mis(?!s)\w{3,}|non-\w+|non(?!ethe)\w{4,}|(?!nonethe|neverthe)\w{2,}less(?:ly|ness)?|anti-\w+"""
_NEGATION = regex(
    rf"\b(?:{_NOT}|{_LITTLE}|{_FAILING}|{_PREFIXED})\b"
    r"|n['’]t\b|[¬≠∉∄⊄≉≢]|[不没沒非無无未莫]|ない|ません|안\s|못",
    re.IGNORECASE | re.VERBOSE,
)
_WORD_END, _WORD_START = regex(r"[\w-]+\Z"), regex(r"[\w-]+")
_COUNTS = r"""zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen
|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred\w*|thousand\w*|million\w*
|billion\w*|dozens?|thirds?|quarter\w*|once|twice|thrice|double\w*|triple\w*|single
|first|second|fourth|fifth|sixth|seventh|eighth|ninth|tenth|percent|per\ cent"""
_ROMAN = r"(?=[XVI]{2})X{0,3}(?:IX|IV|V?I{0,3})"
_NUMBER = regex(
    rf"[0-9%½⅓⅔¼¾]|\b(?:{_COUNTS})\b|\b(?-i:{_ROMAN})\b",
    re.IGNORECASE | re.VERBOSE,
)

_REFERENCE_WORDS = """it its itself he him his himself she her hers herself they them
their theirs themselves we us our ours i me my mine you your yours this that these those
here there such same the a an one ones which who whom whose both each latter former
said"""
_REFERENCES = frozenset(_REFERENCE_WORDS.split())
_PRONOUN_WORDS = """it its itself he him his himself she her hers herself they them
their theirs themselves this that these those the"""
_PRONOUNS = frozenset(_PRONOUN_WORDS.split())
"""What says no more than an ellipsis in its place would."""
_QUANTITIES = """all any anyone anything both certain different each either enough every
everyone everything many more most much other others plenty same several similar some
someone something such various"""
_QUANTIFIERS = frozenset(_QUANTITIES.split())
"""What a pronoun in its place would widen or narrow: `[the] proofs` for `most`."""
_TENSES = (
    frozenset({"is", "are", "was", "were"}),
    frozenset({"has", "have", "had"}),
    frozenset({"does", "do", "did"}),
)


def says_how_many(insert: str) -> bool:
    """Tell whether an insert does nothing but widen or narrow what is said."""
    words = _plain_words(insert)
    return bool(words) and _QUANTIFIERS.issuperset(words)


def hides_meaning(words: str) -> str | None:
    """Return the first negation or number among words left out, if there is one.

    A glyph that cannot be read might be either.
    """
    joined = re.sub(r"-\n\s*", "", words)
    for found in (_NEGATION.search(joined), _NUMBER.search(joined)):
        if found is not None:
            return found[0]
    return UNREADABLE if UNREADABLE in words else None


def turns_round(insert: str, before: str, after: str) -> bool:
    """Tell whether an insert makes a negation of the word it is a part of.

    `[un]stable` and `harm[less]` do, `converge[d]` and `[T]he` do not.
    """
    left, right = _WORD_END.search(before), _WORD_START.match(after)
    own = (left[0] if left else "") + (right[0] if right else "")
    if not own or hides_meaning(own) is not None:
        return False
    whole = (left[0] if left else "") + insert + (right[0] if right else "")
    return hides_meaning(whole) is not None


def may_replace(insert: str, words: str) -> bool:
    """Tell whether an insert may stand where the page has these words."""
    ours, theirs = _plain_words(insert), _plain_words(words)
    if all(word in _REFERENCES for word in theirs):
        return True
    if all(word in _PRONOUNS for word in ours):
        return not _QUANTIFIERS.intersection(theirs)
    return any(set(ours + theirs) <= tenses for tenses in _TENSES)


def _plain_words(text: str) -> list[str]:
    return re.sub(r"[^\w\s]", " ", text.lower()).split()
