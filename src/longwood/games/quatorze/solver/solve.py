"""Quatorze: exact verdicts and best scores by one depth-first search."""

from functools import cache
from time import thread_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from longwood.core.cards import RANK
from longwood.core.game import STOCK, AnyGame, Move, Position
from longwood.core.result import Found, FoundBest, Limit, Verdict
from longwood.games.quatorze.rules import PAIRS
from longwood.games.quatorze.solver import kernel
from longwood.kernels.decks import decks_of

DEEPEST_LINE = 26
NODES_A_CALL = 20_000
"""Nodes between two looks at the clock."""
SMALL_TABLE = 1024
"""Entries of the first table: almost every search is content with it."""
ENTRY_BYTES = 16


class Grid(NamedTuple):
    """A position as the kernel sees it: ranks only."""

    cells: NDArray[np.uint8]
    stock: NDArray[np.uint8]
    """The next card first."""


def grid_of(position: Position) -> Grid:
    """The grid of a position."""
    cells = [RANK[position.piles[cell][0]] if position.piles[cell] else 0 for cell in range(1, 1 + kernel.CELLS)]
    stock = [RANK[card] for card in position.piles[STOCK][::-1]]
    return Grid(np.array(cells, np.uint8), np.array(stock, np.uint8))


IN_LINE = np.zeros(kernel.CELLS, np.uint32)
"""The cells in one row or column with each, as bits: the pairs that the rules know."""
for _m in [m for row in PAIRS for m in row if m and m.src and m.dst]:
    IN_LINE[_m.src - 1] |= np.uint32(1 << (_m.dst - 1))


class Scratch:
    """Room for the search of one grid after another."""

    def __init__(self) -> None:
        depths = DEEPEST_LINE + 1
        self.grids = np.zeros((depths, kernel.CELLS), np.uint8)
        self.wheres = np.zeros((depths, kernel.RANKS), np.uint32)
        self.progress = np.zeros((depths, 3), np.int64)
        self.untried = np.zeros(depths, np.uint32)
        self.best = np.zeros(DEEPEST_LINE, np.uint16)
        self.table = np.zeros((SMALL_TABLE, 2), np.uint64)
        self.at = np.zeros(4, np.int64)

    @property
    def rooms(self) -> tuple[Any, Any, Any, Any, Any, Any, Any]:
        """All but the last, in the order in which the kernel wants them."""
        return IN_LINE, self.grids, self.wheres, self.progress, self.untried, self.best, self.table


def search(grid: Grid, limit: Limit, scratch: Scratch, remembers: bool = True, skips_twins: bool = True) -> int:
    """The kernel's verdict, PAUSED if a limit was met; the longest line and the nodes are left in the scratch."""
    started = thread_time()
    s = scratch
    s.grids[0] = grid.cells
    if s.at[kernel.REMEMBERED]:
        s.table = np.zeros((SMALL_TABLE, 2), np.uint64)
    s.at[:] = 0
    budget = 2**62 if limit.nodes is None else limit.nodes
    while True:
        goal = min(budget, int(s.at[kernel.NODES]) + NODES_A_CALL)
        status = kernel.search(grid.stock, *s.rooms, s.at, goal, remembers, skips_twins)
        if status == kernel.CROWDED:
            larger = 2 * len(s.table)
            if (larger + len(s.table)) * ENTRY_BYTES > limit.memory:
                return kernel.PAUSED
            table = np.zeros((larger, 2), np.uint64)
            kernel.rehash(s.table, table)
            s.table = table
        elif status != kernel.PAUSED or goal == budget:
            return status
        if limit.seconds is not None and thread_time() - started > limit.seconds:
            return kernel.PAUSED


def _line(scratch: Scratch) -> tuple[Move, ...]:
    moves = scratch.best[: scratch.at[kernel.DEEPEST]].tolist()
    return tuple([Move((move >> 5) + 1, (move & 31) + 1) for move in moves])


@cache
def _scratch() -> Scratch:
    """Room that verdicts without a line share."""
    return Scratch()


def fits(game: AnyGame, position: Position) -> bool:
    """Whether the kernel can represent a position."""
    return len(position.piles) == kernel.CELLS + 2


def solve(game: AnyGame, position: Position, limit: Limit, *, brief: bool = False) -> Found:
    """The verdict; a spent budget is UNKNOWN."""
    scratch = _scratch() if brief else Scratch()
    status = search(grid_of(position), limit, scratch)
    verdict = {kernel.WON: Verdict.WON, kernel.LOST: Verdict.LOST}.get(status, Verdict.UNKNOWN)
    line = _line(scratch) if verdict is Verdict.WON and not brief else ()
    return Found(verdict, line, int(scratch.at[kernel.NODES]))


def best(game: AnyGame, position: Position, limit: Limit) -> FoundBest:
    """The most cards that can be removed: all that were tried, if they all were."""
    scratch = Scratch()
    status = search(grid_of(position), limit, scratch)
    line = _line(scratch)
    is_proven = status in (kernel.WON, kernel.LOST)
    return FoundBest(game.score(position) + 2 * len(line), line, is_proven, int(scratch.at[kernel.NODES]))


def best_scores(numbers: ArrayLike) -> tuple[NDArray[np.uint8], int]:
    """For each deal number the best score, which is 52 where the deal can be won; and the nodes of all."""
    decks = decks_of(numbers)
    depths = np.empty(len(decks), np.uint8)
    s = Scratch()
    nodes = kernel.solve_decks(decks, *s.rooms, NODES_A_CALL, depths)
    # A deal that needs more room than a small table gets it.
    for i in np.flatnonzero(depths == 255).tolist():
        ranks = decks[i] % 13 + 1
        search(Grid(ranks[:25], ranks[25:]), Limit(), s)
        depths[i] = s.at[kernel.DEEPEST]
        nodes += int(s.at[kernel.NODES])
    return 2 * depths, nodes
