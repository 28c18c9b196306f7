"""Compiled search of Quatorze: depth first, the moves that leave the most pairs first, lost positions remembered.

State: the ranks in the 25 cells, row by row, 0 for an empty one, and how many stock cards have been dealt. That is 105
bits, so the keys of remembered positions are exact. Prunings are numbered as in docs/solver-one-deck.md.
"""

from typing import Any

import numpy as np

from longwood.solver.compiled import bit_count, compiled

CELLS = 25
MOST_MOVES = 208
"""Each of six pairs of ranks has 16 pairs of cards, the sevens have 6: 102 pairs in both orders, if all were in line."""

# What `search` reports.
WON, LOST, PAUSED, CROWDED = 1, 0, 2, 3
# Where it keeps its place between calls: the entries of `at`.
DEPTH, NODES, DEEPEST, REMEMBERED = 0, 1, 2, 3

ONE = np.uint32(1)


@compiled("void(uint8[::1], uint32[::1])")
def _find(cells: Any, where: Any) -> None:
    """The cells that hold each rank, as bits; none holds rank 14, the partner of an empty cell."""
    for rank in range(15):
        where[rank] = 0
    for cell in range(CELLS):
        where[cells[cell]] |= ONE << np.uint32(cell)
    where[0] = 0


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


@compiled("int64(uint8[::1], uint32[::1], uint32[::1], uint16[::1])")
def pairs(cells: Any, in_line: Any, where: Any, moves: Any) -> int:
    """All legal moves, a * 32 + b, in both orders; returns how many. `where` is filled as well."""
    _find(cells, where)
    count = 0
    for a in range(CELLS):
        partners = where[14 - cells[a]] & in_line[a]
        while partners:
            low = partners & (~partners + ONE)
            partners ^= low
            moves[count] = a * 32 + np.int64(bit_count(low - ONE))
            count += 1
    return count


@compiled("int64(uint8[::1], uint32[::1], uint32[::1], int64, int64, uint8, uint8)")
def _pairs_won(cells: Any, in_line: Any, where: Any, a: int, b: int, new_a: int, new_b: int) -> int:
    """How many more pairs there are after two cells have been refilled."""
    others = ~(ONE << np.uint32(a) | ONE << np.uint32(b))
    count = 1 if new_a + new_b == 14 else 0
    count += np.int64(bit_count(where[14 - new_a] & in_line[a] & others))
    count += np.int64(bit_count(where[14 - new_b] & in_line[b] & others))
    count -= np.int64(bit_count(where[14 - cells[a]] & in_line[a]))
    count -= np.int64(bit_count(where[14 - cells[b]] & in_line[b]))
    return count


@compiled("int64(uint8[::1], uint32[::1], uint32[::1], uint8[::1], int64, int64, uint8)")
def _pairs_left(cells: Any, in_line: Any, where: Any, closed: Any, a: int, b: int, new_a: int) -> int:
    """How many pairs there are, counted in both orders, after the cards have closed up."""
    for rank in range(15):
        where[rank] = 0
    size = 0
    for cell in range(CELLS):
        rank = cells[cell]
        if rank == 0:
            break
        if cell == a:
            rank = new_a
        if cell != b and rank:
            closed[size] = rank
            where[rank] |= ONE << np.uint32(size)
            size += 1
    count = 0
    for cell in range(size):
        count += np.int64(bit_count(where[14 - closed[cell]] & in_line[cell]))
    return count


@compiled("int64(uint8[::1], uint8[::1], int64, uint32[:, ::1], uint8[::1], uint16[::1], int8[::1], boolean)")
def _scored_pairs(
    cells: Any, stock: Any, dealt: int, masks: Any, spare: Any, moves: Any, scores: Any, skips_twins: bool
) -> int:
    """The moves worth trying, and how many pairs each leaves or adds; returns how many moves."""
    in_line = masks[0]
    found = pairs(cells, in_line, masks[1], moves)
    left = len(stock) - dealt
    # Pruning 6: where both orders leave the same ranks, one of them is enough.
    is_twin = skips_twins and (left == 0 or (left > 1 and stock[dealt] == stock[dealt + 1]))
    new_a = stock[dealt] if left > 0 else np.uint8(0)
    new_b = stock[dealt + 1] if left > 1 else np.uint8(0)
    count = 0
    for i in range(found):
        move = moves[i]
        a = np.int64(move) >> 5
        b = np.int64(move) & 31
        if is_twin and a > b:
            continue
        if left > 1:
            score = _pairs_won(cells, in_line, masks[1], a, b, new_a, new_b)
        else:
            score = _pairs_left(cells, in_line, masks[2], spare, a, b, new_a)
        scores[count] = score
        moves[count] = move
        count += 1
    return count


@compiled("UniTuple(uint64, 2)(uint8[::1], int64)")
def _key(cells: Any, dealt: int) -> tuple[int, int]:
    """The state in two words; the first is never 0."""
    upper = np.uint64(1)
    for cell in range(13):
        upper = upper << np.uint64(4) | np.uint64(cells[cell])
    lower = np.uint64(dealt)
    for cell in range(13, CELLS):
        lower = lower << np.uint64(4) | np.uint64(cells[cell])
    return upper, lower


@compiled("int64(uint64[:, ::1], uint64, uint64)")
def slot(table: Any, upper: int, lower: int) -> int:
    """Where a key stands in the table, or the empty place where it would."""
    mixed = (upper ^ (lower * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xBF58476D1CE4E5B9)
    mask = np.uint64(len(table) - 1)
    i = (mixed ^ (mixed >> np.uint64(32))) & mask
    while table[i, 0] and (table[i, 0] != upper or table[i, 1] != lower):
        i = (i + np.uint64(1)) & mask
    return np.int64(i)


@compiled("void(uint64[:, ::1], uint64[:, ::1])")
def rehash(table: Any, larger: Any) -> None:
    """Put all keys of one table into another."""
    for i in range(len(table)):
        if table[i, 0]:
            k = slot(larger, table[i, 0], table[i, 1])
            larger[k, 0] = table[i, 0]
            larger[k, 1] = table[i, 1]


@compiled(
    "int64(uint8[::1], uint32[:, ::1], uint8[:, ::1], uint16[:, ::1], int8[:, ::1], int64[:, ::1], uint16[::1],"
    " uint64[:, ::1], int64[::1], int64, boolean, boolean)"
)
def search(
    stock: Any,
    masks: Any,
    grids: Any,
    moves: Any,
    scores: Any,
    progress: Any,
    best: Any,
    table: Any,
    at: Any,
    budget: int,
    remembers: bool,
    skips_twins: bool,
) -> int:
    """Go on from where `at` says until the grid is empty, all is tried, the budget is spent or the table half full.

    grids[d], moves[d], scores[d] and progress[d] = (moves found or -1, moves tried, cards dealt) belong to the
    position d moves deep; moves[d, tried - 1] leads on to the next. Before the first call grids[0] holds the position, `at` is all 0
    and progress[0] is (-1, 0, 0). `best` holds the longest line found, of DEEPEST moves. masks[0] says which cells are in
    line with each; its other rows are spare.
    """
    depth = at[DEPTH]
    status = LOST
    while depth >= 0:
        if at[NODES] >= budget:
            status = PAUSED
            break
        if 2 * at[REMEMBERED] >= len(table):
            status = CROWDED
            break
        dealt = progress[depth, 2]
        after = grids[depth + 1]
        if progress[depth, 0] < 0:
            at[NODES] += 1
            progress[depth, 0] = _scored_pairs(
                grids[depth], stock, dealt, masks, after, moves[depth], scores[depth], skips_twins
            )
        if progress[depth, 1] == progress[depth, 0]:
            # Pruning 7: a position that is lost once is lost whichever way it comes.
            if remembers:
                upper, lower = _key(grids[depth], dealt)
                i = slot(table, upper, lower)
                if table[i, 0] == 0:
                    table[i, 0] = upper
                    table[i, 1] = lower
                    at[REMEMBERED] += 1
            depth -= 1
            continue
        tried = progress[depth, 1]
        pick = tried
        for i in range(tried + 1, progress[depth, 0]):
            if scores[depth, i] > scores[depth, pick]:
                pick = i
        move = np.int64(moves[depth, pick])
        moves[depth, pick] = moves[depth, tried]
        scores[depth, pick] = scores[depth, tried]
        moves[depth, tried] = move
        progress[depth, 1] = tried + 1
        play(grids[depth], stock, dealt, move >> 5, move & 31, after)
        dealt = min(dealt + 2, len(stock))
        if at[REMEMBERED]:
            upper, lower = _key(after, dealt)
            if table[slot(table, upper, lower), 0]:
                continue
        depth += 1
        progress[depth, 0] = -1
        progress[depth, 1] = 0
        progress[depth, 2] = dealt
        if depth > at[DEEPEST]:
            at[DEEPEST] = depth
            for d in range(depth):
                best[d] = moves[d, progress[d, 1] - 1]
            # With the stock gone the cards have closed up: an empty first cell is an empty grid.
            if after[0] == 0:
                status = WON
                break
    at[DEPTH] = depth
    return status


@compiled(
    "int64(uint8[:, ::1], uint32[:, ::1], uint8[:, ::1], uint16[:, ::1], int8[:, ::1], int64[:, ::1],"
    " uint16[::1], uint64[:, ::1], int64, uint8[::1])"
)
def solve_decks(
    decks: Any, masks: Any, grids: Any, moves: Any, scores: Any, progress: Any, best: Any, table: Any,
    budget: int, depths: Any
) -> int:
    """For each fresh deal the moves of the longest line, or 255 if the budget or the table was too small for it.

    Returns the nodes of all. The table must be empty, and is left so.
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
        progress[0, 0] = -1
        progress[0, 1] = 0
        progress[0, 2] = 0
        status = search(stock, masks, grids, moves, scores, progress, best, table, at, budget, True, True)
        if status == WON or status == LOST:
            depths[d] = at[DEEPEST]
            nodes += at[NODES]
        else:
            depths[d] = 255
        if at[REMEMBERED]:
            for i in range(len(table)):
                table[i, 0] = 0
    return nodes
