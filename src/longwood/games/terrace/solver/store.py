"""What a beam holds: its rows, heaps of them, and the table of keys. docs/solver-terrace.md numbers the steps."""

from typing import NamedTuple

import numpy as np

from longwood.games.terrace.solver.packed import Int
from longwood.games.terrace.solver.rows import COLS, LEFT, LEVEL, ROW, SCORE, TABLE, Ints
from longwood.games.terrace.solver.runs import ENDS, Work
from longwood.games.terrace.solver.value import GAPS
from longwood.games.terrace.solver.widths import most_moves
from longwood.kernels.compiled import borrowing
from longwood.kernels.records import I64, I32Table, I64Table, U64Table
from longwood.kernels.tables import clear

# What a search remembers between slices.
(
    WIDTH,  # rows kept for a stage
    CAP,  # rows kept for a level beside those that a stage began with
    NODES,
    TRACED,  # entries of the trace
    FREE,  # free slots of the pool
    AT_LEVEL,  # the level now searched, -1 between stages
    TOP_LEVEL,
    AT,  # the next of the batch
    BATCH,  # rows in the batch
    ROUND,  # how often this level was filled again
    ROUNDS,  # how often it may be
    DROPPED,  # rows left out: if none, the end is a proof
    BEST,  # most cards on foundations
    BEST_AT,  # its entry of the trace
    STORED,  # keys in the table
    CHAIN,  # whether to use reduced moves
    DIG,  # whether to use digging moves: then nothing is proven
    FORCE,  # whether to make forced moves at once
    PARKED,  # rows turned over, waiting for the next pass
    ASKS,  # whether to stop where a stage begins, so that its lost rows may be left out (S0)
    ASKED,  # whether that was done for the stage
    CONTROL,
) = range(22)

CROWDS = 1024
"""Groups of rows that are told apart when a stage gets crowded."""


class Store(NamedTuple):
    """All that a beam holds."""

    ctl: I64
    """Its own numbers, above."""
    pool: I64Table
    """The rows, and which slots of the pool are free."""
    free: I64
    heaps: I64Table
    """For each level the rows that came to it, as a heap of slots whose worst row is on top; the first is its size."""
    link: I64
    """Lists of the rows that a stage began with, by level: their beginnings and what follows each slot."""
    heads: I64
    batch: I64
    """The slots of the level that is being searched."""
    roots: I64
    """The heap of rows that came to the next stage by dealing."""
    parked: I64
    """The heap of rows that turned the waste over."""
    later: I64
    """Those of the pass before that still wait for their stage."""
    trace: I32Table
    """For each node the one before it and the move between them."""
    table: U64Table
    """Keys of the rows that were seen."""
    limits: I64Table
    """For each number of cards in the reserve how high foundations may be (P3)."""
    weights: I64
    gaps: I64
    """What `value` measured last."""
    crowd: I64
    """How many rows of each group came to the next stage."""


def levels(columns: int) -> int:
    """Levels that there are: two a card in columns, four a card on foundations, and the spaces."""
    return 2 * 208 + max(64, columns + 1)


def slots_for(width: int, cap: int, passes: int) -> int:
    """Rows that a beam of this width may hold at once."""
    return 2 * width + 2 * width * (passes > 1) + 80 * cap + 64


def table_size(width: int) -> int:
    """Places in the table of keys: a power of two."""
    return 1 << max(14, (32 * width).bit_length())


def width_bytes(width: int, cap: int, passes: int, row: int) -> int:
    """Bytes that a beam of this width holds, without its trace."""
    slots, columns = slots_for(width, cap, passes), row - COLS
    own = slots * (row + 2) + levels(columns) * (cap + 2) + 5 * width + cap + 4
    return 8 * (own + most_moves(columns) * row + CROWDS + CONTROL + ENDS + GAPS) + 16 * table_size(width)


def new_work(row: int, columns: int) -> Work:
    """Space for the moves of a row."""
    return Work(np.empty((most_moves(columns), row), np.int64), np.zeros(ENDS, np.int64))


def new_gaps() -> Ints:
    """Gaps that were measured for no heights yet."""
    return np.full(GAPS, -1, np.int64)


@borrowing(f"void({TABLE}, {ROW}, int64)")
def push(pool: Ints, heap: Ints, slot: Int) -> None:
    """Add a row to a heap whose worst row is on top; heap[0] is its size."""
    heap[0] += 1
    at = heap[0]
    while at > 1 and pool[heap[at // 2], SCORE] > pool[slot, SCORE]:
        heap[at] = heap[at // 2]
        at //= 2
    heap[at] = slot


@borrowing(f"int64({TABLE}, {ROW})")
def pop(pool: Ints, heap: Ints) -> Int:
    """Take the worst row off a heap."""
    worst, last = heap[1], heap[heap[0]]
    heap[0] -= 1
    size, at = heap[0], 1
    while True:
        child = 2 * at
        if child > size:
            break
        if child < size and pool[heap[child + 1], SCORE] < pool[heap[child], SCORE]:
            child += 1
        if pool[heap[child], SCORE] >= pool[last, SCORE]:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = last
    return worst


@borrowing("void(Store, int64)", Store)
def give_back(store: Store, slot: Int) -> None:
    """A slot of the pool is free again."""
    store.free[store.ctl[FREE]] = slot
    store.ctl[FREE] += 1


@borrowing("int64(Store, int64, int64)", Store)
def note(store: Store, parent: Int, move: Int) -> Int:
    """Write a node into the trace: its number."""
    node = store.ctl[TRACED]
    store.trace[node, 0] = parent
    store.trace[node, 1] = move
    store.ctl[TRACED] = node + 1
    return node


@borrowing("void(Store, int64)", Store)
def link_row(store: Store, slot: Int) -> None:
    """Put a row on its level's list."""
    ctl = store.ctl
    level = store.pool[slot, LEVEL]
    store.link[slot] = store.heads[level]
    store.heads[level] = slot
    ctl[AT_LEVEL] = min(ctl[AT_LEVEL], level)
    ctl[TOP_LEVEL] = max(ctl[TOP_LEVEL], level)


@borrowing("int64(Store)", Store)
def begin_stage(store: Store) -> Int:
    """S1: sort the rows that a stage begins with by level, its own or those of the next pass; 0 if none is left."""
    ctl, pool, roots, later, heads = store.ctl, store.pool, store.roots, store.later, store.heads
    if ctl[STORED] > len(store.table) // 2:
        clear(store.table)
        ctl[STORED] = 0
    for i in range(heads.size):
        heads[i] = -1
    ctl[TOP_LEVEL] = -1
    ctl[AT_LEVEL] = heads.size
    # On a later pass the rows join at the stage of as many cards in the stock as they turned over.
    most = -1
    for i in range(1, roots[0] + 1):
        most = max(most, pool[roots[i], LEFT])
    if roots[0] == 0 and ctl[PARKED] == 0:
        # A pass is over: what was turned over begins the next.
        ctl[PARKED] = store.parked[0]
        for i in range(1, store.parked[0] + 1):
            later[i] = store.parked[i]
        store.parked[0] = 0
    if ctl[PARKED] > 0:
        if roots[0] == 0:
            for i in range(1, ctl[PARKED] + 1):
                most = max(most, pool[later[i], LEFT])
        kept = 0
        for i in range(1, ctl[PARKED] + 1):
            if pool[later[i], LEFT] >= most:
                link_row(store, later[i])
            else:
                kept += 1
                later[kept] = later[i]
        ctl[PARKED] = kept
    for i in range(1, roots[0] + 1):
        link_row(store, roots[i])
    roots[0] = 0
    if ctl[TOP_LEVEL] < 0:
        return 0
    ctl[AT], ctl[BATCH], ctl[ROUND] = 0, 0, 0
    for i in range(store.crowd.size):
        store.crowd[i] = 0
    return 1


@borrowing("void(Store)", Store)
def next_batch(store: Store) -> None:
    """S2: the rows of this level that wait to be searched; if there are none, on to the next level."""
    ctl, batch = store.ctl, store.batch
    level, n = ctl[AT_LEVEL], 0
    slot = store.heads[level]
    while slot >= 0:
        batch[n] = slot
        n += 1
        slot = store.link[slot]
    store.heads[level] = -1
    heap = store.heaps[level]
    for i in range(1, heap[0] + 1):
        if ctl[ROUND] < ctl[ROUNDS]:
            batch[n] = heap[i]
            n += 1
        else:
            ctl[DROPPED] += 1
            give_back(store, heap[i])
    heap[0] = 0
    ctl[AT], ctl[BATCH] = 0, n
    ctl[ROUND] += 1
    if n == 0:
        ctl[AT_LEVEL] += 1
        ctl[ROUND] = 0
        if ctl[AT_LEVEL] > ctl[TOP_LEVEL]:
            ctl[AT_LEVEL] = -1
