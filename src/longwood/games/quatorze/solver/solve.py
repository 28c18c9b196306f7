"""Quatorze: exact verdicts and best scores by one depth-first search."""

from threading import local
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from longwood.core.cards import RANK
from longwood.core.game import STOCK, AnyGame, Move, Position
from longwood.core.result import LOST, WON, Found, FoundBest, Limit, Reason, Verdict
from longwood.games.quatorze.rules import PAIRS
from longwood.games.quatorze.solver import kernel
from longwood.kernels.decks import Decided, decks_of
from longwood.kernels.spending import Clock, most_nodes
from longwood.kernels.tables import copy_keys

DEEPEST_LINE = 26
NODES_A_CALL = 20_000
"""Nodes between two looks at the clock."""
SMALL_TABLE = 1024
"""Entries of the first table: almost every search is content with it."""
FIXED_BYTES = (DEEPEST_LINE + 1) * 160
"""What a search takes beside its table, at most."""

MOVES = {kernel.pair_of(m.src - 1, m.dst - 1): m for row in PAIRS for m in row if m and m.src and m.dst}
"""The move of the rules that each of the kernel's stands for."""


class Grid(NamedTuple):
    """A position as the kernel sees it: ranks only."""

    cells: NDArray[np.uint8]
    stock: NDArray[np.uint8]
    """The next card first."""


def fits(game: AnyGame, position: Position) -> bool:
    """Whether the kernel can tell a position; the plain search answers for others.

    It takes an empty first cell for an empty grid. That is so in any game, and after the first move also where hardly
    any stock is left, because then the cards close up.
    """
    piles = position.piles
    return (
        len(piles) == kernel.CELLS + 2
        and all(len(pile) <= 1 for pile in piles[1:-1])
        and (len(piles[1]) == 1 or len(piles[STOCK]) < 2)
    )


def grid_of(position: Position) -> Grid:
    """The grid of a position."""
    cells = [RANK[position.piles[cell][0]] if position.piles[cell] else 0 for cell in range(1, 1 + kernel.CELLS)]
    stock = [RANK[card] for card in position.piles[STOCK][::-1]]
    return Grid(np.array(cells, np.uint8), np.array(stock, np.uint8))


class Scratch:
    """Room for the search of one grid after another."""

    def __init__(self) -> None:
        depths = DEEPEST_LINE + 1
        self.line = kernel.Line(
            grids=np.zeros((depths, kernel.CELLS), np.uint8),
            wheres=np.zeros((depths, kernel.RANKS), np.uint32),
            progress=np.zeros((depths, 3), np.int64),
            untried=np.zeros(depths, np.uint32),
            best=np.zeros(DEEPEST_LINE, np.uint16),
            at=np.zeros(4, np.int64),
            table=_table(SMALL_TABLE),
        )
        self.at = self.line.at

    def begin(self, grid: Grid) -> None:
        """Forget the search before."""
        if self.at[kernel.REMEMBERED]:
            self.line = self.line._replace(table=_table(SMALL_TABLE))
        self.line.grids[0] = grid.cells
        self.at[:] = 0

    def grow(self, memory: int) -> bool:
        """Let the table grow, if it fits into so many bytes with the one that it grows out of."""
        table = self.line.table
        if FIXED_BYTES + 3 * table.nbytes > memory:
            return False
        larger = _table(2 * len(table))
        copy_keys(table, larger)
        self.line = self.line._replace(table=larger)
        return True


def _table(entries: int) -> NDArray[np.uint64]:
    return np.zeros((entries, 2), np.uint64)


def search(grid: Grid, limit: Limit, scratch: Scratch, remembers: bool = True, skips_twins: bool = True) -> int:
    """The kernel's verdict, PAUSED if a limit was met; the longest line and the nodes are left in the scratch."""
    clock, budget = Clock(limit.seconds), most_nodes(limit)
    scratch.begin(grid)
    if FIXED_BYTES + scratch.line.table.nbytes > limit.memory:
        return kernel.PAUSED
    while True:
        goal = min(budget, int(scratch.at[kernel.NODES]) + NODES_A_CALL)
        status = kernel.search(grid.stock, scratch.line, goal, remembers, skips_twins)
        if status == kernel.CROWDED:
            if not scratch.grow(limit.memory):
                return kernel.PAUSED
        elif status != kernel.PAUSED or goal == budget:
            return status
        if clock.is_up:
            return kernel.PAUSED


def _line(scratch: Scratch) -> tuple[Move, ...]:
    return tuple([MOVES[pair] for pair in scratch.line.best[: scratch.at[kernel.DEEPEST]].tolist()])


_rooms = local()


def _scratch() -> Scratch:
    """Room that the verdicts of a thread share where no line is wanted."""
    found: Scratch | None = getattr(_rooms, "scratch", None)
    if found is None:
        found = _rooms.scratch = Scratch()
    return found


def solve(game: AnyGame, position: Position, limit: Limit, *, brief: bool = False) -> Found:
    """The verdict; a spent budget is UNKNOWN."""
    scratch = _scratch() if brief else Scratch()
    status = search(grid_of(position), limit, scratch)
    verdict = {kernel.WON: Verdict.WON, kernel.LOST: Verdict.LOST}.get(status, Verdict.UNKNOWN)
    nodes = int(scratch.at[kernel.NODES])
    if verdict is not Verdict.WON:
        return Found(verdict, (), nodes, Reason.SEARCHED if verdict is Verdict.LOST else Reason.NONE)
    return Found(verdict, () if brief else _line(scratch), nodes, length=int(scratch.at[kernel.DEEPEST]))


def best(game: AnyGame, position: Position, limit: Limit) -> FoundBest:
    """The most cards that can be removed: all that were tried, if they all were."""
    scratch = Scratch()
    status = search(grid_of(position), limit, scratch)
    line = _line(scratch)
    is_proven = status in (kernel.WON, kernel.LOST)
    return FoundBest(game.score(position) + 2 * len(line), line, is_proven, int(scratch.at[kernel.NODES]))


def best_scores(numbers: ArrayLike) -> tuple[NDArray[np.uint8], int]:
    """For each deal number the best score, which is 52 where the deal can be won; and the nodes of all."""
    found = many(None, np.asarray(numbers, np.uint64), Limit(), asks_best=True)
    return found.scores.astype(np.uint8), int(found.nodes.sum())


def many(game: AnyGame | None, numbers: NDArray[np.uint64], limit: Limit, *, asks_best: bool) -> Decided:
    """Many fresh deals: verdicts, or best scores."""
    decks = decks_of(numbers)
    depths = np.full(len(decks), 255, np.uint8)
    answer = Decided.of(len(decks))
    s = Scratch()
    if FIXED_BYTES + s.line.table.nbytes <= limit.memory:
        kernel.solve_decks(decks, s.line, min(NODES_A_CALL, most_nodes(limit)), depths, answer.nodes)
    answer.proven[:] = depths != 255
    # A deal that needs more room than a small table, or more nodes than a call, gets them.
    for i in np.flatnonzero(~answer.proven).tolist():
        ranks = decks[i] % 13 + 1
        answer.proven[i] = search(Grid(ranks[:25], ranks[25:]), limit, s) in (kernel.WON, kernel.LOST)
        depths[i], answer.nodes[i] = s.at[kernel.DEEPEST], s.at[kernel.NODES]
    if asks_best:
        answer.scores[:] = 2 * depths
        return answer
    answer.verdicts[answer.proven] = LOST
    answer.verdicts[depths == DEEPEST_LINE] = WON
    answer.lengths[depths == DEEPEST_LINE] = DEEPEST_LINE
    return answer._replace(proven=np.zeros(len(decks), np.bool_))
