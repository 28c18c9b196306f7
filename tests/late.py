"""Positions to test solvers on: reached by random walks through the rules."""

import random
from collections.abc import Iterator
from typing import Any

from longwood.core.game import AnyGame, Deal, Position


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


def endgame(rng: random.Random, lowest: int = 6, most_dealt: int = 24) -> Position:
    """Forty Thieves well begun, ten even columns, a stock and a waste: small, but with every trap."""
    low = rng.randint(lowest, 9)
    heights = [low + rng.randint(-1, 1) for _ in range(8)]
    foundations = [tuple(range(i // 2 * 13, i // 2 * 13 + height)) for i, height in enumerate(heights)]
    cards = [i // 2 * 13 + rank for i, height in enumerate(heights) for rank in range(height, 13)]
    rng.shuffle(cards)
    count = max(0, min(rng.randint(0, most_dealt), len(cards) - 30))
    talon, rest = cards[:count], cards[count:]
    dealt = rng.randint(count // 2, count)
    # High cards on low ones, more or less: else nearly every such position is won.
    rest.sort(key=lambda card: card % 13 + rng.gauss(0, rng.choice((1.5, 3, 9))))
    return Position(
        (tuple(talon[dealt:]), tuple(talon[:dealt]), *foundations, *[tuple(rest[i::10]) for i in range(10)])
    )
