"""What the journal costs: saving an act, statistics and history of ten thousand games, their size on disk.

    python benchmarks/journal.py [SECONDS]

PostgreSQL is started on this machine for it, if it is installed. The players play real games by HTTP, an act a second
each; how long a move takes is measured with and without a journal.
"""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

import postgres  # noqa: E402
from journals import many_entries, some_records  # noqa: E402
from longwood.journal.entries import Played, judged  # noqa: E402
from longwood.journal.filters import Filter  # noqa: E402
from longwood.journal.store import Journal  # noqa: E402
from longwood.web.journal.to_answers import entry_answer, statistics_answer  # noqa: E402

PLAYERS = 50
GAMES = 10_000
SLUGS = ("terrace", "forty-thieves", "quatorze", "triple-peaks", "elevator")


def quantiles(times: list[float]) -> str:
    """Median and 99th percentile, in milliseconds."""
    ordered = sorted(times)
    return f"{1000 * ordered[len(ordered) // 2]:8.2f} {1000 * ordered[int(len(ordered) * 0.99)]:8.2f}"


def timed(work: Callable[[], object], times: int = 15) -> str:
    """Median and worst of a few runs, and the processor time of one, in milliseconds."""
    found = []
    used = time.process_time()
    for _ in range(times):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    used = (time.process_time() - used) / times
    return f"{1000 * sorted(found)[times // 2]:8.1f} {1000 * max(found):8.1f} {1000 * used:10.1f}"


def saving(where: str, name: str) -> None:
    """Acts saved one after the other, without a server."""
    records = some_records("elevator", 20)
    with Journal(where) as journal:
        player = journal.player()
        times = []
        for number, record in enumerate(records):
            acts, revision = record.split("/"), 0
            for end in range(2, len(acts) + 1):
                text = "/".join(acts[:end])
                found = judged(text)
                began = time.perf_counter()
                played = Played(record=text, seconds=end)
                revision = journal.save(player, f"benchmark-{number}", revision, played, found).revision
                times.append(time.perf_counter() - began)
    print(f"{name:44} {quantiles(times)}")


def reading(where: str, name: str) -> None:
    """Statistics and history of a long journal."""
    records = [record for slug in SLUGS for record in some_records(slug, 6)]
    with Journal(where) as journal:
        player = journal.player()
        journal.add(player, many_entries(GAMES, records))
        print(f"{f'{name}: statistics, all of them':44} {timed(lambda: statistics(journal, player))}")
        middle = journal.entries(player, None, 1, (1_800_000_000_000 // 2 + 850_000_000_000, "x"))[0]
        some = Filter(game="quatorze")
        after = (middle.saved, middle.id)
        print(f"{f'{name}: first page of the history':44} {timed(lambda: page(journal, player, Filter(), None))}")
        print(f"{f'{name}: a page from the middle':44} {timed(lambda: page(journal, player, Filter(), after))}")
        print(f"{f'{name}: a page of one game':44} {timed(lambda: page(journal, player, some, None))}")
    if Path(where).exists():
        size = sum(file.stat().st_size for file in Path(where).parent.glob("journal.sqlite*")) / 1e6
        mean = sum(len(record) for record in records) / len(records)
        print(f"{f'{name}: {GAMES:,} games on disk':44} {size:8.1f} MB (records of {mean:.0f} characters on average)")


def statistics(journal: Journal, player: int) -> bytes:
    return msgspec.json.encode(statistics_answer(journal, player, Filter()))


def page(journal: Journal, player: int, wanted: Filter, after: tuple[int, str] | None) -> bytes:
    found = journal.entries(player, wanted, 50, after)
    journal.count(player, wanted)
    return msgspec.json.encode([entry_answer(entry) for entry in found])


@contextmanager
def table(journal: str) -> Iterator[tuple[str, int]]:
    """A server in a process of its own."""
    command = [sys.executable, "-m", "longwood", "serve", "--port", "0", "--name", "example.org", "--journal", journal]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout
    try:
        address = process.stdout.readline().split()[3].rstrip("/")
        # An analyst who wakes up keeps a core busy for a while.
        while httpx.get(f"{address}/api/analyst", timeout=60).json()["state"] != "ready":
            time.sleep(0.2)
        yield address, process.pid
    finally:
        process.terminate()
        process.wait(20)


async def player(
    address: str,
    record: str,
    saves: bool,
    all_here: asyncio.Barrier,
    seconds: float,
    moves: list[float],
    kept: list[float],
) -> None:
    """Someone who plays an act a second, and whose page saves each."""
    chance = random.Random(record)
    async with httpx.AsyncClient(base_url=address, timeout=20) as client:
        token = (await client.get("/api/journal")).json()["token"]
        acts, revision, end, id = record.split("/"), 0, 1, f"load-{chance.randrange(10**12)}"
        await all_here.wait()
        until = time.perf_counter() + seconds
        await asyncio.sleep(chance.random())
        while time.perf_counter() < until:
            end += 1
            if end > len(acts):
                end, revision, id = 2, 0, f"load-{chance.randrange(10**12)}"
            text = "/".join(acts[:end])
            await timed_request(client.get(f"/api/position/{text}"), moves)
            if saves:
                # As the page does: once the move has come, and the player sees it.
                body: dict[str, Any] = {"id": id, "based_on": revision, "record": text, "seconds": float(end)}
                sent = client.post("/api/journal/save", json=body, headers={"x-longwood-token": token})
                revision = (await timed_request(sent, kept)).json()["revision"]
            await asyncio.sleep(chance.uniform(0.7, 1.3))


async def timed_request(request: Any, times: list[float]) -> Any:
    began = time.perf_counter()
    answer = await request
    assert answer.status_code == 200, answer.text
    times.append(time.perf_counter() - began)
    return answer


def processor_seconds(process: int) -> float:
    """What a process has used so far; 0 where the system does not tell."""
    file = Path(f"/proc/{process}/stat")
    if not file.exists():
        return 0.0
    fields = file.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def crowd(address: str, records: list[str], saves: bool, seconds: float) -> tuple[list[float], list[float]]:
    moves: list[float] = []
    kept: list[float] = []
    all_here = asyncio.Barrier(len(records))
    await asyncio.gather(*[player(address, record, saves, all_here, seconds, moves, kept) for record in records])
    return moves[len(moves) // 5 :], kept[len(kept) // 5 :]


def load(journal: str, name: str, seconds: float) -> None:
    records = [record for slug in SLUGS for record in some_records(slug, PLAYERS // len(SLUGS))]
    with table(journal) as (address, process):
        began = processor_seconds(process)
        without, _ = asyncio.run(crowd(address, records, False, seconds))
        middle = processor_seconds(process)
        moves, kept = asyncio.run(crowd(address, records, True, seconds))
        end = processor_seconds(process)
    # A fifth of each was left out as warming up.
    costs = (middle - began) / len(without) * 800, (end - middle) / len(moves) * 800
    print(f"{f'{name}: a move, nothing saved':44} {quantiles(without)}")
    print(f"{f'{name}: a move, each act saved':44} {quantiles(moves)}")
    print(f"{f'{name}: a save, after its move':44} {quantiles(kept)}")
    print(f"{f'{name}: processor time of the server, an act':44} {costs[0]:8.2f} alone, {costs[1]:.2f} with its save")


def main() -> None:
    """Print the tables."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'Saving an act, in ms':44}   median      p99")
        saving(f"{folder}/journal.sqlite", "SQLite, without a server")
        if not postgres.programs():
            print("PostgreSQL is not installed: `make database` gets it or says how.")
            long = f"{folder}/long/journal.sqlite"
            Path(long).parent.mkdir()
            reading(long, "SQLite")
            return
        with postgres.server() as server:
            import psycopg

            for name in ("one", "load", "long"):
                with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
                    connection.execute(f"CREATE DATABASE {name}")
            saving(f"{server}/one", "PostgreSQL, without a server")
            print(f"\n{f'{PLAYERS} players, an act a second each, in ms':44}   median      p99")
            load(f"{folder}/load/journal.sqlite", "SQLite", seconds)
            load(f"{server}/load", "PostgreSQL", seconds)
            print(f"\n{f'A journal of {GAMES:,} games, in ms':44}   median     most  processor")
            long = f"{folder}/long/journal.sqlite"
            Path(long).parent.mkdir()
            reading(long, "SQLite")
            reading(f"{server}/long", "PostgreSQL")


if __name__ == "__main__":
    main()
