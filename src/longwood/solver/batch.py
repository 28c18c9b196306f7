"""Many deals over all cores: rows as they are decided, in any order. `rows` keeps them in a file."""

import os
import signal
import threading
import time
from array import array
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import active_children, get_context

from longwood.core.game import Deal
from longwood.core.shares import Share
from longwood.games import family_of
from longwood.notation import Record, find_game
from longwood.solver import Limit, Verdict, solve
from longwood.solver.csv_rows import Row, limit_text


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
    _ = family.own_solver
    # What is decided at once takes less time than the way to a worker and back: such deals travel in bundles.
    bundle = 100 if family.is_exact else 1
    waiting = iter(numbers)
    under_way: set[Future[list[Row]]] = set()
    others = set(active_children())
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
        # Whoever ends early does not wait for searches that nobody asks for any more.
        for worker in set(active_children()) - others if under_way else ():
            worker.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def _solve_bundle(slug: str, numbers: list[int], limit: Limit) -> list[Row]:
    return [solve_deal(slug, number, limit) for number in numbers]


def start_worker(slug: str, parent: int) -> None:
    """Make a process ready to solve a game; it ends with its parent."""
    # Ctrl-C is for the parent, which then ends the pool. A parent that was killed cannot: the worker looks out for it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()
    _ = family_of(find_game(slug)).own_solver


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
