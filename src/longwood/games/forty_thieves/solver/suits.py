"""How many columns the cards of one suit need at an instant, as a table that is read rank by rank from the ace on.

The argument is in docs/solver-forty-thieves.md, pruning 6.
"""

from functools import cache

import numpy as np

from longwood.kernels.records import I32Table

# What a card may be at one instant.
HIDDEN, END, EITHER, ANYWHERE, OUT, UP, MOVED = range(7)
KINDS = 7
# Each way of being so: whether it is on a foundation, whether it is the last one there for now, whether it needs a host
# or a column, whether it hosts.
WAYS = {
    HIDDEN: [(0, 0, 0, 0)],
    END: [(0, 0, 0, 1)],
    EITHER: [(0, 0, 0, 1), (1, 0, 0, 0)],
    ANYWHERE: [(0, 0, 0, 0), (1, 0, 0, 0), (0, 0, 1, 1)],
    OUT: [(1, 0, 0, 0), (0, 0, 1, 1)],
    UP: [(1, 0, 0, 0)],
    MOVED: [(1, 1, 0, 0), (0, 0, 1, 0)],
}
NEVER = 50
"""More columns than there are."""
# An entry of the table: the next row, and below so many bits the columns that are needed more for certain.
BITS = 6
LAST = KINDS * KINDS
"""Beyond the pairs of kinds: the columns that are needed when there are no more ranks."""

Costs = tuple[tuple[tuple[int, int], int], ...]
"""For each number of foundations that can take the next rank, and of cards that wait for a host: columns needed."""


def _pairs(one: int, other: int) -> set[tuple[int, int, int, int]]:
    """The ways of two equal cards together: on foundations, of these with room on them, loose, hosting."""
    both = [[a + b for a, b in zip(x, y, strict=True)] for x in WAYS[one] for y in WAYS[other]]
    return {(up, up - last, loose, hosts) for up, last, loose, hosts in both}


def _after(costs: Costs, ways: set[tuple[int, int, int, int]]) -> tuple[Costs, int]:
    """What one more rank makes of it, and what of that is certain."""
    found: dict[tuple[int, int], int] = {}
    for (room, below), cost in costs:
        for up, covered, loose, hosts in ways:
            if up <= room:
                needed = cost + max(0, below - hosts)
                found[covered, loose] = min(needed, found.get((covered, loose), NEVER))
    # One with as much room is no worse if it needs no more, even when each of its further loose cards needs a column.
    kept = {
        (room, loose): cost
        for (room, loose), cost in found.items()
        if not any(
            r >= room and c + max(0, n - loose) <= cost and (r, n) != (room, loose) for (r, n), c in found.items()
        )
    }
    least = min(kept.values(), default=0)
    return tuple(sorted([(key, cost - least) for key, cost in kept.items()])), least


@cache
def suit_table() -> I32Table:
    """The table; its first row is where an ace begins."""
    ways = [_pairs(one, other) for one in range(KINDS) for other in range(KINDS)]
    rows: dict[Costs, int] = {(((2, 0), 0),): 0}
    table: list[list[int]] = []
    # The dictionary grows while it is gone through, which a list of its keys may.
    waiting = list(rows)
    for costs in waiting:
        row = []
        for pair in ways:
            after, more = _after(costs, pair)
            if not after:
                row.append(NEVER)
                continue
            if after not in rows:
                rows[after] = len(rows)
                waiting.append(after)
            row.append(rows[after] << BITS | more)
        row.append(min([cost + loose for (_, loose), cost in costs]))
        table.append(row)
    return np.array(table, np.int32)
