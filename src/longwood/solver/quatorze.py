"""Quatorze: exact verdicts and best scores by one depth-first search."""

from time import thread_time
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from longwood.cards import RANK
from longwood.game import STOCK, AnyGame, Move, Position
from longwood.games.quatorze import CELLS, IN_LINE
from longwood.solver import quatorze_kernel as kernel
from longwood.solver.decks import decks_of
from longwood.solver.result import Found, FoundBest, Limit, Verdict

DEEPEST_LINE = 26
NODES_A_CALL = 200_000
"""Nodes between two looks at the clock."""
ENTRY_BYTES = 16


class Grid(NamedTuple):
    """A position as the kernel sees it: ranks only."""

    cells: NDArray[np.uint8]
    stock: NDArray[np.uint8]
    """The next card first."""


def grid_of(position: Position) -> Grid:
    """The grid of a position."""
    cells = [RANK[position.piles[cell][0]] if position.piles[cell] else 0 for cell in CELLS]
    stock = [RANK[card] for card in position.piles[STOCK][::-1]]
    return Grid(np.array(cells, np.uint8), np.array(stock, np.uint8))


class Scratch:
    """Room for the search of one grid after another."""

    def __init__(self) -> None:
        self.grids = np.zeros((DEEPEST_LINE + 2, kernel.CELLS), np.uint8)
        self.moves = np.zeros((DEEPEST_LINE + 2, kernel.MOST_MOVES), np.uint16)
        self.scores = np.zeros((DEEPEST_LINE + 2, kernel.MOST_MOVES), np.int8)
        self.progress = np.zeros((DEEPEST_LINE + 2, 3), np.int64)
        self.masks = np.zeros((3, kernel.CELLS), np.uint32)
        for a, b in IN_LINE:
            self.masks[0, a - 1] |= np.uint32(1 << (b - 1))
        self.best = np.zeros(DEEPEST_LINE, np.uint16)
        self.at = np.zeros(4, np.int64)
        self.table = np.zeros((1024, 2), np.uint64)


def _search(grid: Grid, limit: Limit, scratch: Scratch, remembers: bool = True, skips_twins: bool = True) -> int:
    """The kernel's verdict, PAUSED if a limit was met; the longest line and the nodes are left in the scratch."""
    started = thread_time()
    s = scratch
    s.grids[0] = grid.cells
    if s.at[kernel.REMEMBERED]:
        s.table = np.zeros((1024, 2), np.uint64)
    s.at[:] = 0
    s.progress[0] = (-1, 0, 0)
    budget = 2**62 if limit.nodes is None else limit.nodes
    while True:
        goal = min(budget, int(s.at[kernel.NODES]) + NODES_A_CALL)
        status = kernel.search(
            grid.stock, s.masks, s.grids, s.moves, s.scores, s.progress, s.best, s.table, s.at, goal, remembers, skips_twins
        )
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


def solve(game: AnyGame, position: Position, limit: Limit) -> Found:
    """The verdict; a spent budget is UNKNOWN."""
    scratch = Scratch()
    status = _search(grid_of(position), limit, scratch)
    verdict = {kernel.WON: Verdict.WON, kernel.LOST: Verdict.LOST}.get(status, Verdict.UNKNOWN)
    line = _line(scratch) if verdict is Verdict.WON else ()
    return Found(verdict, line, int(scratch.at[kernel.NODES]))


def best(game: AnyGame, position: Position, limit: Limit) -> FoundBest:
    """The most cards that can be removed: all that were tried, if they all were."""
    scratch = Scratch()
    status = _search(grid_of(position), limit, scratch)
    line = _line(scratch)
    is_proven = status in (kernel.WON, kernel.LOST)
    return FoundBest(game.score(position) + 2 * len(line), line, is_proven, int(scratch.at[kernel.NODES]))


def best_scores(numbers: ArrayLike) -> tuple[NDArray[np.uint8], int]:
    """For each deal number the best score, which is 52 where the deal can be won; and the nodes of all."""
    decks = decks_of(numbers)
    depths = np.empty(len(decks), np.uint8)
    s = Scratch()
    nodes = kernel.solve_decks(
        decks, s.masks, s.grids, s.moves, s.scores, s.progress, s.best, s.table, NODES_A_CALL, depths
    )
    # A deal that needs more room than a small table gets it.
    for i in np.flatnonzero(depths == 255).tolist():
        ranks = decks[i] % 13 + 1
        _search(Grid(ranks[:25], ranks[25:]), Limit(), s)
        depths[i] = s.at[kernel.DEEPEST]
        nodes += int(s.at[kernel.NODES])
    return 2 * depths, nodes
