"""The quick player of Quatorze and its races, compiled.

While cards are hidden it takes the pair whose cards other pairs want least, and of equal ones any. From where nothing
is hidden it plays perfectly. tests/test_players.py plays the same over the rules.
"""

from typing import Any, NamedTuple

import numpy as np

from longwood.games.quatorze.solver.kernel import (
    CELLS,
    CROWDED,
    RANKS,
    REMEMBERED,
    WON,
    Line,
    find,
    key_of,
    pair_of,
    partners,
    play,
    search,
)
from longwood.kernels.bits import bit_count, lowest_alone, place_of
from longwood.kernels.compiled import borrowing, i64, u32
from longwood.kernels.mixing import fraction, next_state
from longwood.kernels.racing import deal_out, world_dice
from longwood.kernels.records import I64, U8, U32, U64
from longwood.kernels.tables import clear, is_free, place


class Desk(NamedTuple):
    """Room for one game after another."""

    stock: U8
    """That of the world, the next card first."""
    dice: U64
    grid: U8
    before: U8
    where: U32
    """The cells of the grid that hold each rank, as bits."""
    wanted: I64
    line: Line
    """The search of endings."""


def desk(line: Line) -> Desk:
    """Room for games whose endings are searched with this."""
    return Desk(
        stock=np.empty(52, np.uint8),
        dice=np.zeros(1, np.uint64),
        grid=np.empty(CELLS, np.uint8),
        before=np.empty(CELLS, np.uint8),
        where=np.empty(RANKS, np.uint32),
        wanted=np.empty(CELLS, np.int64),
        line=line,
    )


@borrowing("int64(Desk)", Desk)
def _choose(desk: Any) -> Any:
    """The pair to take; -1 if there is none."""
    grid, where, wanted = desk.grid, desk.where, desk.wanted
    for a in range(CELLS):
        wanted[a] = i64(bit_count(partners(grid, where, a)))
    state = desk.dice[0]
    best, pair = 1e9, -1
    for a in range(CELLS):
        # Each pair once, from its first cell.
        found = partners(grid, where, a) >> u32(a) << u32(a)
        while found:
            bit = lowest_alone(found)
            found ^= bit
            b = place_of(bit)
            state = next_state(state)
            # A fraction cannot outweigh a partner.
            value = wanted[a] + wanted[b] + fraction(state)
            if value < best:
                best, pair = value, pair_of(a, b)
    desk.dice[0] = state
    return pair


@borrowing("void(Desk, int64, uint8)", Desk)
def _refill(desk: Any, cell: Any, rank: Any) -> None:
    """Put another card into a cell."""
    bit = u32(1) << u32(cell)
    desk.where[desk.grid[cell]] ^= bit
    desk.where[rank] |= bit
    desk.grid[cell] = rank


@borrowing("void(uint8[::1], uint8[::1])")
def _copy(cells: Any, to: Any) -> None:
    for cell in range(CELLS):
        to[cell] = cells[cell]


@borrowing("boolean(uint8[::1])")
def _is_empty(cells: Any) -> Any:
    ranks = 0
    for cell in range(CELLS):
        ranks |= cells[cell]
    return ranks == 0


@borrowing("boolean(Desk)", Desk)
def _is_cleared(desk: Any) -> Any:
    """Whether the grid can be cleared, now that the stock has run out. So what is lost is lost in every world."""
    line = desk.line
    if _is_empty(desk.grid):
        return True
    one, two = key_of(desk.grid, 0)
    if not is_free(line.table, place(line.table, one, two)):
        return False
    status = CROWDED
    for is_remembering in (True, True, False):
        _copy(desk.grid, line.grids[0])
        for i in range(REMEMBERED):
            line.at[i] = 0
        status = search(desk.stock[:0], line, 1 << 62, is_remembering, True)
        if status != CROWDED:
            break
        # Once more with an empty table; an ending that is too much for that is searched without one.
        clear(line.table)
        line.at[REMEMBERED] = 0
    return status == WON


@borrowing("boolean(Desk, uint8[::1], int64, int64, int64)", Desk)
def _is_won(desk: Any, cells: Any, left: Any, a: Any, b: Any) -> Any:
    """Whether a game that begins with a pair clears the grid."""
    _copy(cells, desk.grid)
    find(desk.grid, desk.where)
    dealt = 0
    while dealt + 2 <= left:
        _refill(desk, a, desk.stock[dealt])
        _refill(desk, b, desk.stock[dealt + 1])
        dealt += 2
        if dealt == left:
            return _is_cleared(desk)
        pair = _choose(desk)
        if pair < 0:
            return False
        a, b = pair >> 5, pair & 31
    # The stock gives out with this pair.
    _copy(desk.grid, desk.before)
    play(desk.before, desk.stock[dealt:left], 0, a, b, desk.grid)
    return _is_cleared(desk)


@borrowing("void(Desk, uint8[::1], uint8[::1], int64[:, ::1], uint64, int64, int64, uint8[::1], uint8[:, ::1])", Desk)
def play_round(
    desk: Any, cells: Any, unseen: Any, firsts: Any, seed: Any, begin: Any, end: Any, racing: Any, won: Any
) -> None:
    """Play the moves that are in the race on, in worlds from `begin` to `end`, with the same dice."""
    for world in range(begin, end):
        state = world_dice(seed, world)
        left = deal_out(unseen, desk.stock, state)
        for i in range(len(firsts)):
            if racing[i]:
                desk.dice[0] = next_state(state)
                won[world, i] = _is_won(desk, cells, left, firsts[i, 0], firsts[i, 1])


@borrowing("void(Desk, uint8[:, ::1], uint8[:, ::1], int64[:, ::1], uint64, uint8[:, ::1])", Desk)
def play_worlds(desk: Any, grids: Any, stocks: Any, firsts: Any, seed: Any, won: Any) -> None:
    """Whether each world is won after each first pair."""
    desk.dice[0] = seed
    for world in range(len(grids)):
        for i in range(stocks.shape[1]):
            desk.stock[i] = stocks[world, i]
        for i in range(len(firsts)):
            won[world, i] = _is_won(desk, grids[world], stocks.shape[1], firsts[i, 0], firsts[i, 1])
