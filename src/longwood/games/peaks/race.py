"""The quick player of Elevator and Triple Peaks and its races, compiled.

It plays the card that turns up most of those that fit, any of equal ones, and deals if none fits.
tests/test_players.py plays the same over the rules.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from longwood.games.peaks.heap import Slot
from longwood.kernels.bits import lowest_alone, place_of
from longwood.kernels.compiled import borrowing, i64, u32
from longwood.kernels.mixing import fraction, next_state
from longwood.kernels.racing import deal_out, world_dice
from longwood.kernels.records import U8, U32, U64, I64Table, Number

DEAL = -1
"""The move that takes no card from the heap."""


class Heap(NamedTuple):
    """Which cards lie on which."""

    needs: U32
    """The cells, as bits, that must be empty before a cell is free."""
    covers: I64Table
    """The cells, two at the most, on which a cell lies; -1 for none."""


class Sight(NamedTuple):
    """What the player sees, and nothing else: cells as bits, ranks of open cards, counts of the others."""

    ranks: U8
    """By cell; 0 where no card lies or none is seen."""
    unseen: U8
    """How many cards of each rank are not seen."""
    hidden: Number
    gone: Number
    free: Number
    top: Number
    """The rank on the waste, 0 for none."""
    stock: Number
    """How many cards the stock holds."""


class Table(NamedTuple):
    """A world, and the dice of its games."""

    ranks: U8
    cells: U32
    """Where the cards of each rank lie, as bits."""
    stock: U8
    deck: U8
    dice: U64


def table() -> Table:
    """Room for a world."""
    ranks, stock, deck = [np.zeros(size, np.uint8) for size in (32, 52, 52)]
    return Table(ranks, np.zeros(14, np.uint32), stock, deck, np.zeros(1, np.uint64))


@cache
def heap_of(cells: tuple[Slot, ...]) -> tuple[Heap, dict[int, int]]:
    """The tables of a heap, and which cell each of its piles is."""
    place = {cell.pile: i for i, cell in enumerate(cells)}
    needs = [sum(1 << place[pile] for pile in cell.covers or ()) for cell in cells]
    covers = np.full((len(cells), 2), -1, np.int64)
    for c in range(len(cells)):
        under = [d for d, bits in enumerate(needs) if bits >> c & 1]
        covers[c, : len(under)] = under
    return Heap(np.array(needs, np.uint32), covers), place


@borrowing("void(Sight, Table, uint64)", Sight, Table)
def _lay(sight: Any, table: Any, state: Any) -> None:
    """Deal the cards that are not seen to the cells that are hidden and to the stock."""
    deal_out(sight.unseen, table.deck, state)
    for rank in range(len(table.cells)):
        table.cells[rank] = 0
    dealt = 0
    for cell in range(len(sight.ranks)):
        rank = sight.ranks[cell]
        if sight.hidden >> cell & 1:
            rank = table.deck[dealt]
            dealt += 1
        table.ranks[cell] = rank
        table.cells[rank] |= u32(1 << cell)
    for i in range(sight.stock):
        table.stock[i] = table.deck[dealt + i]


@borrowing("boolean(Heap, Sight, Table, int64)", Heap, Sight, Table)
def _is_won(heap: Any, sight: Any, table: Any, cell: Any) -> Any:
    """Whether a game that begins with a card of the heap, or a deal, clears the heap."""
    full = u32((1 << len(heap.needs)) - 1)
    gone, free, dealt = u32(sight.gone), u32(sight.free), 0
    while True:
        if cell == DEAL:
            if dealt == sight.stock:
                return False
            top = i64(table.stock[dealt])
            dealt += 1
        else:
            top = i64(table.ranks[cell])
            gone |= u32(1 << cell)
            free &= ~gone
            if gone == full:
                return True
            for k in range(2):
                under = heap.covers[cell, k]
                if under >= 0 and heap.needs[under] & ~gone == u32(0):
                    free |= u32(1 << under)
        fit = free & (table.cells[top % 13 + 1] | table.cells[(top + 11) % 13 + 1])
        cell = DEAL
        best = -1.0
        while fit:
            bit = lowest_alone(fit)
            fit ^= bit
            c = place_of(bit)
            table.dice[0] = next_state(table.dice[0])
            # Of equal ones any: the fraction cannot outweigh a card that turns up.
            value = fraction(table.dice[0])
            for k in range(2):
                under = heap.covers[c, k]
                if under >= 0 and heap.needs[under] & ~(gone | bit) == u32(0):
                    value += 1.0
            if value > best:
                best, cell = value, c


@borrowing("void(Heap, Sight, Table, int64[::1], uint64, int64, int64, uint8[::1], uint8[:, ::1])", Heap, Sight, Table)
def play_round(
    heap: Any, sight: Any, table: Any, firsts: Any, seed: Any, begin: Any, end: Any, racing: Any, won: Any
) -> None:
    """Play the moves that are in the race on, in worlds from `begin` to `end`, with the same dice."""
    for world in range(begin, end):
        state = world_dice(seed, world)
        _lay(sight, table, state)
        for i in range(len(firsts)):
            if racing[i]:
                table.dice[0] = next_state(state)
                won[world, i] = _is_won(heap, sight, table, firsts[i])


@borrowing("void(Heap, Sight, Table, int64[::1], int64, uint8[::1])", Heap, Sight, Table)
def play_again(heap: Any, sight: Any, table: Any, firsts: Any, repeats: Any, won: Any) -> None:
    """How many of so many games in the world on the table are won after each move; the dice roll on."""
    for i in range(len(firsts)):
        won[i] = 0
        for _ in range(repeats):
            if _is_won(heap, sight, table, firsts[i]):
                won[i] += u32(1)
