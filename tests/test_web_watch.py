"""The watch over the workers: whoever is dead or stuck is replaced, whether or not anyone waits for an answer."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from browser.lines import won_lines
from longwood.web.analyst.pool import GAVE_UP, Patience, Pool
from longwood.web.analyst.worker import SIGN_OF_LIFE
from test_web_analyst import Heard
from test_web_analyst_answers import HANGING, Asked, ask, busy_with

pytestmark = pytest.mark.slow

# Long enough for a sign of life on a busy machine.
SILENCE = 4 * SIGN_OF_LIFE
LONG = won_lines()["forty-thieves"]


def wait_until(is_so: Callable[[], object]) -> None:
    for _ in range(HANGING * 20):
        if is_so():
            return
        threading.Event().wait(0.05)
    raise AssertionError("this never happens")


@contextmanager
def pool_of(size: int = 2, **patience: float) -> Iterator[Pool]:
    pool = Pool(size=size, patience=Patience(tick=0.05, **patience))
    try:
        yield pool
    finally:
        pool.close()


def all_ready(pool: Pool) -> None:
    pool.start()
    wait_until(lambda: pool.state.workers == pool.size)


def test_a_stopped_worker_is_replaced_after_its_asker_has_left() -> None:
    with pool_of(silence=SILENCE) as pool:
        all_ready(pool)
        asked = Asked(pool, "report", LONG)
        stopped = busy_with(pool, asked)
        os.kill(stopped, signal.SIGSTOP)
        pool.cancel(asked.pending)
        wait_until(lambda: stopped not in [worker.process.pid for worker in pool.workers])
        all_ready(pool)
        assert ask(pool, "verdict", "elevator.1")


def test_a_stopped_worker_with_nothing_to_do_is_replaced() -> None:
    with pool_of(silence=SILENCE) as pool:
        all_ready(pool)
        for worker in [*pool.workers]:
            os.kill(worker.process.pid, signal.SIGSTOP)
        assert ask(pool, "verdict", "elevator.1")


def test_one_that_does_not_turn_away_is_replaced_if_somebody_waits() -> None:
    with pool_of(stop=0.5) as pool:
        all_ready(pool)
        old = [Asked(pool, "report", LONG), Asked(pool, "verdict", "terrace.1")]
        wait_until(lambda: all(worker.pending for worker in pool.workers))
        for worker in pool.workers:
            os.kill(worker.process.pid, signal.SIGSTOP)
        for each in old:
            pool.cancel(each.pending)
        assert ask(pool, "verdict", "elevator.1")


def test_one_that_lives_but_gets_no_further_is_replaced() -> None:
    with pool_of(step=0.0) as pool:
        # Whatever takes longer than from one look to the next is taken for stuck, also the second time.
        assert Asked(pool, "report", LONG).error() == GAVE_UP


def test_starts_that_fail_are_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with pool_of(pause=0.05, longest_pause=0.1) as pool:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "executable", "/no/such/python")
            pool.start()
            assert pool.state.state == "unavailable"
            wait_until(lambda: pool.tally.events["failed start"] > 5)
            assert pool.state.state == "unavailable"
        all_ready(pool)
        assert ask(pool, "verdict", "elevator.1")


def test_deaths_during_the_start_do_not_end_it_for_good() -> None:
    with pool_of(pause=0.5) as pool:
        listener = Heard()
        pool.ask("hint", "elevator.1", listener)
        killed: set[int] = set()
        while pool.state.state != "unavailable":
            for worker in [*pool.workers]:
                if worker.process.pid not in killed:
                    killed.add(worker.process.pid)
                    os.kill(worker.process.pid, signal.SIGKILL)
            threading.Event().wait(0.01)
        assert len(killed) >= 3
        assert "will try again by itself" in listener.end
        all_ready(pool)
        assert ask(pool, "verdict", "elevator.1")


def test_one_that_is_stopped_while_it_starts_is_replaced() -> None:
    with pool_of(start=SILENCE) as pool:
        pool.start()
        stopped = pool.workers[0].process.pid
        os.kill(stopped, signal.SIGSTOP)
        wait_until(lambda: stopped not in [worker.process.pid for worker in pool.workers])
        all_ready(pool)


def test_a_client_that_holds_all_workers_makes_room_for_another() -> None:
    with pool_of(room=0.2, stop=0.5) as pool:
        all_ready(pool)
        flood = [Asked(pool, "verdict", f"terrace.{n}", search="longer") for n in range(8)]
        wait_until(lambda: all(worker.pending for worker in pool.workers))
        other = Heard()
        pool.ask("verdict", "elevator.1", other, client="b")
        wait_until(lambda: other and other[-1].is_last)
        assert other.end == ""
        assert not all(each.ended.is_set() for each in flood), "it did not wait for all the others"
        assert pool.tally.events["set back"] <= 1
        for each in flood:
            pool.cancel(each.pending)


def test_the_watch_ends_with_the_pool() -> None:
    others = {*threading.enumerate()}
    with pool_of() as pool:
        pool.start()
        mine = {*threading.enumerate()} - others
        assert len(mine) == 2, "one watches, one listens to the worker"
    wait_until(lambda: not mine & {*threading.enumerate()})
