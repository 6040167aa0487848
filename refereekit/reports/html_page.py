"""What every HTML file that is written has in common: its style, and what it may do."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

__all__ = ["asset", "policy"]

_ASSETS = files("refereekit.reports") / "html_assets"


def asset(name: str) -> str:
    """Return a style sheet or a script that goes into a file."""
    return (_ASSETS / name).read_text(encoding="utf-8")


def policy(style: str, script: str | None = None) -> str:
    """Return the content security policy of a file with this style and script.

    It allows these two, pictures in the file itself, and no address at all.
    """
    scripts = "'none'" if script is None else f"'{_hash(script)}'"
    return (
        f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; "
        f"script-src {scripts}; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode("ascii")
