"""The quick players are compiled: here they are played once more, over the rules, choice by choice."""

from random import Random
from typing import Any

import pytest

from late import walk
from longwood import GAMES, Deal
from longwood.advice import heap_playout, quatorze_playout
from longwood.advice.trials import HEAPS
from longwood.game import STOCK, AnyGame, Move
from longwood.solver import Verdict, solve

MASK = 2**64 - 1


class Dice:
    """The same numbers as in the kernels."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def fraction(self) -> float:
        self.state ^= (self.state << 13) & MASK
        self.state ^= self.state >> 7
        self.state ^= (self.state << 17) & MASK
        return (self.state >> 11) / 2**53


def play_heap(game: AnyGame, p: Any, first: Move, dice: Dice) -> bool:
    """The card that turns up most of those that fit, or else a deal."""
    m = first
    while True:
        p = game.play(p, m)
        moves = game.moves(p)
        if game.won(p) or not moves:
            return game.won(p)
        values = []
        for choice in [m for m in moves if m.src != STOCK]:
            after = game.play(p, choice)
            turned = len([i for i in game.hidden(p) - game.hidden(after) if after.piles[i]])
            values.append((turned + dice.fraction(), choice))
        m = max(values)[1] if values else moves[0]


def play_grid(game: AnyGame, p: Any, first: Move, dice: Dice) -> bool:
    """The pair whose cards other pairs want least while there is a stock, and then perfect play."""
    p = game.play(p, first)
    while p.piles[STOCK]:
        moves = game.moves(p)
        if not moves:
            return False
        values = []
        for m in [m for m in moves if m.src < m.dst]:
            wanted = sum(other.src in (m.src, m.dst) for other in moves)
            values.append((wanted + dice.fraction(), m))
        p = game.play(p, min(values)[1])
    return solve(game, p).verdict is Verdict.WON


@pytest.mark.parametrize("slug", ["elevator", "triple-peaks", "quatorze"])
def test_the_quick_player_plays_by_the_rules(slug: str) -> None:
    game = GAMES[slug]
    won = games = 0
    for number in range(40):
        positions = walk(game, Deal(number), Random(number))
        p = positions[min(number // 3, len(positions) - 2)]
        moves = game.moves(p)
        dice = Dice(number + 1)
        if slug == "quatorze":
            moves = [m for m in moves if m.src < m.dst]
            found = quatorze_playout.played_on([p], moves, number + 1)[0].tolist()
            assert found == [play_grid(game, p, m, dice) for m in moves]
        else:
            found = heap_playout.played_on(HEAPS[slug], [p], moves, 2, number + 1)[0].tolist()
            assert found == [play_heap(game, p, m, dice) + play_heap(game, p, m, dice) for m in moves]
        won += sum(found)
        games += len(found)
    assert 0 < won < 2 * games
