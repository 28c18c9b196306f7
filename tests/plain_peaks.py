"""A second opinion on the best score of Triple Peaks: all sets in all layers, backwards, without bounds.

It shares the tables of sets with the solver, and nothing else.
"""

from typing import Any

import numpy as np

from longwood.cards import RANK
from longwood.games.peaks import PEAKS, TriplePeaks
from longwood.solver.compiled import compiled, i64
from longwood.solver.heaps import heap_tables


@compiled(
    "int64(uint32[::1], uint32[::1], uint32[::1], int32[::1], uint8[::1], uint8[::1], int32[::1], int64, int32[:, ::1],"
    " int32[:, ::1], uint8[::1])"
)
def plain_best(
    first: Any,
    cells: Any,
    targets: Any,
    bonus: Any,
    ranks: Any,
    stock: Any,
    gain: Any,
    cost: int,
    rest: Any,
    values: Any,
    lengths: Any,
) -> int:
    """The best score of a fresh deal; `stock` begins with the card on the waste.

    rest[j, set] is the most that is left, the bonus of the last set included, when j cards have been dealt after the
    first and the run is over. values[e, x] is the same after the card of edge e and x more of its run.
    """
    sets = len(first) - 1
    layers = len(stock)
    # The least j at which a set can be left behind, by going through all layers forwards.
    least = np.full(sets, layers, np.int64)
    least[0] = 0
    tops = np.zeros((sets, 14), np.bool_)
    for j in range(layers):
        tops[:] = False
        for s in range(sets):
            if least[s] < j or (s == 0 and j == 0):
                tops[s, stock[j]] = True
            for e in range(first[s], first[s + 1]):
                r = ranks[cells[e]]
                if tops[s, r % 13 + 1] or tops[s, (r + 11) % 13 + 1]:
                    tops[targets[e], r] = True
                    least[targets[e]] = min(least[targets[e]], j)
    rest[layers - 1] = bonus
    most = 0
    for j in range(layers - 1, -1, -1):
        for s in range(sets - 1, -1, -1):
            if least[s] > j:
                continue
            value = i64(rest[j, s])
            for e in range(first[s], first[s + 1]):
                t = targets[e]
                r = ranks[cells[e]]
                values[e, 0] = rest[j, t]
                length = 1
                if least[t] <= j:
                    for f in range(first[t], first[t + 1]):
                        if (ranks[cells[f]] + 13 - r) % 13 in (1, 12):
                            for x in range(lengths[f]):
                                if x + 1 < length:
                                    values[e, x + 1] = max(values[e, x + 1], values[f, x])
                                else:
                                    values[e, x + 1] = values[f, x]
                            length = max(length, i64(lengths[f]) + 1)
                lengths[e] = length
                if (ranks[cells[e]] + 13 - stock[j]) % 13 in (1, 12):
                    for x in range(length):
                        value = max(value, i64(gain[x + 1]) + values[e, x])
            if j == 0:
                if s == 0:
                    most = max(most, value)
            elif least[s] < j:
                # The score is never below 0 after a card has been dealt, so at least this can be had from here.
                most = max(most, value - bonus[s])
                rest[j - 1, s] = max(i64(bonus[s]), value - cost)
    return most


def plain_best_score(game: TriplePeaks, deck: Any) -> int:
    """The best score of the round that is dealt from a deck."""
    tables = heap_tables(PEAKS)
    ranks = np.array([RANK[card] for card in deck], np.uint8)
    tops = sum((tables.masks >> np.uint32(cell) & 1).astype(np.int32) for cell in range(3))
    bonus = np.asarray((25 if game.doubles else 15) * (tops + (tops == 3)), np.int32)
    gain = np.array([2**k - 1 if game.doubles else sum(range(k + 1)) for k in range(29)], np.int32)
    edges = len(tables.cells)
    return plain_best(
        tables.first,
        tables.cells,
        tables.targets,
        bonus,
        ranks[:28],
        ranks[28:],
        gain,
        0 if game.doubles else 5,
        np.full((24, len(tables.masks)), -(10**9), np.int32),
        np.zeros((edges, 29), np.int32),
        np.zeros(edges, np.uint8),
    )
