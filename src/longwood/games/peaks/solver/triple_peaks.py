"""Triple Peaks: exact verdicts by passes over the 22,932 sets of cards that can be gone, exact best scores by runs."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from longwood.core.game import Deal
from longwood.core.result import Found, FoundBest, Limit, Reason, Verdict
from longwood.games.peaks.heap import WASTE
from longwood.games.peaks.rules import PEAKS, PeaksPosition, TriplePeaks
from longwood.games.peaks.solver import score
from longwood.games.peaks.solver.search import cleared, decided, heap_of, is_closed, length_to, needed, reach, way_to
from longwood.kernels.decks import Decided

WIDTHS = (8, 64)
"""Beams tried before the exact pass: the first finds four of five wins, the second most of the others."""


def fits(game: TriplePeaks, position: PeaksPosition) -> bool:
    """Whether the kernels can tell a position; the plain search answers for others.

    No run is longer than the peaks have cards: what a longer one would pay is in no table.
    """
    left = sum(len(position.piles[cell.pile]) for cell in PEAKS)
    return (
        len(position.piles) == len(game.piles)
        and is_closed(PEAKS, position.piles)
        and len(position.piles[WASTE]) - 1 + left <= len(PEAKS)
    )


def solve(game: TriplePeaks, position: PeaksPosition, limit: Limit, *, brief: bool = False) -> Found:
    """Whether the peaks can be cleared; a spent budget is UNKNOWN."""
    heap = heap_of(PEAKS, position.piles)
    if needed(heap) > limit.memory:
        return Found(Verdict.UNKNOWN)
    reached = reach(heap, limit, WIDTHS)
    if reached.last < 0:
        return Found(Verdict.UNKNOWN, (), reached.nodes)
    if reached.last < len(heap.tables.masks) - 1:
        return Found(Verdict.LOST, (), reached.nodes, Reason.SEARCHED)
    line = () if brief else way_to(heap, reached, reached.last)
    return Found(Verdict.WON, line, reached.nodes, length=length_to(heap, reached, reached.last))


def verdicts(numbers: ArrayLike) -> tuple[NDArray[np.bool_], int]:
    """For each deal number whether the peaks can be cleared, and the sets visited in all."""
    found = cleared(PEAKS, numbers, has_waste=True, widths=WIDTHS)
    return found.cells == len(PEAKS), int(found.nodes.sum())


def many(game: TriplePeaks, numbers: NDArray[np.uint64], limit: Limit, *, asks_best: bool) -> Decided:
    """Many fresh deals: verdicts, or best scores."""
    if not asks_best:
        return decided(cleared(PEAKS, numbers, limit, has_waste=True, widths=WIDTHS), PEAKS)
    answer = Decided.of(len(numbers))
    scratch = score.Scratch(limit.memory) if score.least_memory() <= limit.memory else None
    for i, number in enumerate(numbers.tolist()):
        position = game.start(Deal(number))
        found = score.best(game, position, limit, scratch, False) if scratch else FoundBest(0, (), False, 0)
        answer.scores[i], answer.proven[i], answer.nodes[i] = found.score, found.is_proven, found.nodes
    return answer


def best(game: TriplePeaks, position: PeaksPosition, limit: Limit) -> FoundBest:
    """The best score of the round, its points so far included."""
    if score.least_memory() > limit.memory:
        return FoundBest(game.score(position), (), False, 0)
    return score.best(game, position, limit, score.Scratch(limit.memory))


def best_scores(game: TriplePeaks, numbers: ArrayLike) -> NDArray[np.int64]:
    """For each deal number the best score of the first round."""
    scratch = score.Scratch(Limit().memory)
    wanted = np.asarray(numbers).tolist()
    return np.array([score.best(game, game.start(Deal(n)), Limit(), scratch, False).score for n in wanted])
