"""Whether the table stays quick while everyone asks the analyst: `python benchmarks/web_analyst.py [seconds]`.

Fifty players ask for fair hints at once, each in a game of their own, and again as soon as the answer is there;
twenty others play on, a move every half second. The server and its workers have all cores of this machine, and so has
this process. A hint that is refused because too many wait is counted as busy.
"""

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import time
from functools import cache
from itertools import cycle
from pathlib import Path
from urllib.parse import quote, urlsplit

from longwood import GAMES, Deal, Session

ASKERS, PLAYERS, PACE = 50, 20, 0.5
SLUGS = ("terrace", "forty-thieves", "quatorze", "triple-peaks", "elevator")
SOURCE = Path(__file__).parents[1] / "src"


# Each game is made up once, before anything is measured: this process must not be what is slow.
@cache
def line(number: int, length: int) -> list[str]:
    """The records of a game as it goes on."""
    session = Session(GAMES[SLUGS[number % len(SLUGS)]], Deal(number))
    choose = random.Random(number)
    records = [str(session.record)]
    while len(records) < length and session.moves and not session.is_won:
        session.play(session.moves[0] if choose.random() < 0.7 else choose.choice(session.moves))
        records.append(str(session.record))
    return records


async def ask(host: str, port: int, path: str) -> tuple[int, bytes, float]:
    """The answer to the end, and the seconds until its first event or byte that is an answer."""
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    whole = b""
    first = 0.0
    while chunk := await reader.read(65536):
        whole += chunk
        if not first and (b"event: hint" in whole or b"text/event-stream" not in whole):
            first = time.perf_counter() - began
    writer.close()
    return int(whole.split()[1]), whole, first


async def hints(host: str, port: int, number: int, until: float, times: list[float], busy: list[int]) -> None:
    records = line(number, 40)
    while time.perf_counter() < until:
        status, _, first = await ask(host, port, f"/api/hint/{quote(random.choice(records))}?page=b{number}")
        if status == 200:
            times.append(first)
        else:
            busy.append(status)
            await asyncio.sleep(1)


async def play(host: str, port: int, number: int, until: float, times: list[float]) -> None:
    records = cycle([record for i in range(10) for record in line(1000 + number + i * PLAYERS, 40)])
    await asyncio.sleep(PACE * number / PLAYERS)
    while time.perf_counter() < until:
        began = time.perf_counter()
        status, _, _ = await ask(host, port, f"/api/position/{quote(next(records))}")
        assert status == 200
        times.append(time.perf_counter() - began)
        await asyncio.sleep(PACE)


async def measure(host: str, port: int, seconds: float, askers: int) -> None:
    for number in range(askers):
        await ask(host, port, f"/api/position/{quote(line(number, 40)[-1])}")
    for number in range(10 * PLAYERS):
        line(1000 + number, 40)
    until = time.perf_counter() + seconds
    hint_times: list[float] = []
    busy: list[int] = []
    moves: list[float] = []
    await asyncio.gather(
        *[hints(host, port, number, until, hint_times, busy) for number in range(askers)],
        *[play(host, port, number, until, moves) for number in range(PLAYERS)],
    )
    p50, p99 = [statistics.quantiles(moves, n=100)[i] * 1000 for i in (49, 98)]
    wait = f"{statistics.median(hint_times):8.2f}" if hint_times else "       -"
    most = max(moves) * 1000
    hint_part = f"{askers:6}  {len(hint_times):6}  {wait}  {len(busy):6}"
    print(f"{hint_part}  {len(moves):6}  {p50:7.1f}  {p99:7.1f}  {most:7.1f}")


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    command = [sys.executable, "-m", "longwood.web.serve"]
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            assert server.stdout
            url = urlsplit(server.stdout.readline().split()[3])
            host, port = str(url.hostname), int(url.port or 80)
            while json.loads(asyncio.run(ask(host, port, "/api/analyst"))[1].rpartition(b"\r\n")[2])["workers"] < 2:
                time.sleep(0.5)
            print(f"{os.cpu_count()} cores, {PLAYERS} players with a move every {PACE} s, {seconds:g} s each")
            print("askers   hints  median s    busy   moves   p50 ms   p99 ms   max ms")
            for askers in (0, ASKERS):
                asyncio.run(measure(host, port, seconds, askers))
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
