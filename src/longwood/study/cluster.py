"""A Dask cluster as the workers of a study. The scheduler gives the parts of workers that die to others."""

import logging
import re
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from math import ceil
from typing import Any

from longwood import __version__
from longwood.core.words import shorten
from longwood.study import StudyError, StudyStopped
from longwood.study.answers import ready
from longwood.study.extra import distributed
from longwood.study.workers import Answer, Done, Task, Workers, do_some

LOCAL = "local"
CONNECT = 20
"""Seconds to wait for a scheduler."""
LEAST = 1.0
"""Seconds of work that a task should have at least: several parts make one task where parts are quick."""
MOST_PARTS = 1000
ALONE = 300.0
"""Seconds to wait for a first worker, or for another one when all are gone."""


def dask(address: str, jobs: int) -> Workers:
    """The workers of a cluster; the address `local` starts one with `jobs` workers on this machine."""
    if address != LOCAL and not re.fullmatch(r"([a-z]+://)?(\[[0-9a-fA-F:]+\]|[\w.-]+):[0-9]{1,5}", address):
        raise StudyError(f'"{shorten(address)}" is not the address of a scheduler: write tcp://HOST:8786.')
    return lambda tasks: _answers(tasks, address, jobs)


def _answers(tasks: Iterator[Task], address: str, jobs: int) -> Iterator[Answer]:
    first = next(tasks, None)
    if first is None:
        return
    _quiet()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about ports and dashboards, which are nobody's business here
        cluster = _started(first, jobs) if address == LOCAL else None
        try:
            client = _client(address if cluster is None else cluster.scheduler_address)
            try:
                yield from Rounds(client, first, tasks).answers()
            finally:
                client.close(timeout=2)
        finally:
            if cluster is not None:
                cluster.close(timeout=5)


def _quiet() -> None:
    """What goes wrong is said in a sentence of ours, and not in Dask's log."""
    _ = distributed.Client  # importing it sets the levels
    for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _started(first: Task, jobs: int) -> Any:
    # Compiled here first, so that the workers load the kernels and do not all compile them at once.
    ready(first.entry)
    return distributed.LocalCluster(
        n_workers=jobs,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
    )


def _client(address: str) -> Any:
    try:
        return distributed.Client(address, timeout=CONNECT)
    except (OSError, ValueError):  # of a host that is not there, or a protocol that nobody speaks
        raise StudyStopped(f"No Dask scheduler can be reached at {shorten(address)}.") from None


@contextmanager
def _as_vanished() -> Iterator[None]:
    """Whatever a connection that breaks in the middle of a question raises, it means one thing."""
    try:
        yield
    except (distributed.client.FutureCancelledError, OSError):
        raise StudyStopped("The cluster has vanished.") from None


class Rounds:
    """Parts sent out and answers fetched, until none is left."""

    def __init__(self, client: Any, first: Task, tasks: Iterator[Task]) -> None:
        self.client = client
        self.tasks = tasks
        self.under_way: dict[Any, list[Task]] = {}
        self.waiting: list[Task] = [first]
        self.pace = Pace()
        self.alone_since = time.monotonic()

    def answers(self) -> Iterator[Answer]:
        """The answers as they come."""
        while self._send():
            for future in self._done():
                yield from self._answered(future)

    def _done(self) -> set[Any]:
        """What has come within a second."""
        with _as_vanished():
            try:
                done: set[Any] = distributed.wait(list(self.under_way), timeout=1, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                done = set()
            self._check_company()
        return done

    def _send(self) -> bool:
        """Keep all workers busy and the queue short; False if there is nothing under way any more."""
        with _as_vanished():
            threads = sum(self.client.nthreads().values()) if self._is_connected() else 0
        while len(self.under_way) < 2 * threads + 2:
            some = [self.waiting.pop()] if self.waiting else list(islice(self.tasks, self.pace.parts))
            if not some:
                break
            # Answers are sent once: a key of their own, and none that the scheduler remembers.
            with _as_vanished():
                self.under_way[self.client.submit(do_some, some, pure=False)] = some
        return bool(self.under_way)

    def _is_connected(self) -> bool:
        if self.client.status != "running":
            raise StudyStopped("The cluster has vanished.")
        return True

    def _check_company(self) -> None:
        """Somebody is there to do the work, or has not been away for long."""
        self._is_connected()
        if self.client.nthreads():
            self.alone_since = time.monotonic()
        elif time.monotonic() - self.alone_since > ALONE:
            raise StudyStopped("The cluster has no workers.")

    def _answered(self, future: Any) -> Iterator[Answer]:
        some = self.under_way.pop(future)
        try:
            with _as_vanished():
                done: Done = future.result(timeout=60)
        except StudyError:
            raise
        except distributed.KilledWorker:
            raise StudyStopped(
                f"Deals {some[0].first:,} to {some[-1].last:,} of {some[0].entry.game} have ended several workers one "
                "after the other, perhaps because memory ran out."
            ) from None
        except (ImportError, AttributeError) as error:
            raise StudyStopped(f"The workers lack this version of Longwood ({shorten(str(error))}).") from None
        if done.version != __version__:
            raise StudyStopped(f"A worker has Longwood {shorten(done.version)}, and this is {__version__}.")
        self.pace.note(len(some), done.seconds)
        yield from zip(some, done.answers, strict=True)


class Pace:
    """How long a part takes here, and so how many make a task."""

    def __init__(self) -> None:
        self.seconds: float | None = None

    def note(self, parts: int, seconds: float) -> None:
        """Some parts have taken so long together. The first ones of a worker take longer: it loads what it needs."""
        each = seconds / parts
        self.seconds = each if self.seconds is None else 0.5 * self.seconds + 0.5 * each

    @property
    def parts(self) -> int:
        """How many parts the next task has; one until the first answer is there."""
        if self.seconds is None:
            return 1
        return min(ceil(LEAST / max(self.seconds, LEAST / MOST_PARTS)), MOST_PARTS)
