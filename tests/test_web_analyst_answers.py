"""The analyst's workers: right answers, nothing hidden told, nobody left hanging."""

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from browser.lines import won_lines
from families import change_family
from longwood import GAMES, Deal, Session, parse_move
from longwood.core.cards import cards_text
from longwood.notation import move_text
from longwood.web.analyst import tasks
from longwood.web.analyst.pool import GAVE_UP, Pool
from longwood.web.analyst.questions import Pending
from longwood.web.analyst.wire import Event, Question
from test_web_serve import running
from web_client import Client

pytestmark = pytest.mark.slow

# Longer than any answer takes on the slowest machine: only a question that is left hanging waits for it.
HANGING = 300


class Asked:
    """A question, what is told about it, and a way to wait."""

    def __init__(self, pool: Pool, kind: str, record: str, /, page: str = "", **options: str) -> None:
        self.events: list[Event] = []
        self.first = threading.Event()
        self.ended = threading.Event()
        self.pending: Pending = pool.ask(kind, record, self._on_event, options, page)

    def _on_event(self, event: Event) -> None:
        self.events.append(event)
        if event.name != "waiting":
            self.first.set()
        if event.is_last:
            self.ended.set()

    def answers(self) -> list[Any]:
        """All steps, once it is over."""
        assert self.ended.wait(HANGING), "the question is left hanging"
        assert self.events[-1].name == "end", self.events[-1]
        return [msgspec.json.decode(event.data) for event in self.events if event.name not in ("waiting", "end")]

    def error(self) -> str:
        assert self.ended.wait(HANGING), "the question is left hanging"
        return str(msgspec.json.decode(self.events[-1].data).get("error"))


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    pool = Pool(size=2)
    yield pool
    pool.close()


def ask(pool: Pool, kind: str, record: str, /, **options: str) -> list[Any]:
    return Asked(pool, kind, record, **options).answers()


def busy_with(pool: Pool, asked: Asked) -> int:
    """The process that works on a question."""
    assert asked.first.wait(HANGING)
    return next(worker.process.pid for worker in pool.workers if worker.pending is asked.pending)


@pytest.mark.parametrize("slug", ["quatorze", "triple-peaks", "elevator", "terrace"])
def test_following_all_seeing_hints_wins(pool: Pool, slug: str) -> None:
    # Terrace's lines are long, and its fifth deal is easy.
    deal = "terrace.5" if slug == "terrace" else ask(pool, "winnable", slug, seed="7")[0]["deal"]
    session = Session.from_record(deal)
    while not session.is_won:
        asked = Asked(pool, "hint", str(session.record), kind="all-seeing")
        assert asked.first.wait(HANGING)
        pool.cancel(asked.pending)
        hint = msgspec.json.decode(next(event.data for event in asked.events if event.name == "hint"))
        assert hint["line"][0] == hint["move"]["text"]
        assert f" in {len(hint['line'])} move" in hint["why"]
        session.play(hint["move"]["text"])
        assert len(session.acts) < 400


def test_who_asks_again_gets_a_longer_search(monkeypatch: pytest.MonkeyPatch) -> None:
    # Budgets in which nothing can be decided: each of them is tried.
    change_family(monkeypatch, "forty-thieves", budgets=(1, 2, 3, 4))

    def spent(**options: str) -> list[int]:
        told = tasks.steps(Question(1, "verdict", "forty-thieves.1", options), tasks.Helpers(lambda _: None, tuple))
        return [msgspec.json.decode(each.data)["nodes"] for each in told if isinstance(each, Event)]

    assert spent() == [1, 2, 3]
    assert spent(search="longer") == [1, 2, 3, 4]


def test_the_verdict_gives_no_line_away(pool: Pool) -> None:
    record = won_lines()["elevator"].partition("/")[0]
    found = ask(pool, "verdict", record)
    assert [set(answer) for answer in found] == [{"verdict", "nodes", "words"}]
    assert found[0]["verdict"] == "won"
    assert ask(pool, "verdict", "elevator.1" + "/s-w" * 24)[-1]["verdict"] == "lost"


@pytest.mark.parametrize("slug", ["elevator", "triple-peaks", "quatorze", "forty-thieves", "signora"])
def test_fair_answers_do_not_know_what_is_hidden(pool: Pool, slug: str) -> None:
    """Two tables that look the same get the same answers, word for word, and none names a card that lies face down."""
    game = GAMES[slug]
    deck = Deal(3).deck(game.decks)
    start = game.start(Deal(3))
    hidden = sorted(card for pile, count in game.unseen(start).items() for card in start.piles[pile][:count])
    # The same deck with the cards that nobody sees turned round among themselves.
    order = iter(hidden)
    places = unseen_places(slug)
    other = tuple([next(order) if i in places else card for i, card in enumerate(deck)])
    assert other != deck
    for kind in ("hint", "chances"):
        told = [ask(pool, kind, f"{slug}:{cards_text(cards)}") for cards in (deck, other)]
        assert told[0] == told[1]
        assert all(not answer.get("line") for answer in told[0])


def unseen_places(slug: str) -> set[int]:
    """Where in the deck the cards lie that nobody sees after the deal: found out by dealing marked decks."""
    game = GAMES[slug]
    deck = Deal(3).deck(game.decks)
    seen = set()
    start = game.start(Deal(given=(deck,)))
    unseen = game.unseen(start)
    for i in range(len(deck)):
        # Exchanging two cards changes what is seen unless both are hidden; the last card dealt is in the stock.
        swapped = list(deck)
        j = len(deck) - 1 if i < len(deck) - 1 else len(deck) - 2
        swapped[i], swapped[j] = swapped[j], swapped[i]
        after = game.start(Deal(given=(tuple(swapped),)))
        if any(a != b for n, (a, b) in enumerate(zip(start.piles, after.piles)) if n not in unseen):
            seen.add(i)
    return set(range(len(deck))) - seen


def test_the_same_question_gets_the_same_answer(pool: Pool) -> None:
    record = "forty-thieves.3/s-w"
    first = ask(pool, "hint", record, kind="fair")
    assert [hint["rank"] for hint in first] == list(range(len(first)))
    assert ask(pool, "hint", record, kind="fair") == first
    for kind, slug, options in (
        ("winnable", "quatorze", {"seed": "5", "level": "2"}),
        ("daily", "elevator", {"date": "2026-11-16"}),
    ):
        assert ask(pool, kind, slug, **options) == ask(pool, kind, slug, **options)


def test_every_hint_is_a_legal_move_and_no_two_are_alike(pool: Pool) -> None:
    session = Session.from_record("terrace.1")
    moves = [hint["move"]["text"] for hint in ask(pool, "hint", "terrace.1")]
    assert set(moves) <= {move_text(session.game, m) for m in session.moves}
    after = [session.game.key(session.game.play(session.position, parse_move(session.game, m))) for m in moves]
    assert len(set(after)) == len(after) > 1


def test_chances_get_better(pool: Pool) -> None:
    found = ask(pool, "chances", "triple-peaks.4")
    worlds = [sum([answer["share"][name] for name in ("won", "lost", "unknown")]) for answer in found]
    assert worlds == sorted(worlds)
    assert len(set(worlds)) > 1
    assert all(answer["moves"] for answer in found)


@pytest.mark.slow
def test_the_steps_of_a_report_are_whole_and_told_once() -> None:
    record = "triple-peaks.11/d7-w/s-w/s-w/s-w/d5-w"
    told: dict[str, list[Any]] = {}
    for step in tasks.steps(Question(1, "report", record, {}), tasks.Helpers(lambda _: None, tuple)):
        if isinstance(step, Event):
            told.setdefault(step.name, []).append(msgspec.json.decode(step.data))
    assert [found["number"] for found in told["chance"]] == list(range(6))
    first, *_, last = told["summary"]
    assert (first["account"], first["words"]) == (None, "")
    found = last["account"]
    assert found["dealt"] + found["skill"] + found["luck"] == pytest.approx(found["result"], abs=1e-9)
    assert found["result"] == pytest.approx(told["chance"][-1]["win"]["value"], abs=1e-6)
    assert sum(found["lucks"]) == pytest.approx(found["luck"])
    assert sum([each["skill"] for each in told["chance"]]) == pytest.approx(found["skill"])
    assert last["words"].startswith("You were dealt a")


@pytest.mark.slow
def test_what_a_helper_weighed_is_as_good() -> None:
    record = "elevator.6/s-w/s-w"
    question = Question(1, "weigh", record, {"numbers": "0,1,2"})
    data = [
        step.data for step in tasks.steps(question, tasks.Helpers(lambda _: None, tuple)) if isinstance(step, Event)
    ]

    def summary(helped: list[msgspec.Raw]) -> Any:
        helpers = tasks.Helpers(lambda _: None, lambda: helped)
        steps = [step for step in tasks.steps(Question(1, "report", record, {}), helpers) if isinstance(step, Event)]
        return msgspec.json.decode(steps[-1].data)

    assert summary(data) == summary([])


def test_a_report_is_shared_among_the_workers_and_complete(pool: Pool) -> None:
    record = "triple-peaks.4/d4-w/s-w/d1-w/d3-w/d2-w/s-w/s-w/s-w/s-w/s-w/s-w/s-w/s-w"
    acts = record.count("/")
    asked = Asked(pool, "report", record)
    asked.answers()
    told: dict[str, list[Any]] = {}
    for event in asked.events:
        told.setdefault(event.name, []).append(msgspec.json.decode(event.data))
    # The worst acts are told a second time, weighed against the best move.
    assert {found["number"] for found in told["chance"]} == set(range(acts + 1))
    assert {found["number"] for found in told["verdict"]} == set(range(acts + 1))
    assert told["par"][0]["reached"] == Session.from_record(record).score
    assert told["summary"][-1]["acts"] == acts
    for mark in told["mark"]:
        session = Session.from_record("/".join(record.split("/")[: mark["number"] + 1]))
        for m in mark["line"]:
            session.play(m)
        assert session.is_won or not mark["line"]


def test_a_worker_that_dies_is_replaced_and_its_question_answered(pool: Pool) -> None:
    record = "/".join(won_lines()["forty-thieves"].split("/")[:60])
    asked = Asked(pool, "report", record)
    os.kill(busy_with(pool, asked), signal.SIGKILL)
    assert asked.answers()
    assert ask(pool, "verdict", "elevator.1")


def test_a_question_that_kills_two_workers_is_refused(pool: Pool) -> None:
    record = "/".join(won_lines()["forty-thieves"].split("/")[:60])
    asked = Asked(pool, "report", record)
    first = busy_with(pool, asked)
    os.kill(first, signal.SIGKILL)
    while not asked.ended.is_set():
        for worker in [*pool.workers]:
            if worker.pending is asked.pending and worker.process.pid != first:
                worker.end()
        asked.ended.wait(0.05)
    assert asked.error() == GAVE_UP
    assert ask(pool, "verdict", "elevator.1")


def test_an_answer_that_nobody_waits_for_is_broken_off(pool: Pool) -> None:
    record = won_lines()["forty-thieves"]
    asked = Asked(pool, "report", record)
    assert asked.first.wait(HANGING)
    pool.cancel(asked.pending)
    assert ask(pool, "verdict", "elevator.1")
    # Whoever was busy with it is free again, long before it would have been done.
    while any(worker.pending for worker in pool.workers):
        threading.Event().wait(0.02)
    chances = [event for event in asked.events if event.name == "chance"]
    assert len(chances) < record.count("/")


def test_a_newer_question_stops_one_that_is_being_answered(pool: Pool) -> None:
    record = won_lines()["forty-thieves"]
    old = Asked(pool, "report", record, page="p")
    assert old.first.wait(HANGING)
    new = Asked(pool, "report", "elevator.1/s-w", page="p")
    assert old.error() == "A newer question replaced this one."
    assert new.answers()


def test_streams_and_single_answers(pool: Pool) -> None:
    client = Client(pool=pool)
    events = client.events("/api/verdict/elevator.1?page=test")
    assert [name for name, _ in events if name != "waiting"] == ["verdict", "end"]
    assert client.get("/api/par/elevator.1").json["is_proven"] is True
    deal = client.get("/api/winnable/elevator?seed=1").json
    assert deal["deal"].startswith("elevator.")
    assert deal["difficulty"]["level"] in range(1, 5)
    assert client.get(f"/api/deal/{deal['deal']}").json == deal
    assert client.get("/api/analyst").json["state"] == "ready"
    name, data = client.events("/api/hint/elevator.1" + "/s-w" * 24 + "/g1-w/g5-w")[0]
    assert (name, data["move"]) == ("hint", None)
    assert data["why"] == "No moves left: undo, restart or take a new deal."


def command_of(process: int) -> str:
    """What a process was started with; nothing of one that has ended, even while nobody has asked how it ended."""
    if Path("/proc/self/cmdline").exists():
        try:
            return Path(f"/proc/{process}/cmdline").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return ""
    return subprocess.run(["ps", "-o", "args=", "-p", str(process)], capture_output=True, text=True, check=False).stdout


def test_workers_leave_when_the_server_is_killed() -> None:
    code = """
import sys, time
from longwood.web.analyst.pool import Pool
pool = Pool()
pool.start()
print(pool.workers[0].process.pid, flush=True)
time.sleep(600)
"""
    with running("-c", code) as process:
        assert process.stdout
        worker = int(process.stdout.readline())
        assert "analyst" in command_of(worker)
        process.kill()
    while "analyst" in command_of(worker):
        threading.Event().wait(0.05)
