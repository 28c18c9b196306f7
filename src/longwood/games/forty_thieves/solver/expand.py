"""The search for Forty Thieves: best-first in turn over contours, complete until memory makes it forget.

A contour holds the states that have come equally far. Each sweep expands the most promising state of every contour, so
the search goes deep at once and wide as time allows. The steps and prunings are numbered as in
docs/solver-forty-thieves.md.
"""

from typing import Any, NamedTuple

import numpy as np

from longwood.games.forty_thieves.solver.capacity import capacity_room, is_refuted
from longwood.games.forty_thieves.solver.crowding import MOST_COUNT, look_of, put_back
from longwood.games.forty_thieves.solver.dead import AREAS, is_dead
from longwood.games.forty_thieves.solver.kernel import Cards, moves
from longwood.games.forty_thieves.solver.settle import CAPACITY, DEAD, SPACES, TRACE, advance
from longwood.games.forty_thieves.solver.state import (
    COLUMNS,
    MOST_MOVES,
    ROW,
    base_of,
    copy,
    count_of,
    dealt_of,
    depth_of,
    founded,
    length_of,
    score,
    source,
    spaces,
    target,
    waste_of,
)
from longwood.games.forty_thieves.solver.suits import suit_table
from longwood.games.forty_thieves.solver.value import value
from longwood.games.forty_thieves.solver.waste import ROWS, SUMS, sum_waste
from longwood.games.forty_thieves.solver.weights import SIZE
from longwood.kernels.compiled import borrowing, i64, inlined, u64
from longwood.kernels.mixing import scrambled, split_mix
from longwood.kernels.records import (
    F32,
    I8,
    I32,
    I64,
    U16,
    U64,
    F32Table,
    I8Table,
    I32Table,
    I64Table,
    Number,
    U64Table,
    U64Tables,
)
from longwood.kernels.tables import insert

# What `expand` reports: slice used up, won, nothing left to expand, no room for states, no room in the hash table.
PAUSED, WON, EXHAUSTED, POOL_FULL, TABLE_FULL = range(5)

# The search's own numbers, kept between slices.
NODES, USED, FREE, FREED, OPEN, KEYS, CONTOUR, BEST, BEST_NODE = range(9)
STATS = 9

# Values are sorted into buckets: within a contour only their order matters, and this much of it is enough.
CONTOURS, BUCKETS = 64 + 2 * 104 + 1, 1024
SCALE = 4.0

# What is known of a state beside its row: the state that it came from, by which move, the next one in its bucket, and
# the bucket of its value.
PARENT, MOVE, NEXT, BUCKET = range(4)
LINKS = 4
CLOSED, UNUSED = -2, -3

MOST = 1000
"""The score of a game that is won."""


class States(NamedTuple):
    """All states of a search: those that wait to be expanded, in buckets, and those that have been."""

    rows: I8Table
    masks: U64
    links: I32Table
    heads: I32Table
    """For each contour and bucket the state that was put there last, or less than 0."""
    tops: I32
    """For each contour its highest bucket that may hold a state, or -1."""
    table: U64Table
    """The keys of all states ever met."""
    counts: U16
    """How many states of each look have been expanded."""
    stats: I64


class Knobs(NamedTuple):
    """What one search is set to, the same for all its states."""

    random: U64Tables
    """The numbers that keys are summed from."""
    weights: F32Table
    prunings: Number
    crowding: Number
    """How many buckets a state falls each time that the number of expanded states of its look doubles."""


class Work(NamedTuple):
    """Room for one state at a time."""

    row: I8
    after: I8
    moves: I32
    trace: I32
    dead: I64
    features: F32
    sums: F32Table
    capacity: I64Table
    suits: I32Table


def room(*, proving: bool = False) -> Work:
    """Room to work in, with the table that pruning 6 needs if there is to be one."""
    return Work(
        row=np.empty(ROW, np.int8),
        after=np.empty(ROW, np.int8),
        moves=np.empty(MOST_MOVES, np.int32),
        trace=np.empty(TRACE, np.int32),
        dead=np.empty(AREAS, np.int64),
        features=np.empty(SIZE, np.float32),
        sums=np.empty((ROWS, SUMS), np.float32),
        capacity=capacity_room(),
        suits=suit_table() if proving else np.empty((0, 0), np.int32),
    )


@borrowing("UniTuple(uint64, 2)(int8[::1], uint64, uint64[:, :, :, ::1])")
def keys(s: Any, mask: Any, random: Any) -> Any:
    """128 bits that stand for a state. Foundations follow from the rest; which of several columns a lone run is in
    does not matter."""
    dealt = u64(dealt_of(s))
    one = split_mix(mask) + dealt * u64(0x8CB92BA72F3D8DD7)
    two = scrambled(mask ^ u64(0xD1B54A32D192ED03)) + dealt
    for c in range(COLUMNS):
        depth, length = depth_of(s, c), length_of(s, c)
        # Under a run on other cards those cards are known from column and depth, and so is the base.
        if depth:
            one += random[0, c, depth, length]
            two += random[1, c, depth, length]
        else:
            one += random[0, COLUMNS, base_of(s, c), length]
            two += random[1, COLUMNS, base_of(s, c), length]
    return one, two


@borrowing("int64(int8[::1])")
def contour_of(s: Any) -> Any:
    """How far a state has come: a point a card dealt, a point a card in the run of a column, two on a foundation."""
    far = dealt_of(s) + 2 * founded(s)
    for c in range(COLUMNS):
        far += length_of(s, c)
    return far


@inlined
def is_pointless(s: Any, m: Any) -> Any:
    """Pruning 4: spaces are all alike. Only the first is a target, and a whole column never moves to one."""
    src, dst = source(m), target(m)
    if dst >= COLUMNS or length_of(s, dst):
        return False
    if src < COLUMNS and depth_of(s, src) == 0 and length_of(s, src) == count_of(m):
        return True
    first = 0
    while length_of(s, first):
        first += 1
    return dst != first


@inlined
def _take_next(states: Any, crowding: Any) -> Any:
    """The most promising state of the next contour that has one; it is closed now. At least one state is open.

    A state in a crowd falls back among those of its contour, and the next one is asked.
    """
    stats, heads, tops, links, counts = states.stats, states.heads, states.tops, states.links, states.counts
    contour = stats[CONTOUR]
    while True:
        contour = (contour + 1) % CONTOURS
        while tops[contour] >= 0 and heads[contour, tops[contour]] < 0:
            tops[contour] -= 1
        if tops[contour] >= 0:
            break
    stats[CONTOUR] = contour
    while True:
        while heads[contour, tops[contour]] < 0:
            tops[contour] -= 1
        top = tops[contour]
        node = heads[contour, top]
        heads[contour, top] = links[node, NEXT]
        if crowding == 0:
            break
        look = look_of(states.rows[node])
        bucket = max(links[node, BUCKET] - put_back(crowding, i64(counts[look])), 0)
        if bucket >= top:
            if counts[look] < MOST_COUNT:
                counts[look] += 1
            break
        links[node, NEXT] = heads[contour, bucket]
        heads[contour, bucket] = node
    links[node, NEXT] = CLOSED
    stats[OPEN] -= 1
    stats[NODES] += 1
    return node


@inlined
def _keep(states: Any, s: Any, mask: Any, parent: Any, m: Any) -> Any:
    """Write a state down, where one was forgotten if possible; returns its number. It is not open yet."""
    stats, links = states.stats, states.links
    new = stats[FREE]
    if new >= 0:
        stats[FREE] = links[new, NEXT]
        stats[FREED] -= 1
    else:
        new = stats[USED]
        stats[USED] += 1
    for i in range(ROW):
        states.rows[new, i] = s[i]
    states.masks[new] = mask
    links[new, PARENT] = parent
    links[new, MOVE] = m
    links[new, NEXT] = CLOSED
    return new


@inlined
def _open(states: Any, node: Any, contour: Any, v: Any) -> Any:
    """Let a state wait in its contour, in the bucket of its value."""
    bucket = min(max(i64(v * SCALE) + BUCKETS // 2, 0), BUCKETS - 1)
    states.links[node, BUCKET] = bucket
    states.links[node, NEXT] = states.heads[contour, bucket]
    states.heads[contour, bucket] = node
    states.tops[contour] = max(states.tops[contour], bucket)
    states.stats[OPEN] += 1


@borrowing("int64(Cards, Knobs, States, Work, int64)", Cards, Knobs, States, Work)
def expand(cards: Any, knobs: Any, states: Any, work: Any, until: Any) -> Any:
    """Expand states until one is won, none is left, room runs out or `stats[NODES]` has reached `until`."""
    stats, rows, masks, table = states.stats, states.rows, states.masks, states.table
    random, weights, prunings = knobs.random, knobs.weights, knobs.prunings
    s, after, out, sums = work.row, work.after, work.moves, work.sums
    while stats[OPEN]:
        if stats[NODES] >= until:
            return PAUSED
        if len(rows) - stats[USED] + stats[FREED] < MOST_MOVES:
            return POOL_FULL
        if 3 * (stats[KEYS] + MOST_MOVES) > 2 * len(table):
            return TABLE_FULL
        # S1. The most promising state of the next contour, and all its legal moves.
        node = _take_next(states, knobs.crowding)
        for i in range(ROW):
            s[i] = rows[node, i]
        # A lost one (pruning 6) has no moves worth a look. This takes long, so it is asked of these alone.
        if prunings & CAPACITY and is_refuted(s, masks[node], cards.talon, cards.columns, work.capacity, work.suits):
            continue
        n = moves(s, masks[node], cards, out)
        before = waste_of(s, masks[node])
        summed = False
        for k in range(n):
            m = i64(out[k])
            if prunings & SPACES and is_pointless(s, m):
                continue
            # S2. The move, and what follows from it without thought (prunings 1 to 3).
            copy(s, after)
            mask = advance(after, masks[node], m, cards, prunings, work.trace)
            # S3. A state that was met before is not looked at again.
            one, two = keys(after, mask, random)
            if not insert(table, one, two):
                continue
            stats[KEYS] += 1
            # S4. A dead state (pruning 5) is kept only for its score, if that is the best so far.
            points = score(after)
            dead = prunings & DEAD and spaces(after) == 0 and is_dead(after, mask, cards, work.dead)
            if dead and points <= stats[BEST]:
                continue
            new = _keep(states, after, mask, node, m)
            if points > stats[BEST]:
                stats[BEST] = points
                stats[BEST_NODE] = new
                if points == MOST:
                    return WON
            if dead:
                continue
            # S5. The others wait in their contours, by their value.
            if not summed:
                sum_waste(before, cards, sums)
                summed = True
            v = value(after, mask, cards, before, sums, work.features, weights)
            _open(states, new, contour_of(after), v)
    return EXHAUSTED


@inlined
def _drop_half(states: Any, contour: Any) -> Any:
    """Forget the less promising half of the open states of a contour."""
    stats, heads, links = states.stats, states.heads, states.links
    total = 0
    for bucket in range(BUCKETS):
        node = heads[contour, bucket]
        while node >= 0:
            total += 1
            node = links[node, NEXT]
    # Rounded up, so that forgetting always makes room in the end.
    drop = (total + 1) // 2
    for bucket in range(BUCKETS):
        while drop and heads[contour, bucket] >= 0:
            node = heads[contour, bucket]
            heads[contour, bucket] = links[node, NEXT]
            links[node, PARENT] = UNUSED
            links[node, NEXT] = stats[FREE]
            stats[FREE] = node
            stats[FREED] += 1
            stats[OPEN] -= 1
            drop -= 1


@borrowing("void(States, uint64[:, :, :, ::1])", States)
def forget(states: Any, random: Any) -> Any:
    """S6. Drop the less promising half of every contour; the table is empty and gets the keys of what is left."""
    for contour in range(CONTOURS):
        _drop_half(states, contour)
    stats = states.stats
    stats[KEYS] = 0
    for node in range(stats[USED]):
        if states.links[node, PARENT] != UNUSED:
            one, two = keys(states.rows[node], states.masks[node], random)
            insert(states.table, one, two)
            stats[KEYS] += 1
