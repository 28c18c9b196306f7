"""Who answers the parts of a study: processes of this machine, or the workers of a Dask cluster."""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from threading import Lock
from time import perf_counter
from typing import NamedTuple

from longwood import __version__
from longwood.solver.spread import processes
from longwood.study import StudyStopped
from longwood.study.answers import answered, ready
from longwood.study.questions import Entry


class Task(NamedTuple):
    """A part to be answered."""

    entry: Entry
    first: int
    last: int

    @property
    def deals(self) -> int:
        """How many."""
        return self.last - self.first + 1


Answer = tuple[Task, bytes]
Workers = Callable[[Iterator[Task]], Iterator[Answer]]
"""What takes tasks one by one and gives their answers back in any order. Closing it ends the work."""


_ALONE = Lock()


def do(task: Task) -> tuple[str, bytes]:
    """What a worker does: the version that it is of, and its answer. One at a time, however many threads it has."""
    with _ALONE:
        return __version__, answered(task.entry, task.first, task.last)


class Done(NamedTuple):
    """What a worker of a cluster has done."""

    version: str
    answers: list[bytes]
    seconds: float


def do_some(tasks: list[Task]) -> Done:
    """What a worker of a cluster does: some parts one after the other, and how long they took together."""
    began = perf_counter()
    return Done(__version__, [do(task)[1] for task in tasks], perf_counter() - began)


def local(jobs: int) -> Workers:
    """Processes of this machine; one is this process itself."""
    return _here if jobs == 1 else lambda tasks: _processes(tasks, jobs)


def _here(tasks: Iterator[Task]) -> Iterator[Answer]:
    for task in tasks:
        yield task, do(task)[1]


def _processes(tasks: Iterator[Task], jobs: int) -> Iterator[Answer]:
    first = next(tasks, None)
    if first is None:
        return
    # Compiled here first, so that the processes load the kernels and do not all compile them at once.
    ready(first.entry)
    try:
        with processes(jobs, first.entry.game) as pool:
            under_way: dict[Future[tuple[str, bytes]], Task] = {pool.submit(do, first): first}
            while under_way:
                # A short queue: ending early then leaves little work behind.
                while len(under_way) < 2 * jobs and (task := next(tasks, None)):
                    under_way[pool.submit(do, task)] = task
                done, _ = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    yield under_way.pop(future), future.result()[1]
    except BrokenProcessPool:
        raise StudyStopped("A process was ended from outside, perhaps because memory ran out.") from None
