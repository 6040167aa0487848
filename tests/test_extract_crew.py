"""A long paper read by several processes: as by one, whatever befalls them."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from raw_pdf import with_pages

from refereekit.errors import PdfUnreadable
from refereekit.extract import child
from refereekit.extract.child import read_in_child
from refereekit.extract.crew import Crew, Sharing, State
from refereekit.extract.process import PdfProcess, started
from refereekit.extract.source import handed
from refereekit.limits import Limits
from refereekit.records import Paper, Role
from refereekit.store.encoding import page_to_json, records_to_json

ALONE = Sharing(alone=1000)
TWO = Sharing(alone=10, processes=2, most=9, least=1)
PAGES = 26
REFERENCES_FROM = 19
NOUNS = (
    *("harbour", "river", "summer", "pier", "valley", "lamp", "signal", "meadow"),
    *("bridge", "quarry", "orchard", "mill", "lantern", "ferry", "island"),
)


def manuscript(count: int) -> bytes:
    """Return a paper whose pages cannot be read one by one.

    They have running heads that change sides, margin numbers that count on, equation
    labels, and at the end references that a heading pages before begins.
    """
    return with_pages([page_of(number, count) for number in range(1, count + 1)])


def page_of(number: int, count: int) -> bytes:
    """Return the content of one page."""
    head = "The harbour survey" if number % 2 else "P. Ellery and others"
    parts = [text_at(40 if number % 2 else 200, 280, f"{head} {number}", 9)]
    for row in range(7):
        y = 250 - 20 * row
        margin = (number - 1) * 7 + row + 1
        parts.append(text_at(18, y, str(margin), 7))
        some = [NOUNS[(number * 5 + row * 3 + place) % len(NOUNS)] for place in (0, 2)]
        words = f"Tide gauge {margin} of the {some[0]} stood beside a {some[1]} that"
        parts.append(text_at(40, y, words, 10))
    if number == min(REFERENCES_FROM, count):
        parts.append(text_at(40, 70, "References", 14))
    elif number % 3 == 0:
        parts.append(text_at(180, 70, "a = b + c", 10))
        parts.append(text_at(330, 70, f"({number})", 10))
    return b"\n".join(parts)


def text_at(x: int, y: int, words: str, size: int) -> bytes:
    return b"BT /F1 %d Tf %d %d Td (%s) Tj ET" % (size, x, y, words.encode())


PAPER = manuscript(PAGES)


def records(paper: Paper) -> tuple[list[object], object]:
    return [page_to_json(page) for page in paper.pages], records_to_json(paper)


def dying_at(*numbers: int) -> str:
    """Return the code of a worker that dies at some pages."""
    return (
        "import json, os, sys; sys.path[:] = json.loads(sys.argv[1])\n"
        "from refereekit.extract import reader, worker\n"
        "draft = reader.draft_page\n"
        "def drafted(pdf, number):\n"
        f"    if number in {numbers}: os.kill(os.getpid(), 11)\n"
        "    return draft(pdf, number)\n"
        "reader.draft_page = drafted\n"
        "worker.main()\n"
    )


def actor(
    *, laying: str = "", writing: str = "", opening: str = "", ending: str = ""
) -> str:
    """Return the code of a worker that reads nothing, and what befalls it.

    Each of its records is a page's number, or minus that where the page is left out.
    """
    return f"""
import json, os, sys, time
request = json.loads(sys.stdin.readline())
def say(key, value): print(json.dumps({{key: value}}), flush=True)
say("at", [0, {PAGES}])
{opening}
for line in open(request["orders"]):
    order = json.loads(line)
    if "lay" in order:
        (first, end), skip = order["lay"], order["skip"]
        for number in range(max(1, first - 3), min({PAGES} + 1, end + 3)):
            say("at", [number, {PAGES}])
            if number not in skip:
                {laying or "pass"}
        say("laid", first)
    else:
        for number in range(first, end):
            say("at", [number, {PAGES}])
            if number not in skip:
                {writing or "pass"}
            say("page", -number if number in skip else number)
        {ending or "pass"}
        say("written", [order["write"] + f" {{first}}", f"{{order['write']}} |"])
"""


def played(code: str, sharing: Sharing = TWO, **limits: float) -> Crew:
    """Return a crew of such workers that is through."""
    bounds = Limits(**{"page_seconds": 30.0, **limits})  # type: ignore[arg-type]
    with ExitStack() as processes:
        pdf = processes.enter_context(handed(b""))

        def start() -> PdfProcess:
            return processes.enter_context(started(code, {}, pdf, takes_orders=True))

        crew = Crew("x.pdf", start, bounds, most_skipped=3)
        crew.read(start(), PAGES, sharing)
    return crew


@pytest.mark.parametrize(
    "sharing",
    [
        TWO,
        Sharing(alone=10, processes=3, most=4, least=1),
        Sharing(alone=10, processes=1),
    ],
)
def test_many_read_what_one_reads(sharing: Sharing) -> None:
    assert records(read_in_child(PAPER, "x.pdf", sharing=sharing)) == records(
        read_in_child(PAPER, "x.pdf", sharing=ALONE)
    )


def test_a_paper_of_240_pages_is_read_as_by_one() -> None:
    data = manuscript(240)
    paper = read_in_child(data, "x.pdf", sharing=Sharing(processes=2))
    assert records(paper) == records(read_in_child(data, "x.pdf", sharing=ALONE))
    assert len(paper.equations or ()) > 70
    roles = {
        role: sum(n.role is role for p in paper.pages for n in p.lines)
        for role in (Role.RUNNING_HEAD, Role.REFERENCE)
    }
    assert roles[Role.RUNNING_HEAD] == 240
    assert roles[Role.REFERENCE] > 500
    numbers = {line.margin_number for line in paper.pages[200].lines}
    assert numbers == {None, *map(str, range(1401, 1408))}


def test_pages_at_which_a_process_dies_are_left_out_as_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child, "_START", dying_at(9, 10))
    paper = read_in_child(PAPER, "x.pdf", sharing=TWO)
    assert records(paper) == records(read_in_child(PAPER, "x.pdf", sharing=ALONE))
    assert [w for w in paper.warnings if "was not read" in w] == [
        f"page {n} was not read: the reading process was ended by SIGSEGV"
        for n in (9, 10)
    ]
    assert "Tide gauge" in paper.pages[10].text


def test_the_state_goes_from_share_to_share() -> None:
    crew = played(actor())
    assert [int(row) for row in crew.rows()] == list(range(1, PAGES + 1))
    assert crew.parcels() == [" |", " 1 |", " 1 8 |", " 1 8 15 |"]
    assert crew.lost() == {}


@pytest.mark.parametrize(
    ("misfortune", "how"),
    [
        ("os.kill(os.getpid(), 11)", "the reading process was ended by SIGSEGV"),
        ("raise MemoryError", "reading needs more memory than its limit"),
        ("sys.exit('gone')", "the reading process failed: gone"),
        (
            "print('no record', flush=True)",
            "the reading process said what is no record",
        ),
    ],
)
@pytest.mark.parametrize("stage", ["laying", "writing"])
def test_a_page_is_given_up_and_the_rest_is_read(
    stage: str, misfortune: str, how: str
) -> None:
    crew = played(actor(**{stage: f"if number == 12: {misfortune}"}))
    expected = [-n if n == 12 else n for n in range(1, PAGES + 1)]
    assert [int(row) for row in crew.rows()] == expected
    assert crew.lost() == {12: how}


def test_a_page_without_end_is_given_up() -> None:
    crew = played(actor(laying="if number == 12: time.sleep(60)"), page_seconds=2)
    assert crew.lost() == {12: "no progress for 2 s"}


def test_what_is_read_in_its_own_share_is_not_lost() -> None:
    crew = played(actor(laying="if number == 9 and first > 9: os._exit(1)"))
    assert [int(row) for row in crew.rows()] == list(range(1, PAGES + 1))
    assert crew.lost() == {}


@pytest.mark.parametrize(
    ("code", "refusal"),
    [
        (actor(laying="if number > 4: os._exit(1)"), "pages [0-9, ]+ cannot be read; "),
        (actor(opening="os._exit(1)"), "the reading process failed: exit code 1"),
        (actor(opening="say('written', ['', ''])"), "said what is no record"),
        (actor(opening="say('error', ['PdfUnreadable', 'x.pdf: odd'])"), "odd"),
        (actor(ending="say('page', 1)"), "said what is no record"),
        (actor(laying="say('at', [number, 'x' * 9_000_000])"), "9,000,000 bytes"),
        (actor(laying="time.sleep(1)"), "reading took over 3 s"),
    ],
    ids=["many", "start", "order", "refused", "pages", "bytes", "time"],
)
def test_what_is_too_much_is_refused(code: str, refusal: str) -> None:
    limits = {"memory_bytes": 9_000_000} if "9_000_000" in code else {}
    limits |= {"total_seconds": 3} if "sleep" in code else {}
    with pytest.raises(PdfUnreadable, match=rf"^x\.pdf: .*{refusal}"):
        played(code, **limits)


def test_what_is_left_for_the_end_may_fail_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "_START", actor())
    monkeypatch.setattr(child, "_START_SETTLING", "raise SystemExit('no such thing')")
    with pytest.raises(PdfUnreadable, match=r"^x\.pdf: .*no such thing$"):
        read_in_child(PAPER, "x.pdf", sharing=TWO)


def test_labels_are_judged_without_the_drawing_of_a_page_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The judging is heard page by page; where it stalls, it begins again."""
    stalling = f"""
import json, sys, time
request = json.loads(sys.stdin.readline())
for number in range(1, {PAGES} + 1):
    print(json.dumps({{"settling": number}}), flush=True)
    time.sleep(60 if number == 7 and 7 not in request["undrawn"] else 0.06)
rest = {{"captions": [], "equations": [], "warnings": ["judged"]}}
print(json.dumps({{"rest": rest}}), flush=True)
"""
    monkeypatch.setattr(child, "_START", actor())
    monkeypatch.setattr(child, "_START_SETTLING", stalling)
    limits = Limits(page_seconds=3.0)
    paper = read_in_child(PAPER, "x.pdf", sharing=TWO, limits=limits)
    assert paper.warnings == ("judged",)


def test_progress_only_grows() -> None:
    heard: list[tuple[int, ...]] = []
    with ExitStack() as processes:
        pdf = processes.enter_context(handed(b""))

        def start() -> PdfProcess:
            code = actor(laying="if number == 12: os._exit(1)")
            return processes.enter_context(started(code, {}, pdf, takes_orders=True))

        def progress(*told: int) -> None:
            heard.append(told)

        crew = Crew("x.pdf", start, Limits(), most_skipped=3, progress=progress)
        crew.read(start(), PAGES, TWO)
    assert heard == sorted(heard)
    assert heard[-1] == (PAGES, PAGES)


@pytest.mark.parametrize(
    ("count", "processes"), [(61, 2), (99, 2), (201, 2), (240, 8), (2000, 2), (3, 8)]
)
def test_shares_hold_every_page_once(count: int, processes: int) -> None:
    shares = Sharing(processes=processes).shares(count)
    numbers = [number for share in shares for number in share.numbers]
    assert numbers == list(range(1, count + 1))
    sizes = [len(share.numbers) for share in shares]
    assert max(sizes) <= 64
    assert min(sizes[:-1], default=25) >= 25
    assert len(shares) >= min(2 * processes, count // 25)
    assert {share.state for share in shares} == {State.FREE}
