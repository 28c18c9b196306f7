"""A quick player of Elevator and Triple Peaks who sees what the player sees, compiled.

What it plays is the rules of `games/heap.py` once more; tests/test_playouts.py ties the two together.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longwood.core.cards import RANK
from longwood.core.game import STOCK, AnyGame, Move, Position
from longwood.games.peaks.heap import WASTE, Cell
from longwood.games.peaks.rules import PEAKS, PYRAMID, Elevator, TriplePeaks
from longwood.kernels.compiled import compiled, u32, u64
from longwood.kernels.player import Player


@compiled("uint64(uint64)")
def _random(state: Any) -> Any:
    state ^= state << u64(13)
    state ^= state >> u64(7)
    return state ^ (state << u64(17))


@compiled(
    "void(uint32[::1], uint8[:, ::1], uint8[:, ::1], uint8[::1], uint32, int64, int64[::1], uint64, uint8[:, ::1])"
)
def _play_on(
    needs: Any, ranks: Any, stocks: Any, tops: Any, mask: Any, repeats: Any, firsts: Any, seed: Any, won: Any,
) -> None:  # fmt: skip
    """For each world and each first move (a cell, or -1 for a deal) how many of the repeats end with an empty heap."""
    cells = len(needs)
    full = u32((1 << cells) - 1)
    state = seed
    for world in range(len(ranks)):
        rank = ranks[world]
        stock = stocks[world]
        for i in range(len(firsts)):
            won[world, i] = 0
            for _ in range(repeats):
                gone = u32(mask)
                dealt = 0
                top = int(tops[world])
                cell = firsts[i]
                while True:
                    if cell < 0:
                        if dealt == len(stock):
                            break
                        top = int(stock[dealt])
                        dealt += 1
                    else:
                        top = int(rank[cell])
                        gone |= u32(1 << cell)
                        if gone == full:
                            won[world, i] += 1
                            break
                    # The card that turns up most of those that fit, or else a deal.
                    free = u32(0)
                    for c in range(cells):
                        if not gone >> u32(c) & u32(1) and needs[c] & ~gone == u32(0):
                            free |= u32(1 << c)
                    cell = -1
                    best = -1.0
                    for c in range(cells):
                        away = (int(rank[c]) - top) % 13
                        if top == 0 or not free >> u32(c) & u32(1) or (away != 1 and away != 12):
                            continue
                        value = 0.0
                        after = gone | u32(1 << c)
                        for d in range(c):
                            if needs[d] >> u32(c) & u32(1) and needs[d] & ~after == u32(0):
                                value += 1.0
                        # Of equal ones any: the fraction cannot outweigh a card that turns up.
                        state = _random(state)
                        value += (state >> u64(11)) / 9007199254740992.0
                        if value > best:
                            best = value
                            cell = c


def played_on(
    cells: tuple[Cell, ...], worlds: list[Position], moves: list[Move], repeats: int, seed: int = 1
) -> NDArray[np.uint8]:
    """How many of the repeats the quick player wins in each world (row) after each move (column)."""
    place = {cell.pile: i for i, cell in enumerate(cells)}
    needs = np.array([sum(1 << place[pile] for pile in cell.covers or ()) for cell in cells], np.uint32)
    ranks = np.array([[RANK[p.piles[c.pile][0]] if p.piles[c.pile] else 0 for c in cells] for p in worlds], np.uint8)
    stocks = np.array([[RANK[card] for card in p.piles[STOCK][::-1]] for p in worlds], np.uint8)
    tops = np.array([RANK[p.piles[WASTE][-1]] if p.piles[WASTE] else 0 for p in worlds], np.uint8)
    mask = sum(1 << i for i, cell in enumerate(cells) if not worlds[0].piles[cell.pile])
    firsts = np.array([place.get(m.src, -1) for m in moves], np.int64)
    won = np.empty((len(worlds), len(moves)), np.uint8)
    _play_on(needs, ranks, stocks, tops, np.uint32(mask), repeats, firsts, np.uint64(seed), won)
    return won


REPEATS = 3
"""How often the same heap is played: the choices are partly left to chance."""
HEAPS = {TriplePeaks: PEAKS, Elevator: PYRAMID}


class HeapPlayer(Player):
    """The player as the rest of the house asks it."""

    def played_on(
        self, game: AnyGame, worlds: Sequence[Position], moves: list[Move], seed: int
    ) -> tuple[NDArray[np.uint8], int]:
        """Several games after each move in each world."""
        return played_on(HEAPS[type(game)], list(worlds), moves, REPEATS, seed + 1), REPEATS


PLAYER = HeapPlayer()
