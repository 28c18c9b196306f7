"""The server in a process of its own: it starts on a free port, serves, and ends cleanly."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from longwood.web import CannotServe
from longwood.web import serve as serving
from longwood.web.running import MOST_PORTS, PORT, own_port
from longwood.web.serve import address, is_personal, listen
from longwood.web.settings import Settings

pytestmark = pytest.mark.slow  # real servers

SOURCE = str(Path(__file__).parents[1] / "src")
ENVIRONMENT = os.environ | {"PYTHONPATH": SOURCE}


@contextmanager
def running(*arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A process that does not outlive its test."""
    command = [sys.executable, *(arguments or ("-m", "longwood.web.serve"))]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=ENVIRONMENT | environment) as process:
        try:
            yield process
        finally:
            process.kill()


def port_of(process: subprocess.Popen[str]) -> int:
    assert process.stdout
    line = process.stdout.readline()
    assert line.startswith("Longwood is at http://127.0.0.1:")
    assert line.endswith("/ (press Ctrl-C to stop).\n")
    return int(line.split("/")[2].split(":")[1])


def stop(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Ctrl-C: the exit status, and what was said."""
    process.send_signal(signal.SIGINT)
    said, complained = process.communicate(timeout=60)
    return process.returncode, said + complained


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with running() as process:
        yield port_of(process)
        assert stop(process) == (0, "")


def ask(port: int, path: str, **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    try:
        return response.status, response.read()
    finally:
        connection.close()


def ask_raw(port: int, request: bytes) -> bytes:
    """What a request gets, whatever bytes it is made of."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(request)
        head = connection.recv(65536)
        return head if b"}" in head else head + connection.recv(65536)


def test_pages_and_positions(port: int) -> None:
    assert ask(port, "/")[0] == 200
    status, body = ask(port, "/api/position/wood.1/s-w")
    assert status == 200
    assert b'"record":"wood.1/s-w"' in body
    assert ask(port, "/api/position/wood.1/s-w/t1-t1")[0] == 400
    assert ask(port, "/api/games", Host="example.org")[0] == 400


@pytest.mark.parametrize(
    ("length", "sentence"),
    [
        (50_000, "the stock is empty, and there is no second pass."),
        (64_000, "This record has 64015 characters; the server reads 60000 at most."),
        (66_000, "This address is too long: the server reads 65535 bytes at most."),
        (5_000_000, "This address is too long: the server reads 65535 bytes at most."),
    ],
)
def test_long_addresses(port: int, length: int, sentence: str) -> None:
    status, body = ask(port, "/api/position/forty-thieves.1" + "/s-w" * (length // 4))
    assert status == 400
    assert json.loads(body)["error"].endswith(sentence)


def test_an_address_of_escapes_is_not_read(port: int) -> None:
    status, body = ask(port, "/api/position/wood.1" + "%2Fs-w" * 3001)
    assert status == 400
    assert json.loads(body)["error"].startswith("This address has too many characters written as in %2F")
    assert ask(port, "/api/position/wood.1" + "%2Fs-w" * 30)[0] == 200


@pytest.mark.parametrize(
    "line",
    [b"GET /api/position/\xff\xfe HTTP/1.1", b"GET /api/position/%ff%00 HTTP/1.1", b"GET //api/x HTTP/1.1", b"hello"],
)
def test_odd_bytes(port: int, line: bytes) -> None:
    head, body = ask_raw(port, line + b"\r\nHost: localhost\r\n\r\n").split(b"\r\n\r\n")
    assert head.split()[1] in (b"400", b"404")
    assert list(json.loads(body)) == ["error"]
    assert b"content-security-policy: default-src 'none'" in head


def test_ctrl_c_ends_it_while_players_are_connected() -> None:
    with running() as process:
        port = port_of(process)
        idle = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        idle.request("GET", "/")
        assert idle.getresponse().read()
        with closing(idle), socket.create_connection(("127.0.0.1", port), timeout=60) as half:
            half.sendall(b"GET / HTTP/1.1\r\nHost: local")
            assert stop(process) == (0, "")


def test_the_browser_is_opened(tmp_path: Path) -> None:
    note = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {note}.new && mv {note}.new {note}\n')
    browser.chmod(0o755)
    code = "from longwood.web.serve import serve; serve(open_browser=True)"
    with running("-c", code, BROWSER=str(browser)) as process:
        port = port_of(process)
        assert ask(port, "/")[0] == 200
        while not note.exists():
            assert process.poll() is None
            time.sleep(0.02)
        assert note.read_text() == f"http://127.0.0.1:{port}/\n"
        assert stop(process) == (0, "")


def test_a_taken_port_is_said_and_ends_with_2() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with running("-m", "longwood.web.serve", str(port)) as process:
            said, complained = process.communicate(timeout=60)
    assert (process.returncode, said) == (2, "")
    assert complained == f"Port {port} is taken: choose another, or 0 for any free one.\n"


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        ("127.0.0.1", 65536, "65536 is not a port: give one from 1 to 65535, or 0 for any free one."),
        ("127.0.0.1", -1, "-1 is not a port"),
        ("192.0.2.1", 0, '"192.0.2.1" is not an address of this machine.'),
        ("no such name", 0, '"no such name" is not an address of this machine.'),
    ],
)
def test_an_address_that_cannot_be_had(host: str, port: int, sentence: str) -> None:
    with pytest.raises(CannotServe) as error:
        listen(host, port)
    assert str(error.value).startswith(sentence)


def test_a_port_can_be_had_again_at_once() -> None:
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)):
            connection, _ = listener.accept()
            connection.close()
    listen("127.0.0.1", port).close()


def test_the_address_to_open() -> None:
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        assert address("0.0.0.0", listener) == f"http://127.0.0.1:{port}/"
        assert address("localhost", listener) == f"http://localhost:{port}/"
        assert address("::1", listener) == f"http://[::1]:{port}/"


def test_the_solver_is_not_imported() -> None:
    code = "import sys, longwood.web.serve; sys.exit(bool({'numba', 'numpy', 'longwood.solver'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False, env=ENVIRONMENT).returncode == 0


def test_a_table_with_a_token_a_log_and_counters(tmp_path: Path) -> None:
    log = tmp_path / "log"
    options = ("serve", "--token", "--log", str(log), "--metrics", "--name", "example.org", "--connections", "50")
    with running("-m", "longwood", *options, LONGWOOD_TOKEN="a-token-of-many-letters") as process:
        assert process.stdout
        url = process.stdout.readline().split()[3]
        assert url.endswith("/?token=a-token-of-many-letters")
        port = int(url.split("/")[2].split(":")[1])
        assert ask(port, "/api/games")[0] == 403
        bearer = {"Authorization": "Bearer a-token-of-many-letters"}
        assert ask(port, "/api/games", **bearer)[0] == 200
        assert ask(port, "/api/games", **bearer, Host="example.org")[0] == 200
        assert ask(port, "/api/games", **bearer, Host="example.com")[0] == 400
        ask_raw(port, b"hello\r\n\r\n")
        status, counters = ask(port, "/metrics", **bearer)
        assert status == 200
        assert b'longwood_requests_total{route="games",status="200"} 2' in counters
        assert b'longwood_refusals_total{why="odd"} 1' in counters
        assert b"longwood_connections 1" in counters
        assert stop(process) == (0, "")
    lines = log.read_text().splitlines()
    assert [line.split(" ", 2)[2].rsplit(" ", 2)[0] for line in lines] == [
        "GET /api/games 403",
        "GET /api/games 200",
        "GET /api/games 200",
        "GET /api/games 400",
        "(odd) 400",
        "GET /metrics 200",
    ]
    assert "a-token" not in log.read_text()


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--log", "/no/such/folder/log", "The log cannot be written to '/no/such/folder/log': No such file"),
        ("--name", "a b", "'a b' is not a name: write it as in example.org, without a port."),
        ("--connections", "0", "A server needs at least one connection."),
    ],
)
def test_options_that_make_no_sense_end_with_2(option: str, value: str, sentence: str) -> None:
    with running("-m", "longwood", "serve", option, value) as process:
        said, complained = process.communicate(timeout=60)
    assert (process.returncode, said) == (2, "")
    assert sentence in complained


def test_a_forwarded_address_is_believed_only_of_a_named_proxy(tmp_path: Path) -> None:
    for options, client in (((), "127.0.0.1"), (("--proxy", "127.0.0.1"), "192.0.2.77")):
        log = tmp_path / f"log{len(options)}"
        with running("-m", "longwood", "serve", "--log", str(log), *options) as process:
            ask(port_of(process), "/api/games", **{"X-Forwarded-For": "192.0.2.77"})
            assert stop(process) == (0, "")
        assert log.read_text().split()[1] == client


def free_ports(monkeypatch: pytest.MonkeyPatch) -> int:
    """Ports of our own for a test: whoever runs it may have a table open."""
    with listen("127.0.0.1", 0) as free:
        port = int(free.getsockname()[1])
    monkeypatch.setattr("longwood.web.running.PORT", port)
    return port


def test_the_port_of_our_own_is_outside_of_what_systems_hand_out() -> None:
    assert 1024 < PORT < 32768 - MOST_PORTS


def test_a_table_that_is_already_running_is_opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    port = free_ports(monkeypatch)
    journal = str(tmp_path / "journal.sqlite")
    with running("-m", "longwood", "serve", "--port", str(port), "--journal", journal) as process:
        assert port_of(process) == port
        assert own_port("127.0.0.1", journal, listen) == port
        # A table with another journal is another table.
        other = own_port("127.0.0.1", "elsewhere", listen)
        assert not isinstance(other, int)
        assert other.getsockname()[1] > port
        other.close()
        assert stop(process)[0] == 0


def test_the_next_port_with_a_word(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    port = free_ports(monkeypatch)
    with listen("127.0.0.1", port) as taken:
        # Whoever holds it says nothing, so the table does not wait for long.
        monkeypatch.setattr("longwood.web.running._PATIENCE", 0.05)
        found = own_port("127.0.0.1", "none", listen)
        assert not isinstance(found, int)
        number = found.getsockname()[1]
        found.close()
        assert taken
    assert number > port
    assert capsys.readouterr().out == f"Port {port} is taken, so this table is at port {number}.\n"


def test_no_port_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_ports(monkeypatch)
    monkeypatch.setattr("longwood.web.running.MOST_PORTS", 1)
    monkeypatch.setattr("longwood.web.running._PATIENCE", 0.05)
    with listen("127.0.0.1", port), pytest.raises(CannotServe, match="are all taken"):
        own_port("127.0.0.1", "none", listen)


def test_threads_take_short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    before, during = sys.getswitchinterval(), []
    monkeypatch.setattr(serving._Server, "run", lambda *_, **__: during.append(sys.getswitchinterval()))
    serving.serve()
    assert during == [pytest.approx(serving.TURN_SECONDS)]
    assert during[0] < before == sys.getswitchinterval()


def test_one_person_or_many() -> None:
    assert is_personal("127.0.0.1", Settings())
    for host, settings in (
        ("0.0.0.0", Settings()),
        ("127.0.0.1", Settings(names=("example.org",))),
        ("127.0.0.1", Settings(proxies=("127.0.0.1",))),
        ("127.0.0.1", Settings(token="a-token-of-many-letters")),
    ):
        assert not is_personal(host, settings)


def test_an_address_that_is_none_is_said_before_ports_are_tried() -> None:
    with pytest.raises(CannotServe, match="is not an address of this machine"):
        own_port("no such name", "none", listen)
