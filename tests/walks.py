"""Random play, for laws that hold at every position of every game."""

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from longwood.game import AnyGame, Deal, Move
from longwood.games import GAMES

games = st.sampled_from(list(GAMES.values()))
numbers = st.integers(0, 2**53 - 1)


def walk(game: AnyGame, number: int, length: int, seed: int = 0) -> Iterator[tuple[Any, Move]]:
    """Positions of a random game, each with the move that is made there."""
    # Dealing all the time would empty the stock long before anything is built.
    random = Random(seed)
    p = game.start(Deal(number))
    for _ in range(length):
        moves = game.moves(p)
        if not moves:
            return
        m = random.choice(moves) if random.random() < 0.5 else moves[0]
        yield p, m
        p = game.play(p, m)


@st.composite
def positions(draw: st.DrawFn, length: int = 150) -> tuple[AnyGame, Any]:
    """A game and a position somewhere in a random play of it."""
    game = draw(games)
    visited = [p for p, _ in walk(game, draw(numbers), draw(st.integers(1, length)), draw(st.integers(0, 99)))]
    return game, visited[-1]


@st.composite
def records(draw: st.DrawFn) -> tuple[AnyGame, Deal, list[Move]]:
    """A game, a deal and the moves of a random play of it."""
    game = draw(games)
    number = draw(numbers)
    steps = walk(game, number, draw(st.integers(0, 60)), draw(st.integers(0, 99)))
    return game, Deal(number), [m for _, m in steps]
