"""The protocol's server, spoken to by the SDK's own client over each transport."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from typing import Any

import anyio
import httpx
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError
from servers import COMMAND, Running, running

from refereekit.selection import find_tool, list_tools
from refereekit.serve.calls import Toolbox
from refereekit.serve.mcp_server import build_server

ANCHOR = find_tool("citation-anchor-check", "1.0.0").contract
VALID, AMBIGUOUS = ANCHOR.document["examples"]


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as started:
        yield started


def error_code(result: Any) -> str:
    assert result.is_error
    assert result.structured_content is None
    return str(json.loads(result.content[0].text)["error"]["code"])


async def check_offer(client: Client) -> None:
    offered = {tool.name: tool for tool in (await client.list_tools()).tools}
    for tool in list_tools():
        named = offered[tool.contract.id]
        assert named.input_schema == tool.contract.input_schema
        assert named.output_schema == tool.contract.output_schema
    assert offered["execute"].input_schema["required"] == ["id", "version", "input"]


async def check_examples(client: Client) -> None:
    for tool in list_tools():
        for example in tool.contract.document["examples"]:
            named = await client.call_tool(tool.contract.id, example["input"])
            assert named.structured_content == example["output"]
            assert json.loads(named.content[0].text) == example["output"]
            arguments = {"id": tool.contract.id, "version": "1.0.0"}
            arguments |= {"input": example["input"]}
            executed = await client.call_tool("execute", arguments)
            assert executed.structured_content == {"result": example["output"]}
            assert not named.is_error
            assert not executed.is_error


async def check_refusals(client: Client) -> None:
    named = {"id": ANCHOR.id, "version": "1.0.0", "input": VALID["input"]}
    large = {"sources": [], "x": "a" * 1_048_577}
    assert error_code(await client.call_tool(ANCHOR.id, {})) == "invalid_input"
    assert error_code(await client.call_tool(ANCHOR.id, large)) == "limit_exceeded"
    for wrong, code in [
        ({"id": "nope"}, "unknown_tool"),
        ({"version": "1.0"}, "unknown_tool"),
        ({"extra": 1}, "invalid_input"),
        ({"input": {}}, "invalid_input"),
        ({"input": large}, "limit_exceeded"),
    ]:
        result = await client.call_tool("execute", named | wrong)
        assert error_code(result) == code
    with pytest.raises(MCPError, match="no tool has this name"):
        await client.call_tool("nope", {})


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("way", ["memory", "stdio", "http"])
def test_the_sdk_client_is_served(way: str, mode: str, server: Running) -> None:
    """In both eras of the protocol: an envelope on each request, or a handshake."""
    ways: dict[str, Any] = {
        "memory": build_server(Toolbox()),
        "stdio": stdio_client(
            StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], "mcp"])
        ),
        "http": f"{server.url}/mcp",
    }

    async def converse() -> None:
        with anyio.fail_after(60):
            async with Client(ways[way], mode=mode) as client:
                await check_offer(client)
                await check_examples(client)
                await check_refusals(client)

    anyio.run(converse)


FAULTS = {
    "lone surrogate": '"exact":"\\ud800"',
    "five thousand digits": '"exact":%s' % ("9" * 5000),
    "key twice": '"exact":"a","exact":"a"',
    "not a number": '"exact":NaN',
    "out of range": '"exact":1e999',
}


def faulty_call(fault: str, name: str = ANCHOR.id) -> bytes:
    arguments = json.dumps(VALID["input"]).replace('"exact": "anotation"', fault)
    message = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"%s",%s}}'
    return (message % (name, f'"arguments":{arguments}')).encode()


def over_stdio(*messages: bytes) -> list[Any]:
    """Feed `refereekit mcp` and close its input; return what it wrote."""
    done = subprocess.run(
        [*COMMAND, "mcp"],
        input=b"\n".join(messages),
        stdout=subprocess.PIPE,
        check=True,
        timeout=60,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def initialize(request_id: int = 1) -> bytes:
    params = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "0"},
    }
    message = {"jsonrpc": "2.0", "id": request_id, "method": "initialize"}
    return json.dumps(message | {"params": params}).encode()


def call_of(request_id: int) -> bytes:
    params = {"name": ANCHOR.id, "arguments": AMBIGUOUS["input"]}
    message = {"jsonrpc": "2.0", "id": request_id, "method": "tools/call"}
    return json.dumps(message | {"params": params}).encode()


def test_stdio_answers_what_is_no_strict_json() -> None:
    written = over_stdio(
        initialize(),
        *[faulty_call(fault) for fault in FAULTS.values()],
        faulty_call('"exact":NaN', name="nope"),
        b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}',
        b'{"jsonrpc":"2.0","method":"notifications/x","params":{"a":NaN}}',
        b'{"jsonrpc":"2.0","id":8,"method":7}',
        b"{broken",
        b"[1e999]",
        b"",
        call_of(9),
    )
    calls = [line for line in written if line.get("id") == 7]
    refused, unknown = calls[:-1], calls[-1]
    assert len(refused) == len(FAULTS)
    for line in refused:
        assert line["result"]["isError"] is True
        error = json.loads(line["result"]["content"][0]["text"])["error"]
        assert error["code"] == "invalid_input"
    assert unknown["error"]["code"] == -32602
    errors = [(x["id"], x["error"]["code"]) for x in written if "error" in x]
    assert (None, -32700) in errors
    assert errors.count((None, -32600)) == 2
    assert ("\ud800", -32600) in errors
    last = next(line for line in written if line.get("id") == 9)
    assert last["result"]["structuredContent"] == AMBIGUOUS["output"]


def test_stdio_answers_all_that_was_asked_before_its_input_ended() -> None:
    written = over_stdio(initialize(), *[call_of(n) for n in range(2, 40)])
    assert {line["id"] for line in written} == set(range(1, 40))


def test_stdio_ends_on_a_signal() -> None:
    with subprocess.Popen(
        [*COMMAND, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(initialize() + b"\n")
        process.stdin.flush()
        assert b'"serverInfo"' in process.stdout.readline()
        process.terminate()
        assert process.wait(timeout=20) == 0


def post(server: Running, body: bytes, **headers: str) -> httpx.Response:
    accepted = {
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
    }
    return httpx.post(f"{server.url}/mcp", content=body, headers=accepted | headers)


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_http_answers_what_is_no_strict_json(server: Running, fault: str) -> None:
    answer = post(server, faulty_call(fault))
    assert answer.status_code == 200
    result = answer.json()["result"]
    assert result["isError"] is True
    error = json.loads(result["content"][0]["text"])["error"]
    assert error["code"] == "invalid_input"


def test_http_has_a_limit(server: Running) -> None:
    assert post(server, b" " * (16 * 1024 * 1024 + 1)).status_code == 413


def test_http_answers_to_no_other_name(server: Running) -> None:
    assert post(server, initialize(), host="example.org").status_code == 421
    refused = post(server, initialize(), origin="http://example.org")
    assert refused.status_code == 403


def test_a_faulty_notification_is_acknowledged(server: Running) -> None:
    body = b'{"jsonrpc":"2.0","method":"notifications/x","params":{"a":NaN}}'
    answer = post(server, body)
    assert (answer.status_code, answer.content) == (202, b"")
