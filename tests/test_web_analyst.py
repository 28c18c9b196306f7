"""The queue before the analyst and its addresses; what needs a worker's answer is in test_web_analyst_answers.py."""

import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO

import msgspec
import pytest

from longwood.web.analyst.pool import BUSY, CLOSED, REPLACED, NoAnswer, Pool
from longwood.web.analyst.wins import Wins
from longwood.web.analyst.wire import (
    Done,
    Event,
    Progress,
    Question,
    Win,
    line_of,
    raw,
    read_from_worker,
    read_to_worker,
)
from longwood.web.analyst.worker import Inbox, Outbox, answer
from test_web_serve import ENVIRONMENT
from web_client import Client


class Heard(list[Event]):
    """What was told about a question."""

    def __call__(self, event: Event) -> None:
        self.append(event)

    @property
    def end(self) -> str:
        """How it ended: a sentence, or nothing if it was answered."""
        assert self[-1].is_last, self
        assert not any(event.is_last for event in self[:-1])
        return str(msgspec.json.decode(self[-1].data).get("error", ""))


@pytest.fixture
def pool() -> Iterator[Pool]:
    """A pool whose workers are still getting ready, so that every question waits."""
    pool = Pool(most_waiting=3)
    yield pool
    pool.close()


def test_a_full_queue_refuses_in_a_sentence(pool: Pool) -> None:
    listeners = [Heard() for _ in range(3)]
    for number, listener in enumerate(listeners):
        pool.ask("hint", f"elevator.{number}", listener)
    with pytest.raises(NoAnswer, match=BUSY):
        pool.ask("hint", "elevator.9", Heard())
    assert [event.name for listener in listeners for event in listener[:1]] == ["waiting"] * 3
    assert b"getting ready" in bytes(listeners[0][0].data)
    pool.close()
    assert [listener.end for listener in listeners] == [CLOSED] * 3
    with pytest.raises(NoAnswer, match=CLOSED):
        pool.ask("hint", "elevator.9", Heard())


def test_a_newer_question_of_the_same_page_and_kind_takes_the_place_of_the_older(pool: Pool) -> None:
    old, other_kind, other_page, new = [Heard() for _ in range(4)]
    pool.ask("hint", "elevator.1", old, page="a")
    pool.ask("verdict", "elevator.1", other_kind, page="a")
    pool.ask("hint", "elevator.1", other_page, page="b")
    # The queue is full, and still there is room for what takes another's place.
    pool.ask("hint", "elevator.1/s-w", new, page="a")
    assert old.end == REPLACED
    assert [pending.question.record for pending in pool.waiting] == ["elevator.1", "elevator.1", "elevator.1/s-w"]
    assert not any(event.is_last for event in [*other_kind, *other_page, *new])


def test_whoever_leaves_makes_room(pool: Pool) -> None:
    listener = Heard()
    question = pool.ask("report", "elevator.1", listener)
    pool.cancel(question)
    pool.cancel(question)
    assert pool.waiting == []
    assert listener.end == ""


def test_quick_questions_come_before_long_ones(pool: Pool) -> None:
    for kind in ("report", "hint", "verdict"):
        pool.ask(kind, "elevator.1", Heard())
    order = [pool.queue.next([], 2) for _ in range(3)]
    assert [pending.question.kind for pending in order if pending] == ["hint", "verdict", "report"]


def test_workers_that_cannot_be_started_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool()
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(NoAnswer, match="not available"):
        pool.ask("hint", "elevator.1", Heard())
    assert pool.state.state == "unavailable"
    client = Client(pool=pool)
    answer = client.get("/api/hint/elevator.1")
    assert answer.status == 503
    assert answer.json["error"].startswith("The analyst is not available")
    # The table does not need it.
    assert client.position("elevator.1")["moves"]


def test_wins_are_kept_for_every_position_along_them() -> None:
    wins = Wins(most=5)
    wins.remember("g.1/a", ["b", "c", "d"])
    assert wins.rest("g.1/a") == ["b", "c", "d"]
    assert wins.rest("g.1/a/b/c") == ["d"]
    assert wins.rest("g.1") == wins.rest("g.1/a/b/c/d") == []
    wins.remember("g.1/a", ["x", "y"], skip=1)
    assert wins.rest("g.1/a") == ["b", "c", "d"]
    assert wins.rest("g.1/a/x") == ["y"]
    wins.remember("g.2", ["p", "q"])
    assert len(wins) == 5
    assert wins.rest("g.1/a") == []


def test_messages_are_read_as_they_were_written() -> None:
    ask = Question(3, "hint", "wood.1", {"kind": "fair"}, ["s-w"])
    told = Event(3, "hint", raw({"rank": 0}), [Win("wood.1", ["s-w"], 1)], 7)
    assert read_to_worker(line_of(ask)) == ask
    assert read_from_worker(line_of(told)) == told
    assert read_from_worker(line_of(Done(3, "No."))) == Done(3, "No.")
    assert all(line_of(message).count(b"\n") == 1 for message in (ask, told))


def test_a_worker_says_that_a_long_search_gets_on() -> None:
    pipe = BytesIO()
    answer(Question(3, "winnable", "elevator", {"seed": "4", "level": "4"}), Inbox(BytesIO()), Outbox(pipe))
    *steps, found, done = [read_from_worker(line) for line in pipe.getvalue().splitlines()]
    assert steps
    assert set(steps) == {Progress(3)}
    assert isinstance(found, Event)
    assert done == Done(3)


def test_a_search_that_gets_on_is_not_stuck(pool: Pool) -> None:
    pending = pool.ask("daily", "elevator.1", Heard())
    (worker,) = pool.workers
    pool.queue.waiting.remove(pending)
    worker.pending = pending
    worker.heard = pending.heard = 0.0
    pool._heard(worker, Progress(pending.question.id))
    assert pending.heard == worker.heard > 0
    assert worker.pending is pending


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/api/hint/elevator.1?kind=best", '"best" is not a kind of hint'),
        ("/api/hint/elevator.1/a1-w", "Move 1, a1-w, is not legal"),
        ("/api/verdict/solitaire.1", 'There is no game "solitaire"'),
        ("/api/chances/elevator", '"elevator" is not a deal'),
        ("/api/par/elevator.x", '"x" is not a deal number'),
        ("/api/deal/elevator", '"elevator" is not a deal'),
        ("/api/winnable/elevator?level=5", '"5" is not a level: they go from 1 to 4.'),
        ("/api/winnable/elevator?seed=-1", '"-1" is not a seed'),
        ("/api/winnable/elevater", 'There is no game "elevater": did you mean elevator?'),
        ("/api/daily/elevator?date=16.11.2026", '"16.11.2026" is not a date: write it as in 2026-11-16.'),
        ("/api/daily/elevator?date=2026-02-30", '"2026-02-30" is not a date'),
        ("/api/daily/elevator", '"" is not a date'),
        ("/api/hint/elevator.1?page=%C3%A4", "A page names itself by up to 40 letters, digits and hyphens."),
        ("/api/review/forty-thieves.1" + "/t1-t5/t5-t1" * 600, "This game has 1200 moves; a report takes 1000"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(path: str, sentence: str) -> None:
    client = Client()
    if "t1-t5" in path:
        # A deal in which a card can go back and forth.
        path = path.replace("forty-thieves.1", "forty-thieves." + back_and_forth())
    answer = client.get(path)
    assert answer.status == 400
    assert answer.json["error"].startswith(sentence)
    assert client.pool.state.state == "idle", "no worker is started for that"


def back_and_forth() -> str:
    from longwood import GAMES, Deal, Session, parse_move

    game = GAMES["forty-thieves"]
    for number in range(1, 5000):
        session = Session(game, Deal(number))
        if parse_move(game, "t1-t5") in session.moves:
            session.play("t1-t5")
            if parse_move(game, "t5-t1") in session.moves:
                return str(number)
    raise AssertionError("no such deal")


def test_a_busy_analyst_answers_503() -> None:
    pool = Pool(most_waiting=0)
    try:
        for path in ("/api/hint/elevator.1", "/api/par/elevator.1"):
            answer = Client(pool=pool).get(path)
            assert (answer.status, answer.json) == (503, {"error": BUSY})
            assert answer.headers["cache-control"] == "no-store"
    finally:
        pool.close()


def test_the_server_imports_neither_numba_nor_the_solver_when_it_asks() -> None:
    code = """
import sys
from longwood.web.analyst.pool import Pool
from longwood.web.app import create_app
pool = Pool()
create_app(pool=pool)
pool.ask("hint", "elevator.1", print)
pool.close()
sys.exit(bool({"numba", "numpy", "longwood.solver", "longwood.advice"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], check=False, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    assert done.returncode == 0
