"""The HTTP interface, spoken to by a real client over the loopback interface."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from conftest import Run
from servers import Running, running
from starlette.testclient import TestClient

from refereekit.cli import serving
from refereekit.selection import find_tool, list_tools
from refereekit.serve import bodies, http
from refereekit.serve.calls import Toolbox
from refereekit.serve.http import build_app

ANCHOR = find_tool("citation-anchor-check", "1.0.0").contract
EXECUTE = f"/v1/tools/{ANCHOR.id}/versions/1.0.0/execute"
JSON = {"content-type": "application/json"}
VALID = ANCHOR.document["examples"][0]


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as started:
        yield started


@pytest.fixture(params=["server", "application"])
def client(request: pytest.FixtureRequest) -> Iterator[httpx.Client]:
    """A client of the real server, and one of the application in this process."""
    if request.param == "server":
        url = request.getfixturevalue("server").url
        with httpx.Client(base_url=url) as opened:
            yield opened
    else:
        with TestClient(
            build_app(Toolbox()), "http://127.0.0.1:8765", raise_server_exceptions=False
        ) as opened:
            yield opened


def assert_problem(answer: httpx.Response, status: int, code: str | None) -> None:
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    document = answer.json()
    assert document["type"] == "about:blank"
    assert document["status"] == status
    assert document["title"]
    assert document["detail"]
    assert document.get("code") == code


def test_health(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


def test_every_tool_is_listed_with_its_contract(client: httpx.Client) -> None:
    listed = client.get("/v1/tools").json()["tools"]
    assert [tool["id"] for tool in listed] == [t.contract.id for t in list_tools()]
    for tool in listed:
        path = f"/v1/tools/{tool['id']}/versions/{tool['version']}"
        contract = find_tool(tool["id"], tool["version"]).contract
        assert client.get(path).json() == contract.document


def test_every_example_is_answered(client: httpx.Client) -> None:
    for tool in list_tools():
        for example in tool.contract.document["examples"]:
            path = f"/v1/tools/{tool.contract.id}/versions/1.0.0/execute"
            answer = client.post(path, json=example["input"])
            assert answer.status_code == 200
            assert answer.json() == {"result": example["output"]}


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/v1/tools/nope/versions/1.0.0", 404, "unknown_tool"),
        ("GET", f"/v1/tools/{ANCHOR.id}/versions/1.0.1", 404, "unknown_tool"),
        ("POST", "/v1/tools/nope/versions/1.0.0/execute", 404, "unknown_tool"),
        ("GET", "/nope", 404, None),
        ("GET", "/v1/tools/", 404, None),
        ("GET", EXECUTE, 405, None),
        ("DELETE", "/v1/tools", 405, None),
        ("POST", "/healthz", 405, None),
    ],
)
def test_wrong_paths_and_methods(
    client: httpx.Client, method: str, path: str, status: int, code: str | None
) -> None:
    answer = client.request(method, path)
    assert_problem(answer, status, code)
    if status == 405:
        assert answer.headers["allow"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"{}",
        b'{"sources":[],"sources":[]}',
        b'{"a":"\\ud800"}',
        b'{"a":NaN}',
        b'{"a":%s}' % (b"9" * 5000),
        b"\xef\xbb\xbf{}",
        b"[" * 100_000,
    ],
    ids=lambda body: repr(body[:20]),
)
def test_invalid_inputs(client: httpx.Client, body: bytes) -> None:
    answer = client.post(EXECUTE, content=body, headers=JSON)
    assert_problem(answer, 422, "invalid_input")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-type": "application/json; charset=latin-1"},
        {**JSON, "content-encoding": "gzip"},
    ],
    ids=str,
)
def test_other_media_types(client: httpx.Client, headers: dict[str, str]) -> None:
    answer = client.post(EXECUTE, content=b"{}", headers=headers)
    assert_problem(answer, 415, None)


def test_a_charset_of_utf8_is_json(client: httpx.Client) -> None:
    headers = {"content-type": "Application/JSON; charset=UTF-8"}
    raw = json.dumps(VALID["input"]).encode()
    assert client.post(EXECUTE, content=raw, headers=headers).status_code == 200


def test_a_body_too_large_is_refused_by_its_length(client: httpx.Client) -> None:
    answer = client.post(EXECUTE, content=b" " * 1_048_577, headers=JSON)
    assert_problem(answer, 413, "limit_exceeded")


def test_a_body_too_large_is_refused_while_it_comes(server: Running) -> None:
    """No length is declared and the body never ends: the answer comes all the same."""
    host, port = server.url.removeprefix("http://").split(":")
    chunk = b"10000\r\n" + b" " * 65_536 + b"\r\n"
    head = (
        f"POST {EXECUTE} HTTP/1.1\r\nHost: {host}:{port}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(head.encode() + chunk * 17)
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


def test_a_body_of_the_largest_size_is_answered(client: httpx.Client) -> None:
    raw = json.dumps(VALID["input"]).encode().ljust(1_048_576)
    answer = client.post(EXECUTE, content=raw, headers=JSON)
    assert answer.json() == {"result": VALID["output"]}


def test_a_client_that_hangs_up_harms_nobody(server: Running) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    head = (
        f"POST {EXECUTE} HTTP/1.1\r\nHost: {host}:{port}\r\n"
        "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    )
    for said in (head, "nonsense\r\n\r\n", ""):
        with socket.create_connection((host, int(port)), timeout=20) as connection:
            connection.sendall(said.encode())
    assert httpx.get(f"{server.url}/healthz").json() == {"status": "ok"}


def test_requests_at_the_same_time_are_all_answered(server: Running) -> None:
    def ask(_: int) -> Any:
        return client.post(EXECUTE, json=VALID["input"]).json()

    with httpx.Client(base_url=server.url) as client, ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(40)))
    assert answers == [{"result": VALID["output"]}] * 40


def resident_kib(process_id: int) -> int:
    """Return the memory that a process holds, from /proc or where there is none, ps."""
    status = Path(f"/proc/{process_id}/status")
    if status.exists():
        line = next(x for x in status.read_text().splitlines() if x.startswith("VmRSS"))
        return int(line.split()[1])
    told = subprocess.check_output(["ps", "-o", "rss=", "-p", str(process_id)])
    return int(told)


def test_a_thousand_requests_over_one_connection_leave_no_memory(
    server: Running,
) -> None:
    def ask(count: int) -> int:
        for _ in range(count):
            assert client.post(EXECUTE, json=VALID["input"]).status_code == 200
        return resident_kib(server.process.pid)

    with httpx.Client(base_url=server.url) as client:
        before = ask(200)
        assert ask(1000) - before < 2_000


def test_a_bug_is_a_problem_and_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("confidential")

    monkeypatch.setattr(http, "find_tool", fail)
    app = build_app(Toolbox())
    with TestClient(app, raise_server_exceptions=False) as client:
        answer = client.post(EXECUTE, json={})
    assert_problem(answer, 500, None)
    assert "confidential" not in answer.text


def test_a_slow_body_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never() -> AsyncIterator[bytes]:
        yield b"{"
        await anyio.sleep_forever()

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(build_app(Toolbox()))
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as slow:
            return await slow.post(EXECUTE, content=never(), headers=JSON)

    monkeypatch.setattr(bodies, "_BODY_S", 0.05)
    assert_problem(anyio.run(ask), 408, None)


@pytest.mark.parametrize(
    ("host", "number"), [("127.0.0.1", signal.SIGINT), ("0.0.0.0", signal.SIGTERM)]
)
def test_a_signal_ends_it_in_good_order(host: str, number: signal.Signals) -> None:
    with running("--host", host) as started, httpx.Client() as opened:
        opened.get(started.url.replace("0.0.0.0", "127.0.0.1") + "/healthz")
        is_warned = "warning: 0.0.0.0 is no loopback address" in started.said
        assert is_warned is (host == "0.0.0.0")
        assert started.stop(number) == (0, "")


def test_a_port_in_use_is_one_line(server: Running, run: Run) -> None:
    ran = run("serve", "--port", server.url.rpartition(":")[2])
    assert ran.code == 2
    assert "cannot listen" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", ["serve", "mcp"])
def test_without_the_extra_it_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(serving, "find_spec", lambda name: None)
    ran = run(command)
    assert ran.code == 2
    assert "pip install 'refereekit[serve]'" in ran.err
    assert ran.err.count("\n") == 1
