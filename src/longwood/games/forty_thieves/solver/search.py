"""The search for Forty Thieves: best-first in turn over contours, complete until memory makes it forget.

A contour holds the states that have come equally far. Each sweep expands the most promising state of every contour, so
the search goes deep at once and wide as time allows.
"""

from typing import Any

import numpy as np

from longwood.games.forty_thieves.solver.dead import WORK, is_dead
from longwood.games.forty_thieves.solver.kernel import (
    BASE,
    BELOW,
    DEALT,
    DEPTH,
    LENGTH,
    MOST_MOVES,
    ROW,
    founded,
    moves,
    score,
    spaces,
)
from longwood.games.forty_thieves.solver.settle import DEAD, SPACES, advance
from longwood.games.forty_thieves.solver.value import SUMS, sum_waste, value
from longwood.kernels.compiled import compiled

# What `search` reports: slice used up, won, nothing left to expand, no room for states, no room in the hash table.
PAUSED, WON, EXHAUSTED, POOL_FULL, TABLE_FULL = range(5)

# The search's own numbers, kept between slices.
NODES, USED, FREE, FREED, OPEN, KEYS, CONTOUR, BEST, BEST_NODE = range(9)
STATS = 9

# Values are sorted into buckets: within a contour only their order matters, and this much of it is enough.
CONTOURS, BUCKETS = 64 + 2 * 104 + 1, 1024
SCALE = 4.0

CLOSED, UNUSED = -2, -3


@compiled("uint64(uint64)")
def _mix(z: Any) -> Any:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled("UniTuple(uint64, 2)(int8[::1], uint64, uint64[:,:,:,::1])")
def keys(s: Any, mask: Any, random: Any) -> Any:
    """128 bits that stand for a state. Foundations follow from the rest; which of several columns a lone run is in
    does not matter."""
    one = _mix(mask + np.uint64(0x9E3779B97F4A7C15))
    two = _mix(mask ^ np.uint64(0xD1B54A32D192ED03)) + np.uint64(s[DEALT])
    one += np.uint64(s[DEALT]) * np.uint64(0x8CB92BA72F3D8DD7)
    for c in range(10):
        depth = np.int64(s[DEPTH + c])
        length = np.int64(s[LENGTH + c])
        # Under a run on other cards those cards are known from column and depth, and so is the base.
        if depth:
            one += random[0, c, depth, length]
            two += random[1, c, depth, length]
        else:
            one += random[0, 10, s[BASE + c], length]
            two += random[1, 10, s[BASE + c], length]
    return one, two


@compiled("boolean(uint64[::1], uint64, uint64)")
def insert(table: Any, one: Any, two: Any) -> Any:
    """Put a pair of keys into the table; False if it is there already. (0, 0) is a free place."""
    slots = np.uint64(len(table) // 2 - 1)
    at = one & slots
    while True:
        i = np.int64(at) * 2
        if table[i] == one and table[i + 1] == two:
            return False
        if table[i] == 0 and table[i + 1] == 0:
            table[i] = one
            table[i + 1] = two
            return True
        at = (at + np.uint64(1)) & slots


@compiled("void(uint64[::1], uint64[::1])")
def rehash(old: Any, table: Any) -> Any:
    """Copy a hash table into a larger one."""
    for i in range(0, len(old), 2):
        if old[i] or old[i + 1]:
            insert(table, old[i], old[i + 1])


@compiled("int64(int8[::1])")
def contour_of(s: Any) -> Any:
    """How far a state has come: a point a card dealt, a point a card in the run of a column, two on a foundation."""
    far = s[DEALT] + 2 * founded(s)
    for c in range(10):
        far += s[LENGTH + c]
    return far


@compiled("boolean(int8[::1], int64)")
def is_pointless(s: Any, m: Any) -> Any:
    """4. Spaces are all alike: only the first is a target, and a whole column never moves to one."""
    src, dst, count = m & 15, (m >> 4) & 15, m >> 8
    if dst >= 10 or s[LENGTH + dst]:
        return False
    if src < 10 and s[DEPTH + src] == 0 and s[LENGTH + src] == count:
        return True
    first = 0
    while s[LENGTH + first]:
        first += 1
    return dst != first


@compiled(
    "int64(int8[::1], int8[:,::1], int8[:,::1], uint64[::1], uint64[::1], int16[:,::1], uint64[:,:,:,::1],"
    "float32[:,::1], int64, int8[:,::1], uint64[::1], int32[:,::1], int32[:,::1], int32[::1], uint64[::1], int64[::1],"
    "int64)"
)
def search(
    talon: Any,
    root: Any,
    runs: Any,
    lower: Any,
    places: Any,
    below: Any,
    random: Any,
    weights: Any,
    prunings: Any,
    rows: Any,
    masks: Any,
    links: Any,
    heads: Any,
    tops: Any,
    table: Any,
    stats: Any,
    until: Any,
) -> Any:
    """Expand states until one is won, none is left, room runs out or `stats[NODES]` has reached `until`."""
    s = np.empty(ROW, np.int8)
    after = np.empty(ROW, np.int8)
    out = np.empty(MOST_MOVES, np.int32)
    trace = np.empty(128, np.int32)
    work = np.empty(WORK, np.int64)
    f = np.empty(len(weights[0]), np.float32)
    sums = np.empty((66, SUMS), np.float32)
    contour = stats[CONTOUR]
    while stats[OPEN]:
        if stats[NODES] >= until:
            return PAUSED
        if len(rows) - stats[USED] + stats[FREED] < MOST_MOVES:
            return POOL_FULL
        if 3 * (stats[KEYS] + MOST_MOVES) > len(table):
            return TABLE_FULL
        while True:
            contour = (contour + 1) % CONTOURS
            while tops[contour] >= 0 and heads[contour, tops[contour]] < 0:
                tops[contour] -= 1
            if tops[contour] >= 0:
                break
        stats[CONTOUR] = contour
        node = heads[contour, tops[contour]]
        heads[contour, tops[contour]] = links[node, 2]
        links[node, 2] = CLOSED
        stats[OPEN] -= 1
        stats[NODES] += 1
        for i in range(ROW):
            s[i] = rows[node, i]
        n = moves(s, masks[node], talon, out)
        before = masks[node] & BELOW[s[DEALT]]
        summed = False
        for k in range(n):
            if prunings & SPACES and is_pointless(s, np.int64(out[k])):
                continue
            for i in range(ROW):
                after[i] = s[i]
            mask = advance(after, masks[node], np.int64(out[k]), talon, root, runs, prunings, trace)
            one, two = keys(after, mask, random)
            if not insert(table, one, two):
                continue
            stats[KEYS] += 1
            points = score(after)
            # 5. No column can ever be emptied.
            dead = prunings & DEAD and spaces(after) == 0 and is_dead(after, mask, talon, root, work)
            if dead and points <= stats[BEST]:
                continue
            new = stats[FREE]
            if new >= 0:
                stats[FREE] = links[new, 2]
                stats[FREED] -= 1
            else:
                new = stats[USED]
                stats[USED] += 1
            for i in range(ROW):
                rows[new, i] = after[i]
            masks[new] = mask
            links[new, 0] = node
            links[new, 1] = out[k]
            links[new, 2] = CLOSED
            if points > stats[BEST]:
                stats[BEST] = points
                stats[BEST_NODE] = new
                if points == 1000:
                    return WON
            if dead:
                continue
            if not summed:
                sum_waste(before, talon, lower, sums)
                summed = True
            v = value(after, mask, talon, root, lower, places, below, before, sums, f, weights)
            bucket = min(max(np.int64(v * SCALE) + BUCKETS // 2, 0), BUCKETS - 1)
            c = contour_of(after)
            links[new, 2] = heads[c, bucket]
            heads[c, bucket] = new
            tops[c] = max(tops[c], bucket)
            stats[OPEN] += 1
    return EXHAUSTED


@compiled(
    "void(int8[:,::1], uint64[::1], int32[:,::1], int32[:,::1], int32[::1], uint64[:,:,:,::1], uint64[::1], int64[::1])"
)
def forget(rows: Any, masks: Any, links: Any, heads: Any, tops: Any, random: Any, table: Any, stats: Any) -> Any:
    """Drop the less promising half of the open states of each contour; `table` is empty and gets the keys left."""
    for contour in range(CONTOURS):
        total = 0
        for bucket in range(BUCKETS):
            node = heads[contour, bucket]
            while node >= 0:
                total += 1
                node = links[node, 2]
        # Rounded up, so that forgetting always makes room in the end.
        drop = (total + 1) // 2
        for bucket in range(BUCKETS):
            while drop and heads[contour, bucket] >= 0:
                node = heads[contour, bucket]
                heads[contour, bucket] = links[node, 2]
                links[node, 0] = UNUSED
                links[node, 2] = stats[FREE]
                stats[FREE] = node
                stats[FREED] += 1
                stats[OPEN] -= 1
                drop -= 1
    stats[KEYS] = 0
    s = np.empty(ROW, np.int8)
    for node in range(stats[USED]):
        if links[node, 0] != UNUSED:
            for i in range(ROW):
                s[i] = rows[node, i]
            one, two = keys(s, masks[node], random)
            insert(table, one, two)
            stats[KEYS] += 1
