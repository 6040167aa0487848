import re
import subprocess
import sys

from refereekit.patterns import regex


def test_a_lazy_pattern_is_the_pattern() -> None:
    lazy, eager = regex(r"(\w)(\d+)", re.I), re.compile(r"(\w)(\d+)", re.I)
    text = "a12 B3"
    assert lazy.findall(text) == eager.findall(text)
    assert [m.span() for m in lazy.finditer(text)] == [(0, 3), (4, 6)]
    assert lazy.sub("-", text) == "- -"
    assert lazy.split(text) == eager.split(text)
    assert lazy.match(text, 4) is not None
    assert lazy.fullmatch(text) is None
    assert (lazy.pattern, lazy.groups) == (eager.pattern, 2)


def test_nothing_is_compiled_before_it_is_asked() -> None:
    # In a process of its own: what other tests compiled is kept by `re`.
    code = (
        "import re; from refereekit.patterns import regex\n"
        "known = regex('['); print(known.pattern)\n"
        "try: known.search('x')\nexcept re.error as error: print(error)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert said.stdout.splitlines()[0] == "["
    assert "unterminated character set" in said.stdout
