"""The attacks of `make soak`: each in a process of its own, only against 127.0.0.1, for a given time.

`python benchmarks/attacks.py NAME PORT SECONDS SERVER_PROCESS` prints what came of it as JSON: requests and refusals.
"""

import asyncio
import json
import os
import random
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from itertools import count
from pathlib import Path

HERE = "127.0.0.1"
ATTACKER = "127.0.0.2"
"""The address that the attacks come from: all of 127 is this machine, so players have others."""
PLAIN = "Host: localhost\r\n"


@dataclass
class Score:
    """What an attack has done."""

    requests: int = 0
    refused: int = 0
    hung_up: int = 0


@dataclass
class Attack:
    """Where, until when and with what result."""

    port: int
    until: float
    server: int
    score: Score

    @property
    def is_on(self) -> bool:
        return time.monotonic() < self.until

    async def connect(self, source: str = ATTACKER) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(HERE, self.port, local_addr=(source, 0), limit=1 << 22)

    async def ask(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, headers: str = PLAIN
    ) -> int:
        """One request on a connection that stays open: its status."""
        writer.write(f"GET {path} HTTP/1.1\r\n{headers}\r\n".encode())
        return await self.answer(reader)

    async def answer(self, reader: asyncio.StreamReader) -> int:
        """The status of the next answer, whose body is read to its end."""
        head = await reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        self.score.requests += 1
        self.score.refused += status >= 400
        lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        if lengths:
            await reader.readexactly(int(lengths[0][15:]))
        else:
            while (await reader.readline()).strip() not in (b"0", b""):
                await reader.readline()
        return status

    async def post(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, headers: str, told: object
    ) -> int:
        """Send something to be written."""
        body = json.dumps(told).encode()
        head = f"{headers}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        return await self.answer(reader)

    async def post_on(self, path: str, bodies: Callable[[int], object], is_known: bool = True) -> None:
        """Write one thing after the other, as one player or as a new one each time."""
        numbers, headers = count(), ""
        while self.is_on:
            try:
                reader, writer = await self.connect()
                try:
                    while self.is_on:
                        if not (headers and is_known):
                            headers = await self.visit(reader, writer)
                        await self.post(reader, writer, path, headers, bodies(next(numbers)))
                finally:
                    writer.close()
            except (OSError, asyncio.IncompleteReadError, ValueError):
                self.score.hung_up += 1
                await asyncio.sleep(0.05)

    async def visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
        """Come as a new player: the headers by which the server knows this one from now on."""
        writer.write(f"GET /api/journal HTTP/1.1\r\n{PLAIN}\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        body = await reader.readexactly(length)
        self.score.requests += 1
        if head[9:12] != b"200":
            self.score.refused += 1
            await asyncio.sleep(0.05)
            raise ValueError
        cookies = [line[12:].partition(b";")[0].decode() for line in head.split(b"\r\n") if line[:11] == b"set-cookie:"]
        return f"{PLAIN}Cookie: {'; '.join(cookies)}\r\nX-Longwood-Token: {json.loads(body)['token']}\r\n"

    async def ask_on(self, paths: Callable[[int], str], headers: str = PLAIN) -> None:
        """Ask for one address after the other, connecting again whenever the server hangs up."""
        numbers = count()
        while self.is_on:
            try:
                reader, writer = await self.connect()
                try:
                    while self.is_on:
                        await self.ask(reader, writer, paths(next(numbers)), headers)
                finally:
                    writer.close()
            except (OSError, asyncio.IncompleteReadError, ValueError):
                self.score.hung_up += 1
                await asyncio.sleep(0.05)

    async def pour(self, start: bytes, chunk: bytes) -> None:
        """Send something that never ends."""
        while self.is_on:
            with suppress(OSError):
                _, writer = await self.connect()
                self.score.requests += 1
                try:
                    writer.write(start)
                    while self.is_on and not writer.transport.is_closing():
                        writer.write(chunk)
                        await writer.drain()
                finally:
                    writer.transport.abort()
            self.score.hung_up += 1
            await asyncio.sleep(0.05)

    async def hold(self, source: str, sent: bytes) -> None:
        """Keep a connection that has sent something and reads nothing."""
        while self.is_on:
            with suppress(OSError):
                reader, writer = await self.connect(source)
                self.score.requests += 1
                reader._transport.pause_reading()  # type: ignore[attr-defined]
                writer.write(sent)
                while self.is_on and not writer.transport.is_closing():
                    await asyncio.sleep(0.5)
                    # Whoever reads nothing finds out by writing whether the other side is still there.
                    if len(sent) < 100:
                        writer.write(b"X: y\r\n")
                writer.transport.abort()
            self.score.hung_up += 1
            await asyncio.sleep(0.5)

    async def leave_at_once(self, path: str) -> None:
        """Ask something of the analyst and go away."""
        while self.is_on:
            with suppress(OSError):
                _, writer = await self.connect()
                writer.write(f"GET {path} HTTP/1.1\r\n{PLAIN}\r\n".encode())
                self.score.requests += 1
                await asyncio.sleep(0.1)
                writer.transport.abort()


def many(number: int, work: Callable[[int], Awaitable[None]]) -> Awaitable[object]:
    """So many at once."""
    return asyncio.gather(*[work(i) for i in range(number)])


def slashes(attack: Attack) -> Awaitable[object]:
    path = "/api/position/quatorze.1" + "/" * 59_900
    return many(32, lambda i: attack.ask_on(lambda n: path))


def odd_heads(attack: Attack) -> Awaitable[object]:
    """Addresses that are all one long word, and queries of thousands of parts."""
    paths = ["/api/position/" + "elevator-" * 6_500, "/api/games?" + "a&" * 32_000, "/api/position/" + "%41" * 20_000]
    return many(16, lambda i: attack.ask_on(lambda n: paths[(n + i) % 3]))


@cache
def to_and_fro(number: int) -> list[str]:
    """Records of thousands of legal acts: a card goes to and fro, in a different deal each."""
    from longwood import GAMES, Deal, Session

    game = GAMES["forty-thieves"]
    found = []
    for deal in count(number):
        session = Session(game, Deal(deal))
        for m in session.moves:
            after = game.play(session.position, m)
            back = [other for other in game.moves(after) if (other.src, other.dst) == (m.dst, m.src)]
            if back and m.src != 0:
                there = f"{game.piles[m.src]}-{game.piles[m.dst]}"
                here = f"{game.piles[m.dst]}-{game.piles[m.src]}"
                found.append(f"forty-thieves.{deal}" + f"/{there}/{here}" * 4000)
                break
        if len(found) == 40:
            return found
    raise AssertionError


def long_records(attack: Attack) -> Awaitable[object]:
    records = to_and_fro(1)
    return many(32, lambda i: attack.ask_on(lambda n: "/api/position/" + records[(n + i) % len(records)]))


def names_of_a_file(attack: Attack) -> Awaitable[object]:
    return many(16, lambda i: attack.ask_on(lambda n: f"/static/{i}x{n}/../js/report.js"))


def endless_headers(attack: Attack) -> Awaitable[object]:
    start = f"GET / HTTP/1.1\r\n{PLAIN}X: ".encode()
    return many(4, lambda i: attack.pour(start, b"x" * 65_536))


def millions_of_headers(attack: Attack) -> Awaitable[object]:
    start = f"GET / HTTP/1.1\r\n{PLAIN}".encode()
    return many(4, lambda i: attack.pour(start, b"X: y\r\n" * 10_000))


def endless_bodies(attack: Attack) -> Awaitable[object]:
    start = f"POST / HTTP/1.1\r\n{PLAIN}Transfer-Encoding: chunked\r\n\r\n".encode()
    return many(4, lambda i: attack.pour(start, b"1\r\nx\r\n" * 10_000))


def requests_ahead(attack: Attack) -> Awaitable[object]:
    one = f"GET /api/games HTTP/1.1\r\n{PLAIN}\r\n".encode()
    return many(4, lambda i: attack.pour(b"", one * 5_000))


def half_sent(attack: Attack) -> Awaitable[object]:
    return many(1500, lambda i: attack.hold(ATTACKER, b"GET / HTTP/1.1\r\n"))


def half_sent_from_many(attack: Attack) -> Awaitable[object]:
    """The same from thirty addresses, fifty connections each."""
    return many(1500, lambda i: attack.hold(f"127.0.1.{1 + i % 30}", b"GET / HTTP/1.1\r\n"))


def never_read(attack: Attack) -> Awaitable[object]:
    one = f"GET /static/page.js HTTP/1.1\r\n{PLAIN}\r\n".encode()
    return many(100, lambda i: attack.hold(ATTACKER, one * 8))


def flood(attack: Attack) -> Awaitable[object]:
    pick = random.Random(1)
    return many(64, lambda i: attack.ask_on(lambda n: f"/api/position/forty-thieves.{pick.randrange(10**9)}/s-w/s-w"))


def other_sites(attack: Attack) -> Awaitable[object]:
    headers = PLAIN + "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"
    return many(16, lambda i: attack.ask_on(lambda n: f"/api/report/terrace.{n}/t1-f1?page=p{i}", headers))


def long_verdicts(attack: Attack) -> Awaitable[object]:
    return many(64, lambda i: attack.ask_on(lambda n: f"/api/verdict/terrace.{i + 64 * n}?search=longer&page=p{i}"))


def reports(attack: Attack) -> Awaitable[object]:
    return many(87, lambda i: attack.ask_on(lambda n: f"/api/report/forty-thieves.{i + 87 * n}{'/s-w' * 40}?page=p{i}"))


def asked_and_left(attack: Attack) -> Awaitable[object]:
    return many(20, lambda i: attack.leave_at_once(f"/api/chances/terrace.{i}?page=p{i}"))


def saves(attack: Attack) -> Awaitable[object]:
    """Games are saved as fast as they are taken, most of them forged or based on a revision that never was."""
    records = ["elevator.1/s-w", "elevator.1/s-w/d1-w", "quatorze.1", "elevator.1" + "/s-w" * 20]

    def body(i: int, n: int) -> object:
        ending = ("open", "won", "open")[n % 3]
        return {"id": f"attack-{i}-{n % 50}", "based_on": n % 7, "record": records[n % 4], "ending": ending}

    return many(32, lambda i: attack.post_on("/api/journal/save", lambda n: body(i, n)))


def imports(attack: Attack) -> Awaitable[object]:
    """Games of thousands of acts are taken in, or games that can redo as many, or thousands of rows that are none."""
    records = to_and_fro(1)
    rows = "id,record" + ",x" * 15_000 + "\n" + ",\n" * 15_000

    def body(i: int, n: int) -> object:
        # As much as a request may bring.
        long = records[(i + n) % len(records)][:60_000].rpartition("/")[0]
        deal, _, acts = long.partition("/")
        return {"text": (long, f"{deal} # redo={acts}", rows, "id,record\n" + ",\n" * 20_000)[n % 4]}

    return many(16, lambda i: attack.post_on("/api/journal/import", lambda n: body(i, n)))


def forged_changes(attack: Attack) -> Awaitable[object]:
    """Changes with wrong tokens, bodies as long as may be, bodies that are longer, and codes that were never given."""
    long = "x" * 65_000
    sent: list[tuple[str, object, str]] = [
        ("save", {"id": "attack-forged", "based_on": 0, "record": long}, ""),
        ("settings", {"text": long}, ""),
        ("name", {"text": long}, ""),
        ("join", {"text": "ABCDE-FGHJK"}, ""),
        ("delete", {"ids": ["attack-0"] * 5_000}, ""),
        ("save", {"id": "attack-forged", "based_on": 0, "record": "elevator.1"}, "X-Longwood-Token: forged\r\n"),
        ("import", {"text": long * 2}, ""),
        ("forget", {}, "Sec-Fetch-Site: cross-site\r\n"),
    ]

    async def work(i: int) -> None:
        headers = ""
        for n in count(i):
            if not attack.is_on:
                return
            path, told, odd = sent[n % len(sent)]
            try:
                reader, writer = await attack.connect()
                try:
                    headers = headers or await attack.visit(reader, writer)
                    own = PLAIN if "Token" in odd else headers
                    await attack.post(reader, writer, f"/api/journal/{path}", own + odd, told)
                finally:
                    writer.close()
            except (OSError, asyncio.IncompleteReadError, ValueError):
                attack.score.hung_up += 1
                await asyncio.sleep(0.05)

    return many(32, work)


def new_players(attack: Attack) -> Awaitable[object]:
    """Each save comes from a player who was never seen before."""
    told = {"id": "attack-anew", "based_on": 0, "record": "elevator.1/s-w"}
    return many(32, lambda i: attack.post_on("/api/journal/save", lambda n: told, is_known=False))


def histories(attack: Attack) -> Awaitable[object]:
    """Players with long journals ask for all of it without a pause."""
    paths = [f"/api/journal/{path}" for path in ("statistics", "entries", "export?format=csv", "day/elevator")]
    games = "\n".join(f"elevator.{number}/s-w/s-w" for number in range(500))

    async def work(i: int) -> None:
        reader, writer = await attack.connect()
        try:
            headers = await attack.visit(reader, writer)
            await attack.post(reader, writer, "/api/journal/import", headers, {"text": games})
        except (OSError, asyncio.IncompleteReadError, ValueError):
            headers = PLAIN
        finally:
            writer.close()
        await attack.ask_on(lambda n: paths[(n + i) % len(paths)], headers)

    return many(32, work)


async def stopped_workers(attack: Attack) -> None:
    """Workers are stopped or killed one after the other, while those who asked leave."""
    leaving = asyncio.ensure_future(many(4, lambda i: attack.leave_at_once(f"/api/verdict/terrace.{i}?search=longer")))
    for number in count():
        if not attack.is_on:
            break
        workers = children(attack.server)
        if workers:
            with suppress(ProcessLookupError):
                os.kill(random.choice(workers), signal.SIGKILL if number % 2 else signal.SIGSTOP)
        await asyncio.sleep(min(10.0, max(attack.until - time.monotonic(), 0)))
    await leaving


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


ATTACKS: dict[str, Callable[[Attack], Awaitable[object]]] = {
    "slashes": slashes,
    "odd addresses": odd_heads,
    "long records": long_records,
    "names of a file": names_of_a_file,
    "endless headers": endless_headers,
    "many headers": millions_of_headers,
    "endless bodies": endless_bodies,
    "requests ahead": requests_ahead,
    "half-sent": half_sent,
    "half-sent, many addresses": half_sent_from_many,
    "never read": never_read,
    "flood": flood,
    "other sites": other_sites,
    "64 long verdicts": long_verdicts,
    "87 reports": reports,
    "asked and left": asked_and_left,
    "saves and forgeries": saves,
    "imports": imports,
    "forged changes": forged_changes,
    "new players": new_players,
    "histories": histories,
    "stopped workers": stopped_workers,
}

ON_THE_JOURNAL = ("saves and forgeries", "imports", "forged changes", "new players", "histories")


async def run(name: str, port: int, seconds: float, server: int) -> Score:
    attack = Attack(port, time.monotonic() + seconds, server, Score())
    task = asyncio.ensure_future(ATTACKS[name](attack))
    # What an attack waits for may never come.
    with suppress(TimeoutError):
        await asyncio.wait_for(task, seconds)
    return attack.score


def main() -> None:
    name, port, seconds, server = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    # In life they would come from elsewhere, and not take the players' processor.
    os.nice(10)
    if name in ("long records", "imports"):
        to_and_fro(1)
    # All is prepared: whoever started this may count from now on.
    print("ready", flush=True)
    score = asyncio.run(run(name, port, seconds, server))
    print(json.dumps(asdict(score)), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
