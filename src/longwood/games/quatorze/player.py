"""The quick player of Quatorze as the rest of the house asks it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from longwood.core.cards import RANK
from longwood.core.game import STOCK, AnyGame, Move, Position
from longwood.games.quatorze import race
from longwood.games.quatorze.solver.solve import Scratch, grid_of
from longwood.games.quick_player import DROP, QuickPlayer
from longwood.kernels.racing import Race, raced


class QuatorzePlayer(QuickPlayer):
    """While cards are hidden it takes the pair that other pairs want least; then it plays perfectly."""

    def play_on(
        self, game: AnyGame, worlds: Sequence[Position], moves: list[Move], seed: int
    ) -> tuple[NDArray[np.uint8], int]:
        """One game after each move in each world."""
        grids = [grid_of(world) for world in worlds]
        cells, stocks = np.array([grid.cells for grid in grids]), np.array([grid.stock for grid in grids])
        won = np.zeros((len(worlds), len(moves)), np.uint8)
        race.play_worlds(race.desk(Scratch().line), cells, stocks, _firsts(moves), np.uint64(seed + 1), won)
        return won, 1

    def race(
        self, game: AnyGame, p: Position, moves: list[Move], seed: int, games: int, drop: float = DROP
    ) -> Race | None:
        # All that is not seen is the order of the stock: no more than the count of each rank leaves here.
        unseen = np.bincount([RANK[card] for card in p.piles[STOCK]], minlength=14).astype(np.uint8)
        cells, firsts, desk = grid_of(p).cells, _firsts(moves), race.desk(Scratch().line)

        def play_round(begin: int, end: int, racing: NDArray[np.uint8], won: NDArray[np.uint8]) -> None:
            race.play_round(desk, cells, unseen, firsts, np.uint64(seed), begin, end, racing, won)

        return raced(play_round, len(moves), games, drop)


def _firsts(moves: list[Move]) -> NDArray[np.int64]:
    """The two cells of each pair."""
    return np.array([[m.src - 1, m.dst - 1] for m in moves], np.int64)


PLAYER = QuatorzePlayer()
