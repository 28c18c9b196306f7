"""Perft: how many ways there are to play a given number of moves. The number tells two rule engines apart."""

from collections.abc import Iterator
from typing import Any

from longwood.core.game import AnyGame


def perft(game: AnyGame, p: Any, depth: int) -> int:
    """The number of lines of exactly `depth` moves; 1 for depth 0."""
    if depth == 0:
        return 1
    moves = game.moves(p)
    if depth == 1:
        return len(moves)
    return sum([perft(game, game.play(p, m), depth - 1) for m in moves])


def perft_in_parts(game: AnyGame, p: Any, depth: int) -> Iterator[tuple[float, int]]:
    """The same number bit by bit: the share of the work done so far, and the count so far. The last is the answer."""
    if depth < 3:
        yield 1.0, perft(game, p, depth)
        return
    count = 0
    firsts = [game.play(p, m) for m in game.moves(p)]
    yield 0.0, count
    for i, first in enumerate(firsts):
        seconds = game.moves(first)
        for k, m in enumerate(seconds, 1):
            count += perft(game, game.play(first, m), depth - 2)
            yield (i + k / len(seconds)) / len(firsts), count
