from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib
import pytest
from audits import FULL, TEXT, audit
from conftest import Run
from pypdf import PdfWriter

from refereekit.claims import Mention, PageCitation, ParsedDraft, Place, Quotation
from refereekit.positions import Span
from refereekit.records import Original
from refereekit.reports import FORMATS, Presentation, render
from refereekit.verdicts import Audit, DraftSource, Finding, Reason, Verdict
from refereekit.views import Picture

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


def parsed(page: str) -> Element:
    """Return the page's tree; a parse error is a failure."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    tree: Element = parser.parse(page)
    return tree


def elements(tree: Element, name: str, css_class: str = "") -> Iterator[Element]:
    for element in tree.iter(name):
        if not css_class or css_class in element.get("class", "").split():
            yield element


def text_of(element: Element) -> str:
    return "".join(element.itertext())


def one(tree: Element, name: str, css_class: str = "") -> Element:
    (found,) = elements(tree, name, css_class)
    return found


def spoken_by(text: str, *marked: str, name: str = "d.txt") -> Audit:
    """Return an audit of a draft with a failing quotation at each marked part."""
    findings = tuple(
        Finding(
            Quotation(words, Place(Span(at, at + len(words)), 1, at + 1), (1,), "p. 1"),
            Reason.ABSENT,
            f'not found on page 1; the closest words there are "{words}"',
        )
        for words in marked
        for at in [text.index(words)]
    )
    claims = tuple(finding.claim for finding in findings)
    return Audit(
        Original("paper.pdf", "0" * 64, 4),
        DraftSource(name, "f" * 64, text),
        ParsedDraft(claims, (), ()),
        findings,
    )


def test_it_is_a_format() -> None:
    assert "html" in FORMATS


def test_the_whole_draft_is_there_with_nothing_added_but_labels() -> None:
    draft = one(parsed(render("html", FULL)), "div", "text")
    for label in [*elements(draft, "sup"), *elements(draft, "span", "unseen")]:
        for part in label.iter():
            part.text = part.tail = "" if part is not label else part.tail
        label.text = ""
    assert text_of(draft) == TEXT


def test_every_finding_is_marked_and_linked_both_ways() -> None:
    tree = parsed(render("html", FULL))
    articles = {a.get("id"): a for a in elements(tree, "article", "finding")}
    assert len(articles) == len(FULL.findings)
    marks = list(elements(tree, "a", "mark"))
    assert [m.get("href", "")[1:] for m in marks] == list(articles)
    for mark in marks:
        article = articles[mark.get("href", "")[1:]]
        (back,) = elements(article, "a")
        assert back.get("href") == f"#{mark.get('id')}"


def test_marks_say_their_verdict_in_words_and_not_by_colour_alone() -> None:
    tree = parsed(render("html", FULL))
    said = [text_of(one(mark, "sup")) for mark in elements(tree, "a", "mark")]
    assert said[0] == "✓ PASS, finding 1"
    assert said[1] == "! FLAG, finding 2"
    assert said[2] == "✗ FAIL, finding 3"
    assert said[5] == "? UNANCHORED, finding 6"


def test_a_finding_has_reason_evidence_place_and_next_step() -> None:
    tree = parsed(render("html", audit(FULL.findings[1])))
    article = one(tree, "article", "finding")
    assert text_of(one(article, "h3")) == '✗ FAIL p. 3 "a tidy set of edges"'
    rows = [text_of(row) for row in article.iter("dd")]
    assert rows[0] == "absent: what is cited was not found there"
    assert rows[1] == "not found on page 3"
    assert "compare the words with the page" in rows[2]
    assert rows[3] == "line 2, column 7"


def test_what_is_not_checked_is_marked_and_listed() -> None:
    tree = parsed(render("html", FULL))
    (mark,) = elements(tree, "span", "unchecked")
    assert text_of(mark) == "pp. 3-4 (not checked)"
    assert "pp. 3-4, line 3, column 5" in text_of(one(tree, "div", "rest"))


def test_unread_marks_are_listed_with_why() -> None:
    mention = Mention('"left open', Place(Span(0, 10), 1, 1), "no closing mark")
    unread = Audit(
        Original("paper.pdf", "0" * 64, 4),
        DraftSource("d.txt", "f" * 64, '"left open'),
        ParsedDraft((), (), (mention,)),
        (),
    )
    rest = one(parsed(render("html", unread)), "div", "rest")
    assert '"left open (no closing mark), line 1, column 1' in text_of(rest)


def test_pictures_are_data_with_a_size_a_caption_and_an_alternative() -> None:
    pictures = {1: (Picture("page 3 (printed iii)", PNG, 320, 80),)}
    tree = parsed(render("html", FULL, Presentation(pictures=pictures)))
    (image,) = tree.iter("img")
    data = image.get("src", "").removeprefix("data:image/png;base64,")
    assert b64decode(data) == PNG
    assert (image.get("width"), image.get("height")) == ("320", "80")
    assert image.get("alt") == (
        "Cut from page 3 (printed iii) of the paper: the closest words"
    )
    assert text_of(one(tree, "figcaption")) == (
        "Page 3 (printed iii); on yellow: the closest words"
    )
    assert "absent" in text_of(one_with(tree, "article", image))


def one_with(tree: Element, name: str, part: Element) -> Element:
    (found,) = (e for e in tree.iter(name) if part in list(e.iter()))
    return found


def test_the_policy_allows_this_style_and_script_and_nothing_else() -> None:
    tree = parsed(render("html", FULL))
    (policy,) = (
        meta.get("content", "")
        for meta in tree.iter("meta")
        if meta.get("http-equiv") == "Content-Security-Policy"
    )
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    for name in ("style", "script"):
        digest = sha256((one(tree, name).text or "").encode()).digest()
        assert f"{name}-src 'sha256-{b64encode(digest).decode()}'" in policy


def test_nothing_is_loaded_from_anywhere() -> None:
    page = render("html", FULL)
    assert not re.search(r"url\(|@import|https?:|<link|<iframe|fetch\(", page)
    for element in parsed(page).iter():
        assert "style" not in element.attrib
        assert not any(name.startswith("on") for name in element.attrib)


HOSTILE = (
    "</script><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "'><svg/onload=alert(1)>",
    "<!--",
    "]]><style>*{display:none}</style>",
    "{policy} {0} %s &lt;b&gt;",
)


@pytest.mark.parametrize("words", HOSTILE)
def test_what_a_draft_says_stays_text(words: str) -> None:
    tree = parsed(render("html", spoken_by(f"On p. 1 {words}.", words, name=words)))
    plain = parsed(render("html", spoken_by("On p. 1 words.", "words", name="words")))
    assert [e.tag for e in tree.iter()] == [e.tag for e in plain.iter()]
    for one_element, other in zip(tree.iter(), plain.iter(), strict=True):
        assert set(one_element.attrib) == set(other.attrib)
    assert words in text_of(one(tree, "div", "text"))
    assert words in text_of(one(tree, "article", "finding"))


@pytest.mark.parametrize(
    "control", ["\u202e", "\u2066", "\u200f", "\x00", "\x1b", "\ud800", "\ue000"]
)
def test_controls_are_shown_and_not_obeyed(control: str) -> None:
    page = render("html", spoken_by(f"On p. 1 a{control}b.", f"a{control}b"))
    assert control not in page
    assert "a\ufffdb" in page
    page.encode("utf-8")


def test_line_ends_and_joiners_of_a_draft_stay() -> None:
    tree = parsed(render("html", spoken_by("one\r\ntwo\rthree نمی\u200cخواهم")))
    assert text_of(one(tree, "div", "text")) == "one\ntwo\nthree نمی\u200cخواهم"


def test_two_findings_on_the_same_words_are_both_linked() -> None:
    doubled = spoken_by(
        'p. 1, p. 2 "the same four words"', *["the same four words"] * 2
    )
    draft = one(parsed(render("html", doubled)), "div", "text")
    links = [(a.get("class"), a.get("id"), a.get("href")) for a in draft.iter("a")]
    assert links == [("mark fail", "m1", "#f1"), ("more fail", "m2", "#f2")]


def test_a_mark_inside_another_is_not_nested_and_neither_is_lost() -> None:
    nested = spoken_by(
        "see the words on page two here", "the words on page two", "on page"
    )
    draft = one(parsed(render("html", nested)), "div", "text")
    links = list(draft.iter("a"))
    assert [(a.get("id"), a.get("href")) for a in links] == [
        ("m1", "#f1"),
        ("m2", "#f2"),
        (None, "#f1"),
    ]
    assert all(len(list(a.iter("a"))) == 1 for a in links)


def test_findings_stand_in_the_order_of_the_draft() -> None:
    tree = parsed(render("html", FULL))
    starts = [text_of(next(article.iter("a"))) for article in elements(tree, "article")]
    lines = [tuple(map(int, re.findall(r"\d+", start))) for start in starts]
    assert lines == sorted(lines)


def test_landmarks_headings_and_labels_are_there() -> None:
    tree = parsed(render("html", FULL))
    assert tree.get("lang") == "en"
    for name in ("header", "main", "footer", "h1", "title"):
        one(tree, name)
    ids = [e.get("id") for e in tree.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    for element in tree.iter():
        if labelled := element.get("aria-labelledby"):
            assert labelled in ids
        if (target := element.get("href", "")).startswith("#"):
            assert target[1:] in ids
    for box in tree.iter("input"):
        assert one_with(tree, "label", box) is not None


def test_filters_name_every_verdict_with_its_count() -> None:
    tree = parsed(render("html", FULL))
    labels = [" ".join(text_of(e).split()) for e in one(tree, "fieldset").iter("label")]
    assert labels == ["✗ FAIL 2", "! FLAG 1", "? UNANCHORED 1", "✓ PASS 2"]
    style = one(tree, "style").text or ""
    for verdict in Verdict:
        name = verdict.value.lower()
        assert f"#show-{name}:not(:checked)) .finding.{name}" in style


def test_directories_are_left_out_of_a_file_that_may_be_passed_on() -> None:
    page = render("html", spoken_by("On p. 1.", name="/home/someone/review/d.txt"))
    assert "someone" not in page
    assert "<h1>d.txt</h1>" in page


def test_a_draft_on_standard_input_has_a_name() -> None:
    assert "<h1>&lt;stdin&gt;</h1>" in render("html", spoken_by("p. 1", name="-"))


def test_an_audit_without_findings_is_a_page_too() -> None:
    tree = parsed(render("html", audit(supported=True)))
    assert not list(elements(tree, "article"))


def test_a_place_without_words_loses_no_text() -> None:
    claim = PageCitation(2, Place(Span(3, 3), 1, 4), "p. 2")
    empty = Audit(
        Original("paper.pdf", "0" * 64, 4),
        DraftSource("d.txt", "f" * 64, "abcdef"),
        ParsedDraft((claim,), (), ()),
        (Finding(claim, Reason.NO_QUOTATION, "page 2 exists"),),
    )
    tree = parsed(render("html", empty))
    assert text_of(one(tree, "div", "text")).startswith("abc")


def test_check_writes_a_report_with_pictures_under_a_megabyte(
    run: Run, fixtures: Path
) -> None:
    papers, draft = fixtures / "papers", fixtures / "drafts/report.txt"
    ran = run(
        "check", draft, "--pdf", papers / "sampler/paper.pdf", "--format", "html",
        "-o", "report.html",
    )  # fmt: skip
    assert ran.code == 1
    page = Path("report.html").read_text(encoding="utf-8")
    tree = parsed(page)
    passed = list(elements(tree, "article", "pass"))
    assert passed
    assert all(list(article.iter("img")) for article in passed)
    pictures = len(list(tree.iter("img")))
    assert len(page.encode()) / pictures < 50_000


def test_a_report_that_cannot_be_illustrated_is_written_without_pictures(
    run: Run, fixtures: Path
) -> None:
    writer = PdfWriter(clone_from=fixtures / "papers/plain/paper.pdf")
    writer.encrypt("tide", algorithm="AES-256")
    writer.write("locked.pdf")
    assert run("bind", "locked.pdf", "--password", "tide").code == 0
    Path("d.txt").write_text("See Fig. 1 and Fig. (1) there.", encoding="utf-8")
    bare = run("check", "d.txt", "--format", "html")
    assert bare.code == 0
    assert "the report has no pictures: " in bare.err
    assert "--password" in bare.err
    assert not list(parsed(bare.out).iter("img"))
    drawn = run("check", "d.txt", "--format", "html", "--password", "tide")
    assert drawn.err == ""
    assert list(parsed(drawn.out).iter("img"))
