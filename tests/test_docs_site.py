from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_page_of_the_documentation_is_in_the_site_s_navigation() -> None:
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    _, _, navigation = settings.partition("\nnav:\n")
    named = sorted(re.findall(r": ([\w/-]+\.md)$", navigation, re.MULTILINE))
    pages = sorted(path.name for path in (ROOT / "docs").glob("*.md"))
    assert named == pages, "name the page under nav: in mkdocs.yml"
