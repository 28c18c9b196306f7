"""The beam: Terrace searched stage by stage, keeping the most promising rows of each.

A stage is the cards left in the stock; within a stage every move of a card raises the row's level, so levels are
searched in rising order. If nothing was ever left out, an empty beam is a proof of loss (P4). The steps are numbered as
in docs/solver-terrace.md.
"""

from longwood.games.terrace.solver.chain import expand_chain
from longwood.games.terrace.solver.digging import expand_dig
from longwood.games.terrace.solver.forced import forced
from longwood.games.terrace.solver.packed import Int, on_foundations, within
from longwood.games.terrace.solver.plain import TWIN_SPACES, expand_plain
from longwood.games.terrace.solver.rows import (
    FND,
    LEFT,
    LEVEL,
    MOVE,
    PARENT,
    RES,
    ROW,
    SCORE,
    TURNED,
    WCOUNT,
    Given,
    Ints,
    copy_row,
    keys,
    level_of,
)
from longwood.games.terrace.solver.runs import LEFT_OUT, Work
from longwood.games.terrace.solver.store import (
    ASKED,
    ASKS,
    AT,
    AT_LEVEL,
    BATCH,
    BEST,
    BEST_AT,
    CAP,
    CHAIN,
    DIG,
    DROPPED,
    FORCE,
    FREE,
    NODES,
    STORED,
    TOP_LEVEL,
    TRACED,
    WIDTH,
    Store,
    begin_stage,
    give_back,
    next_batch,
    note,
    pop,
    push,
)
from longwood.games.terrace.solver.value import value
from longwood.games.terrace.solver.weights import W
from longwood.kernels.compiled import borrowing, u64
from longwood.kernels.mixing import word_of
from longwood.kernels.tables import is_free, place, put

RUNNING, WON, EMPTY, FULL_TRACE, STAGE = 0, 1, 2, 3, 4
TRACE_ROOM = 256
"""Entries of the trace that one row's moves may need: each of them raises the score, and scores end at 104."""


@borrowing(f"int64({ROW}, Given, Work, {ROW})", Given, Work)
def expand(row: Ints, given: Given, work: Work, ctl: Ints) -> Int:
    """S3: the moves of a row, of the kind that this beam makes."""
    if ctl[DIG]:
        return expand_dig(row, given, work.out)
    if ctl[CHAIN]:
        n = expand_chain(row, given, work)
        ctl[DROPPED] += work.ends[LEFT_OUT]
        return n
    return expand_plain(row, given, work.out, TWIN_SPACES)


@borrowing(f"int64(Store, {ROW})", Store)
def is_new(store: Store, row: Ints) -> Int:
    """Remember a row's keys; whether they were not there. A table nearly full remembers no more."""
    key = keys(row)
    table = store.table
    one, two = u64(key[0]), u64(key[1])
    at = place(table, one, two)
    if not is_free(table, at):
        return 0
    if store.ctl[STORED] < len(table) * 3 // 4:
        put(table, at, one, two)
        store.ctl[STORED] += 1
    return 1


@borrowing(f"void(Store, Given, {ROW}, {ROW}, int64)", Store, Given)
def keep(store: Store, given: Given, row: Ints, child: Ints, node: Int) -> None:
    """S6 to S8: put a child where it belongs, if it is promising enough and new."""
    ctl, pool = store.ctl, store.pool
    level = level_of(child)
    child[LEVEL] = level
    child[PARENT] = node
    score = value(child, given, store.weights, store.gaps)
    child[SCORE] = score
    # S6: its heap: of those that turned the waste over, of the next stage, or of its level.
    is_turned, is_dealt = child[TURNED] != row[TURNED], child[LEFT] != row[LEFT]
    if is_turned:
        heap, most = store.parked, ctl[WIDTH]
    elif is_dealt:
        heap, most = store.roots, ctl[WIDTH]
    else:
        heap, most = store.heaps[level], ctl[CAP]
    group = 0
    if is_dealt:
        group = word_of(child[FND] | child[RES] << 40) & (store.crowd.size - 1)
        score += store.weights[W.crowd] * store.crowd[group]
        child[SCORE] = score
    if heap[0] == most and score <= pool[heap[1], SCORE]:
        ctl[DROPPED] += 1
        return
    # S7: a row that was seen before is known already.
    if not is_new(store, child):
        return
    # S8: in the place of the worst row of a full heap, else in a free slot.
    if heap[0] == most:
        ctl[DROPPED] += 1
        to = pop(pool, heap)
    elif ctl[FREE] > 0:
        ctl[FREE] -= 1
        to = store.free[ctl[FREE]]
    else:
        ctl[DROPPED] += 1
        return
    if is_dealt:
        store.crowd[group] += 1
    copy_row(pool[to], child)
    push(pool, heap, to)
    if not is_dealt and not is_turned:
        ctl[TOP_LEVEL] = max(ctl[TOP_LEVEL], level)


@borrowing(f"int64(Store, Given, {ROW}, {ROW}, int64)", Store, Given)
def look_at(store: Store, given: Given, row: Ints, child: Ints, node: Int) -> Int:
    """S4 to S8: what becomes of a child of a row; whether the game is won."""
    ctl = store.ctl
    # S4: moves that can never hurt are made at once (P1).
    if ctl[FORCE]:
        while forced(child, given, ctl[CHAIN]) != 0:
            pass
    # S5: the reserve is dead (P3), or nothing is left but columns and the game is won (P2).
    if not within(child[FND], store.limits[child[RES]]):
        return 0
    up = on_foundations(child[FND])
    won = child[LEFT] + child[WCOUNT] + child[RES] == 0
    if up > ctl[BEST] or won:
        ctl[BEST], ctl[BEST_AT] = up, note(store, node, child[MOVE])
        if won:
            return 1
    keep(store, given, row, child, node)
    return 0


@borrowing("int64(Store, Given, Work, int64)", Store, Given, Work)
def run(store: Store, given: Given, work: Work, budget: Int) -> Int:
    """Search for `budget` more nodes: what the search came to."""
    ctl = store.ctl
    until = ctl[NODES] + budget
    while True:
        if ctl[AT_LEVEL] < 0:
            if ctl[ASKS] > ctl[ASKED]:
                ctl[ASKED] = 1
                return STAGE
            if not begin_stage(store):
                return EMPTY
            ctl[ASKED] = 0
        if ctl[AT] == ctl[BATCH]:
            next_batch(store)
            continue
        if ctl[NODES] >= until:
            return RUNNING
        if ctl[TRACED] + TRACE_ROOM >= len(store.trace):
            return FULL_TRACE
        slot = store.batch[ctl[AT]]
        ctl[AT] += 1
        row = store.pool[slot]
        node = note(store, row[PARENT], row[MOVE])
        ctl[NODES] += 1
        n = expand(row, given, work, ctl)
        for c in range(n):
            if look_at(store, given, row, work.out[c], node):
                return WON
        give_back(store, slot)
