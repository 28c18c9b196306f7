"""Worlds that look alike: they keep what is seen, and leave no trace of what is not."""

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longwood import GAMES, Deal, Session
from longwood.advice.worlds import unseen_places, worlds
from longwood.core.game import AnyGame
from walks import every_game, places, position


@pytest.mark.slow
@every_game
@settings(max_examples=5)
@given(place=places, seed=st.integers(0, 9))
def test_worlds_look_like_the_position(game: AnyGame, place: tuple[int, int, int], seed: int) -> None:
    p = position(game, place)
    unseen = game.unseen(p)
    for world in islice(worlds(game, p, seed), 4):
        assert Counter(c for pile in world.piles for c in pile) == Counter(c for pile in p.piles for c in pile)
        assert [pile for i, pile in enumerate(world.piles) if i not in unseen] == [
            pile for i, pile in enumerate(p.piles) if i not in unseen
        ]
        assert game.moves(world) == game.moves(p)
        assert game.hidden(world) == game.hidden(p)


@every_game
@settings(max_examples=5)
@given(place=places, seed=st.integers(0, 9))
def test_no_peeking(game: AnyGame, place: tuple[int, int, int], seed: int) -> None:
    p = position(game, place)
    other = next(worlds(game, p, seed + 100))
    assert list(islice(worlds(game, p, seed), 3)) == list(islice(worlds(game, other, seed), 3))


def test_every_unseen_card_may_lie_anywhere() -> None:
    game = GAMES["elevator"]
    p = game.start(Deal(1))
    places = unseen_places(game, p)
    assert len(places) == 21 + 24
    seen_first = {world.piles[places[0][0]][0] for world in islice(worlds(game, p), 1500)}
    assert len(seen_first) == 45


def test_a_turned_stock_is_known_and_spent_runs_do_not_matter() -> None:
    session = Session(GAMES["generals-patience"], Deal(1))
    session.play(session.moves[0])
    assert unseen_places(session.game, session.position)
    while session.position.piles[0]:
        session.play("s-w")
    session.play("w-s")
    assert session.position.piles[0]
    assert unseen_places(session.game, session.position) == []
    assert next(worlds(session.game, session.position)) == session.position
    peaks = GAMES["triple-peaks"]
    p = peaks.play(peaks.start(Deal(1)), peaks.moves(peaks.start(Deal(1)))[-1])
    assert 2 in peaks.hidden(p).keys() - peaks.unseen(p).keys()
