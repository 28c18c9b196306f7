"""How far a heap can be cleared, and the way there: what Elevator and Triple Peaks share."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from longwood.core.cards import RANK, Pile
from longwood.core.game import STOCK, Move
from longwood.core.result import LOST, WON, Limit
from longwood.games.peaks.heap import WASTE, Slot
from longwood.games.peaks.solver.heaps import HeapTables, heap_tables
from longwood.games.peaks.solver.kernel import (
    LANES,
    NONE,
    Laid,
    Reach,
    above,
    beam,
    below,
    fill_near,
    lane,
    solve_decks,
    sweep,
)
from longwood.kernels.decks import Decided, decks_of
from longwood.kernels.spending import most_nodes

NO_LIMIT = Limit()
DEAL = Move(STOCK, WASTE)
NO_BEAM = np.empty(0, np.int32)
AROUND = [(above(rank), below(rank)) for rank in range(14)]
"""For each rank the next higher and the next lower one."""
Bytes = NDArray[np.uint8]


class Heap(NamedTuple):
    """A position as the kernels see it: ranks only, because suits do not matter."""

    cells: tuple[Slot, ...]
    tables: HeapTables
    start: int
    """The set of cells that are empty."""
    ranks: Bytes
    """The rank of each cell; of an empty one it is never asked."""
    top: int
    """The rank on the waste, 0 if it is empty."""
    stock: Bytes
    """The ranks in the stock, the next one first."""


def _removed(cells: tuple[Slot, ...], piles: tuple[Pile, ...]) -> int:
    """The set of cells that are empty, as bits."""
    return sum(1 << i for i, cell in enumerate(cells) if not piles[cell.pile])


def heap_of(cells: tuple[Slot, ...], piles: tuple[Pile, ...]) -> Heap:
    """The heap of a position."""
    tables = heap_tables(cells)
    mask = _removed(cells, piles)
    ranks = [RANK[piles[cell.pile][0]] if piles[cell.pile] else 1 for cell in cells]
    stock = [RANK[card] for card in piles[STOCK][::-1]]
    top = RANK[piles[WASTE][-1]] if piles[WASTE] else 0
    return Heap(cells, tables, tables.index[mask], np.array(ranks, np.uint8), top, np.array(stock, np.uint8))


class Reached(NamedTuple):
    """What a pass over the sets found: `kernel` says what its tables hold."""

    last: int
    """The largest set that can be reached; -1 if the budget was spent before that was known."""
    nodes: int
    best: Bytes
    """A row for each set."""
    least: Bytes
    near: Bytes
    """A row for each number of cards dealt."""


def is_closed(cells: tuple[Slot, ...], piles: tuple[Pile, ...]) -> bool:
    """Whether a heap is such as play can leave: a card at most in each cell, and none over an empty one."""
    return all(len(piles[cell.pile]) <= 1 for cell in cells) and _removed(cells, piles) in heap_tables(cells).index


def needed(heap: Heap) -> int:
    """The bytes that a pass takes."""
    return _needed(len(heap.tables.masks), len(heap.stock), len(heap.cells))


def _needed(sets: int, stock: int, cells: int) -> int:
    return LANES * (sets + stock + 1) + 5 * (sets + 1) + 4 * NONE + 24 * cells


def reach(heap: Heap, limit: Limit, widths: tuple[int, ...] = ()) -> Reached:
    """The largest set that can be reached. Beams of the given widths may find the whole heap cleared sooner."""
    sets = heap.tables.sets
    count = len(sets.free)
    near = np.empty(lane(len(heap.stock) + 1, 0), np.uint8)
    fill_near(heap.stock, near)
    laid = Laid(heap.ranks, near, heap.start, heap.top)
    best, least = np.full(lane(count, 0), NONE, np.uint8), np.full(count, NONE, np.uint8)
    # A sweep does not touch what only beams need.
    touched = np.full(count + 1, -1, np.int32) if widths else NO_BEAM
    tally = np.empty(NONE, np.int32) if widths else touched
    found = Reach(best, least, touched, tally, np.empty((3, len(heap.cells)), np.uint64))
    budget = most_nodes(limit)
    nodes = 0
    for width in widths:
        # A beam visits at most its width of each size.
        if nodes + width * len(heap.cells) <= budget:
            last, visited = beam(sets, laid, width, found)
            nodes += visited
            if last == count - 1:
                return Reached(last, nodes, best.reshape(-1, LANES), least, near.reshape(-1, LANES))
    last, visited = sweep(sets, laid, budget - nodes, found)
    return Reached(last, nodes + visited, best.reshape(-1, LANES), least, near.reshape(-1, LANES))


def length_to(heap: Heap, reached: Reached, goal: int) -> int:
    """How many moves `way_to` makes: one for each cell and each dealt card."""
    return (int(heap.tables.masks[goal]) ^ int(heap.tables.masks[heap.start])).bit_count() + int(reached.least[goal])


def way_to(heap: Heap, reached: Reached, goal: int) -> tuple[Move, ...]:
    """S3. Moves to a set that has been reached, with as few cards dealt as that pass found."""
    best, least = reached.best, reached.least
    back: list[Move] = []
    s, j = goal, int(least[goal])
    rank = 0  # of the waste there; 0 where any will do that came with j cards dealt
    while s != heap.start:
        cell, before = _last_step(heap, reached, s, rank, j)
        back.append(Move(heap.cells[cell].pile, WASTE))
        r = int(heap.ranks[cell])
        neighbours = [n for n in AROUND[r] if best[before, n] == j]
        if neighbours:
            rank = neighbours[0]
        else:
            rank, dealt = 0, int(least[before])
            back += [DEAL] * (j - dealt)
            j = dealt
        s = before
    return tuple(back[::-1])


def _last_step(heap: Heap, reached: Reached, s: int, rank: int, j: int) -> tuple[int, int]:
    """The cell that was emptied last when set s was reached with this rank and j, and the set before that."""
    best, near = reached.best, reached.near
    mask = int(heap.tables.masks[s])
    for cell in range(len(heap.cells)):
        r = int(heap.ranks[cell])
        before = heap.tables.index.get(mask ^ 1 << cell) if mask >> cell & 1 else None
        if before is None or rank not in (0, r) or best[s, r] != j or reached.least[before] == NONE:
            continue
        higher, lower = AROUND[r]
        if j in (near[reached.least[before], r], best[before, higher], best[before, lower]):
            return cell, before
    raise AssertionError("a set that was reached has a set before it")


class Cleared(NamedTuple):
    """How far many fresh deals can be cleared."""

    cells: NDArray[np.int64]
    """How many can be cleared; -1 where the budget was spent before that was known."""
    nodes: NDArray[np.int64]
    dealt: NDArray[np.int32]
    """How many cards are dealt on the way."""


def cleared(
    cells: tuple[Slot, ...],
    numbers: ArrayLike,
    limit: Limit = NO_LIMIT,
    *,
    has_waste: bool,
    widths: tuple[int, ...] = (),
) -> Cleared:
    """How far each deal number can be cleared."""
    tables = heap_tables(cells)
    decks = decks_of(numbers)
    count = len(decks)
    last, nodes, dealt = np.full(count, -1, np.int32), np.zeros(count, np.int64), np.zeros(count, np.int32)
    if _needed(len(tables.masks), 52 - len(cells) - has_waste, len(cells)) <= limit.memory:
        beams = np.array(widths, np.int64)
        solve_decks(tables.sets, decks, len(cells), has_waste, beams, most_nodes(limit), last, nodes, dealt)
    return Cleared(np.searchsorted(tables.sizes, last, side="right") - 1, nodes, dealt)


def decided(found: Cleared, cells: tuple[Slot, ...]) -> Decided:
    """The verdicts of many deals."""
    answer = Decided.of(len(found.cells))
    answer.verdicts[found.cells >= 0] = LOST
    answer.verdicts[found.cells == len(cells)] = WON
    answer.nodes[:] = found.nodes
    answer.lengths[:] = np.where(answer.verdicts == WON, len(cells) + found.dealt, 0)
    return answer
