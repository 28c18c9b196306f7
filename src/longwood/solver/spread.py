"""Many deals over all cores: batches as they are decided, in any order. `csv_rows` keeps them in a file."""

import os
import signal
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from itertools import count, islice
from multiprocessing import active_children, get_context
from typing import Any

from longwood.core.game import AnyGame
from longwood.games import family_of
from longwood.notation import NotationError, find_game
from longwood.solver.many import ROOM, Asked, Batch, has_kernel, solved


def spread(game: AnyGame, deals: Iterable[Any], asked: Asked, jobs: int) -> Generator[tuple[int, Batch], None, None]:
    """Solve deals or positions by `jobs` at a time: batches with their numbers, as they are decided.

    Threads where kernels take a thousand deals at once and leave the interpreter alone meanwhile, processes elsewhere:
    replaying lines is Python.
    """
    family = family_of(game)
    # Compiled here first, so that others load the kernels and do not all compile them at once.
    _ = family.own_solver
    is_threaded = has_kernel(game, asked) or not _is_listed(game)
    # What is decided at once takes less time than the way to a worker and back: such deals travel in bundles.
    size = ROOM if has_kernel(game, asked) else 100 if family.is_exact else 1
    waiting = iter(deals)
    numbers = count()
    under_way: dict[Future[Batch], int] = {}
    with _ended(ThreadPoolExecutor(jobs)) if is_threaded else processes(jobs, game.slug) as pool:
        while True:
            # A short queue: ending early then leaves little work behind.
            while len(under_way) < 2 * jobs and (some := list(islice(waiting, size))):
                number = next(numbers)
                told = game if is_threaded else game.slug
                under_way[pool.submit(_part, told, some, asked, number * size)] = number
            if not under_way:
                return
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                yield under_way.pop(future), future.result()


def _is_listed(game: AnyGame) -> bool:
    """Whether another process finds the same game by its slug."""
    try:
        return find_game(game.slug) == game
    except NotationError:
        return False


def _part(game: AnyGame | str, deals: list[Any], asked: Asked, first: int) -> Batch:
    return solved(find_game(game) if isinstance(game, str) else game, deals, asked, first)


def processes(jobs: int, slug: str = "") -> AbstractContextManager[Executor]:
    """Processes that end with this one, ready to solve a game if one is named."""
    return _ended(ProcessPoolExecutor(jobs, get_context("spawn"), _start, (slug, os.getpid())))


@contextmanager
def _ended(pool: Executor) -> Iterator[Executor]:
    others = set(active_children())
    try:
        yield pool
    except BaseException:
        # Nobody waits for searches whose answers are not wanted any more.
        for worker in set(active_children()) - others:
            worker.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start(slug: str, parent: int) -> None:
    # Ctrl-C is for the parent, which then ends the pool. A parent that was killed cannot: the worker looks out for it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()
    if slug:
        _ = family_of(find_game(slug)).own_solver


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
