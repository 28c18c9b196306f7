"""Analyses: made once and kept, on both databases; and what they say of skill and luck."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from journals import DAY, OPEN, entry, many_entries, some_records, stuck_record, won_record
from longwood import GAMES, Deal
from longwood.advice.report import account_of
from longwood.journal.accounts import (
    SEED,
    Analysis,
    analysis_of,
    best_of,
    can_be_analysed,
    is_won_by_analyst,
    numbers_of,
    weighed_at,
)
from longwood.journal.analyses import found_in, keep, waiting
from longwood.journal.filters import Filter
from longwood.journal.luck import LEAST, luck_of
from longwood.journal.places import restore
from longwood.journal.schema import ANALYSES
from longwood.journal.shared import forget_player, new_pass, redeem
from longwood.journal.statistics import Game, summary
from longwood.journal.store import Journal
from longwood.journal.words import cost_words, luck_words, points
from longwood.laid import laid_text

FOUND = Analysis(accuracy=81.5, decisions=9, chance=0.4, skill=-0.1, luck=0.7, given_up=0.0, is_analyst_won=True)


def test_an_analysis_is_made_once_and_kept(where: str) -> None:
    with Journal(where) as journal:
        player, other = journal.player("key-of-mine"), journal.player("key-of-yours")
        journal.add(player, [entry(won_record(), id="entry-00001", ended=1_700_000_100_000), entry(id="entry-00002")])
        assert [each.id for each in waiting(journal, player)] == ["entry-00001"]  # the other one is open
        assert waiting(journal, other) == []
        assert keep(journal, player, "entry-00001", FOUND, "1")
        assert waiting(journal, player) == []
        # Whoever comes second changes nothing, unless asked to make it again.
        assert not keep(journal, player, "entry-00001", FOUND._replace(accuracy=1.0), "1")
        assert found_in(journal, player, ["entry-00001", "entry-00002"]) == {"entry-00001": FOUND}
        assert found_in(journal, other, ["entry-00001"]) == {}
        assert [each.id for each in waiting(journal, player, other_than="2")] == ["entry-00001"]
        assert keep(journal, player, "entry-00001", FOUND._replace(accuracy=82.5), "2", is_again=True)
        assert waiting(journal, player, other_than="2") == []
        games = {game.id: game for game in journal.games(player)}
        assert (games["entry-00001"].accuracy, games["entry-00002"].accuracy) == (82.5, None)
        with journal.reader() as connection:
            (row,) = connection.execute(ANALYSES.select())
            assert (row.version, row.seed) == ("2", SEED)


def test_the_newest_come_first_and_old_ones_are_left(where: str) -> None:
    with Journal(where) as journal:
        player = journal.player()
        journal.add(player, many_entries(12, some_records("elevator", 2)))
        assert [each.id for each in waiting(journal, player, newest=5, limit=2)] == ["entry-000011", "entry-000010"]
        for number in (11, 10, 9, 8, 7):
            keep(journal, player, f"entry-{number:06}", Analysis(), "1")
        assert waiting(journal, player, newest=5) == []
        assert len(waiting(journal, player)) == 7
        late = Filter(since=1_700_000_000_000 + DAY)
        assert len(waiting(journal, player, late)) == 3


def test_a_game_that_was_left_alone_can_be_analysed_later(where: str) -> None:
    with Journal(where) as journal:
        player = journal.player()
        journal.add(player, [entry(won_record(), ended=1_700_000_100_000)])
        assert keep(journal, player, "entry-00001", Analysis(), "1")
        assert waiting(journal, player) == []
        for version in ("1", None):
            (found,) = waiting(journal, player, other_than=version, or_left_alone=True)
            assert found.id == "entry-00001"
        assert keep(journal, player, "entry-00001", FOUND, "1")
        assert waiting(journal, player, other_than="1", or_left_alone=True) == []
        assert not keep(journal, player, "entry-00001", Analysis(), "1")
        assert found_in(journal, player, ["entry-00001"]) == {"entry-00001": FOUND}


def test_nothing_is_kept_of_a_player_who_was_forgotten(where: str) -> None:
    with Journal(where) as journal:
        player = journal.player("key-of-mine")
        journal.add(player, [entry(won_record(), ended=1_700_000_100_000)])
        forget_player(journal, player)
        assert not keep(journal, player, "entry-00001", FOUND, "1")
        with journal.reader() as connection:
            assert connection.execute(ANALYSES.select()).all() == []


def analysed(record: str, is_given_up: bool = False) -> Analysis:
    weighed = [weighed_at(record, number) for number in numbers_of(record)]
    return analysis_of(record, weighed[::-1], is_won_by_analyst(record), best_of(record), is_given_up=is_given_up)


@pytest.mark.parametrize(("record", "result"), [(won_record(), 1.0), (stuck_record(), 0.0)])
def test_a_game_adds_up(record: str, result: float) -> None:
    found = analysed(record)
    account = account_of(record)
    assert (found.accuracy, found.decisions) == (account.accuracy, account.decisions)
    assert found.chance is not None
    assert found.skill is not None
    assert found.luck is not None
    assert found.skill <= 0
    assert found.chance + found.skill + found.luck == pytest.approx(result)
    assert found.best_score is not None
    assert found.best_score >= entry(record).score
    assert found.is_analyst_won in (True, False)


def test_giving_up_a_game_that_can_be_won_costs_its_chance() -> None:
    record = "/".join(some_records("quatorze", 1)[0].split("/")[:4])
    left, given_up = analysed(record), analysed(record, is_given_up=True)
    assert given_up.given_up is not None
    assert given_up.given_up > 0.05
    assert left.given_up == 0
    assert given_up.skill == pytest.approx((left.skill or 0) - given_up.given_up)
    assert (given_up.chance or 0) + (given_up.skill or 0) + (given_up.luck or 0) == pytest.approx(0)


def test_rounds_have_no_one_result() -> None:
    record = "triple-peaks-rounds.1/s-w"
    found = analysed(record, is_given_up=True)
    assert (found.is_analyst_won, found.best_score) == (None, None)
    assert luck_of([played(skill=-0.1, is_analyst_won=None)] * 50) is None


def test_what_nobody_has_seen_is_not_analysed() -> None:
    assert can_be_analysed(won_record())
    game = GAMES["elevator"]
    laid = laid_text(game, game.start(Deal(5)), hides=True)
    assert not can_be_analysed(f"elevator@{laid.rpartition('@')[2]}")


@pytest.mark.parametrize("record", ["no-such-game.1", "elevator.1/no-move", "elevator.1/w-s"])
def test_what_cannot_be_replayed_is_not_analysed(record: str) -> None:
    assert not can_be_analysed(record)


def played(won: bool = False, **facts: object) -> Game:
    base = Game("g", "elevator", "won" if won else "stuck", 0, 0, 60.0, 50, 28, 0, 0, "", 0, 0)
    return base._replace(**{"chance": 0.5, "skill": 0.0, "luck": 0.0, "is_analyst_won": False, **facts})  # type: ignore[arg-type]


games = st.builds(
    played,
    st.booleans(),
    game=st.sampled_from(["elevator", "quatorze"]),
    chance=st.floats(0, 1),
    skill=st.floats(-1, 0),
    luck=st.floats(-1, 1),
    is_analyst_won=st.booleans(),
)


@given(st.lists(games, min_size=LEAST, max_size=60))
def test_nobody_is_better_than_the_analyst_with_average_luck(found: list[Game]) -> None:
    luck = luck_of(found)
    assert luck
    assert 0 <= luck.low <= luck.adjusted <= luck.high <= 1
    assert luck.adjusted <= luck.analyst + 1e-9
    assert luck.games == len(found)
    # Whoever plays as the analyst does wins as much, whatever the cards gave.
    alike = luck_of([game._replace(skill=0.0, chance=0.5) for game in found])
    assert alike
    assert alike.adjusted == pytest.approx(luck.analyst)


def test_luck_by_hand() -> None:
    some = [played(number < 41, skill=-0.1, luck=0.01, is_analyst_won=number < 60) for number in range(100)]
    luck = summary(some).luck
    assert luck
    assert (luck.share, luck.analyst) == (0.41, 0.6)
    assert luck.adjusted == pytest.approx(0.6 * 0.8)
    assert luck_words(luck) == [
        "You won 41 % of 100 analysed games.",
        "With average luck it would be 48 % (likely 48 to 48 %).",
        "The analyst won 60 % of these deals.",
    ]
    assert cost_words(luck) == "Per game your moves cost 10 points of the win chance, and the cards gave 1 point."
    assert [points(share) for share in (0.01, 0.014, 0.2)] == ["1 point", "1.4 points", "20 points"]
    assert luck_of(some[: LEAST - 1]) is None
    # A game that took too long says nothing.
    assert luck_of([*some, nothing()]) == luck


def nothing() -> Game:
    return played(True, chance=None, skill=None, luck=None, is_analyst_won=None)


def test_deals_chosen_because_they_can_be_won_count_for_both() -> None:
    """Where only winnable deals are dealt the analyst wins more than its chance says, and so would the player."""
    chosen = [
        played(number % 2 == 0, chance=0.2, skill=-0.1, luck=0.4, is_analyst_won=number % 5 > 0)
        for number in range(100)
    ]
    luck = luck_of(chosen)
    assert luck
    assert luck.analyst == 0.8
    assert luck.adjusted == pytest.approx(0.4)


def test_analyses_go_along_to_another_device(where: str) -> None:
    with Journal(where) as journal:
        desk, phone = journal.player("key-of-the-desk"), journal.player("key-of-the-phone")
        both = entry(won_record(), id="entry-00001", ended=1_700_000_100_000)
        journal.add(desk, [both])
        journal.add(phone, [both, entry(won_record(), id="entry-00002", ended=1_700_000_100_000)])
        for id in ("entry-00001", "entry-00002"):
            assert keep(journal, phone, id, FOUND, "1")
        assert redeem(journal, new_pass(journal, desk), "key-of-both", phone) == desk
        # An entry that both have is the desk's, and that one was not analysed.
        assert found_in(journal, desk, ["entry-00001", "entry-00002"]) == {"entry-00002": FOUND}
        assert found_in(journal, phone, ["entry-00001", "entry-00002"]) == {}


def test_a_game_that_was_played_on_at_two_devices_is_two_games(where: str) -> None:
    """Exported here, imported there, continued at both: joining the two loses neither."""
    with Journal(where) as journal:
        desk, phone = journal.player("key-of-the-desk"), journal.player("key-of-the-phone")
        journal.add(desk, [entry(OPEN, id="entry-00001"), entry(OPEN, id="entry-00002")])
        journal.add(
            phone, [entry(OPEN, id="entry-00001"), entry(won_record(), id="entry-00002", ended=1_700_000_100_000)]
        )
        assert keep(journal, phone, "entry-00002", FOUND, "1")
        assert redeem(journal, new_pass(journal, desk), "key-of-both", phone) == desk
        found = journal.entries(desk)
        assert sorted(each.record for each in found) == sorted([OPEN, OPEN, won_record()])
        (name,) = (each.id for each in found if each.record == won_record())
        assert found_in(journal, desk, ["entry-00001", "entry-00002", name]) == {name: FOUND}


def test_a_backup_brings_its_analyses_back(tmp_path: Path) -> None:
    path, lost = tmp_path / "journal.sqlite", tmp_path / "lost.sqlite"
    with Journal(lost) as journal:
        player = journal.player()
        games = [entry(won_record(), id=f"entry-0000{number}", ended=1_700_000_100_000) for number in (1, 2)]
        journal.add(player, games)
        for game in games:
            keep(journal, player, game.id, FOUND, "1")
    with Journal(path) as journal:
        player = journal.player()
        journal.add(player, games[:1])
        other = FOUND._replace(accuracy=50.0)
        keep(journal, player, "entry-00001", other, "2")
        for _ in range(2):
            restore(journal, lost)
            assert found_in(journal, player, ["entry-00001", "entry-00002"]) == {
                "entry-00001": other,
                "entry-00002": FOUND,
            }
