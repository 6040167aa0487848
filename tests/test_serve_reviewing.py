"""The reviewer's tools on a session, called as the protocol's server calls them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import jsonschema
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError
from servers import COMMAND, running

from refereekit.selection import InvalidInput
from refereekit.serve.calls import Toolbox
from refereekit.serve.reviewer_tools import reviewer_tools
from refereekit.serve.reviewing import Desk

PAPER = Path(__file__).parent.parent / "fixtures/papers/sampler/paper.pdf"
REVISED = PAPER.parent.parent / "sampler-revised/paper.pdf"
REPORT = PAPER.parent.parent.parent / "drafts/report.txt"


@pytest.fixture(scope="module")
def bound(tmp_path_factory: pytest.TempPathFactory) -> Toolbox:
    toolbox = Toolbox(Desk(tmp_path_factory.mktemp("bound") / "session"))
    answered(toolbox, "bind", path=str(PAPER))
    return toolbox


@pytest.fixture
def unbound(tmp_path: Path) -> Toolbox:
    return Toolbox(Desk(tmp_path / "session"))


def answered(toolbox: Toolbox, name: str, **arguments: Any) -> tuple[Any, str]:
    """Call a tool; return its document, as its schema has it, and its text."""
    result = toolbox.call(name, arguments)
    text = getattr(result.content[0], "text", "")
    assert not result.is_error, text
    schema = reviewer_tools()[name].output_schema
    jsonschema.Draft202012Validator(schema).validate(result.structured_content)
    return result.structured_content, text


def refused(toolbox: Toolbox, name: str, **arguments: Any) -> Any:
    result = toolbox.call(name, arguments)
    assert result.is_error
    assert result.structured_content is None
    return json.loads(getattr(result.content[0], "text", ""))["error"]


def words_of(toolbox: Toolbox) -> tuple[int, str]:
    """Return a page and a quotation that the fixture's report has right."""
    document, _ = answered(toolbox, "check_draft", draft=REPORT.read_text("utf-8"))
    passed = [f for f in document["findings"] if f["verdict"] == "PASS"]
    quotation = next(f for f in passed if f["kind"] == "quotation")
    return quotation["page"], quotation["text"]


def test_bind_says_what_was_read(bound: Toolbox) -> None:
    document, text = answered(bound, "bind", path=str(PAPER))
    assert document["new"] is False
    assert document["original"]["pages"] >= 1
    assert text.startswith("already bound: ")


def test_another_paper_is_refused(bound: Toolbox) -> None:
    error = refused(bound, "bind", path=str(REVISED))
    assert error["code"] == "could_not_run"
    assert "bound to another PDF" in error["message"]


def test_verify(bound: Toolbox) -> None:
    page, words = words_of(bound)
    document, text = answered(bound, "verify_quotation", page=page, text=words)
    assert document["verdict"] == "PASS"
    assert document["anchors"]
    assert text.startswith("PASS: ")
    wrong = answered(bound, "verify_quotation", page=page, text=f"{words} and no more")
    assert wrong[0]["verdict"] == "FAIL"
    existing, text = answered(bound, "verify_page", page=1)
    assert existing["verdict"] == "FLAG"
    assert text.endswith("[no-quotation] -- wording unchecked")
    assert answered(bound, "verify_page", page=999)[0]["reason"] == "no-such-page"
    for name in ("verify_equation", "verify_figure"):
        assert answered(bound, name, label="999")[0]["verdict"] == "FAIL"


def test_checking_a_draft_is_the_check_command(bound: Toolbox) -> None:
    draft = REPORT.read_text("utf-8")
    document, text = answered(bound, "check_draft", draft=draft)
    assert document["summary"]["FAIL"] > 0
    assert document["exit_code"] == 1
    assert text.splitlines()[-1].startswith("exit 1: ")
    listed, triage = answered(bound, "triage", draft=draft)
    assert listed == document
    assert triage != text
    spec, _ = answered(bound, "check_draft", draft="See Table 9.", forms="spec")
    assert [mention["text"] for mention in spec["unsupported"]] == ["Table 9"]


def test_the_pool_from_claim_to_evidence(unbound: Toolbox) -> None:
    answered(unbound, "bind", path=str(PAPER))
    page, words = words_of(unbound)
    empty, text = answered(unbound, "evidence")
    assert empty["empty"]
    assert text.startswith("EMPTY POOL")
    claim = {"kind": "quotation", "page": page, "text": words}
    added, _ = answered(unbound, "add_claim", **claim, note="the model")
    assert added["claims"][0]["joined"]
    assert added["claims"][0]["new"]
    again, _ = answered(unbound, "add_claim", **claim)
    assert not again["claims"][0]["new"]
    failed, text = answered(unbound, "add_claim", kind="figure", label="999")
    assert not failed["claims"][0]["joined"]
    assert text.endswith("not joined")
    pool, _ = answered(unbound, "list_claims")
    assert [c["note"] for c in pool["claims"]] == ["the model"]
    assert len(answered(unbound, "evidence")[0]["evidence"]) == 1
    draft = f'On p. {page} they write "{words}". See p. 2.'
    flagged, _ = answered(unbound, "flags", draft=draft)
    assert flagged["summary"]["not in verified pool"] == (1 if page != 2 else 0)
    outcome, _ = answered(unbound, "compare", path=str(REVISED))
    assert len(outcome["claims"]) == 1
    assert answered(unbound, "compare")[0] == outcome
    left, _ = answered(unbound, "drop_claims", ids=[added["claims"][0]["id"]])
    assert left["claims"] == []


def test_comparing_needs_a_revision(bound: Toolbox) -> None:
    assert "no revision is stored" in refused(bound, "compare")["message"]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("bind", {}),
        ("bind", {"path": 1}),
        ("verify_quotation", {"page": 1}),
        ("verify_quotation", {"page": "1", "text": "a"}),
        ("verify_quotation", {"page": 1.5, "text": "a"}),
        ("verify_quotation", {"page": 1, "text": "\ud800"}),
        ("verify_page", {"page": True}),
        ("verify_page", {"page": float("nan")}),
        ("verify_equation", {"label": None}),
        ("verify_figure", {"label": "1", "page": 1}),
        ("check_draft", {"draft": "x", "forms": "every"}),
        ("add_claim", {"kind": "page"}),
        ("add_claim", {"kind": "page", "page": 1, "text": "a"}),
        ("add_claim", {"kind": "table", "label": "1"}),
        ("drop_claims", {"ids": []}),
    ],
)
def test_invalid_arguments(bound: Toolbox, name: str, arguments: Any) -> None:
    assert refused(bound, name, **arguments)["code"] == "invalid_input"


@pytest.mark.parametrize("name", [*reviewer_tools()])
def test_without_a_session_each_says_what_to_do(unbound: Toolbox, name: str) -> None:
    samples = {"page": 1, "text": "a", "label": "1", "draft": "x", "kind": "page"}
    samples |= {"path": str(PAPER) + ".missing", "ids": ["1"]}
    schema = reviewer_tools()[name].input.document
    arguments = {key: samples[key] for key in schema["required"]}
    if name == "add_claim":
        arguments["page"] = 1
    error = refused(unbound, name, **arguments)
    assert error["code"] == "could_not_run"
    assert "missing" in error["message"] or "no session here" in error["message"]


def test_a_draft_that_is_none_is_refused(bound: Toolbox) -> None:
    assert "empty" in refused(bound, "check_draft", draft=" \n")["message"]


def test_a_faulty_message_never_runs_a_reviewers_tool(unbound: Toolbox) -> None:
    fault = InvalidInput("an object has the same key twice")
    result = unbound.refuse("bind", {"path": str(PAPER)}, fault)
    assert result.is_error
    assert "no session here" in refused(unbound, "list_claims")["message"]


def test_without_a_desk_there_are_no_reviewers_tools() -> None:
    names = {tool.name for tool in Toolbox().offered()}
    assert names.isdisjoint(reviewer_tools())
    with pytest.raises(MCPError):
        Toolbox().call("bind", {"path": str(PAPER)})


def test_over_stdio_a_paper_is_bound_and_a_claim_verified(tmp_path: Path) -> None:
    arguments = [*COMMAND[1:], "mcp", "--session", str(tmp_path / "session")]

    async def converse() -> None:
        with anyio.fail_after(60):
            server = StdioServerParameters(command=COMMAND[0], args=arguments)
            async with Client(stdio_client(server)) as client:
                names = {tool.name for tool in (await client.list_tools()).tools}
                assert names.issuperset(reviewer_tools())
                bound = await client.call_tool("bind", {"path": str(PAPER)})
                assert bound.structured_content["new"] is True
                page = await client.call_tool("verify_page", {"page": 1})
                assert page.structured_content["verdict"] == "FLAG"

    anyio.run(converse)


@pytest.mark.parametrize(("host", "offers"), [("127.0.0.1", True), ("0.0.0.0", False)])
def test_only_a_loopback_address_offers_the_session(host: str, *, offers: bool) -> None:
    async def converse(url: str) -> None:
        async with Client(f"{url}/mcp") as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert names.issuperset(reviewer_tools()) is offers

    with running("--host", host) as started:
        anyio.run(converse, started.url.replace("0.0.0.0", "127.0.0.1"))
