"""What the web server takes: `python benchmarks/web.py`.

The server runs in a process of its own on one core; this process plays the players over keep-alive connections.
Every request is for a position after 100 moves or more. "again": the same position was asked for before. "next": the
player has played one more move, so the answer is new and only the moves before it are known. A player asks twice a
second ("2/s", quicker than anyone plays for long), or the moment the last answer is there ("no pause": then the waits
are those of a queue as long as there are players). "CPU ms" is the server's processor time for a request: unlike the
waits it does not depend on what else the machine does.
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from longwood import GAMES, Deal, Session

SLUGS = ("terrace", "forty-thieves", "generals-patience", "signora")
WARM, ASKED = 100, 20
PACE = 0.5


class Server:
    """A server in its own process, on the first of this machine's cores."""

    def __init__(self) -> None:
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "longwood.web.serve"], stdout=subprocess.PIPE, text=True, env=_environment()
        )
        os.sched_setaffinity(self.process.pid, {min(os.sched_getaffinity(0))})
        assert self.process.stdout
        url = urlsplit(self.process.stdout.readline().split()[3])
        self.host, self.port = str(url.hostname), int(url.port or 80)
        asyncio.run(self._first_page())
        self.seconds_to_first_page = time.perf_counter() - began

    async def _first_page(self) -> None:
        player = await Player.sit_down(self.host, self.port)
        status, body = await player.ask("/")
        assert status == 200
        assert body
        player.leave()

    def cpu_seconds(self) -> float:
        """The processor time that the server has taken so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}


class Player:
    """A keep-alive connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
        self._reader, self._writer, self._host = reader, writer, host

    @classmethod
    async def sit_down(cls, host: str, port: int, number: int = 0) -> "Player":
        # Each from an address of their own, as in life: one client may only have so many connections.
        return cls(*await asyncio.open_connection(host, port, local_addr=(f"127.0.1.{number + 1}", 0)), host)

    async def ask(self, path: str) -> tuple[int, bytes]:
        request = f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\nAccept-Encoding: gzip\r\n\r\n"
        self._writer.write(request.encode())
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.split(b"\r\n") if line.startswith(b"content-length:"))
        return int(head[9:12]), await self._reader.readexactly(length)

    def leave(self) -> None:
        self._writer.close()


def record_of(slug: str, number: int, acts: int) -> Session:
    """A game played at random, dealing as late as possible, to a given length."""
    while True:
        session = Session(GAMES[slug], Deal(number))
        pick = random.Random(number)
        while len(session.acts) < acts and session.moves:
            moves = session.moves
            session.play(pick.choice(moves[:-1] or moves) if pick.random() < 0.6 else pick.choice(moves))
        if len(session.acts) == acts:
            return session
        number += 1_000_000


def paths_of(players: int, first: int) -> list[list[str]]:
    """For each player the addresses of one game, from the warm position on."""
    paths = []
    for i, slug in zip(range(players), cycle(SLUGS)):
        texts = str(record_of(slug, first + i, WARM + ASKED).record).split("/")
        paths.append(["/api/position/" + "/".join(texts[: WARM + k + 1]) for k in range(ASKED + 1)])
    return paths


class Row(NamedTuple):
    """One line of the table."""

    players: int
    pace: float
    what: str
    waits: list[float]
    errors: int
    seconds: float
    cpu_seconds: float


async def measure(server: Server, paths: list[list[str]], what: str, pace: float) -> Row:
    """Let every player ask `ASKED` times, after the warm position is known."""
    players = await asyncio.gather(*[Player.sit_down(server.host, server.port, number) for number in range(len(paths))])
    for player, game in zip(players, paths, strict=True):
        assert (await player.ask(game[0]))[0] == 200
    waits: list[float] = []
    errors = 0

    async def play(player: Player, game: list[str], delay: float) -> None:
        nonlocal errors
        await asyncio.sleep(delay)
        for path in game[1:] if what == "next" else islice(cycle(game[:1]), ASKED):
            began = time.perf_counter()
            status, _ = await player.ask(path)
            wait = time.perf_counter() - began
            waits.append(wait)
            errors += status != 200
            await asyncio.sleep(max(pace - wait, 0))

    began, began_cpu = time.perf_counter(), server.cpu_seconds()
    # Players do not all think in step.
    await asyncio.gather(
        *[play(p, game, pace * i / len(paths)) for i, (p, game) in enumerate(zip(players, paths, strict=True))]
    )
    seconds, cpu_seconds = time.perf_counter() - began, server.cpu_seconds() - began_cpu
    for player in players:
        player.leave()
    return Row(len(paths), pace, what, waits, errors, seconds, cpu_seconds)


def _milliseconds(waits: list[float], part: float) -> float:
    return sorted(waits)[min(int(len(waits) * part), len(waits) - 1)] * 1000


def main() -> None:
    starts = []
    for _ in range(3):
        server = Server()
        starts.append(server.seconds_to_first_page)
        server.stop()
    print(f"start to first page: {min(starts):.2f} s (best of 3; worst {max(starts):.2f} s; target 1.5 s)")
    server = Server()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print("players  pace      asks    requests  requests/s  p50 ms  p99 ms  max ms  CPU ms  errors")
    try:
        first = 0
        for what in ("again", "next"):
            for players in (50, 200):
                for pace in (PACE, 0.0):
                    first += 1000
                    paths = paths_of(players, first)
                    row = asyncio.run(measure(server, paths, what, pace))
                    print(
                        f"{row.players:7}  {'2/s' if pace else 'no pause':8}  {what:6}  {len(row.waits):8}  "
                        f"{len(row.waits) / row.seconds:10.0f}  {_milliseconds(row.waits, 0.5):6.1f}  "
                        f"{_milliseconds(row.waits, 0.99):6.1f}  {_milliseconds(row.waits, 1):6.1f}  "
                        f"{row.cpu_seconds / len(row.waits) * 1000:6.2f}  {row.errors:6}",
                        flush=True,
                    )
    finally:
        server.stop()


if __name__ == "__main__":
    main()
