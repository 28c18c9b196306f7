"""Finished games are analysed while nobody asks anything: with a real pool, and a server that is killed."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event as Signal

import msgspec
import pytest

from docs import ROOT
from journals import entry, many_entries, some_records, won_record
from longwood import __version__
from longwood.journal.accounts import is_won_by_analyst
from longwood.journal.analyses import waiting
from longwood.journal.entries import Entry
from longwood.journal.schema import ANALYSES
from longwood.journal.store import Journal
from longwood.web.analyst.pool import Pool
from longwood.web.analyst.tasks import Helpers, steps
from longwood.web.analyst.wire import Event, Question
from longwood.web.journal import background as module
from longwood.web.journal.background import MOST_TRIES, Background, Pace
from longwood.web.journal.keeper import Keeper

pytestmark = pytest.mark.solver

EAGER = Pace(tick=0.02, quiet=0.0, look=0.2)
SECONDS = 120


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    pool = Pool(2)
    pool.start()
    until(lambda: pool.state.state == "ready" and pool.state.workers == 2)
    yield pool
    pool.close()


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    keeper = Keeper(str(tmp_path / "journal.sqlite"))
    yield keeper
    keeper.close()


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def rows(path: Path) -> list[tuple[str, str, float | None, int]]:
    """What is kept, in the order in which it was made."""
    connection = sqlite3.connect(path, timeout=10)
    asked = "SELECT entry, version, accuracy, analysed FROM analyses ORDER BY rowid"
    found = connection.execute(asked).fetchall()
    connection.close()
    return found


def test_the_newest_games_are_analysed_once(pool: Pool, keeper: Keeper) -> None:
    journal = keeper.open()
    player = journal.player()
    journal.add(player, many_entries(6, [won_record(), *some_records("elevator", 2)]))
    background = Background(pool, keeper, Pace(tick=0.02, quiet=0.0, look=0.2, newest=4))
    background.start()
    try:
        until(lambda: not waiting(journal, player, newest=4))
        found = rows(Path(keeper.where))
        assert [(id, version) for id, version, _, _ in found] == [
            (f"entry-{number:06}", __version__) for number in (5, 4, 3, 2)
        ]
        # A game that is finished now is next, and the others are left as they are.
        journal.add(player, [entry(won_record(), id="entry-now", started=1_800_000_000_000, ended=1_800_000_100_000)])
        background.saw(player)
        until(lambda: len(rows(Path(keeper.where))) == 5)
        assert rows(Path(keeper.where))[:4] == found
        assert rows(Path(keeper.where))[4][0] == "entry-now"
    finally:
        background.close()


def test_whoever_asks_comes_first(pool: Pool, keeper: Keeper) -> None:
    journal = keeper.open()
    player = journal.player()
    journal.add(player, [entry(some_records("quatorze", 1)[0], ending="stuck", ended=1_800_000_100_000)])
    background = Background(pool, keeper, EAGER)
    background.start()
    try:
        for number in range(1, 4):
            # Questions at odd moments stop it again and again, and are answered; then it goes on.
            until(lambda: any(w.pending and w.pending.is_aside for w in pool.workers) or not waiting(journal, player))
            assert asked(pool, f"elevator.{number}/s-w") == 1
        until(lambda: not waiting(journal, player))
        ((id, _, _, _),) = rows(Path(keeper.where))
        assert id == "entry-00001"
    finally:
        background.close()


def asked(pool: Pool, record: str) -> int:
    heard: list[Event] = []
    is_over = Signal()

    def on_event(event: Event) -> None:
        heard.append(event)
        if event.is_last:
            is_over.set()

    pool.ask("hint", record, on_event, {"kind": "fair"}, client="somebody")
    # What ran aside was stopped before anybody had to wait for it.
    assert not any(w.pending and w.pending.is_aside and not w.pending.is_over for w in pool.workers)
    assert is_over.wait(SECONDS)
    assert heard[-1].name == "end"
    assert any(event.name == "hint" for event in heard)
    return 1


def test_nothing_is_asked_while_somebody_waits(pool: Pool) -> None:
    heard: list[Event] = []
    assert pool.ask_aside("weigh", "elevator.1", heard.append, {"numbers": "0"}, quiet=3600.0) is None
    first = pool.ask_aside("fairly", "wood.1", heard.append, {}, quiet=0.0)
    assert first
    # One at a time, whatever else the other worker could do.
    assert pool.ask_aside("weigh", "elevator.1", heard.append, {"numbers": "0"}, quiet=0.0) is None
    pool.cancel(first)
    until(lambda: not any(w.pending for w in pool.workers))


def test_what_takes_too_long_or_breaks_is_left_alone(pool: Pool, keeper: Keeper) -> None:
    journal = keeper.open()
    player = journal.player()
    journal.add(player, [entry(won_record(), ended=1_700_000_100_000)])
    background = Background(pool, keeper, Pace(tick=0.02, quiet=0.0, longest=0.0))
    background.start()
    try:
        until(lambda: not waiting(journal, player))
    finally:
        background.close()
    assert [(id, accuracy) for id, _, accuracy, _ in rows(Path(keeper.where))] == [("entry-00001", None)]
    (game,) = journal.games(player)
    assert game.chance is None


def test_a_record_that_cannot_be_read_stops_nothing(pool: Pool, keeper: Keeper) -> None:
    journal = keeper.open()
    player = journal.player()
    journal.add(player, many_entries(2, [won_record()]))
    with journal.connection() as connection:
        connection.exec_driver_sql("UPDATE entries SET record = 'no-such-game.1' WHERE id = 'entry-000001'")
    background = Background(pool, keeper, EAGER)
    background.start()
    try:
        until(lambda: not waiting(journal, player))
    finally:
        background.close()
    found = [(id, accuracy is None) for id, _, accuracy, _ in rows(Path(keeper.where))]
    assert found == [("entry-000001", True), ("entry-000000", False)]


def test_workers_that_die_at_several_pieces_do_not_end_a_game(pool: Pool, keeper: Keeper) -> None:
    journal = keeper.open()
    player = journal.player()
    journal.add(player, [entry(some_records("quatorze", 1)[0], ending="stuck", ended=1_800_000_100_000)])
    background = Background(pool, keeper, EAGER)
    background.start()
    killed: set[str] = set()

    def kill_one() -> bool:
        for worker in [*pool.workers]:
            pending = worker.pending
            number = pending.question.options.get("numbers", "") if pending and pending.is_aside else ""
            if number and number not in killed:
                worker.end()
                killed.add(number)
        return len(killed) > MOST_TRIES or not waiting(journal, player)

    try:
        until(kill_one)
        assert len(killed) > MOST_TRIES
        until(lambda: not waiting(journal, player))
    finally:
        background.close()
    (game,) = journal.games(player)
    assert game.chance is not None
    until(lambda: pool.state.workers == 2)


@pytest.mark.slow
def test_a_killed_server_makes_no_analysis_twice(tmp_path: Path) -> None:
    """kill -9 in the middle, again and again: what was kept stays, and in the end each game has its one analysis."""
    path = tmp_path / "journal.sqlite"
    count = 16
    with Journal(path) as journal:
        journal.add(journal.player(), many_entries(count, [won_record(), *some_records("quatorze", 3)]))
    kept: list[tuple[str, str, float | None, int]] = []
    kills = 0
    while len(kept) < count:
        process = table(path)
        try:
            until(partial(more_than, path, min(len(kept) + 4, count - 1)))
        finally:
            process.kill()
            process.wait(20)
            if process.stdout:
                process.stdout.close()
        kills += 1
        assert process.returncode == -signal.SIGKILL
        assert rows(path)[: len(kept)] == kept
        kept = rows(path)
    assert kills > 2
    assert sorted(id for id, _, _, _ in kept) == [f"entry-{number:06}" for number in range(count)]
    assert all(accuracy is None or 0 <= accuracy <= 100 for _, _, accuracy, _ in kept)


def more_than(path: Path, count: int) -> bool:
    return len(rows(path)) > count


def table(path: Path) -> "subprocess.Popen[str]":
    """A table whose analysis is eager."""
    code = (
        "from longwood.web.journal import background\n"
        "background.LOCAL = background.Pace(tick=0.02, quiet=0.0, look=0.2)\n"
        "from longwood.web.analyst.pool import Pool\n"
        "start = Pool.__init__\n"
        "Pool.__init__ = lambda self: (start(self), self.start())[0]\n"
        "from longwood.web.serve import serve\n"
        "from longwood.web.settings import Settings\n"
        f"serve(settings=Settings(journal={str(path)!r}))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout
    assert "http" in process.stdout.readline()
    return process


def test_a_new_server_goes_on_with_the_players_of_the_old_one(pool: Pool, where: str) -> None:
    with closing(Keeper(where, is_shared=True)) as keeper:
        journal = keeper.open()
        first, second, _ = [journal.player(f"key-of-{name}") for name in ("anne", "ben", "cleo")]
        journal.add(first, [entry(won_record(), ended=1_700_000_100_000)])
        journal.add(second, [entry(won_record(), ended=1_700_000_200_000)])
        background = Background(pool, keeper, EAGER)
        background.start()
        try:
            until(lambda: not waiting(journal, first) and not waiting(journal, second))
        finally:
            background.close()
        assert all(game.chance is not None for player in (first, second) for game in journal.games(player))


def test_a_player_who_comes_while_nothing_is_found_stays(
    pool: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Keeper(str(tmp_path / "journal.sqlite"), is_shared=True)) as keeper:
        journal = keeper.open()
        player = journal.player("key-of-mine")
        background = Background(pool, keeper, EAGER)
        background.saw(player)

        def finished_just_now(*asked: object, **options: object) -> list[Entry]:
            journal.add(player, [entry(won_record(), ended=1_700_000_100_000)])
            background.saw(player)
            return []

        with monkeypatch.context() as patch:
            patch.setattr(module, "waiting", finished_just_now)
            assert background._next() is None
        found = background._next()
        assert found
        assert found[0] == player


@pytest.mark.parametrize("record", [won_record(), "triple-peaks-rounds.1/s-w"])
def test_the_worker_plays_as_the_journal_says(record: str) -> None:
    *_, last = steps(Question(1, "fairly", record, {}), Helpers(lambda parts: None, list))
    assert last
    assert msgspec.json.decode(last.data) == is_won_by_analyst(record)


def test_the_table_has_the_columns_of_an_analysis() -> None:
    from longwood.journal.accounts import Analysis

    assert {*Analysis._fields} < {column.name for column in ANALYSES.columns}
