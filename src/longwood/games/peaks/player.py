"""A quick player of Elevator and Triple Peaks who sees what the player sees, compiled.

What it plays is the rules of `heap.py` once more; tests/test_players.py ties the two together.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from longwood.core.cards import RANK
from longwood.core.game import STOCK, AnyGame, Move, Position
from longwood.games.peaks.heap import WASTE, Cell
from longwood.games.peaks.rules import PEAKS, PYRAMID, Elevator, TriplePeaks
from longwood.kernels.compiled import borrowing, inlined, u32
from longwood.kernels.mixing import fraction, next_state
from longwood.kernels.player import Player
from longwood.kernels.records import U8, U32, Number, U8Table


class Table(NamedTuple):
    """What the worlds have in common, and what lies where in each."""

    needs: U32
    """For each cell the cells that lie on it, as bits."""
    ranks: U8Table
    """For each world the rank of each cell."""
    stocks: U8Table
    """The ranks in the stock, the next one first."""
    tops: U8
    """The rank on the waste, 0 if it is empty."""
    gone: Number
    """The cells that are empty, as bits."""


@inlined
def _bit(cell: Any) -> Any:
    return u32(1 << cell)


@inlined
def _is_free(needs: Any, gone: Any, cell: Any) -> Any:
    """Whether nothing lies on a cell."""
    return needs[cell] & ~gone == u32(0)


@inlined
def _choice(needs: Any, rank: Any, gone: Any, top: int, state: Any) -> Any:
    """The card that turns up most of those that fit, or else a deal (-1); and the dice after that."""
    free = u32(0)
    for c in range(len(needs)):
        if not gone & _bit(c) and _is_free(needs, gone, c):
            free |= _bit(c)
    cell = -1
    best = -1.0
    for c in range(len(needs)):
        away = (int(rank[c]) - top) % 13
        if top == 0 or not free & _bit(c) or (away != 1 and away != 12):
            continue
        value = 0.0
        after = gone | _bit(c)
        for d in range(c):
            if needs[d] & _bit(c) and _is_free(needs, after, d):
                value += 1.0
        # Of equal ones any: the fraction cannot outweigh a card that turns up.
        state = next_state(state)
        value += fraction(state)
        if value > best:
            best = value
            cell = c
    return cell, state


@borrowing("void(Table, int64, int64[::1], uint64, uint8[:, ::1])", Table)
def _play_on(table: Any, repeats: Any, firsts: Any, seed: Any, won: Any) -> None:
    """For each world and each first move (a cell, or -1 for a deal) how many of the repeats end with an empty heap."""
    needs = table.needs
    full = u32((1 << len(needs)) - 1)
    state = seed
    for world in range(len(table.ranks)):
        rank = table.ranks[world]
        stock = table.stocks[world]
        for i in range(len(firsts)):
            won[world, i] = 0
            for _ in range(repeats):
                gone = u32(table.gone)
                dealt = 0
                top = int(table.tops[world])
                cell = firsts[i]
                while True:
                    if cell < 0:
                        if dealt == len(stock):
                            break
                        top = int(stock[dealt])
                        dealt += 1
                    else:
                        top = int(rank[cell])
                        gone |= _bit(cell)
                        if gone == full:
                            won[world, i] += 1
                            break
                    cell, state = _choice(needs, rank, gone, top, state)


def played_on(
    cells: tuple[Cell, ...], worlds: list[Position], moves: list[Move], repeats: int, seed: int = 1
) -> NDArray[np.uint8]:
    """How many of the repeats the quick player wins in each world (row) after each move (column)."""
    place = {cell.pile: i for i, cell in enumerate(cells)}
    needs = np.array([sum(1 << place[pile] for pile in cell.covers or ()) for cell in cells], np.uint32)
    ranks = np.array([[RANK[p.piles[c.pile][0]] if p.piles[c.pile] else 0 for c in cells] for p in worlds], np.uint8)
    stocks = np.array([[RANK[card] for card in p.piles[STOCK][::-1]] for p in worlds], np.uint8)
    tops = np.array([RANK[p.piles[WASTE][-1]] if p.piles[WASTE] else 0 for p in worlds], np.uint8)
    gone = sum(1 << i for i, cell in enumerate(cells) if not worlds[0].piles[cell.pile])
    firsts = np.array([place.get(m.src, -1) for m in moves], np.int64)
    won = np.empty((len(worlds), len(moves)), np.uint8)
    _play_on(Table(needs, ranks, stocks, tops, gone), repeats, firsts, np.uint64(seed), won)
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
