"""Skill and luck: they add up, skill is never above 0, and what was not a choice does not count."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longwood import GAMES, Deal, Session
from longwood.advice import skill
from longwood.advice.calibration import CERTAIN, WinChance
from longwood.advice.fair_player import fair_game, wins_fairly
from longwood.advice.forecasts import forecasts
from longwood.advice.ranking import OPEN
from longwood.advice.skill import Account, Choice, Weighed, account, accuracy, weigh
from longwood.advice.worlds import worlds
from longwood.core.game import STOCK, AnyGame, Move
from longwood.games.family import Effort
from walks import every_game

pytestmark = pytest.mark.solver

TINY = Effort(1, 60, 40)


def weighed_game(session: Session, effort: Effort = TINY, seed: int = 0) -> list[Weighed]:
    return [weigh(str(session.record), effort, seed, number) for number in range(len(session.positions))]


def at_random(game: AnyGame, number: int, most: int) -> Session:
    """A game by lot that never goes back, some of whose acts are several moves."""
    session, random = Session(game, Deal(number)), Random(number)
    been: set[object] = set()
    while not session.is_won and len(session.acts) < most:
        been.add(game.key(session.position))
        new = [m for m in session.moves if game.key(game.play(session.position, m)) not in been]
        if not new:
            break
        session.play(random.choice(new))
        if random.random() < 0.2:
            session.autoplay()
    return session


@pytest.mark.slow
@every_game
@settings(max_examples=2)
@given(number=st.integers(1, 10_000))
def test_skill_and_luck_add_up(game: AnyGame, number: int) -> None:
    session = at_random(game, number, 400)
    weighed = weighed_game(session)
    found = account(weighed)
    cleared = sum([each.clears for act in weighed for each in act.choices])
    is_over = session.is_won or session.is_stuck
    expected = cleared if game.has_rounds else float(session.is_won)
    if is_over:
        assert found.result == pytest.approx(expected, abs=1e-9)
    else:
        assert found.result == pytest.approx(cleared * game.has_rounds + weighed[-1].win.value, abs=1e-9)
    assert all(act.skill <= 0 for act in weighed)
    assert found.adjusted <= found.dealt
    assert found.accuracy is None or 0 <= found.accuracy <= 100


@pytest.mark.parametrize("slug", ["triple-peaks", "quatorze", "elevator"])
def test_the_fair_player_loses_nothing_by_its_own_number(slug: str) -> None:
    game = GAMES[slug]
    session = Session(game, Deal(3))
    effort = Effort(0, 0, 400)
    for _, chosen in fair_game(game, session.position, effort, seed=3):
        session.play(chosen.move)
    found = account(weighed_game(session, effort, seed=3))
    assert found.skill == 0
    assert found.accuracy in (None, 100)


def test_rounds_are_games_of_their_own() -> None:
    game = GAMES["triple-peaks-rounds"]
    session = next(session for number in range(1, 200) if (session := played_fairly(game, number)).position.round > 0)
    for _ in range(3):
        session.play(session.moves[0])
    weighed = weighed_game(session)
    found = account(weighed)
    assert sum([each.clears for act in weighed for each in act.choices]) == 1
    assert found.result == pytest.approx(1 + weighed[-1].win.value, abs=1e-9)


def played_fairly(game: AnyGame, number: int) -> Session:
    session = Session(game, Deal(number))
    for _, chosen in fair_game(game, session.position, Effort(0, 0, 300), seed=number):
        session.play(chosen.move)
    return session


DEAL, OTHER = Move(STOCK, 1, 1), Move(2, 1, 1)


def chance(value: float) -> WinChance:
    return WinChance(value, value, value)


def test_an_account_by_hand() -> None:
    weighed = [
        Weighed(0, chance(0.6), (Choice(DEAL, chance(0.5), OTHER, chance(0.6), 0.3),)),
        Weighed(1, chance(0.7), (Choice(OTHER, chance(0.7), OTHER, chance(0.7), 0.0),)),
        Weighed(2, CERTAIN[True]),
    ]
    found = account(weighed)
    assert (found.dealt, found.decisions) == (0.6, 1)
    assert found.accuracy == pytest.approx(accuracy(0.1))
    assert found.skill == pytest.approx(-0.1)
    assert found.luck == pytest.approx(0.5)
    assert account(weighed).error_rate == pytest.approx(0.1)
    assert account(weighed).result == pytest.approx(1)
    assert account(weighed[2:]) == Account(1.0, 0, 0, None, 0)


def test_accuracy_halves_with_every_fifteen_points() -> None:
    assert accuracy(0) == 100
    assert accuracy(0.15) == pytest.approx(50)
    assert accuracy(0.3) == pytest.approx(25)


def test_autoplay_is_weighed_move_by_move() -> None:
    game = GAMES["terrace"]
    for number in range(1, 60):
        session = at_random(game, number, 30)
        long = [i for i, act in enumerate(session.acts) if len(act) > 1]
        if long:
            found = weigh(str(session.record), TINY, 0, long[0])
            assert [each.move for each in found.choices] == list(session.acts[long[0]])
            assert found.win == found.choices[0].win
            return
    pytest.fail("no autoplay of several moves")


@pytest.mark.slow
@every_game
@settings(max_examples=2)
@given(number=st.integers(1, 10_000))
def test_no_act_is_weighed_by_what_was_hidden(game: AnyGame, number: int) -> None:
    session = at_random(game, number, 12)
    for at in range(0, len(session.acts), 4):
        found = weigh(str(session.record), TINY, 5, at)
        assert found == weigh(str(session.record), TINY, 5, at)
        # What lay hidden before a move, another shuffle may have put elsewhere.
        p = session.positions[at]
        for m in session.acts[at]:
            other = next(worlds(game, p, number))
            assert skill._choice(game, other, m, TINY, 5, set()) == skill._choice(game, p, m, TINY, 5, set())
            p = game.play(p, m)


def test_moves_that_come_to_the_same_are_no_decision() -> None:
    for at_stake, is_decision in ((0.0, False), (0.01, False), (0.011, True)):
        assert Choice(DEAL, chance(0.5), DEAL, chance(0.5), at_stake).is_decision is is_decision


def test_an_act_that_clears_a_round_gets_what_was_missing_to_a_win() -> None:
    cleared = Weighed(0, chance(0.7), (Choice(OTHER, chance(0.6), DEAL, chance(0.7), 0.1, clears=True, begins=True),))
    assert cleared.luck(chance(0.2)) == pytest.approx(0.4)
    on = Weighed(1, chance(0.2), (Choice(DEAL, chance(0.2), DEAL, chance(0.2), 0.0),))
    found = account([cleared, on, Weighed(2, chance(0.3))])
    assert found.dealt == pytest.approx(0.9)
    assert found.result == pytest.approx(1.3)
    assert account([cleared, Weighed(1, chance(0.2))]).result == pytest.approx(1.2)
    # The same in one act, and the round that was begun in the middle of it.
    one = Weighed(0, chance(0.7), (*cleared.choices, *on.choices))
    assert account([one, Weighed(1, chance(0.3))]).result == pytest.approx(1.3)


def test_playing_on_after_a_win_changes_nothing() -> None:
    session = next(
        session for number in range(1, 50) if (session := played_fairly(GAMES["triple-peaks"], number)).is_won
    )
    won = account(weighed_game(session))
    while session.moves:
        session.play(session.moves[0])
    assert account(weighed_game(session)) == won
    assert won.result == pytest.approx(1, abs=1e-9)


def test_the_luck_of_several_moves_in_one_act_is_that_of_all_of_them() -> None:
    act = (Choice(DEAL, chance(0.5), DEAL, chance(0.5), 0.1), Choice(OTHER, chance(0.3), DEAL, chance(0.6), 0.3))
    found = Weighed(0, chance(0.5), act)
    assert found.skill == pytest.approx(-0.3)
    assert found.luck(chance(0.4)) == pytest.approx(0.1 + 0.1)


@pytest.mark.parametrize("slug", ["triple-peaks", "elevator", "quatorze"])
def test_forecasts_are_of_games_that_the_fair_player_played(slug: str) -> None:
    game, effort = GAMES[slug], Effort(2, 0, 200)
    for number in (3, 4):
        found = forecasts(game, number, effort, every=7)
        start = game.start(Deal(number))
        asked = {
            i: chosen.win.value
            for i, (_, chosen) in enumerate(fair_game(game, start, effort, seed=number))
            if chosen.win is not OPEN
        }
        assert {each.number: each.win for each in found} == asked
        assert {each.is_won for each in found} == {wins_fairly(game, start, effort, seed=number)}
        assert {each.deal for each in found} == {number}
        assert all((each.worlds is not None) is ((number + each.number) % 7 == 0) for each in found)
        assert all(each.sample.games and each.sample.worlds for each in found if not each.is_proven)
