"""The quick player of Elevator and Triple Peaks as the rest of the house asks it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from longwood.core.cards import RANK
from longwood.core.game import STOCK, AnyGame, Move, Position
from longwood.games.peaks import race
from longwood.games.peaks.heap import WASTE, Slot
from longwood.games.peaks.rules import PEAKS, PYRAMID, Elevator, TriplePeaks
from longwood.games.quick_player import DROP, QuickPlayer
from longwood.kernels.racing import Race, raced

REPEATS = 3
"""How often the same heap is played: the choices are partly left to chance."""
HEAPS = {TriplePeaks: PEAKS, Elevator: PYRAMID}


def sight_of(game: AnyGame, cells: tuple[Slot, ...], p: Position) -> race.Sight:
    """What the player sees of a position."""
    unseen = game.unseen(p)
    gone = hidden = free = 0
    ranks = np.zeros(len(cells), np.uint8)
    for i, cell in enumerate(cells):
        if not p.piles[cell.pile]:
            gone |= 1 << i
        elif cell.pile in unseen:
            hidden |= 1 << i
        else:
            free |= 1 << i
            ranks[i] = RANK[p.piles[cell.pile][0]]
    others = [RANK[card] for pile in unseen for card in p.piles[pile]]
    counts = np.bincount(others, minlength=14).astype(np.uint8)
    top = RANK[p.piles[WASTE][-1]] if p.piles[WASTE] else 0
    return race.Sight(ranks, counts, hidden, gone, free, top, len(p.piles[STOCK]))


class HeapPlayer(QuickPlayer):
    """It plays the card that turns up most, any of equal ones, and deals if none fits."""

    def play_on(
        self, game: AnyGame, worlds: Sequence[Position], moves: list[Move], seed: int
    ) -> tuple[NDArray[np.uint8], int]:
        """Several games after each move in each world."""
        cells = HEAPS[type(game)]
        heap, place = race.heap_of(cells)
        sight, table = sight_of(game, cells, worlds[0]), race.table()
        firsts = _firsts(place, moves)
        won = np.zeros((len(worlds), len(moves)), np.uint8)
        table.dice[0] = seed + 1
        for i, world in enumerate(worlds):
            ranks = [RANK[world.piles[cell.pile][0]] if world.piles[cell.pile] else 0 for cell in cells]
            table.ranks[: len(cells)] = ranks
            table.cells[:] = 0
            for cell, rank in enumerate(ranks):
                table.cells[rank] |= np.uint32(1 << cell)
            table.stock[: sight.stock] = [RANK[card] for card in world.piles[STOCK][::-1]]
            race.play_again(heap, sight, table, firsts, REPEATS, won[i])
        return won, REPEATS

    def race(
        self, game: AnyGame, p: Position, moves: list[Move], seed: int, games: int, drop: float = DROP
    ) -> Race | None:
        cells = HEAPS[type(game)]
        heap, place = race.heap_of(cells)
        sight, table, firsts = sight_of(game, cells, p), race.table(), _firsts(place, moves)

        def play_round(begin: int, end: int, racing: NDArray[np.uint8], won: NDArray[np.uint8]) -> None:
            race.play_round(heap, sight, table, firsts, np.uint64(seed), begin, end, racing, won)

        return raced(play_round, len(moves), games, drop)


def _firsts(place: dict[int, int], moves: list[Move]) -> NDArray[np.int64]:
    """The cells that moves take a card from."""
    return np.array([place.get(m.src, race.DEAL) for m in moves], np.int64)


PLAYER = HeapPlayer()
