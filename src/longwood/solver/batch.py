"""Many deals over all cores: rows as they are decided, in any order, and a file that can be gone on with."""

import csv
import os
import signal
import threading
import time
from array import array
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from longwood.core.game import Deal
from longwood.core.shares import Share
from longwood.games import family_of
from longwood.notation import Record, find_game
from longwood.solver import Limit, Verdict, solve


class Row(NamedTuple):
    """One deal's answer; a won one has the record of a line that wins it."""

    game: str
    deal: int
    limit: str
    verdict: Verdict
    nodes: int
    seconds: float
    record: str


def limit_text(limit: Limit) -> str:
    """A budget in a word, so that rows of different budgets are never taken for each other."""
    nodes = [] if limit.nodes is None else [f"{limit.nodes} nodes"]
    seconds = [] if limit.seconds is None else [f"{limit.seconds:g} s"]
    return " or ".join(nodes + seconds) or "no limit"


def solve_deal(slug: str, number: int, limit: Limit) -> Row:
    """Solve one fresh deal."""
    game = find_game(slug)
    deal = Deal(number)
    result = solve(game, game.start(deal), limit, is_trusted=True)
    record = str(Record(game, deal, tuple([(m,) for m in result.line])))
    return Row(slug, number, limit_text(limit), result.verdict, result.nodes, result.seconds, record)


def solve_deals(slug: str, numbers: Iterable[int], limit: Limit, jobs: int) -> Generator[Row, None, None]:
    """Solve many deals in `jobs` processes; rows come as they are decided."""
    family = family_of(find_game(slug))
    # Compiled here first, so that the processes load the kernels and do not all compile them at once.
    _ = family.kernel
    # What is decided at once takes less time than the way to a worker and back: such deals travel in bundles.
    bundle = 100 if family.is_exact else 1
    waiting = iter(numbers)
    under_way: set[Future[list[Row]]] = set()
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), start_worker, (slug, os.getpid()))
    try:
        while True:
            # A short queue: ending early then leaves little work behind.
            while len(under_way) < 2 * jobs and (numbers := list(islice(waiting, bundle))):
                under_way.add(pool.submit(_solve_bundle, slug, numbers, limit))
            if not under_way:
                return
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _solve_bundle(slug: str, numbers: list[int], limit: Limit) -> list[Row]:
    return [solve_deal(slug, number, limit) for number in numbers]


def start_worker(slug: str, parent: int) -> None:
    """Make a process ready to solve a game; it ends with its parent."""
    # Ctrl-C is for the parent, which then ends the pool. A parent that was killed cannot: the worker looks out for it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()
    _ = family_of(find_game(slug)).kernel


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


class Tally:
    """What rows amount to, without keeping them: millions of deals fit."""

    def __init__(self) -> None:
        self.share = Share()
        self._times = array("d")

    def add(self, row: Row) -> None:
        """Count a row."""
        is_won, is_lost = row.verdict is Verdict.WON, row.verdict is Verdict.LOST
        self.share += Share(is_won, is_lost, not (is_won or is_lost))
        self._times.append(row.seconds)

    @property
    def times(self) -> dict[str, float]:
        """Seconds a deal: mean, median, 99th percentile and longest; none of no deals."""
        times = sorted(self._times)
        if not times:
            return {}
        count = len(times)
        return {"mean": sum(times) / count, "p50": times[count // 2], "p99": times[count * 99 // 100], "max": times[-1]}


class RowFileError(ValueError):
    """A file that does not hold rows of this study."""


class RowFile:
    """A CSV file of rows, written as they come. Whatever kills the program, the same study goes on from it.

    Rows that are there already are counted in the tally, as far as they are among the deals that are asked for.
    """

    def __init__(self, path: Path, slug: str, limit: Limit, tally: Tally, numbers: range) -> None:
        self.path = path
        self.known: set[int] = set()
        self._tally = tally
        self._numbers = numbers
        if path.exists():
            self._read(slug, limit_text(limit))
        is_new = not path.exists() or path.stat().st_size == 0
        self._file = path.open("a", newline="", encoding="ascii")
        self._writer = csv.writer(self._file)
        if is_new:
            self._writer.writerow(Row._fields)
            self._file.flush()

    def add(self, row: Row) -> None:
        """Write a row at once."""
        values = row._asdict() | {"verdict": row.verdict.value, "seconds": f"{row.seconds:.6f}"}
        self._writer.writerow(values.values())
        self._file.flush()

    def close(self) -> None:
        """Nothing more is to come."""
        self._file.close()

    def _read(self, slug: str, limit: str) -> None:
        whole, last, rest = self.path.read_bytes().rpartition(b"\n")
        lines = whole.decode("ascii", "replace").splitlines()
        if lines and lines[0] != ",".join(Row._fields):
            raise RowFileError(f"{self.path.name} is not a file of solved deals: give another name.")
        for number, line in enumerate(csv.reader(lines[1:]), 2):
            try:
                game, deal, budget, verdict, nodes, seconds, record = line
                row = Row(game, int(deal), budget, Verdict(verdict), int(nodes), float(seconds), record)
            except ValueError:
                raise RowFileError(f"Line {number} of {self.path.name} is not a solved deal.") from None
            if (row.game, row.limit) != (slug, limit):
                held = f"{row.game} solved within {row.limit}"
                raise RowFileError(f"{self.path.name} holds {held}, not {slug} within {limit}: give another name.")
            if row.deal in self._numbers and row.deal not in self.known:
                self.known.add(row.deal)
                self._tally.add(row)
        if rest or not lines:
            # The program was killed in the middle of a row, which is solved again.
            with self.path.open("r+b") as file:
                file.truncate(len(whole) + len(last))
