"""Compiled search of a heap that comes off one rank up or down at a time: can it be cleared, how far does it go?

State: the set of removed cells, the rank on the waste, and j, how many cards have been dealt from the stock. Pruning 1
(docs/solver-one-deck.md): with the same set and rank, fewer dealt cards are never worse. So all that is kept is
`best[set, rank]`, the least j at which that rank can be the last removed card, and `least[set]`, the least j of all.
NONE means: not reached. The tables of sets are `heaps.HeapTables`, the smallest set first.
"""

from typing import Any

import numpy as np

from longwood.kernels.compiled import compiled, i64, u8, u64

NONE = 255
LANES = 16
"""Entries of a set in `best`, of which ranks 1 to 13 are used: a power of two is found faster."""

_TABLES = "uint32[::1], uint32[::1], uint32[::1]"
_HEAP = f"{_TABLES}, uint8[::1], uint8[::1], int64, int64"


@compiled("void(uint8[::1], uint8[::1])")
def fill_near(stock: Any, near: Any) -> None:
    """near[m * LANES + r] is the least j > m whose stock card takes a card of rank r; j counts from 1."""
    count = len(stock)
    for r in range(LANES):
        near[count * LANES + r] = NONE
    for m in range(count - 1, -1, -1):
        for r in range(LANES):
            near[m * LANES + r] = near[(m + 1) * LANES + r]
        near[m * LANES + stock[m] % 13 + 1] = m + 1
        near[m * LANES + (stock[m] + 11) % 13 + 1] = m + 1


@compiled(f"UniTuple(int64, 2)({_HEAP}, int64, uint8[::1], uint8[::1])")
def sweep(
    first: Any, cells: Any, targets: Any, ranks: Any, near: Any, start: int, top: int, most: int, best: Any, least: Any
) -> tuple[int, int]:
    """Fill `best` and `least` for all that can be reached; the largest set reached and the sets visited.

    Gives up, with -1 in place of the set, when more than `most` sets would be visited.
    """
    count = len(least)
    for i in range(start * LANES, count * LANES):
        best[i] = NONE
    if top:
        best[start * LANES + top] = 0
    rank = np.empty(len(ranks), np.uint64)
    below = np.empty(len(ranks), np.uint64)
    above = np.empty(len(ranks), np.uint64)
    for cell in range(len(ranks)):
        r = i64(ranks[cell])
        rank[cell] = r
        below[cell] = (r + 11) % 13 + 1
        above[cell] = r % 13 + 1
    nodes = 0
    last = start
    for s in range(start, count):
        at = u64(LANES) * u64(s)
        m = best[at]
        for i in range(1, LANES):
            m = min(m, best[at + u64(i)])
        # Without a card on the waste (top 0) nothing fits, but the stock can be dealt.
        if s == start:
            m = u8(0)
        least[s] = m
        if m == NONE:
            continue
        if nodes >= most:
            for t in range(s, count):
                least[t] = NONE
            return -1, nodes
        nodes += 1
        last = s
        dealt = u64(LANES) * u64(m)
        # Without branches: a card that does not fit offers NONE, which changes nothing.
        for e in range(first[s], first[s + 1]):
            c = u64(cells[e])
            r = rank[c]
            j = min(best[at + below[c]], best[at + above[c]])
            j = min(j, near[dealt + r])
            t = u64(targets[e])
            k = u64(LANES) * t + r
            best[k] = min(best[k], j)
    return last, nodes


@compiled(f"UniTuple(int64, 2)({_HEAP}, int64, uint8[::1], uint8[::1], int32[::1])")
def beam(
    first: Any,
    cells: Any,
    targets: Any,
    ranks: Any,
    near: Any,
    start: int,
    top: int,
    width: int,
    best: Any,
    least: Any,
    touched: Any,
) -> tuple[int, int]:
    """As `sweep`, but of each size only the `width` sets with the fewest dealt cards go on: it can win, never lose.

    Entries of `best` and `least` other than those of the sets listed in `touched`, up to a -1, must be NONE.
    """
    count = len(least)
    i = 0
    while touched[i] >= 0:
        s = i64(touched[i])
        for r in range(LANES):
            best[s * LANES + r] = NONE
        least[s] = NONE
        i += 1
    touched[0] = start
    least[start] = 0
    if top:
        best[start * LANES + top] = 0
    tally = np.empty(NONE, np.int32)
    begin = 0
    end = 1
    nodes = 0
    while touched[begin] != count - 1:
        # The sets of one size; those beyond the cut have too many dealt cards, and of those at the cut some go on.
        cut = NONE
        spare = 0
        if end - begin > width:
            for j in range(NONE):
                tally[j] = 0
            for i in range(begin, end):
                tally[least[touched[i]]] += 1
            cut = 0
            spare = width
            while tally[cut] <= spare:
                spare -= tally[cut]
                cut += 1
        after = end
        for i in range(begin, end):
            s = i64(touched[i])
            m = i64(least[s])
            if m >= cut:
                if m > cut or spare == 0:
                    continue
                spare -= 1
            nodes += 1
            for e in range(first[s], first[s + 1]):
                r = i64(ranks[cells[e]])
                j = min(best[s * LANES + (r + 11) % 13 + 1], best[s * LANES + r % 13 + 1])
                j = min(j, near[m * LANES + r])
                if j != NONE:
                    t = i64(targets[e])
                    if least[t] == NONE:
                        touched[after] = t
                        after += 1
                    least[t] = min(least[t], j)
                    best[t * LANES + r] = min(best[t * LANES + r], j)
        begin = end
        end = after
        if begin == end:
            break
    last = touched[end - 1]
    touched[end] = -1
    return last, nodes


@compiled(f"int64({_TABLES}, uint8[:, ::1], int64, boolean, int64[::1], int32[::1])")
def solve_decks(
    first: Any, cells: Any, targets: Any, decks: Any, size: int, has_waste: bool, widths: Any, reached: Any
) -> int:
    """For each fresh deal the largest set that can be reached; returns the sets visited.

    The first `size` cards are the heap, the next one is on the waste if `has_waste`, the rest is the stock. Beams of
    the given widths are tried before the sweep.
    """
    sets = len(first) - 1
    best = np.full(sets * LANES, NONE, np.uint8)
    least = np.full(sets, NONE, np.uint8)
    touched = np.full(sets + 1, -1, np.int32)
    ranks = np.empty(size, np.uint8)
    dealt = size + 1 if has_waste else size
    stock = np.empty(52 - dealt, np.uint8)
    near = np.empty((len(stock) + 1) * LANES, np.uint8)
    total = 0
    for d in range(len(decks)):
        for cell in range(size):
            ranks[cell] = decks[d, cell] % 13 + 1
        top = i64(decks[d, size] % 13 + 1) if has_waste else 0
        for i in range(len(stock)):
            stock[i] = decks[d, dealt + i] % 13 + 1
        fill_near(stock, near)
        last = 0
        for i in range(len(widths)):
            last, nodes = beam(first, cells, targets, ranks, near, 0, top, widths[i], best, least, touched)
            total += nodes
            if last == sets - 1:
                break
        if last != sets - 1:
            last, nodes = sweep(first, cells, targets, ranks, near, 0, top, sets, best, least)
            total += nodes
            # All sets were touched: the next beam clears them first.
            for s in range(sets):
                touched[s] = s
            touched[sets] = -1
        reached[d] = last
    return total
