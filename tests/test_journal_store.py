"""The journal's store, on a real SQLite and a real PostgreSQL: nothing is overwritten, nothing is lost."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import event

from journals import DAY, OPEN, entry, many_entries, played, some_records, stuck_record, won_record
from longwood.journal import BadEntry, JournalError
from longwood.journal.databases import url_of
from longwood.journal.entries import Ending, Played, judged, local_day, parse_time
from longwood.journal.exchange import read
from longwood.journal.filters import Filter
from longwood.journal.saves import Saved
from longwood.journal.shared import forget_player
from longwood.journal.store import DAYS_TO_UNDELETE, Journal, now


def save(journal: Journal, player: int, id: str, based_on: int, record: str = OPEN, **facts: object) -> Saved:
    extra = {name: facts.pop(name) for name in ("ending", "moment", "ago", "is_seen") if name in facts}
    return journal.save(player, id, based_on, played(record, **facts), judged(record), **extra)  # type: ignore[arg-type]


def next_of(record: str) -> str:
    from longwood.notation import move_text
    from longwood.session import Session

    session = Session.from_record(record)
    return f"{record}/{move_text(session.game, session.moves[0])}"


def test_a_game_is_saved_at_every_act_and_found_by_another_program(where: str) -> None:
    with Journal(where) as journal:
        player = journal.player()
        assert save(journal, player, "game-0001", 0, seconds=3.5, moment=10_000) == ("game-0001", 1, Ending.OPEN)
        longer = next_of(OPEN)
        assert (
            save(journal, player, "game-0001", 1, longer, seconds=7, undos=2, fair_hints=1, moment=14_000).revision == 2
        )
    with Journal(where) as again:
        (found,) = again.entries(again.player())
    assert (found.record, found.acts, found.ending, found.undos, found.help) == (longer, 2, Ending.OPEN, 2, 1)
    assert (found.started, found.saved, found.ended, found.deal) == (6_500, 14_000, None, "quatorze.5")


def test_an_act_is_one_statement(where: str) -> None:
    """What happens all the time is one statement: no look for the player first, and with PostgreSQL one round trip."""
    said: list[str] = []
    with Journal(where) as journal:
        key = "key-of-mine"
        save(journal, journal.player(key), "game-0001", 0)
        event.listen(journal.engine, "before_cursor_execute", lambda *given: said.append(given[2]))
        event.listen(journal.engine, "commit", lambda _: said.append("COMMIT"))
        longer = next_of(OPEN)
        done = journal.save_act(key, "game-0001", 1, played(longer), judged(longer), is_seen=True)
        assert done == Saved("game-0001", 2, Ending.OPEN)
        transaction = [] if journal.is_shared else ["BEGIN IMMEDIATE", "COMMIT"]
        assert [words for words in said if not words.startswith("UPDATE entries")] == transaction
        assert len(said) == 1 + len(transaction)
        # Whatever else it is takes more: a new game, a stale revision, another's key, a win.
        for other, based_on, record in (
            (key, 0, OPEN),
            (key, 1, longer),
            ("key-of-yours", 2, longer),
            (key, 2, won_record()),
        ):
            assert journal.save_act(other, "game-0001", based_on, played(record), judged(record)) is None
        (found,) = journal.entries(journal.player(key))
        assert (found.record, found.revision) == (longer, 2)


def test_a_won_game_is_closed_and_never_edited(where: str) -> None:
    with Journal(where) as journal:
        player, record = journal.player(), won_record()
        saved = save(journal, player, "game-0001", 0, record, redo="s-w")
        assert saved.ending is Ending.WON
        before = journal.find(player, "game-0001")
        assert before
        assert (before.ending, before.redo) == (Ending.WON, "")
        other = save(journal, player, "game-0001", 1, record.rpartition("/")[0])
        assert other.id != "game-0001"
        assert journal.find(player, "game-0001") == before
        assert not journal.end(player, "game-0001", Ending.GIVEN_UP)
        assert journal.count(player) == 2


def test_a_lost_answer_is_told_again_and_two_hands_never_overwrite_each_other(where: str) -> None:
    with Journal(where) as journal:
        player, longer = journal.player(), next_of(OPEN)
        first = save(journal, player, "game-0001", 0)
        assert save(journal, player, "game-0001", 0) == first
        second = save(journal, player, "game-0001", 1, longer)
        assert save(journal, player, "game-0001", 1, longer) == second
        assert journal.count(player) == 1
        # Another tab, which has seen only the first save, plays something else.
        third = save(journal, player, "game-0001", 1, next_of(longer))
        assert third.id != "game-0001"
        assert {e.record for e in journal.entries(player)} == {longer, next_of(longer)}


@pytest.mark.slow
def test_many_hands_at_once_lose_nothing(where: str) -> None:
    with Journal(where, busy_seconds=30) as journal:
        player = journal.player()

        def play(hand: int) -> None:
            revision = 0
            for _ in range(10):
                saved = save(journal, player, f"game-{hand:04}", revision, seconds=revision)
                assert saved.id == f"game-{hand:04}"
                revision = saved.revision

        def same(hand: int) -> str:
            return save(journal, player, "game-same", 0, f"quatorze.{hand}").id

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(play, range(12)))
            names = set(pool.map(same, range(1, 13)))
        assert len(names) == 12
        found = journal.entries(player)
        assert len(found) == 24
        assert {e.revision for e in found if e.id.startswith("game-00")} == {10}


def test_what_the_rules_refuse_is_not_written(where: str) -> None:
    with Journal(where) as journal:
        player = journal.player()
        with pytest.raises(BadEntry, match="not legal"):
            judged("quatorze.5/a1-a2")
        with pytest.raises(BadEntry, match="not won"):
            save(journal, player, "game-0001", 0, ending=Ending.WON)
        with pytest.raises(BadEntry, match="not stuck"):
            save(journal, player, "game-0001", 0, ending=Ending.STUCK)
        assert journal.count(player) == 0
        assert save(journal, player, "game-0001", 0, stuck_record(), ending=Ending.STUCK).ending is Ending.STUCK
        assert save(journal, player, "game-0002", 0, ending=Ending.GIVEN_UP).ending is Ending.GIVEN_UP


@pytest.mark.parametrize(
    "facts",
    [{"seconds": -1}, {"seconds": float("nan")}, {"undos": -1}, {"level": 5}, {"day": "today"}, {"day": "2026-02-30"},
     {"offset": 2000}, {"source": "elsewhere"}, {"record": "x" * 60_001}, {"verdicts": 10**7}],
)  # fmt: skip
def test_facts_that_make_no_sense(facts: dict[str, object]) -> None:
    with pytest.raises(BadEntry):
        Played(**{"record": OPEN} | facts)  # type: ignore[arg-type]


def test_clocks_that_run_backwards(where: str) -> None:
    with Journal(where) as journal:
        player = journal.player()
        save(journal, player, "game-0001", 0, moment=1_000_000, is_seen=True, seconds=2000)
        save(journal, player, "game-0001", 1, moment=400_000, is_seen=True, seconds=2001)
        (found,) = journal.entries(player)
        assert (found.started, found.saved, found.first_seen, found.last_seen) == (0, 1_000_000, 1_000_000, 1_000_000)
        journal.end(player, "game-0001", Ending.GIVEN_UP, moment=5)
        (ended,) = journal.entries(player)
        assert ended.ended == 1_000_000


def test_what_the_server_saw(where: str) -> None:
    with Journal(where) as journal:
        player, record = journal.player(), won_record()
        parts = record.split("/")
        steps = ["/".join(parts[: n + 1]) for n in (1, 2, 5, len(parts) - 1)]
        for revision, step in enumerate(steps):
            save(journal, player, "game-0001", revision, step, moment=1000 * (revision + 1), is_seen=True)
        (found,) = journal.entries(player)
        assert (found.first_seen, found.last_seen, found.leap) == (1000, 4000, max(3, len(parts) - 6))


def test_a_game_that_came_from_elsewhere_was_not_seen_to_grow(where: str) -> None:
    """An import up to the last act, and that act here, is no game of a second."""
    nearly = won_record().rpartition("/")[0]
    with Journal(where) as journal:
        player = journal.player()
        journal.add(player, [entry(nearly)])
        done = save(journal, player, "entry-00001", 1, won_record(), is_seen=True)
        assert done == ("entry-00001", 2, Ending.WON)
        (found,) = journal.entries(player)
        assert found.leap == found.acts
        assert found.first_seen == found.last_seen > 0


def test_an_entry_keeps_its_deal(where: str) -> None:
    with Journal(where) as journal:
        player = journal.player()
        save(journal, player, "game-0001", 0, "quatorze.51")
        for record in ("quatorze.5", "elevator.51"):
            assert save(journal, player, "game-0001", 1, record).id != "game-0001"
        assert save(journal, player, "game-0001", 1, next_of("quatorze.51")).id == "game-0001"
        assert save(journal, player, "game-0001", 2, "quatorze.51").id == "game-0001"  # all undone
        assert sorted(each.record for each in journal.entries(player)) == ["elevator.51", "quatorze.5", "quatorze.51"]


def test_deleting_can_be_undone_until_it_is_long_ago(where: str) -> None:
    with Journal(where) as journal:
        player = journal.player()
        journal.add(player, [entry(id="entry-00001"), entry(id="entry-00002")])
        assert journal.delete(player, ["entry-00001", "no-such-one"], moment=1000) == 1
        assert [e.id for e in journal.entries(player)] == ["entry-00002"]
        assert journal.last_deleted(player) == ["entry-00001"]
        assert journal.undelete(player, ["entry-00001"]) == 1
        assert journal.count(player) == 2
        journal.delete(player, ["entry-00001"], moment=1000)
        journal.tidy(1000 + DAYS_TO_UNDELETE * DAY)
        assert journal.undelete(player, ["entry-00001"]) == 1
        journal.delete(player, ["entry-00001"], moment=1000)
        journal.tidy(1001 + DAYS_TO_UNDELETE * DAY)
        assert journal.undelete(player, ["entry-00001"]) == 0


def test_a_player_sees_nobody_elses_journal(where: str) -> None:
    with Journal(where) as journal:
        mine, yours = journal.player("key-of-mine"), journal.player("key-of-yours")
        assert journal.player("key-of-mine") == mine != yours
        assert journal.known_player("nobody") is None
        save(journal, mine, "game-0001", 0)
        save(journal, yours, "game-0001", 0, next_of(OPEN))
        assert journal.delete(yours, ["game-0001"]) == 1
        assert [e.record for e in journal.entries(mine)] == [OPEN]
        assert not journal.end(yours, "game-0001", Ending.GIVEN_UP)
        journal.choose(mine, {"page": "1"})
        assert journal.settings(yours) == {}
        forget_player(journal, mine)
        assert journal.known_player("key-of-mine") is None
        assert journal.undelete(yours, ["game-0001"]) == 1


def test_history_comes_page_by_page_and_can_be_filtered(where: str) -> None:
    records = [*some_records("elevator", 5), *some_records("quatorze", 4)]
    with Journal(where) as journal:
        player = journal.player()
        all_of_them = many_entries(100, records)
        journal.add(player, all_of_them)
        found: list[str] = []
        after = None
        while page := journal.entries(player, limit=7, after=after):
            found += [e.id for e in page]
            after = page[-1].saved, page[-1].id
        assert found == [e.id for e in sorted(all_of_them, key=lambda e: (e.saved, e.id), reverse=True)]
        asked = {
            Filter(game="elevator"): [e for e in all_of_them if e.game == "elevator"],
            Filter(deal=all_of_them[0].deal): [e for e in all_of_them if e.deal == all_of_them[0].deal],
            Filter(endings=(Ending.WON,)): [e for e in all_of_them if e.ending == "won"],
            Filter(level=3): [e for e in all_of_them if e.level == 3],
            Filter(since=all_of_them[50].saved): all_of_them[50:],
            Filter(until=all_of_them[50].saved): all_of_them[:50],
        }
        for wanted, expected in asked.items():
            assert sorted(e.id for e in journal.entries(player, wanted)) == [e.id for e in expected]
            assert journal.count(player, wanted) == len(expected)
        assert journal.entries(player, Filter(game="elev%")) == []


def test_own_variants_are_found_with_their_game(where: str) -> None:
    with Journal(where) as journal:
        player = journal.player()
        journal.add(player, [entry("redheads,columns=9.1", id="entry-00001"), entry("redheads.1", id="entry-00002")])
        assert journal.count(player, Filter(game="redheads")) == 2
        assert journal.count(player, Filter(game="redheads,columns=9")) == 1


def test_settings(where: str) -> None:
    with Journal(where) as journal:
        player = journal.player()
        journal.choose(player, {"page": '{"deck":"four"}'})
        journal.choose(player, {"page": '{"deck":"two"}', "other": "1"})
    with Journal(where) as again:
        assert again.settings(again.player()) == {"page": '{"deck":"two"}', "other": "1"}


def test_the_secret_and_the_name_stay(where: str) -> None:
    with Journal(where) as first, Journal(where) as second:
        assert (first.secret, first.name) == (second.secret, second.name)
        assert len(first.secret) == 64
        assert first.is_shared == where.startswith("postgresql")


def test_addresses_that_are_none() -> None:
    for where in ("mysql://host/name", "http://example.org", "postgresql://user@host:port/name"):
        with pytest.raises(JournalError):
            url_of(where)


@pytest.mark.slow
def test_a_server_that_cannot_be_reached() -> None:
    with pytest.raises(JournalError, match="cannot be reached"):
        Journal("postgresql://longwood@127.0.0.1:1/none")


def test_an_import_that_is_here_already_changes_nothing(where: str) -> None:
    with Journal(where) as journal:
        player = journal.player()
        assert journal.add(player, [entry(), entry(id="entry-00002")]) == 2
        assert journal.add(player, [replace(entry(), undos=9), entry(id="entry-00003")]) == 1
        assert journal.add(player, []) == 0
        found = journal.find(player, "entry-00001")
        assert found
        assert found.undos == 0
        assert found.saved < now()


def test_a_link_of_a_game_that_is_here_is_no_other_game(where: str) -> None:
    bare, other = read(f"{OPEN}\nhttp://127.0.0.1:18150/play/{next_of(OPEN)}", now()).entries
    with Journal(where) as journal:
        player = journal.player()
        save(journal, player, "game-0001", 0)
        assert journal.add(player, [bare]) == 0
        assert journal.add(player, [bare, other]) == 1
        assert journal.add(journal.player("key-of-yours"), [bare]) == 1


def test_days_are_those_of_the_players_own_calendar(where: str) -> None:
    noon = parse_time("2026-11-18T12:00:00Z")
    with Journal(where) as journal:
        player = journal.player()
        for number, (hours, offset) in enumerate([(-13, 120), (-13, 0), (11, 120), (11, 0)]):
            save(journal, player, f"game-000{number}", 0, moment=noon + hours * 3_600_000, offset=offset)
        day = parse_time("2026-11-18")
        found = journal.entries(player, Filter(since=day, until=day + DAY))
    assert {e.id for e in found} == {"game-0000", "game-0003"}
    assert {local_day(e.when, e.offset).isoformat() for e in found} == {"2026-11-18"}


@pytest.mark.parametrize("ending", [Ending.GIVEN_UP, Ending.STUCK])
def test_a_game_that_is_left_is_flushed_like_a_won_one(where: str, ending: Ending) -> None:
    statements: list[str] = []
    with Journal(where) as journal:
        player = journal.player()
        save(journal, player, "game-0001", 0, stuck_record())
        event.listen(journal.engine, "before_cursor_execute", lambda *told: statements.append(told[2]))
        if not journal.is_shared:
            event.listen(journal.engine, "checkout", lambda raw, *_: raw.set_trace_callback(statements.append))
        assert journal.end(player, "game-0001", ending)
    wanted = "synchronous_commit TO on" if journal.is_shared else "wal_checkpoint"
    assert any(wanted in statement for statement in statements)
