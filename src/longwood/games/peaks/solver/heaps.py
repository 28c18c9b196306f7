"""Every set of cards that can be gone from a heap, as tables: they depend on the covering alone, not on the deal."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from longwood.games.peaks.heap import Slot
from longwood.games.peaks.solver.kernel import Sets

Ints = NDArray[np.uint32]


@dataclass(frozen=True, eq=False)
class HeapTables:
    """The sets of removed cells, the smallest first, and what may be removed next from each."""

    masks: Ints
    """The set as bits, bit i for cell i."""
    sizes: Ints
    """Where the sets of each size begin; one entry more than there are sizes."""
    first: Ints
    """Where the edges of each set begin; one entry more than there are sets."""
    cells: Ints
    """For each edge the cell that goes."""
    targets: Ints
    """For each edge the set that it leads to."""

    @cached_property
    def sets(self) -> Sets:
        """The same as the kernels see it."""
        free = np.zeros(len(self.masks), np.uint32)
        np.bitwise_or.at(free, np.repeat(np.arange(len(free)), np.diff(self.first)), np.uint32(1) << self.cells)
        return Sets(self.first, self.cells, self.targets, free)

    @cached_property
    def index(self) -> dict[int, int]:
        """The number of each set."""
        return {mask: i for i, mask in enumerate(self.masks.tolist())}


@lru_cache(maxsize=8)
def heap_tables(heap: tuple[Slot, ...]) -> HeapTables:
    """The tables of a heap whose cells are given in any order."""
    place = {cell.pile: i for i, cell in enumerate(heap)}
    needs = [sum(1 << place[pile] for pile in cell.covers or ()) for cell in heap]
    levels = [np.zeros(1, np.uint32)]
    edges: list[tuple[Ints, Ints, Ints]] = []
    before = 0
    while True:
        masks = levels[-1]
        parts = []
        for cell, need in enumerate(needs):
            free = np.flatnonzero(((masks & np.uint32(need)) == need) & ((masks >> np.uint32(cell) & 1) == 0)).astype(
                np.uint32
            )
            parts.append((free, np.full(len(free), cell, np.uint32), masks[free] | np.uint32(1 << cell)))
        source, cells, reached = (np.concatenate(column) for column in zip(*parts))
        if not len(source):
            break
        levels.append(np.unique(reached))
        targets = before + len(masks) + np.searchsorted(levels[-1], reached)
        order = np.lexsort((cells, source))
        edges.append(((before + source)[order], cells[order], targets[order].astype(np.uint32)))
        before += len(masks)
    masks = np.concatenate(levels)
    source, cells, targets = (np.concatenate(column) for column in zip(*edges))
    return HeapTables(
        masks=masks,
        sizes=np.cumsum([0, *[len(level) for level in levels]]).astype(np.uint32),
        first=np.searchsorted(source, np.arange(len(masks) + 1)).astype(np.uint32),
        cells=cells.astype(np.uint32),
        targets=targets.astype(np.uint32),
    )
