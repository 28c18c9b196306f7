"""Compiled search of Quatorze: depth first, lost positions remembered.

State: the ranks in the 25 cells, row by row, 0 for an empty one, and how many stock cards have been dealt. That is 105
bits, so the keys of remembered positions are exact. Steps and prunings are numbered as in docs/solver-one-deck.md.
Moves are tried as they come: most deals are won at the first attempt, and choosing takes longer than it saves.
"""

from typing import Any, NamedTuple

import numpy as np

from longwood.kernels.bits import lowest_alone, place_of
from longwood.kernels.compiled import borrowing, compiled, inlined, u32, u64
from longwood.kernels.mixing import GAMMA, scrambled
from longwood.kernels.records import I64, U16, U32, I64Table, U8Table, U32Table, U64Table
from longwood.kernels.tables import clear, is_free, place, put

CELLS = 25
RANKS = 16
"""Entries of the table of ranks, of which 0 (no card) to 14 (no card's partner) are used."""

IN_LINE = np.array(
    [sum(1 << b for b in range(CELLS) if b != a and (b // 5 == a // 5 or b % 5 == a % 5)) for a in range(CELLS)],
    np.uint32,
)
"""The cells in one row or column with each, as bits."""

# What `search` reports.
WON, LOST, PAUSED, CROWDED = 1, 0, 2, 3
# Where it keeps its place between calls: the entries of `at`.
DEPTH, NODES, DEEPEST, REMEMBERED = 0, 1, 2, 3
# What it knows of each position on its way: the entries of `progress`.
FIRST, SECOND, DEALT = 0, 1, 2

ONE = u32(1)


class Line(NamedTuple):
    """A search: for each number of moves the position that many moves deep, and what has been tried there."""

    grids: U8Table
    """The cells. Before the first call the first grid holds the position, and `at` is all 0."""
    wheres: U32Table
    """Where each rank is."""
    progress: I64Table
    """The pair being tried (FIRST and SECOND), and the cards DEALT so far."""
    untried: U32
    """The partners of FIRST still to try."""
    best: U16
    """The longest line, DEEPEST moves."""
    at: I64
    table: U64Table
    """The keys of lost positions."""


@inlined
def pair_of(a: Any, b: Any) -> Any:
    """A move in a word: two cells, the one that is refilled first first."""
    return a << 5 | b


@borrowing("void(uint8[::1], uint32[::1])", inline=True)
def find(cells: Any, where: Any) -> None:
    """The cells that hold each rank, as bits. No cell holds the partner of no card."""
    for rank in range(RANKS):
        where[rank] = 0
    for cell in range(CELLS):
        where[cells[cell]] |= ONE << u32(cell)
    where[0] = 0


@borrowing("uint32(uint8[::1], uint32[::1], int64)")
def partners(cells: Any, where: Any, a: int) -> Any:
    """The cells that pair with cell a, as bits: their card makes fourteen with its, in one row or column."""
    return where[14 - cells[a]] & IN_LINE[a]


@borrowing("void(uint8[::1], uint8[::1], int64, int64, int64, uint8[::1])", inline=True)
def play(cells: Any, stock: Any, dealt: int, a: int, b: int, after: Any) -> None:
    """The cells after the pair a-b: refilled a first, or closed up where the stock gives out."""
    for cell in range(CELLS):
        after[cell] = cells[cell]
    left = len(stock) - dealt
    after[a] = stock[dealt] if left > 0 else 0
    after[b] = stock[dealt + 1] if left > 1 else 0
    if left < 2:
        to = 0
        for cell in range(CELLS):
            if after[cell]:
                after[to] = after[cell]
                to += 1
        for cell in range(to, CELLS):
            after[cell] = 0


@borrowing("UniTuple(uint64, 2)(uint8[::1], int64)")
def key_of(cells: Any, dealt: int) -> Any:
    """The state in two words, the first of them mixed with the second: different states have different keys."""
    upper = u64(1)
    for cell in range(13):
        upper = upper << u64(4) | u64(cells[cell])
    lower = u64(dealt)
    for cell in range(13, CELLS):
        lower = lower << u64(4) | u64(cells[cell])
    return scrambled(upper ^ (lower * GAMMA)), lower


@inlined
def _enter(line: Any, depth: int, dealt: int) -> None:
    """Nothing is tried yet at this depth."""
    find(line.grids[depth], line.wheres[depth])
    line.untried[depth] = 0
    line.progress[depth, FIRST] = -1
    line.progress[depth, DEALT] = dealt


@inlined
def _waiting(line: Any, stock: Any, depth: int, skips_twins: bool) -> Any:
    """The partners still to try of the first card in turn; 0 if all pairs have been tried."""
    cells, where = line.grids[depth], line.wheres[depth]
    dealt = line.progress[depth, DEALT]
    left = len(stock) - dealt
    a = line.progress[depth, FIRST]
    waiting = line.untried[depth]
    while waiting == 0 and a < CELLS - 1:
        a += 1
        waiting = partners(cells, where, a)
        # Pruning 6: where both orders leave the same ranks, one of them is enough.
        if skips_twins and (left == 0 or (left > 1 and stock[dealt] == stock[dealt + 1])):
            waiting &= ~((ONE << u32(a)) - ONE)
    line.progress[depth, FIRST] = a
    return waiting


@borrowing("int64(uint8[::1], Line, int64, boolean, boolean)", Line, inline=True)
def search(stock: Any, line: Any, budget: int, remembers: bool, skips_twins: bool) -> int:
    """Go on from where `at` says until the grid is empty, all is tried, the budget is spent or the table half full."""
    grids, progress, at, table = line.grids, line.progress, line.at, line.table
    depth = at[DEPTH]
    if at[NODES] == 0:
        _enter(line, 0, 0)
        at[NODES] = 1
    status = LOST
    while depth >= 0:
        if 2 * at[REMEMBERED] >= len(table):
            status = CROWDED
            break
        # S8. The next pair.
        waiting = _waiting(line, stock, depth, skips_twins)
        dealt = progress[depth, DEALT]
        if waiting == 0:
            # S10. A position that is lost once is lost whichever way it comes (pruning 7).
            if remembers:
                one, two = key_of(grids[depth], dealt)
                put(table, place(table, one, two), one, two)
                at[REMEMBERED] += 1
            depth -= 1
            continue
        low = lowest_alone(waiting)
        line.untried[depth] = waiting ^ low
        a = progress[depth, FIRST]
        b = place_of(low)
        progress[depth, SECOND] = b
        after = grids[depth + 1]
        play(grids[depth], stock, dealt, a, b, after)
        dealt = min(dealt + 2, len(stock))
        # S9. Play it and go one move deeper, unless what it leads to is known to be lost.
        if at[REMEMBERED]:
            one, two = key_of(after, dealt)
            if not is_free(table, place(table, one, two)):
                continue
        if at[NODES] >= budget:
            line.untried[depth] = waiting
            status = PAUSED
            break
        depth += 1
        at[NODES] += 1
        _enter(line, depth, dealt)
        if depth > at[DEEPEST]:
            at[DEEPEST] = depth
            for d in range(depth):
                line.best[d] = pair_of(progress[d, FIRST], progress[d, SECOND])
            # With the stock gone the cards have closed up: an empty first cell is an empty grid.
            if after[0] == 0:
                status = WON
                break
    at[DEPTH] = depth
    return status


@compiled("void(uint8[:, ::1], Line, int64, uint8[::1], int64[::1])", Line)
def solve_decks(decks: Any, line: Any, budget: int, depths: Any, nodes: Any) -> None:
    """For each fresh deal the moves of the longest line, and the nodes; 255 if budget or table were too small for it.

    The table must be empty, and is left so.
    """
    stock = np.empty(52 - CELLS, np.uint8)
    at = line.at
    for d in range(len(decks)):
        for cell in range(CELLS):
            line.grids[0, cell] = decks[d, cell] % 13 + 1
        for i in range(len(stock)):
            stock[i] = decks[d, CELLS + i] % 13 + 1
        for i in range(len(at)):
            at[i] = 0
        status = search(stock, line, budget, True, True)
        if status in (WON, LOST):
            depths[d] = at[DEEPEST]
            nodes[d] = at[NODES]
        else:
            depths[d] = 255
        if at[REMEMBERED]:
            clear(line.table)
