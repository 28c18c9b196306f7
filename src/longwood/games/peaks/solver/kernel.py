"""Compiled search of a heap that comes off one rank up or down at a time: can it be cleared, how far does it go?

State: the set of removed cells, the rank on the waste, and j, how many cards have been dealt from the stock. Pruning 1
(docs/solver-one-deck.md, which also numbers the steps): with the same set and rank, fewer dealt cards are never worse.
So all that is kept is `best[set, rank]`, the least j at which that rank can be the last removed card, and
`least[set]`, the least j of all. NONE means: not reached. The tables of sets are made by `heaps.HeapTables`, the
smallest set first.
"""

from typing import Any, NamedTuple

import numpy as np

from longwood.kernels.compiled import borrowing, compiled, i64, inlined, u8, u64
from longwood.kernels.records import I32, U8, U32, Number, U64Table

NONE = 255
LANES = 16
"""Entries of a set in `best`, of which ranks 1 to 13 are used: a power of two is found faster."""


class Sets(NamedTuple):
    """The sets of removed cells of a heap and the edges between them."""

    first: U32
    """Where the edges of each set begin; one entry more than there are sets."""
    cells: U32
    """For each edge the cell that goes. The edges of a set are in the order of their cells."""
    targets: U32
    """For each edge the set that it leads to."""
    free: U32
    """For each set the cells that may go next, as bits."""


class Laid(NamedTuple):
    """The ranks that lie where in one position."""

    ranks: U8
    """Of each cell."""
    near: U8
    """What `fill_near` makes of the stock."""
    start: Number
    """The set of cells that are empty."""
    top: Number
    """On the waste, 0 if it is empty."""


class Reach(NamedTuple):
    """How far a pass came."""

    best: U8
    least: U8
    touched: I32
    """The sets that a beam has written to, up to a -1."""
    tally: I32
    """Room for a beam to count sets by their least j."""
    around: U64Table
    """Room for a sweep: the rank of each cell, the next lower one and the next higher one."""


@inlined
def lane(s: Any, rank: Any) -> Any:
    """Where `best` keeps a rank of a set; where `near` keeps a rank after so many dealt cards."""
    return s * LANES + rank


@inlined
def above(rank: Any) -> Any:
    """The next higher rank; an ace follows a king."""
    return rank % 13 + 1


@inlined
def below(rank: Any) -> Any:
    """The next lower rank; a king follows an ace."""
    return (rank + 11) % 13 + 1


@borrowing("void(uint8[::1], uint8[::1])")
def fill_near(stock: Any, near: Any) -> None:
    """near[lane(m, r)] is the least j > m whose stock card takes a card of rank r; j counts from 1."""
    count = len(stock)
    for r in range(LANES):
        near[lane(count, r)] = NONE
    for m in range(count - 1, -1, -1):
        for r in range(LANES):
            near[lane(m, r)] = near[lane(m + 1, r)]
        near[lane(m, above(stock[m]))] = m + 1
        near[lane(m, below(stock[m]))] = m + 1


@inlined
def _least_of(best: Any, at: Any) -> Any:
    """The least j of a set whose lanes begin here."""
    m = best[at]
    for i in range(1, LANES):
        m = min(m, best[at + u64(i)])
    return m


@borrowing("UniTuple(int64, 2)(Sets, Laid, int64, Reach)", Sets, Laid, Reach)
def sweep(sets: Any, laid: Any, most: int, reach: Any) -> tuple[int, int]:
    """S2. Fill `best` and `least` for all that can be reached; the largest set reached and the sets visited.

    Gives up, with -1 in place of the set, when more than `most` sets would be visited.
    """
    first, cells, targets, near = sets.first, sets.cells, sets.targets, laid.near
    best, least, start = reach.best, reach.least, laid.start
    count = len(least)
    for i in range(lane(start, 0), lane(count, 0)):
        best[i] = NONE
    if laid.top:
        best[lane(start, laid.top)] = 0
    rank, lower, higher = reach.around[0], reach.around[1], reach.around[2]
    for cell in range(len(laid.ranks)):
        r = i64(laid.ranks[cell])
        rank[cell] = r
        lower[cell] = below(r)
        higher[cell] = above(r)
    nodes = 0
    last = start
    for s in range(start, count):
        at = u64(LANES) * u64(s)
        # Without a card on the waste (top 0) nothing fits, but the stock can be dealt.
        m = u8(0) if s == start else _least_of(best, at)
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
            j = min(best[at + lower[c]], best[at + higher[c]])
            j = min(j, near[dealt + r])
            t = u64(targets[e])
            k = u64(LANES) * t + r
            best[k] = min(best[k], j)
    return last, nodes


@inlined
def _untouch(reach: Any) -> None:
    """Take back what the beam before has written."""
    i = 0
    while reach.touched[i] >= 0:
        s = i64(reach.touched[i])
        for r in range(LANES):
            reach.best[lane(s, r)] = NONE
        reach.least[s] = NONE
        i += 1


@inlined
def _cut(reach: Any, begin: int, end: int, width: int) -> Any:
    """From how many dealt cards on the sets of one size are left out, and how many go on that have just so many."""
    if end - begin <= width:
        return NONE, 0
    tally = reach.tally
    for j in range(NONE):
        tally[j] = 0
    for i in range(begin, end):
        tally[reach.least[reach.touched[i]]] += 1
    cut = 0
    spare = width
    while tally[cut] <= spare:
        spare -= tally[cut]
        cut += 1
    return cut, spare


@borrowing("UniTuple(int64, 2)(Sets, Laid, int64, Reach)", Sets, Laid, Reach)
def beam(sets: Any, laid: Any, width: int, reach: Any) -> tuple[int, int]:
    """S1. As `sweep`, but of each size only the `width` sets with the fewest dealt cards go on: it can win, never lose.

    Entries of `best` and `least` other than those of the sets that are listed as touched must be NONE.
    """
    first, cells, targets, ranks, near = sets.first, sets.cells, sets.targets, laid.ranks, laid.near
    best, least, touched = reach.best, reach.least, reach.touched
    _untouch(reach)
    touched[0] = laid.start
    least[laid.start] = 0
    if laid.top:
        best[lane(laid.start, laid.top)] = 0
    begin = 0
    end = 1
    nodes = 0
    while touched[begin] != len(least) - 1:
        # The sets of one size.
        cut, spare = _cut(reach, begin, end, width)
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
                j = min(best[lane(s, below(r))], best[lane(s, above(r))])
                j = min(j, near[lane(m, r)])
                if j != NONE:
                    t = i64(targets[e])
                    if least[t] == NONE:
                        touched[after] = t
                        after += 1
                    least[t] = min(least[t], j)
                    best[lane(t, r)] = min(best[lane(t, r)], j)
        begin = end
        end = after
        if begin == end:
            break
    last = touched[end - 1]
    touched[end] = -1
    return last, nodes


@compiled("void(Sets, uint8[:, ::1], int64, boolean, int64[::1], int64, int32[::1], int64[::1], int32[::1])", Sets)
def solve_decks(
    sets: Any, decks: Any, size: int, has_waste: bool, widths: Any, most: int, reached: Any, nodes: Any, dealt: Any
) -> None:
    """For each fresh deal the largest set that can be reached, the sets visited, and the cards dealt on the way there.

    The first `size` cards are the heap, the next one is on the waste if `has_waste`, the rest is the stock. Beams of
    the given widths are tried before the sweep. Where more than `most` sets would be visited the set is -1.
    """
    count = len(sets.free)
    reach = Reach(
        np.full(lane(count, 0), NONE, np.uint8),
        np.full(count, NONE, np.uint8),
        np.full(count + 1, -1, np.int32),
        np.empty(NONE, np.int32),
        np.empty((3, size), np.uint64),
    )
    ranks = np.empty(size, np.uint8)
    laid_out = size + 1 if has_waste else size
    stock = np.empty(52 - laid_out, np.uint8)
    near = np.empty(lane(len(stock) + 1, 0), np.uint8)
    for d in range(len(decks)):
        for cell in range(size):
            ranks[cell] = decks[d, cell] % 13 + 1
        for i in range(len(stock)):
            stock[i] = decks[d, laid_out + i] % 13 + 1
        fill_near(stock, near)
        laid = Laid(ranks, near, i64(0), i64(decks[d, size] % 13 + 1) if has_waste else i64(0))
        last = 0
        total = 0
        for i in range(len(widths)):
            # A beam visits at most its width of each size.
            if total + widths[i] * size <= most:
                last, visited = beam(sets, laid, widths[i], reach)
                total += visited
                if last == count - 1:
                    break
        if last != count - 1:
            last, visited = sweep(sets, laid, most - total, reach)
            total += visited
            # All sets were touched: the next beam clears them first.
            for s in range(count):
                reach.touched[s] = s
            reach.touched[count] = -1
        reached[d] = last
        nodes[d] = total
        dealt[d] = reach.least[last] if last >= 0 else 0
