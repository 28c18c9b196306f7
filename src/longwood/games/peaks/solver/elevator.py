"""Elevator: exact verdicts and best scores by one pass over the 1,430 sets of cards that can be gone."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from longwood.core.game import AnyGame, Deal, Position
from longwood.core.result import Found, FoundBest, Limit, Reason, Verdict
from longwood.games.peaks.rules import PYRAMID
from longwood.games.peaks.solver.kernel import NONE
from longwood.games.peaks.solver.search import cleared, decided, heap_of, is_closed, length_to, needed, reach, way_to
from longwood.kernels.decks import Decided


def fits(game: AnyGame, position: Position) -> bool:
    """Whether the kernels can tell a position; the plain search answers for others."""
    return len(position.piles) == len(game.piles) and is_closed(PYRAMID, position.piles)


def solve(game: AnyGame, position: Position, limit: Limit, *, brief: bool = False) -> Found:
    """The verdict; a spent budget is UNKNOWN."""
    heap = heap_of(PYRAMID, position.piles)
    if needed(heap) > limit.memory:
        return Found(Verdict.UNKNOWN)
    reached = reach(heap, limit)
    if reached.last < 0:
        return Found(Verdict.UNKNOWN, (), reached.nodes)
    if reached.last < len(heap.tables.masks) - 1:
        return Found(Verdict.LOST, (), reached.nodes, Reason.SEARCHED)
    line = () if brief else way_to(heap, reached, reached.last)
    return Found(Verdict.WON, line, reached.nodes, length=length_to(heap, reached, reached.last))


def best(game: AnyGame, position: Position, limit: Limit) -> FoundBest:
    """The most cards that can be removed, with as few cards dealt as that takes."""
    heap = heap_of(PYRAMID, position.piles)
    if needed(heap) > limit.memory:
        return FoundBest(game.score(position), (), False, 0)
    reached = reach(heap, limit)
    last = reached.last if reached.last >= 0 else int(np.flatnonzero(reached.least != NONE)[-1])
    score = int(np.searchsorted(heap.tables.sizes, last, side="right")) - 1
    return FoundBest(score, way_to(heap, reached, last), reached.last >= 0, reached.nodes)


def best_scores(numbers: ArrayLike) -> tuple[NDArray[np.uint8], int]:
    """For each deal number the best score, which is 28 where the deal can be won; and the sets visited in all."""
    found = cleared(PYRAMID, numbers, has_waste=False)
    return found.cells.astype(np.uint8), int(found.nodes.sum())


def many(game: AnyGame, numbers: NDArray[np.uint64], limit: Limit, *, asks_best: bool) -> Decided:
    """Many fresh deals: verdicts, or best scores as far as the budget goes."""
    found = cleared(PYRAMID, numbers, limit, has_waste=False)
    if not asks_best:
        return decided(found, PYRAMID)
    answer = Decided.of(len(numbers))._replace(scores=np.maximum(found.cells, 0), nodes=found.nodes)
    answer.proven[:] = found.cells >= 0
    # Where the budget ended the pass, what it had reached by then counts: that is asked one by one.
    for i in np.flatnonzero(~answer.proven).tolist():
        answer.scores[i] = best(game, game.start(Deal(int(numbers[i]))), limit).score
    return answer
