"""Whether the table holds under attack: `make soak`, or `python benchmarks/soak.py [SECONDS] [--only NAME]`.

A real server on 127.0.0.1, which may open 1,024 files, is attacked in one way after the other, from another address
of this machine and by a process of its own. It keeps a journal, as a shared server does. Ten players play on all the
while, five moves a second each, every one a position that was not asked for before and a save in their journal; one
more asks for a hint every second. The table shows how long they waited for positions and how many positions or saves
were refused, before, during and after each attack, what the server's own process took, and how long the first hint took
after it. A process that does nothing else echoes a line twenty times a second: "machine" says how long that took, so
that a machine with other work can be told from a slow server. All of it ends by itself: after ten minutes, or SECONDS.
The exit status is 1 if an aim was missed.

With --source another version of Longwood is attacked, such as the one before a change; with --no-journal players save
nothing, for versions that have no journal and to see what it costs.
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

from attacks import ATTACKS, HERE, ON_THE_JOURNAL

PLAYERS, PACE = 10, 0.2
TIMEOUT = 20.0
FILES = 1024
READY = 300.0
ROOT = Path(__file__).parents[1]

MEDIAN_AIM, MEMORY_AIM, AFTER_AIM = 0.020, 50.0, 1.0
"""Seconds, megabytes, seconds."""


@dataclass
class Waits:
    """What the players noticed in one part of the time."""

    times: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    errors: int = 0
    echoes: list[float] = field(default_factory=list)
    """How long a process that is idle otherwise took to answer."""
    hints: list[float] = field(default_factory=list)
    hint_errors: int = 0


def words(times: list[float]) -> str:
    """The median, the 99th per cent and the longest."""
    return f"{at(times, 0.5):7.1f} {at(times, 0.99):7.1f} {at(times, 1):8.1f}"


def at(times: list[float], part: float) -> float:
    """A quantile, in milliseconds."""
    return sorted(times)[min(int(len(times) * part), len(times) - 1)] * 1000 if times else float("nan")


class Server:
    """A server in a process of its own."""

    def __init__(self, source: Path, journal: Path | None) -> None:
        environment = os.environ | {"PYTHONPATH": str(source), "PYTHONUNBUFFERED": "1"}
        self.keeps = journal is not None
        shared = ["-m", "longwood", "serve", "--port", "0", "--name", "localhost", "--journal", str(journal)]
        module = shared if self.keeps else ["-m", "longwood.web.serve"]
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", f'ulimit -n {FILES}; exec "$0" "$@"', sys.executable, *module],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=source,
        )
        assert self.process.stdout
        self.port = int(urlsplit(self.process.stdout.readline().split()[3]).port or 0)

    @property
    def megabytes(self) -> float:
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def files(self) -> int:
        return len([*Path(f"/proc/{self.process.pid}/fd").iterdir()])

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Player:
    """Plays one game after the other over one connection."""

    def __init__(self, server: Server, number: int) -> None:
        self._port, self._address, self._keeps = server.port, f"127.0.2.{number + 1}", server.keeps
        self._moves = (
            (f"{number * 1_000_000 + deal}", acts, f"forty-thieves.{number * 1_000_000 + deal}{'/s-w' * acts}")
            for deal in count(1)
            for acts in range(40)
        )
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._headers = "Host: localhost\r\n"
        self._revision = 0

    async def ask(self, path: str, body: bytes = b"") -> tuple[int, bytes, bytes]:
        """Status, head and body; like a browser, connects again if the connection was closed meanwhile."""
        with suppress(OSError, asyncio.IncompleteReadError):
            if self._reader:
                return await self._asked(path, body)
        self._reader, self._writer = await asyncio.open_connection(HERE, self._port, local_addr=(self._address, 0))
        return await self._asked(path, body)

    async def _asked(self, path: str, body: bytes) -> tuple[int, bytes, bytes]:
        assert self._reader
        assert self._writer
        head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\n{self._headers}Accept-Encoding: gzip\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        self._writer.write(f"{head}\r\n".encode() + body)
        found = await self._reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in found.split(b"\r\n") if line.startswith(b"content-length:"))
        return int(found[9:12]), found, await self._reader.readexactly(length)

    async def arrive(self) -> None:
        """Get a key and a token, as a page does."""
        status, head, body = await self.ask("/api/journal")
        assert status == 200
        key = next(line[12:].partition(b";")[0] for line in head.split(b"\r\n") if line.startswith(b"set-cookie:"))
        self._headers += f"Cookie: {key.decode()}\r\nX-Longwood-Token: {json.loads(body)['token']}\r\n"

    async def save(self, game: str, acts: int, record: str) -> bool:
        """Whether an act was kept."""
        based = self._revision if acts > 1 else 0
        told = {"id": f"soak-player-{game}", "based_on": based, "record": record, "seconds": acts}
        status, _, body = await self.ask("/api/journal/save", json.dumps(told).encode())
        if status == 200:
            self._revision = json.loads(body)["revision"]
        return status == 200

    async def play(self, phase: "Phase", delay: float) -> None:
        await asyncio.sleep(delay)
        if self._keeps:
            await self.arrive()
        while phase.is_on:
            began = time.perf_counter()
            # What is counted is the part in which the player asked.
            waits = phase.waits
            try:
                game, acts, record = next(self._moves)
                status, _, _ = await asyncio.wait_for(self.ask(f"/api/position/{record}"), TIMEOUT)
                waits.times.append(time.perf_counter() - began)
                waits.errors += status != 200
                if self._keeps and acts:
                    since = time.perf_counter()
                    waits.errors += not await asyncio.wait_for(self.save(game, acts, record), TIMEOUT)
                    waits.saves.append(time.perf_counter() - since)
            except (OSError, asyncio.IncompleteReadError):
                waits.errors += 1
                self._reader = None
                if self._writer:
                    self._writer.close()
            await asyncio.sleep(max(PACE - (time.perf_counter() - began), 0.01))


async def first_event(port: int, address: str, path: str) -> bool:
    """Whether a question gets an answer, waited for until its first step."""
    reader, writer = await asyncio.open_connection(HERE, port, local_addr=(address, 0))
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        whole = b""
        while chunk := await reader.read(65536):
            whole += chunk
            if b"event: hint" in whole:
                return True
            if b"event: error" in whole:
                return False
        return False
    finally:
        writer.close()


async def ready(port: int) -> None:
    """Wait until the analyst answers."""
    while not await first_event(port, "127.0.3.1", "/api/hint/elevator.1"):
        await asyncio.sleep(0.5)


class Phase:
    """Where the players' waits are counted just now."""

    def __init__(self) -> None:
        self.is_on = True
        self.waits = Waits()

    def next(self) -> Waits:
        """Begin to count anew."""
        self.waits = Waits()
        return self.waits

    async def ask_hints(self, port: int) -> None:
        for number in count(1):
            if not self.is_on:
                return
            waits, began = self.waits, time.perf_counter()
            try:
                path = f"/api/hint/elevator.{number}?page=hints"
                is_told = await asyncio.wait_for(first_event(port, "127.0.3.1", path), 60)
            except OSError:
                is_told = False
            if is_told:
                waits.hints.append(time.perf_counter() - began)
            else:
                waits.hint_errors += 1
            await asyncio.sleep(max(1.0 - (time.perf_counter() - began), 0.05))


ECHO = """
import asyncio
async def echo(reader, writer):
    while line := await reader.readline():
        writer.write(line)
async def main():
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()
asyncio.run(main())
"""


async def listen_to_the_machine(phase: Phase) -> None:
    """Ask a process that has nothing else to do, at the pace of a player."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", ECHO, stdout=subprocess.PIPE)
    assert process.stdout
    try:
        reader, writer = await asyncio.open_connection(HERE, int(await process.stdout.readline()))
        while phase.is_on:
            waits, began = phase.waits, time.perf_counter()
            writer.write(b"x\n")
            await reader.readline()
            waits.echoes.append(time.perf_counter() - began)
            await asyncio.sleep(PACE / 4)
        writer.close()
    finally:
        process.kill()
        await process.wait()


_WAITS = f"{'p50':>7} {'p99':>7} {'max ms':>8}"
HEAD = (
    f"{'':44} | {'before':25} | {'during':32} | {'machine during':15} | {'saves during':25} | {'after':32} | "
    f"{'server':17} | "
    "hints of another player\n"
    f"{'attack':26}{'requests':>9}{'refused':>9} | {_WAITS}  | {_WAITS} {'errors':>6}  | {'p50':>7} {'p99':>7} | "
    f"{_WAITS}  | "
    f"{_WAITS} {'errors':>6}  | "
    f"{'most':>5} {'MB':>5} {'files':>5} | {'told':>5} {'p50 s':>6} {'max s':>6} {'none':>4} {'after':>6}"
)


async def attacked(server: Server, name: str, seconds: float, phase: Phase) -> list[str]:
    """One attack, and a line about it; the aims that were missed."""
    around = max(2.0, seconds / 6)
    before = phase.next()
    await asyncio.sleep(around)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).with_name("attacks.py")),
        name,
        str(server.port),
        str(seconds - 2 * around),
        str(server.process.pid),
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
    )
    assert process.stdout
    await process.stdout.readline()
    during = phase.next()
    most = server.megabytes
    while process.returncode is None:
        most = max(most, server.megabytes)
        await asyncio.sleep(0.2)
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), 0.1)
    score = json.loads(await process.stdout.read() or b"{}")
    after = phase.next()
    began = time.perf_counter()
    while not after.hints and time.perf_counter() - began < 120:
        await asyncio.sleep(0.1)
    # The first one that was asked after the attack.
    first = after.hints[0] if after.hints else float("nan")
    await asyncio.sleep(max(around - (time.perf_counter() - began), 0))
    hints = sorted(during.hints)
    line = (
        f"{name:26}{score.get('requests', 0):9}{score.get('refused', 0) + score.get('hung_up', 0):9} | "
        f"{words(before.times)}  | {words(during.times)} {during.errors:6}  | "
        f"{at(during.echoes, 0.5):7.1f} {at(during.echoes, 0.99):7.1f} | {words(during.saves)}  | "
        f"{words(after.times)} {after.errors:6}  | "
        f"{most:5.0f} {server.megabytes:5.0f} {server.files:5} | {len(hints):5} "
        f"{hints[len(hints) // 2] if hints else float('nan'):6.2f} {hints[-1] if hints else float('nan'):6.2f} "
        f"{during.hint_errors:4} {first:6.2f}"
    )
    print(line, flush=True)
    missed = []
    if not at(during.times, 0.5) < MEDIAN_AIM * 1000:
        machine = f"(an idle process took {at(during.echoes, 0.5):.1f} ms)"
        missed.append(f"{name}: the median during it was {at(during.times, 0.5):.1f} ms {machine}")
    if during.errors or after.errors:
        missed.append(f"{name}: {during.errors + after.errors} positions or saves were refused")
    if not at(after.times, 1) < AFTER_AIM * 1000:
        missed.append(f"{name}: after it a position took {at(after.times, 1):.0f} ms")
    return missed


async def soak(server: Server, seconds: float, names: list[str]) -> list[str]:
    """All attacks, one after the other."""
    phase = Phase()
    # Players do not all think in step.
    tasks = [
        asyncio.ensure_future(Player(server, number).play(phase, PACE * number / PLAYERS)) for number in range(PLAYERS)
    ]
    # The caches fill, and the analyst gets ready.
    try:
        await asyncio.wait_for(ready(server.port), READY)
    except TimeoutError:
        raise SystemExit(f"The analyst was not ready within {READY:g} seconds: this machine is too busy.") from None
    await asyncio.sleep(min(20.0, seconds / 20))
    tasks += [asyncio.ensure_future(work) for work in (phase.ask_hints(server.port), listen_to_the_machine(phase))]
    start, files = server.megabytes, server.files
    print(f"start: {start:.0f} MB, {files} open files; {PLAYERS} players, {1 / PACE:g} moves a second each")
    print(HEAD, flush=True)
    missed = []
    each = seconds * 0.95 / len(names)
    for name in names:
        missed += await attacked(server, name, each, phase)
    phase.is_on = False
    await asyncio.gather(*tasks)
    end = server.megabytes
    print(f"end: {end:.0f} MB ({end - start:+.0f}), {server.files} open files")
    if end - start > MEMORY_AIM:
        missed.append(f"{end - start:.0f} MB more in the end")
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description="Attack a server on this machine and see whether it holds.")
    parser.add_argument("seconds", nargs="?", type=float, default=600.0)
    parser.add_argument("--only", action="append", choices=[*ATTACKS], help="only this attack; may be repeated")
    parser.add_argument(
        "--source", type=Path, default=ROOT / "src", help="the folder that holds the longwood to attack"
    )
    parser.add_argument("--no-journal", action="store_true", help="attack a server that keeps no journal")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 10_000), hard))
    names = options.only or [name for name in ATTACKS if not (options.no_journal and name in ON_THE_JOURNAL)]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(options.source, None if options.no_journal else Path(folder) / "journal.sqlite")
        try:
            missed = asyncio.run(soak(server, options.seconds, names))
        finally:
            server.stop()
    for what in missed:
        print(f"Aim missed: {what}.")
    if not missed:
        print("All aims reached: medians below 20 ms, nobody refused, 50 MB, everyone answered within a second after.")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
