"""A second opinion on Triple Peaks and Elevator without any pruning. It shares the tables of sets with the solver."""

from typing import Any

import numpy as np

from longwood.core.cards import RANK
from longwood.games.peaks.heap import Slot
from longwood.games.peaks.rules import PEAKS, TriplePeaks
from longwood.games.peaks.solver.heaps import heap_tables
from longwood.kernels.compiled import compiled, i64


@compiled("int64(uint32[::1], uint32[::1], uint32[::1], uint8[::1], uint8[::1], boolean[:, :, ::1], int32[:, ::1])")
def _plain_reach(first: Any, cells: Any, targets: Any, ranks: Any, stock: Any, seen: Any, stack: Any) -> int:
    """The largest set that can be reached: depth first through all states (set, rank on the waste, cards dealt)."""
    sets = len(first) - 1
    largest = 0
    stack[0, 0] = stack[0, 1] = stack[0, 2] = 0
    waiting = 1
    while waiting and largest < sets - 1:
        waiting -= 1
        s = i64(stack[waiting, 0])
        top = i64(stack[waiting, 1])
        dealt = i64(stack[waiting, 2])
        largest = max(largest, s)
        if dealt < len(stock) and not seen[s, stock[dealt], dealt + 1]:
            seen[s, stock[dealt], dealt + 1] = True
            stack[waiting, 0] = s
            stack[waiting, 1] = stock[dealt]
            stack[waiting, 2] = dealt + 1
            waiting += 1
        for e in range(first[s], first[s + 1]):
            r = i64(ranks[cells[e]])
            if top and (r + 13 - top) % 13 in (1, 12) and not seen[targets[e], r, dealt]:
                seen[targets[e], r, dealt] = True
                stack[waiting, 0] = targets[e]
                stack[waiting, 1] = r
                stack[waiting, 2] = dealt
                waiting += 1
    return largest


def plain_size(heap: tuple[Slot, ...], deck: Any) -> int:
    """How many cells of a fresh deal can be cleared. A card on the waste is the first of the stock here."""
    tables = heap_tables(heap)
    ranks = np.array([RANK[card] for card in deck], np.uint8)
    seen = np.zeros((len(tables.masks), 14, 25), np.bool_)
    stack = np.empty((seen.size, 3), np.int32)
    last = _plain_reach(tables.first, tables.cells, tables.targets, ranks[:28], ranks[28:], seen, stack)
    return int(tables.masks[last]).bit_count()


@compiled(
    "int64(uint32[::1], uint32[::1], uint32[::1], int32[::1], uint8[::1], uint8[::1], int32[::1], int64, int32[:, ::1],"
    " int32[:, ::1], uint8[::1])"
)
def _plain_best(
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
    """The best score of a fresh deal, backwards through all sets in all layers; the waste's card begins the stock.

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
    return _plain_best(
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
