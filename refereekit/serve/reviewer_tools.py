"""The reviewer's tools as the protocol offers them: names, schemas, descriptions.

A description says what a PASS establishes and a parameter's what the model supplies,
in the words of the specification of the checks.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from refereekit.claims import Forms
from refereekit.pool import KINDS
from refereekit.reports.schemas import schema_text
from refereekit.selection import Schema
from refereekit.serve.reviewing import Desk, Said

__all__ = ["ReviewerTool", "reviewer_tools"]

_PAGE = {
    "type": "integer",
    "description": "the physical PDF page, counting the first page of the file as 1, "
    "not the number printed on the page",
}
_WORDS = {
    "type": "string",
    "description": "the manuscript's words, copied exactly",
}
_EQUATION = {
    "type": "string",
    "description": "the label printed beside a displayed equation, without its "
    "parentheses, for example 7, 2.1, A.3 or 26a",
}
_FIGURE = {
    "type": "string",
    "description": "the figure's label as its caption prints it, for example 3 for "
    "'Figure 3.'",
}
_DRAFT = {"type": "string", "description": "the whole text of the draft, as written"}
_FORMS = {
    "type": "string",
    "enum": [forms.value for forms in Forms],
    "description": "which citation forms are checked: spec (p. N, Eq. (N), Fig. (N); "
    "the default) or all",
}
_PASSWORD = {"type": "string", "description": "the PDF's password, if it needs one"}
_NOTE = {"type": "string", "description": "a remark that is kept with the claim"}

_PLACES: dict[str, dict[str, Any]] = {
    "quotation": {"page": _PAGE, "text": _WORDS},
    "page": {"page": _PAGE},
    "equation": {"label": _EQUATION},
    "figure": {"label": _FIGURE},
}
_ESTABLISHES = {
    "quotation": "the quoted words occur on the named page",
    "page": "the page exists; its wording is unchecked",
    "equation": "the exact label is printed beside a displayed equation, at a place "
    "recorded in the PDF; what the equation states is unchecked",
    "figure": "a figure caption carries exactly this label; the figure's content is "
    "unchecked",
}


@dataclass(frozen=True, slots=True)
class ReviewerTool:
    """One tool; `writes` says that it changes the session."""

    name: str
    description: str
    input: Schema
    output_schema: dict[str, Any]
    run: Callable[..., Said]
    writes: bool = False


@cache
def reviewer_tools() -> dict[str, ReviewerTool]:
    """Return every tool by its name, in the order of a reviewer's work."""
    tools = [_bind(), *map(_verify, KINDS), *_on_drafts(), *_on_pool(), _compare()]
    return {tool.name: tool for tool in tools}


def _bind() -> ReviewerTool:
    path = {"type": "string", "description": "where the manuscript's PDF is, as a path"}
    return ReviewerTool(
        "bind",
        "Read a manuscript's PDF once into the session, which is bound to it from then "
        "on: the same file again changes nothing, another one is refused.",
        _input({"path": path, "password": _PASSWORD}, "path"),
        _bound_schema(),
        Desk.bind,
        writes=True,
    )


def _verify(kind: str) -> ReviewerTool:
    def run(desk: Desk, **place: Any) -> Said:
        return desk.verify(kind, **place)

    places = _PLACES[kind]
    verdict = "A FLAG" if kind == "page" else "A PASS"
    return ReviewerTool(
        f"verify_{kind}",
        f"Check one {kind} of the manuscript. {verdict} establishes: "
        f"{_ESTABLISHES[kind]}.",
        _input(places, *places),
        _finding_schema(),
        run,
    )


def _on_drafts() -> list[ReviewerTool]:
    return [
        ReviewerTool(
            "check_draft",
            "Check every quotation and citation of a draft against the manuscript.",
            _input({"draft": _DRAFT, "forms": _FORMS}, "draft"),
            _published("check"),
            Desk.check_draft,
        ),
        ReviewerTool(
            "triage",
            "Check a draft and list the findings by reason, the most serious first, "
            "with what to do next.",
            _input({"draft": _DRAFT, "forms": _FORMS}, "draft"),
            _published("check"),
            Desk.triage,
        ),
        ReviewerTool(
            "flags",
            "Flag each citation of a draft that the claim pool does not offer, and "
            "each quotation whose words are not on its page.",
            _input({"draft": _DRAFT}, "draft"),
            _published("flags"),
            Desk.flags,
        ),
    ]


def _on_pool() -> list[ReviewerTool]:
    kind = {"type": "string", "enum": list(KINDS), "description": "what is claimed"}
    members = {"kind": kind}
    for places in _PLACES.values():
        members |= places
    members["label"] = {
        "type": "string",
        "description": f"for an equation, {_EQUATION['description']}; for a figure, "
        f"{_FIGURE['description']}",
    }
    ids = {
        "type": "array",
        "minItems": 1,
        "items": {"type": "string"},
        "description": "the ids that list_claims shows",
    }
    return [
        ReviewerTool(
            "add_claim",
            "Check one claim and add it to the claim pool: PASS and FLAG join, FAIL "
            "never does. A quotation needs `page` and `text`, a page `page`, an "
            "equation and a figure `label`.",
            _input(members | {"note": _NOTE}, "kind"),
            _published("claim-add"),
            _add_claim,
            writes=True,
        ),
        ReviewerTool(
            "list_claims",
            "List the claims of the pool with their ids.",
            _input({}),
            _published("claims"),
            Desk.list_claims,
        ),
        ReviewerTool(
            "drop_claims",
            "Take claims out of the pool, all or none, and list what is left.",
            _input({"ids": ids}, "ids"),
            _published("claims"),
            Desk.drop_claims,
            writes=True,
        ),
        ReviewerTool(
            "evidence",
            "Show what a draft may be written from: every claim of the pool, checked "
            "again; one that fails is EXCLUDED.",
            _input({}),
            _published("evidence"),
            Desk.evidence,
        ),
    ]


def _compare() -> ReviewerTool:
    path = {
        "type": "string",
        "description": "where the revised PDF is, as a path; without it, the latest "
        "revision that is stored",
    }
    return ReviewerTool(
        "compare",
        "Say what became of each claim of the pool in a revised PDF, which is stored "
        "beside the original. It cannot tell whether the revision answers the report.",
        _input({"path": path, "password": _PASSWORD}),
        _published("compare"),
        Desk.compare,
        writes=True,
    )


def _add_claim(desk: Desk, kind: str, note: str = "", **place: Any) -> Said:
    # The one schema cannot say which members go with which kind.
    _input(_PLACES[kind], *_PLACES[kind]).validate(place)
    return desk.add_claim(kind, note, **place)


def _input(properties: dict[str, Any], *required: str) -> Schema:
    return Schema(
        {
            "type": "object",
            "properties": properties,
            "required": list(required),
            "additionalProperties": False,
        }
    )


def _published(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(schema_text(name))
    return schema


def _finding_schema() -> dict[str, Any]:
    """Return the schema of a claim that stands in no draft, as the pool's has it."""
    published = _published("claims")
    entry = published["$defs"]["entry"]
    members = {k: v for k, v in entry["properties"].items() if k not in ("id", "note")}
    return {
        "type": "object",
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
        "$defs": published["$defs"],
    }


def _bound_schema() -> dict[str, Any]:
    published = _published("claims")
    text = {"type": "string"}
    caption = {
        "type": "object",
        "properties": {"kind": text, "label": text},
        "required": ["kind", "label"],
        "additionalProperties": False,
    }
    members = {
        "new": {"type": "boolean", "description": "whether this call read the PDF"},
        "original": {"$ref": "#/$defs/original"},
        "captions": {"type": "array", "items": caption},
        "equations": {"type": "array", "items": text},
        "warnings": {"type": "array", "items": text},
    }
    return {
        "type": "object",
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
        "$defs": published["$defs"],
    }
