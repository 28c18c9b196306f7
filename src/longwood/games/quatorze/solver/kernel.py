"""Compiled search of Quatorze: depth first, lost positions remembered.

State: the ranks in the 25 cells, row by row, 0 for an empty one, and how many stock cards have been dealt. That is 105
bits, so the keys of remembered positions are exact. Prunings are numbered as in docs/solver-one-deck.md. Moves are
tried as they come: most deals are won at the first attempt, and choosing takes longer than it saves.
"""

from typing import Any

import numpy as np

from longwood.kernels.bits import bit_count
from longwood.kernels.compiled import compiled, i64, u32, u64

CELLS = 25
RANKS = 16
"""Entries of the table of ranks, of which 0 (no card) to 14 (no card's partner) are used."""

# What `search` reports.
WON, LOST, PAUSED, CROWDED = 1, 0, 2, 3
# Where it keeps its place between calls: the entries of `at`.
DEPTH, NODES, DEEPEST, REMEMBERED = 0, 1, 2, 3
# What it knows of each position on its way: the entries of `progress`.
FIRST, SECOND, DEALT = 0, 1, 2

ONE = u32(1)


@compiled("void(uint8[::1], uint32[::1])")
def find(cells: Any, where: Any) -> None:
    """The cells that hold each rank, as bits. No cell holds the partner of no card."""
    for rank in range(RANKS):
        where[rank] = 0
    for cell in range(CELLS):
        where[cells[cell]] |= ONE << u32(cell)
    where[0] = 0


@compiled("uint32(uint8[::1], uint32[::1], uint32[::1], int64)")
def partners(cells: Any, where: Any, in_line: Any, a: int) -> Any:
    """The cells that pair with cell a, as bits: their card makes fourteen with its, in one row or column."""
    return where[14 - cells[a]] & in_line[a]


@compiled("void(uint8[::1], uint8[::1], int64, int64, int64, uint8[::1])")
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


@compiled("UniTuple(uint64, 2)(uint8[::1], int64)")
def _key(cells: Any, dealt: int) -> Any:
    """The state in two words; the first is never 0."""
    upper = u64(1)
    for cell in range(13):
        upper = upper << u64(4) | u64(cells[cell])
    lower = u64(dealt)
    for cell in range(13, CELLS):
        lower = lower << u64(4) | u64(cells[cell])
    return upper, lower


@compiled("int64(uint64[:, ::1], uint64, uint64)")
def _slot(table: Any, upper: int, lower: int) -> Any:
    """Where a key stands in the table, or the empty place where it would."""
    mixed = (upper ^ (lower * u64(0x9E3779B97F4A7C15))) * u64(0xBF58476D1CE4E5B9)
    mask = u64(len(table) - 1)
    i = (mixed ^ (mixed >> u64(32))) & mask
    while table[i, 0] and (table[i, 0] != upper or table[i, 1] != lower):
        i = (i + u64(1)) & mask
    return i64(i)


@compiled("void(uint64[:, ::1], uint64[:, ::1])")
def rehash(table: Any, larger: Any) -> None:
    """Put all keys of one table into another."""
    for i in range(len(table)):
        if table[i, 0]:
            k = _slot(larger, table[i, 0], table[i, 1])
            larger[k, 0] = table[i, 0]
            larger[k, 1] = table[i, 1]


@compiled("void(uint8[:, ::1], uint32[:, ::1], int64[:, ::1], uint32[::1], int64, int64)")
def _enter(grids: Any, wheres: Any, progress: Any, untried: Any, depth: int, dealt: int) -> None:
    """Nothing is tried yet at this depth."""
    find(grids[depth], wheres[depth])
    untried[depth] = 0
    progress[depth, FIRST] = -1
    progress[depth, DEALT] = dealt


@compiled(
    "int64(uint8[::1], uint32[::1], uint8[:, ::1], uint32[:, ::1], int64[:, ::1], uint32[::1], uint16[::1],"
    " uint64[:, ::1], int64[::1], int64, boolean, boolean)"
)
def search(
    stock: Any,
    in_line: Any,
    grids: Any,
    wheres: Any,
    progress: Any,
    untried: Any,
    best: Any,
    table: Any,
    at: Any,
    budget: int,
    remembers: bool,
    skips_twins: bool,
) -> int:
    """Go on from where `at` says until the grid is empty, all is tried, the budget is spent or the table half full.

    grids[d], wheres[d], progress[d] and untried[d] belong to the position d moves deep: its cells, where its ranks are,
    the pair being tried (FIRST and SECOND) with the cards DEALT so far, and the partners of FIRST still to try. Before
    the first call grids[0] holds the position and `at` is all 0. `best` is the longest line, DEEPEST moves a * 32 + b.
    """
    depth = at[DEPTH]
    if at[NODES] == 0:
        _enter(grids, wheres, progress, untried, 0, 0)
        at[NODES] = 1
    status = LOST
    while depth >= 0:
        if 2 * at[REMEMBERED] >= len(table):
            status = CROWDED
            break
        cells = grids[depth]
        dealt = progress[depth, DEALT]
        left = len(stock) - dealt
        a = progress[depth, FIRST]
        waiting = untried[depth]
        while waiting == 0 and a < CELLS - 1:
            a += 1
            waiting = partners(cells, wheres[depth], in_line, a)
            # Pruning 6: where both orders leave the same ranks, one of them is enough.
            if skips_twins and (left == 0 or (left > 1 and stock[dealt] == stock[dealt + 1])):
                waiting &= ~((ONE << u32(a)) - ONE)
        progress[depth, FIRST] = a
        if waiting == 0:
            # Pruning 7: a position that is lost once is lost whichever way it comes.
            if remembers:
                upper, lower = _key(cells, dealt)
                i = _slot(table, upper, lower)
                table[i, 0] = upper
                table[i, 1] = lower
                at[REMEMBERED] += 1
            depth -= 1
            continue
        low = waiting & (~waiting + ONE)
        untried[depth] = waiting ^ low
        b = i64(bit_count(low - ONE))
        progress[depth, SECOND] = b
        after = grids[depth + 1]
        play(cells, stock, dealt, a, b, after)
        dealt = min(dealt + 2, len(stock))
        if at[REMEMBERED]:
            upper, lower = _key(after, dealt)
            if table[_slot(table, upper, lower), 0]:
                continue
        if at[NODES] >= budget:
            untried[depth] = waiting
            status = PAUSED
            break
        depth += 1
        at[NODES] += 1
        _enter(grids, wheres, progress, untried, depth, dealt)
        if depth > at[DEEPEST]:
            at[DEEPEST] = depth
            for d in range(depth):
                best[d] = progress[d, FIRST] * 32 + progress[d, SECOND]
            # With the stock gone the cards have closed up: an empty first cell is an empty grid.
            if after[0] == 0:
                status = WON
                break
    at[DEPTH] = depth
    return status


@compiled(
    "int64(uint8[:, ::1], uint32[::1], uint8[:, ::1], uint32[:, ::1], int64[:, ::1], uint32[::1], uint16[::1],"
    " uint64[:, ::1], int64, uint8[::1])"
)
def solve_decks(
    decks: Any,
    in_line: Any,
    grids: Any,
    wheres: Any,
    progress: Any,
    untried: Any,
    best: Any,
    table: Any,
    budget: int,
    depths: Any,
) -> int:
    """For each fresh deal the moves of the longest line, or 255 if the budget or the table was too small for it.

    Returns the nodes of those that were decided. The table must be empty, and is left so.
    """
    at = np.zeros(4, np.int64)
    stock = np.empty(52 - CELLS, np.uint8)
    nodes = 0
    for d in range(len(decks)):
        for cell in range(CELLS):
            grids[0, cell] = decks[d, cell] % 13 + 1
        for i in range(len(stock)):
            stock[i] = decks[d, CELLS + i] % 13 + 1
        for i in range(len(at)):
            at[i] = 0
        status = search(stock, in_line, grids, wheres, progress, untried, best, table, at, budget, True, True)
        if status in (WON, LOST):
            depths[d] = at[DEEPEST]
            nodes += at[NODES]
        else:
            depths[d] = 255
        if at[REMEMBERED]:
            for i in range(len(table)):
                table[i, 0] = 0
    return nodes


@compiled("void(uint8[:, ::1], uint8[:, ::1], int64[:, ::1], uint32[::1], uint64, uint8[:, :, ::1])")
def play_on(grids: Any, stocks: Any, firsts: Any, in_line: Any, seed: Any, ends: Any) -> None:
    """The quick player: while cards are hidden, the pair whose cards other pairs want least, and of equal ones any.

    For each grid with its stock and each first pair: the grid when the stock has run out, or a grid that no one can
    clear if no pair was left before.
    """
    state = seed
    where = np.empty(RANKS, np.uint32)
    wanted = np.empty(CELLS, np.int64)
    before = np.empty(CELLS, np.uint8)
    for world in range(len(grids)):
        stock = stocks[world]
        for i in range(len(firsts)):
            grid = ends[world, i]
            play(grids[world], stock, 0, firsts[i, 0], firsts[i, 1], grid)
            dealt = 2
            while dealt < len(stock):
                find(grid, where)
                for a in range(CELLS):
                    wanted[a] = bit_count(partners(grid, where, in_line, a))
                best, first, second = 1e9, -1, -1
                for a in range(CELLS):
                    if wanted[a] == 0:
                        continue
                    found = partners(grid, where, in_line, a)
                    for b in range(a + 1, CELLS):
                        if found >> u32(b) & ONE:
                            state ^= state << u64(13)
                            state ^= state >> u64(7)
                            state ^= state << u64(17)
                            # A fraction cannot outweigh a partner.
                            value = wanted[a] + wanted[b] + (state >> u64(11)) / 9007199254740992.0
                            if value < best:
                                best, first, second = value, a, b
                if first < 0:
                    break
                before[:] = grid
                play(before, stock, dealt, first, second, grid)
                dealt += 2
            if dealt < len(stock):
                grid[:] = 0
                grid[0] = 1
