"""The quick player of Quatorze over many worlds: from where nothing is hidden the solver plays on, perfectly."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from longwood.core.cards import RANK
from longwood.core.game import STOCK, AnyGame, Move, Position
from longwood.core.result import Limit
from longwood.games.quatorze.solver import kernel as quatorze_kernel
from longwood.games.quatorze.solver import solve as quatorze
from longwood.kernels.player import Player


def played_on(worlds: list[Position], moves: list[Move], seed: int = 1) -> NDArray[np.uint8]:
    """Whether the quick player wins in each world (row) after each move (column)."""
    grids = np.array([[RANK[pile[0]] if pile else 0 for pile in p.piles[1:26]] for p in worlds], np.uint8)
    stocks = np.array([[RANK[card] for card in p.piles[STOCK][::-1]] for p in worlds], np.uint8)
    firsts = np.array([[m.src - 1, m.dst - 1] for m in moves], np.int64)
    ends = np.empty((len(worlds), len(moves), quatorze_kernel.CELLS), np.uint8)
    cells = quatorze_kernel.CELLS
    room = quatorze_kernel.Room(
        np.empty(quatorze_kernel.RANKS, np.uint32), np.empty(cells, np.int64), np.empty(cells, np.uint8)
    )
    quatorze_kernel.play_on(grids, stocks, firsts, np.uint64(seed), ends, room)
    none_left = np.empty(0, np.uint8)
    scratch = quatorze.Scratch()
    known: dict[bytes, bool] = {}
    won = np.zeros(ends.shape[:2], np.uint8)
    for at in np.ndindex(won.shape):
        end = ends[at].tobytes()
        if end not in known:
            grid = quatorze.Grid(ends[at], none_left)
            # An empty grid has no pair left to find.
            known[end] = not any(end) or quatorze.search(grid, Limit(), scratch) == quatorze_kernel.WON
        won[at] = known[end]
    return won


class QuatorzePlayer(Player):
    """The player as the rest of the house asks it."""

    def played_on(
        self, game: AnyGame, worlds: Sequence[Position], moves: list[Move], seed: int
    ) -> tuple[NDArray[np.uint8], int]:
        """One game after each move in each world."""
        return played_on(list(worlds), moves, seed + 1), 1


PLAYER = QuatorzePlayer()
