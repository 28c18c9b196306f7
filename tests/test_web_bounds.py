"""Bounds of a connection: what is too long, too slow or too much is refused, and others go on."""

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import uvicorn

from longwood.web.app import create_app
from longwood.web.door import TOO_MANY, TOO_MANY_OF_YOU, Door
from longwood.web.journal.keeper import Keeper
from longwood.web.ledger import Ledger
from longwood.web.protocol import served
from longwood.web.serve import listen
from longwood.web.settings import MAX_BODY, MAX_HEADERS, MOST_AHEAD, MOST_CHUNKS, MOST_HEADERS, Settings

pytestmark = pytest.mark.slow  # real servers

GET = b"GET /api/position/wood.1 HTTP/1.1\r\nHost: localhost\r\n"


class Served:
    """A real server in a thread of this process, so that a test can see its books."""

    def __init__(self, settings: Settings, keeper: Keeper | None = None) -> None:
        self.ledger = Ledger()
        self.door = Door(settings.connections, settings.connections_per_client)
        app = create_app(True, None, settings, self.ledger, keeper=keeper)
        connection = served(settings, self.door, self.ledger)
        config = uvicorn.Config(
            app, http=connection, log_level="error", ws="none", lifespan="off", timeout_graceful_shutdown=1
        )
        self.server = uvicorn.Server(config)
        self.listener = listen("127.0.0.1", 0)
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=lambda: self.server.run([self.listener]), daemon=True)

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=60, source_address=(source, 0))

    def works(self, source: str = "127.0.0.1") -> bool:
        """Whether another player gets a position."""
        with self.connect(source) as other:
            other.sendall(GET + b"Connection: close\r\n\r\n")
            return read_all(other).startswith(b"HTTP/1.1 200 OK")


@contextmanager
def serving(keeper: Keeper | None = None, **settings: float) -> Iterator[Served]:
    server = Served(Settings(**settings), keeper)  # type: ignore[arg-type]
    server.thread.start()
    try:
        yield server
    finally:
        server.server.should_exit = True
        server.thread.join()


@pytest.fixture(scope="module")
def table() -> Iterator[Served]:
    with serving() as server:
        yield server


def read_all(connection: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    whole = b""
    try:
        while chunk := connection.recv(65536):
            whole += chunk
    except ConnectionResetError:
        pass
    return whole


def send_on(connection: socket.socket, chunk: bytes, most: int) -> bytes:
    """Send the same until so many bytes are out, or the server hangs up; then what it said."""
    sent = 0
    try:
        while sent < most:
            connection.sendall(chunk)
            sent += len(chunk)
    except (BrokenPipeError, ConnectionResetError):
        pass
    assert sent < most, "the server takes whatever comes"
    return read_all(connection)


def refusal(answer: bytes) -> tuple[int, str]:
    head, body = answer.split(b"\r\n\r\n")
    assert b"content-security-policy: default-src 'none'" in head
    return int(head.split()[1]), json.loads(body)["error"]


def test_headers_are_bounded_in_bytes(table: Served) -> None:
    with table.connect() as connection:
        connection.sendall(GET + b"X: " + b"x" * (MAX_HEADERS + 100) + b"\r\n\r\n")
        assert refusal(read_all(connection)) == (
            431,
            f"These headers are too long: the server reads {MAX_HEADERS} bytes at most.",
        )
    with table.connect() as connection:
        connection.sendall(GET + b"X: " + b"x" * (MAX_HEADERS - 100) + b"\r\nConnection: close\r\n\r\n")
        assert read_all(connection).startswith(b"HTTP/1.1 200 OK")


def test_headers_are_bounded_in_number(table: Served) -> None:
    with table.connect() as connection:
        connection.sendall(GET + b"X: y\r\n" * MOST_HEADERS + b"\r\n")
        assert refusal(read_all(connection)) == (
            431,
            f"There are too many headers: the server reads {MOST_HEADERS} at most.",
        )


@pytest.mark.parametrize(
    ("start", "chunk"),
    [
        (GET + b"X: ", b"x" * 65536),
        (GET, b"X: y\r\n" * 10_000),
        (b"GET /", b"x" * 65536),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n", b"x" * 65536),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n" * 10_000),
        (GET + b"\r\n", (GET + b"\r\n") * 1000),
    ],
    ids=["one header", "headers", "address", "body", "chunks", "requests"],
)
def test_what_has_no_end_is_cut_off(table: Served, start: bytes, chunk: bytes) -> None:
    with table.connect() as connection:
        connection.sendall(start)
        send_on(connection, chunk, 200_000_000)
    assert table.works()


def test_a_body_is_ignored_up_to_a_bound(table: Served) -> None:
    with table.connect() as connection:
        connection.sendall(GET + b"Connection: close\r\nContent-Length: 5\r\n\r\nhello")
        assert read_all(connection).startswith(b"HTTP/1.1 200 OK")
    assert MAX_BODY > 5


def test_a_body_comes_in_few_parts(table: Served) -> None:
    start = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    before = table.ledger.refusals["body"]
    with table.connect() as connection:
        connection.sendall(start + b"1\r\nx\r\n" * (MOST_CHUNKS + 1))
        read_all(connection)
    assert table.ledger.refusals["body"] == before + 1
    with table.connect() as connection:
        connection.sendall(
            start.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") + b"1\r\nx\r\n" * 100 + b"0\r\n\r\n"
        )
        assert read_all(connection).startswith(b"HTTP/1.1 405")


@pytest.mark.parametrize("length", [MAX_BODY - 1, 20 * MAX_BODY])
def test_who_leaves_in_the_middle_of_a_save_leaves_no_word_behind(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], length: int
) -> None:
    keeper = Keeper(str(tmp_path / "journal.sqlite"), is_shared=True)
    with serving(keeper) as server:
        with server.connect() as visitor:
            visitor.sendall(b"GET /api/journal HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            answer = read_all(visitor)
        key = re.search(rb"set-cookie: ([^;]+)", answer)
        token = re.search(rb'"token":"(\w+)"', answer)
        assert key
        assert token
        head = b"POST /api/journal/save HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        head += b"Cookie: %b\r\nX-Longwood-Token: %b\r\nContent-Length: %d\r\n\r\n" % (key[1], token[1], length)
        for _ in range(5):
            with server.connect() as leaver:
                leaver.sendall(head + b"{" * 100)
                # Far enough that the server waits for the rest.
                time.sleep(0.1)
        assert server.works()
    keeper.close()
    assert "Traceback" not in capfd.readouterr().err


def test_requests_may_be_sent_ahead_but_not_endlessly(table: Served) -> None:
    last = GET + b"Connection: close\r\n\r\n"
    with table.connect() as connection:
        connection.sendall((GET + b"\r\n") * (MOST_AHEAD - 1) + last)
        assert read_all(connection).count(b"HTTP/1.1 200 OK") == MOST_AHEAD
    before = table.ledger.refusals["too many at once"]
    with table.connect() as connection:
        connection.sendall((GET + b"\r\n") * (MOST_AHEAD + 50))
        answers = read_all(connection)
    assert answers.count(b"HTTP/1.1 200 OK") <= MOST_AHEAD
    assert table.ledger.refusals["too many at once"] == before + 1


def test_a_request_that_does_not_come_in_is_refused() -> None:
    with serving(request_seconds=0.3) as table, ExitStack() as stack:
        slow, silent, rude, half = [stack.enter_context(table.connect()) for _ in range(4)]
        slow.sendall(b"GET /api/games HTTP/1.1\r\nHost: local")
        rude.sendall(GET + b"\r\n")
        rude.recv(65536)
        rude.sendall(b"\r\n")
        half.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nx")
        assert refusal(read_all(slow)) == (408, "This request did not come in within 0.3 seconds.")
        assert read_all(silent) == b""
        assert read_all(rude) == b""
        assert read_all(half).startswith(b"HTTP/1.1 405")
        assert table.works()


def test_an_answer_that_nobody_reads_is_given_up() -> None:
    with serving(reading_seconds=0.3) as table:
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2000)
            deaf.connect(("127.0.0.1", table.port))
            page = b"GET /static/page.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
            while not table.ledger.refusals["not read"]:
                try:
                    deaf.send(page)
                except (BrokenPipeError, ConnectionResetError):
                    break
                threading.Event().wait(0.05)
        assert table.ledger.refusals["not read"] == 1
        assert table.works()


def test_many_connections_of_one_client_do_not_shut_others_out() -> None:
    with serving(connections=40, connections_per_client=20) as table, ExitStack() as stack:
        attack = [stack.enter_context(table.connect("127.0.0.2")) for _ in range(60)]
        for half in attack:
            try:
                half.sendall(b"GET / HTTP/1.1\r\n")
            except (BrokenPipeError, ConnectionResetError):
                continue
        assert table.works("127.0.0.3")
        # Nor the same client's next one: it takes the place of the one that has waited longest.
        assert table.works("127.0.0.2")
        assert len(table.door) <= 20


def test_when_all_places_are_taken_whoever_has_most_makes_room() -> None:
    with serving(connections=12, connections_per_client=10) as table, ExitStack() as stack:
        for source in ("127.0.0.2", "127.0.0.3", "127.0.0.4"):
            for _ in range(6):
                half = stack.enter_context(table.connect(source))
                half.sendall(b"GET / HTTP/1.1\r\n")
        assert table.works("127.0.0.5")
        assert len(table.door) <= 12


@dataclass(eq=False)
class Guest:
    visitor: str
    is_waiting: bool = True
    dismissed: list["Guest"] = field(default_factory=list)

    def dismiss(self) -> None:
        self.dismissed.append(self)


def test_who_is_answered_is_not_sent_away_for_his_own_next_one() -> None:
    door = Door(10, 2)
    guests = [Guest("a", is_waiting=False), Guest("a", is_waiting=False), Guest("a")]
    assert [door.enter(guest) for guest in guests] == ["", "", TOO_MANY_OF_YOU]
    guests[0].is_waiting = True
    assert door.enter(Guest("a")) == ""
    assert guests[0].dismissed
    assert len(door) == 2


def test_who_has_waited_longest_goes_first() -> None:
    door = Door(3, 3)
    new, old, other = Guest("a"), Guest("a"), Guest("b")
    assert [door.enter(guest) for guest in (new, old, other)] == ["", "", ""]
    door.stir(new)
    assert door.enter(Guest("c")) == ""
    assert (bool(old.dismissed), bool(new.dismissed), bool(other.dismissed)) == (True, False, False)


def test_where_all_have_the_same_the_newcomer_has_to_wait() -> None:
    door = Door(2, 5)
    assert [door.enter(Guest(name, is_waiting=False)) for name in "ab"] == ["", ""]
    assert door.enter(Guest("c")) == TOO_MANY
    greedy = Door(3, 5)
    guests = [Guest("a", is_waiting=False) for _ in range(3)]
    assert [greedy.enter(guest) for guest in guests] == ["", "", ""]
    assert greedy.enter(Guest("b")) == ""
    assert guests[2].dismissed
    for guest in guests:
        greedy.leave(guest)
    assert len(greedy) == 1


def test_a_proxy_may_have_any_number() -> None:
    door = Door(100, 2, ["192.0.2.1"])
    assert [door.enter(Guest("192.0.2.1", is_waiting=False)) for _ in range(50)] == [""] * 50
