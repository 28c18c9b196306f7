"""The beam: Terrace searched stage by stage, keeping the most promising rows of each.

A stage is the cards left in the stock; within a stage every move of a card raises the row's level, so levels are
searched in rising order. If nothing was ever left out, an empty beam is a proof of loss.
"""

from typing import Any

from longwood.games.terrace.solver.chain import expand_chain, expand_dig, forced
from longwood.games.terrace.solver.kernel import (
    FND,
    LEFT,
    LEVEL,
    MOVE,
    PARENT,
    RES,
    ROW,
    SCORE,
    TABLE,
    TURNED,
    WCOUNT,
    Int,
    Ints,
    copy_row,
    expand_plain,
    keys,
    level_of,
    on_foundations,
    within,
)
from longwood.games.terrace.solver.value import W_CROWD, value
from longwood.kernels.compiled import compiled
from longwood.kernels.mixing import word_of

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
    CONTROL,
) = range(20)

LEVELS = 2 * 208 + 64
RUNNING, WON, EMPTY, FULL_TRACE = 0, 1, 2, 3


@compiled(f"void({TABLE}, {ROW}, int64)")
def push(pool: Ints, heap: Ints, slot: Int) -> None:
    """Add a row to a heap whose worst row is on top; heap[0] is its size."""
    heap[0] += 1
    at = heap[0]
    while at > 1 and pool[heap[at // 2], SCORE] > pool[slot, SCORE]:
        heap[at] = heap[at // 2]
        at //= 2
    heap[at] = slot


@compiled(f"int64({TABLE}, {ROW})")
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


@compiled(f"int64({TABLE}, {ROW}, {ROW})")
def is_new(table: Ints, key: Ints, ctl: Ints) -> Int:
    """Remember a key; whether it was not there. A table nearly full remembers no more."""
    if key[0] == 0 and key[1] == 0:
        key[0] = 1
    at = key[0] & (table.shape[0] - 1)
    while table[at, 0] != 0 or table[at, 1] != 0:
        if table[at, 0] == key[0] and table[at, 1] == key[1]:
            return 0
        at = (at + 1) & (table.shape[0] - 1)
    if ctl[STORED] < table.shape[0] * 3 // 4:
        table[at, 0] = key[0]
        table[at, 1] = key[1]
        ctl[STORED] += 1
    return 1


@compiled(f"void({ROW}, {TABLE}, {ROW}, {ROW}, int64)")
def link_row(ctl: Ints, pool: Ints, link: Ints, heads: Ints, slot: Int) -> None:
    """Put a row on its level's list."""
    level = pool[slot, LEVEL]
    link[slot] = heads[level]
    heads[level] = slot
    ctl[AT_LEVEL] = min(ctl[AT_LEVEL], level)
    ctl[TOP_LEVEL] = max(ctl[TOP_LEVEL], level)


@compiled(f"void({ROW}, {TABLE}, {ROW}, {TABLE}, {ROW}, {ROW}, {ROW}, {ROW})")
def begin_stage(
    ctl: Ints, pool: Ints, roots: Ints, table: Ints, parked: Ints, link: Ints, heads: Ints, counts: Ints
) -> None:
    """Sort the rows that a stage begins with by level: the stage's own, else those of the next pass."""
    if ctl[STORED] > table.shape[0] // 2:
        for i in range(table.shape[0]):
            table[i, 0] = 0
            table[i, 1] = 0
        ctl[STORED] = 0
    for i in range(LEVELS):
        heads[i] = -1
    ctl[TOP_LEVEL] = -1
    ctl[AT_LEVEL] = LEVELS
    # On a later pass the rows join at the stage of as many cards in the stock as they turned over.
    most = -1
    for i in range(1, roots[0] + 1):
        most = max(most, pool[roots[i], LEFT])
    if roots[0] == 0 and ctl[PARKED] == 0:
        # A pass is over: what was turned over begins the next.
        ctl[PARKED] = parked[0]
        for i in range(1, parked[0] + 1):
            counts[i] = parked[i]
        parked[0] = 0
    if ctl[PARKED] > 0:
        if roots[0] == 0:
            for i in range(1, ctl[PARKED] + 1):
                most = max(most, pool[counts[i], LEFT])
        kept = 0
        for i in range(1, ctl[PARKED] + 1):
            if pool[counts[i], LEFT] >= most:
                link_row(ctl, pool, link, heads, counts[i])
            else:
                kept += 1
                counts[kept] = counts[i]
        ctl[PARKED] = kept
    for i in range(1, roots[0] + 1):
        link_row(ctl, pool, link, heads, roots[i])
    roots[0] = 0


@compiled(f"void({ROW}, {TABLE}, {TABLE}, {ROW}, {ROW}, {ROW}, {ROW})")
def fill_batch(ctl: Ints, pool: Ints, heaps: Ints, link: Ints, heads: Ints, batch: Ints, free: Ints) -> None:
    """The rows of this level that wait to be searched."""
    level, n = ctl[AT_LEVEL], 0
    slot = heads[level]
    while slot >= 0:
        batch[n] = slot
        n += 1
        slot = link[slot]
    heads[level] = -1
    heap = heaps[level]
    for i in range(1, heap[0] + 1):
        if ctl[ROUND] < ctl[ROUNDS]:
            batch[n] = heap[i]
            n += 1
        else:
            ctl[DROPPED] += 1
            free[ctl[FREE]] = heap[i]
            ctl[FREE] += 1
    heap[0] = 0
    ctl[AT], ctl[BATCH] = 0, n
    ctl[ROUND] += 1


@compiled(
    f"int64({ROW}, {TABLE}, {ROW}, {TABLE}, {ROW}, {ROW}, {ROW}, {ROW}, {ROW}, {ROW}, int32[:,::1], {TABLE},"
    f"{ROW}, {ROW}, {TABLE}, {ROW}, {TABLE}, {ROW}, {TABLE}, {ROW}, int64)"
)
def run(
    ctl: Ints,
    pool: Ints,
    free: Ints,
    heaps: Ints,
    link: Ints,
    heads: Ints,
    batch: Ints,
    roots: Ints,
    parked: Ints,
    counts: Ints,
    trace: Any,
    table: Ints,
    seq: Ints,
    reserve: Ints,
    lower: Ints,
    rules: Ints,
    limits: Ints,
    weights: Ints,
    out: Ints,
    scratch: Ints,
    budget: Int,
) -> Int:
    """Search for `budget` more nodes: what the search came to."""
    key = scratch[:2]
    ends = scratch[2:34]
    gaps = scratch[34:88]
    crowd = scratch[128:]
    until = ctl[NODES] + budget
    while True:
        if ctl[AT_LEVEL] < 0:
            begin_stage(ctl, pool, roots, table, parked, link, heads, counts)
            if ctl[TOP_LEVEL] < 0:
                return EMPTY
            ctl[AT], ctl[BATCH], ctl[ROUND] = 0, 0, 0
            for i in range(crowd.size):
                crowd[i] = 0
        if ctl[AT] == ctl[BATCH]:
            fill_batch(ctl, pool, heaps, link, heads, batch, free)
            if ctl[BATCH] == 0:
                ctl[AT_LEVEL] += 1
                ctl[ROUND] = 0
                if ctl[AT_LEVEL] > ctl[TOP_LEVEL]:
                    ctl[AT_LEVEL] = -1
            continue
        if ctl[NODES] >= until:
            return RUNNING
        if ctl[TRACED] + 256 >= trace.shape[0]:
            return FULL_TRACE
        slot = batch[ctl[AT]]
        ctl[AT] += 1
        row = pool[slot]
        node = ctl[TRACED]
        trace[node, 0] = row[PARENT]
        trace[node, 1] = row[MOVE]
        ctl[TRACED] += 1
        ctl[NODES] += 1
        if ctl[DIG]:
            n = expand_dig(row, seq, reserve, lower, rules, out)
        elif ctl[CHAIN]:
            n = expand_chain(row, seq, reserve, lower, rules, out, ends)
        else:
            n = expand_plain(row, seq, reserve, lower, rules, out, 1)
        for c in range(n):
            child = out[c]
            if ctl[FORCE]:
                while forced(child, seq, reserve, lower, rules, ctl[CHAIN]) != 0:
                    pass
            # P3: the reserve is dead.
            if not within(child[FND], limits[child[RES]]):
                continue
            up = on_foundations(child[FND])
            # P2: with nothing left but columns, the lowest card of all is always free to go up.
            won = child[LEFT] + child[WCOUNT] + child[RES] == 0
            if up > ctl[BEST] or won:
                trace[ctl[TRACED], 0] = node
                trace[ctl[TRACED], 1] = child[MOVE]
                ctl[BEST], ctl[BEST_AT] = up, ctl[TRACED]
                ctl[TRACED] += 1
                if won:
                    return WON
            level = level_of(child)
            child[LEVEL] = level
            child[PARENT] = node
            score = value(child, seq, reserve, lower, rules, weights, gaps)
            child[SCORE] = score
            if child[TURNED] != row[TURNED]:
                heap, most = parked, ctl[WIDTH]
            elif child[LEFT] != row[LEFT]:
                heap, most = roots, ctl[WIDTH]
            else:
                heap, most = heaps[level], ctl[CAP]
            group = 0
            if child[LEFT] != row[LEFT]:
                group = word_of(child[FND] | child[RES] << 40) & (crowd.size - 1)
                score += weights[W_CROWD] * crowd[group]
                child[SCORE] = score
            if heap[0] == most and score <= pool[heap[1], SCORE]:
                ctl[DROPPED] += 1
                continue
            keys(child, key)
            if not is_new(table, key, ctl):
                continue
            if heap[0] == most:
                ctl[DROPPED] += 1
                to = pop(pool, heap)
            elif ctl[FREE] > 0:
                ctl[FREE] -= 1
                to = free[ctl[FREE]]
            else:
                ctl[DROPPED] += 1
                continue
            if child[LEFT] != row[LEFT]:
                crowd[group] += 1
            copy_row(pool[to], child)
            push(pool, heap, to)
            if child[LEFT] == row[LEFT] and child[TURNED] == row[TURNED]:
                ctl[TOP_LEVEL] = max(ctl[TOP_LEVEL], level)
        free[ctl[FREE]] = slot
        ctl[FREE] += 1


def width_bytes(width: int, cap: int, passes: int, row: int) -> int:
    """Bytes that a beam of this width holds, without its trace."""
    slots = slots_for(width, cap, passes)
    return 8 * (slots * (row + 2) + LEVELS * (cap + 1) + 6 * width) + 16 * table_size(width)


def slots_for(width: int, cap: int, passes: int) -> int:
    """Rows that a beam of this width may hold at once."""
    return 2 * width + 2 * width * (passes > 1) + 80 * cap + 64


def table_size(width: int) -> int:
    """Places in the table of keys: a power of two."""
    return 1 << max(14, (32 * width).bit_length())
