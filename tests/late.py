"""Positions to test solvers on: reached by random walks through the rules."""

import random
from collections.abc import Iterator
from typing import Any

from longwood.core.game import AnyGame, Deal


def walk(game: AnyGame, deal: Deal, rng: random.Random, eagerness: float = 0.8) -> list[Any]:
    """The positions of one game, played at random until it is won, stuck or 300 moves old; eager ones seldom deal."""
    p = game.start(deal)
    found = [p]
    while (moves := game.moves(p)) and not game.won(p) and len(found) < 300:
        eager = [m for m in moves if m.src != 0]
        p = game.play(p, rng.choice(eager if eager and rng.random() < eagerness else moves))
        found.append(p)
    return found


def late_positions(game: AnyGame, numbers: range, before_the_end: range) -> Iterator[Any]:
    """From each deal one position that is so many moves before the end of a random game."""
    for number in numbers:
        rng = random.Random(number)
        positions = walk(game, Deal(number), rng, rng.choice((0.5, 0.8, 1.0)))
        yield positions[-min(len(positions), rng.choice(before_the_end))]
