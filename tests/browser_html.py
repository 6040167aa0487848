"""The HTML report in a browser; run by `make test-html`, which needs Chromium.

The name keeps it out of the ordinary tests, which need no browser.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from refereekit.audit import audit_draft
from refereekit.binding import bind
from refereekit.draft import decode_draft
from refereekit.illustrations import illustrate
from refereekit.reports import Presentation, render

DRAFTS = ("report", "clean", "faults")
HOSTILE = (
    'On p. 1 it says "</script><img src=https://x.invalid/a onerror=alert(1)> four '
    'words here". On p. 2 "\u202eright to left words here", '
    "and Eq. ('><svg/onload=x).\n"
)

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def reports(fixtures: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the report on every draft."""
    folder = tmp_path_factory.mktemp("reports")
    session = bind(folder / "session", fixtures / "papers/sampler/paper.pdf").session
    texts = {
        name: (fixtures / f"drafts/{name}.txt").read_bytes() for name in DRAFTS
    } | {"hostile": HOSTILE.encode()}
    for name, data in texts.items():
        draft = decode_draft(data, f"{name}.txt")
        audit = audit_draft(draft, session.paper, session.index)
        pictures = illustrate(audit, session).pictures
        shown = Presentation(paper=session.paper, pictures=pictures)
        page = render("html", audit, shown)
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    names = ("chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)))
    # Chromium refuses to run as root with its sandbox, as containers do.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=arguments)
        yield found
        found.close()


@pytest.fixture
def heard() -> list[str]:
    """What the console said, what was asked for, and what went wrong."""
    return []


@pytest.fixture
def open_report(browser: Browser, reports: Path, heard: list[str]) -> Iterator[Open]:
    contexts = []

    def opened(name: str, *, width: int = 1400, **options: object) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            reduced_motion="reduce",
            **options,  # type: ignore[arg-type]
        )
        contexts.append(context)
        page = context.new_page()
        own = (reports / f"{name}.html").as_uri()
        page.on("console", lambda said: heard.append(f"console: {said.text}"))
        page.on("pageerror", lambda error: heard.append(f"error: {error}"))
        page.on("dialog", lambda dialog: heard.append(f"dialog: {dialog.message}"))
        page.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith(("data:", own))
                else heard.append(f"request: {asked.url}")
            ),
        )
        page.goto(own)
        return page

    yield opened
    for context in contexts:
        context.close()


def shown(page: Page, selector: str) -> int:
    return page.locator(f"{selector}:visible").count()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", [*DRAFTS, "hostile"])
def test_it_opens_from_disk_without_a_word_or_a_request(
    open_report: Open, heard: list[str], name: str, scheme: str
) -> None:
    page = open_report(name, color_scheme=scheme)
    for key in "jjkd1234":
        page.keyboard.press(key)
    assert heard == []


@pytest.mark.parametrize("width", [1400, 380])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", [*DRAFTS, "hostile"])
def test_axe_finds_no_violation(
    open_report: Open, name: str, scheme: str, width: int
) -> None:
    results = Axe().run(open_report(name, width=width, color_scheme=scheme))
    assert results.violations_count == 0, results.generate_report()


def test_marks_and_pictures_are_there(open_report: Open) -> None:
    page = open_report("report")
    assert shown(page, ".draft a.mark") == shown(page, ".finding") == 6
    widths = page.evaluate(
        "[...document.images].map(image => image.complete && image.naturalWidth)"
    )
    assert len(widths) >= 3
    assert all(width > 150 for width in widths)


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "no script"])
def test_a_verdict_can_be_left_out(open_report: Open, has_script: bool) -> None:
    page = open_report("report", java_script_enabled=has_script)
    failing = shown(page, ".finding.fail")
    assert failing
    page.locator("#show-fail").uncheck()
    assert shown(page, ".finding.fail") == 0
    assert shown(page, ".finding") == 6 - failing
    page.locator("#show-fail").check()
    assert shown(page, ".finding") == 6


def test_without_a_script_everything_is_there_but_the_keys(open_report: Open) -> None:
    page = open_report("report", java_script_enabled=False)
    assert shown(page, ".finding") == 6
    assert shown(page, ".keys") == 0
    page.locator(".draft a.mark").last.click()
    assert page.url.endswith("#f6")


def test_the_count_of_what_is_shown_is_said(open_report: Open) -> None:
    page = open_report("report")
    assert page.locator("#shown").text_content() == "6 of 6 findings shown."
    left = 6 - shown(page, ".finding.fail")
    page.keyboard.press("1")
    assert page.locator("#shown").text_content() == f"{left} of 6 findings shown."


def focused(page: Page) -> str:
    found: str = page.evaluate("document.activeElement.id")
    return found


def test_keys_move_through_what_is_shown(open_report: Open) -> None:
    page = open_report("report")
    visited = []
    for key in ("j", "n", "k", "p", "p", "d", "d"):
        page.keyboard.press(key)
        visited.append(focused(page))
    assert visited == ["f1", "f2", "f1", "f1", "f1", "m1", "f1"]
    assert page.locator(".current").count() == 2
    page.locator("#show-fail").uncheck()
    page.locator("#show-pass").uncheck()
    page.keyboard.press("j")
    assert page.locator(f"#{focused(page)}").is_visible()


def test_keys_can_be_switched_off(open_report: Open) -> None:
    page = open_report("report")
    page.locator("#keys").uncheck()
    page.keyboard.press("j")
    assert focused(page) == "keys"


@pytest.mark.parametrize("width", [320, 380, 1400])
def test_nothing_is_wider_than_the_window(open_report: Open, width: int) -> None:
    for name in (*DRAFTS, "hostile"):
        page = open_report(name, width=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_two_panes_on_a_wide_screen_and_one_on_a_narrow(open_report: Open) -> None:
    for width, is_beside in ((1400, True), (380, False)):
        page = open_report("report", width=width)
        draft = page.locator(".draft").bounding_box()
        findings = page.locator(".findings").bounding_box()
        assert draft is not None
        assert findings is not None
        assert (findings["x"] >= draft["x"] + draft["width"]) is is_beside


def test_paper_has_every_finding_and_no_controls(open_report: Open) -> None:
    page = open_report("report", color_scheme="dark")
    page.emulate_media(media="print")
    assert shown(page, ".finding") == 6
    assert shown(page, ".filter") == 0
    assert page.pdf(format="A4").startswith(b"%PDF")
