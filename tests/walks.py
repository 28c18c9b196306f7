"""Random play, for laws that hold at every position of every game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from longwood.core.game import AnyGame, Deal, Move
from longwood.games import GAMES

games = st.sampled_from(list(GAMES.values()))
numbers = st.integers(0, 2**53 - 1)

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
"""For a law: each game gets examples of its own, so that none can be missed."""


def walk(game: AnyGame, number: int, length: int, seed: int = 0) -> Iterator[tuple[Any, Move]]:
    """Positions of a random game, each with the move that is made there."""
    random = Random(seed)
    p = game.start(Deal(number))
    # One player in three takes the best-looking move (and so clears rounds), one deals on (and so turns the stock).
    first, last = [(0.5, 0.5), (0.97, 0.97), (0.1, 0.8)][seed % 3]
    for _ in range(length):
        moves = game.moves(p)
        if not moves:
            return
        mood = random.random()
        m = moves[0] if mood < first else moves[-1] if mood < last else random.choice(moves)
        yield p, m
        p = game.play(p, m)


places = st.tuples(numbers, st.integers(1, 220), st.integers(0, 99))
"""A deal, a number of moves and a way of playing: where a law is looked at."""


def position(game: AnyGame, place: tuple[int, int, int]) -> Any:
    """The position at a place of a game; the deal itself if it is stuck at once."""
    return [game.start(Deal(place[0])), *[p for p, _ in walk(game, *place)]][-1]


def moves_to(game: AnyGame, place: tuple[int, int, int]) -> tuple[Deal, list[Move]]:
    """The deal, and the moves that lead to a place."""
    return Deal(place[0]), [m for _, m in walk(game, *place)]


@st.composite
def positions(draw: st.DrawFn, length: int = 150) -> tuple[AnyGame, Any]:
    """Some game and a position somewhere in a random play of it."""
    game = draw(games)
    return game, position(game, (draw(numbers), draw(st.integers(1, length)), draw(st.integers(0, 99))))


@st.composite
def records(draw: st.DrawFn) -> tuple[AnyGame, Deal, list[Move]]:
    """Some game, a deal and the moves of a random play of it."""
    game = draw(games)
    return game, *moves_to(game, (draw(numbers), draw(st.integers(0, 60)), draw(st.integers(0, 99))))
