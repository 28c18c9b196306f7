"""Skill and luck: they add up, skill is never above 0, and what was not a choice does not count."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longwood import GAMES, Deal, Session
from longwood.advice.calibration import CERTAIN, WinChance
from longwood.advice.fair_player import fair_game
from longwood.advice.skill import Account, Choice, Weighed, account, accuracy, weigh
from longwood.core.game import STOCK, AnyGame, Move
from longwood.games.family import Effort
from walks import every_game

pytestmark = pytest.mark.solver

TINY = Effort(1, 60, 40)


def weighed_game(session: Session, effort: Effort = TINY, seed: int = 0) -> list[Weighed]:
    return [weigh(str(session.record), effort, seed, number) for number in range(len(session.positions))]


def at_random(game: AnyGame, number: int, most: int) -> Session:
    """A game by lot, some of whose acts are several moves."""
    session, random = Session(game, Deal(number)), Random(number)
    while session.moves and not session.is_won and len(session.acts) < most:
        session.play(random.choice(session.moves))
        if random.random() < 0.2:
            session.autoplay()
    return session


@pytest.mark.slow
@every_game
@settings(max_examples=2)
@given(number=st.integers(1, 10_000))
def test_skill_and_luck_add_up(game: AnyGame, number: int) -> None:
    session = at_random(game, number, 400 if game.decks == 1 else 25)
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
    assert account(weighed) == Account(0.6, pytest.approx(-0.1), pytest.approx(0.5), accuracy(0.1), 1)
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
