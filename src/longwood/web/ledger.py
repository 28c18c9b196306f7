"""What the server has done so far, in numbers, and a line for each request where that is wanted."""

import os
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from longwood.core.words import shorten
from longwood.web.clients import client_of

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)
"""Seconds: the upper bounds by which waits are counted."""
QUESTIONS = ("analyst", "verdict", "hint", "chances", "par", "deal", "report", "winnable", "daily")
ROUTES = (
    "position",
    "why",
    "games",
    "game",
    "rules",
    "random",
    "journal",
    "table",
    "lesson",
    "step",
    "coach",
    *QUESTIONS,
)
PAGES = ("", "play", "view", "report", "review", "rules", "learn", "journal", "day", "join")
ONCE = {"review": "report"}
"""Addresses by another name that still answer."""
UNSENT = 499
"""What stands for the status of an answer that nobody waited for."""

Log = Callable[[str], None]


class Waits:
    """How many waits were how long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    def lines(self, name: str, labels: str = "") -> Iterator[str]:
        """As Prometheus reads them: each bound with all that are below it."""
        total = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            total += count
            yield f'{name}_bucket{{{labels}{"," if labels else ""}le="{bound}"}} {total}'
        braces = f"{{{labels}}}" if labels else ""
        yield f"{name}_sum{braces} {self.seconds:.6f}"
        yield f"{name}_count{braces} {total}"


class Ledger:
    """The counters. Only the server's own loop writes to them."""

    def __init__(self, log: Log | None = None) -> None:
        self._log = log
        self.requests: Counter[tuple[str, int]] = Counter()
        self.waits: defaultdict[str, Waits] = defaultdict(Waits)
        self.refusals: Counter[str] = Counter()

    def answered(self, scope: Scope, status: int, size: int, seconds: float) -> None:
        """A request has its answer."""
        route = route_of(scope["path"])
        self.requests[route, status] += 1
        self.waits[route].add(seconds)
        if self._log:
            query = scope["query_string"].decode("latin-1")
            # A token is a secret, also from those who may read the log.
            asked = scope["path"] + (f"?{query}" if query and "token" not in query else "")
            self._write(client_of(scope), f"{scope['method']} {shorten(asked, 300)}", status, size, seconds)

    def refused(self, why: str, client: str = "", status: int = 0) -> None:
        """Something was refused; with a status, before there was a request that could be read."""
        self.refusals[why] += 1
        if self._log and status:
            self._write(client, f"({why})", status, 0, 0.0)

    def _write(self, client: str, what: str, status: int, size: int, seconds: float) -> None:
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        if self._log:
            self._log(f"{now} {client or '-'} {what} {status} {size} {seconds * 1000:.1f}ms")

    def lines(self) -> Iterator[str]:
        """All counters in the text format of Prometheus."""
        yield from head("longwood_requests_total", "counter", "Requests that were answered.")
        for (route, status), count in sorted(self.requests.items()):
            yield f'longwood_requests_total{{route="{route}",status="{status}"}} {count}'
        yield from head("longwood_request_seconds", "histogram", "From the request to the end of its answer.")
        for route, waits in sorted(self.waits.items()):
            yield from waits.lines("longwood_request_seconds", f'route="{route}"')
        yield from head("longwood_refusals_total", "counter", "What was refused, and why.")
        for why, count in sorted(self.refusals.items()):
            yield f'longwood_refusals_total{{why="{why}"}} {count}'


def gauge(name: str, help: str, value: float, kind: str = "gauge") -> Iterator[str]:
    """A single number."""
    yield from head(name, kind, help)
    yield f"{name} {value}"


def process_lines() -> Iterator[str]:
    """The memory and open files of this process, where the system tells them."""
    proc = Path("/proc/self")
    if proc.exists():
        pages = int((proc / "statm").read_text().split()[1])
        resident = pages * os.sysconf("SC_PAGE_SIZE")
        yield from gauge("process_resident_memory_bytes", "Memory of the server's own process.", resident)
        yield from gauge("process_open_fds", "Files and connections that it has open.", len([*(proc / "fd").iterdir()]))


def head(name: str, kind: str, help: str) -> Iterator[str]:
    """What stands before the numbers of a name."""
    yield f"# HELP {name} {help}"
    yield f"# TYPE {name} {kind}"


def route_of(path: str) -> str:
    """What kind of address this is: one of a few words, whatever the address is."""
    _, first, *rest = (*path.split("/", 3), "")
    if first == "api":
        name = ONCE.get(rest[0], rest[0]) if rest else ""
        return name if name in ROUTES else "other"
    if first in ("static", "metrics"):
        return first
    return "page" if first in PAGES else "other"


class Booked:
    """An application whose answers are entered in the ledger."""

    def __init__(self, app: ASGIApp, ledger: Ledger) -> None:
        self._app, self._ledger = app, ledger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status, size = UNSENT, 0

        async def send_booked(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, send_booked)
        finally:
            self._ledger.answered(scope, status, size, time.perf_counter() - began)
