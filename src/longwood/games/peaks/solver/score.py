"""The best score of a round of Triple Peaks. The steps are numbered as in docs/solver-one-deck.md."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from longwood.core.game import Move
from longwood.core.result import FoundBest, Limit
from longwood.games.peaks.heap import WASTE
from longwood.games.peaks.rules import PEAKS, PeaksPosition, TriplePeaks
from longwood.games.peaks.solver.heaps import heap_tables
from longwood.games.peaks.solver.kernel import NONE, above, below
from longwood.games.peaks.solver.score_kernel import (
    ENTRY,
    NODES,
    STAMP,
    UNSEEN,
    WITHIN_BUDGET,
    Bounds,
    Rooms,
    Round,
    bound,
    search,
)
from longwood.games.peaks.solver.search import DEAL, Heap, Reached, heap_of, reach, way_to
from longwood.kernels.spending import Clock, most_nodes

TOPS = 3
"""The first cells of the heap are the tops of the peaks."""
NODES_A_SECOND = 20_000_000
"""What a fast machine visits: a pass that cannot end in time ends soon after."""
MOST_LOGGED = 4_000_000
LOG_BYTES = 12


class Scoring(NamedTuple):
    """What the rules pay, as the kernels want it."""

    gain: NDArray[np.int32]
    """The points of a run of so many cards."""
    cost: int
    """What a dealt card costs."""
    bonus: NDArray[np.int32]
    """For each set of removed cells the points for the peaks in it."""


@lru_cache(maxsize=2)
def scoring(doubles: bool) -> Scoring:
    """The points of standard or of multiplier scoring."""
    lengths = range(len(PEAKS) + 1)
    gain = [2**k - 1 if doubles else k * (k + 1) // 2 for k in lengths]
    masks = heap_tables(PEAKS).masks
    peaks = sum((masks >> np.uint32(top) & 1).astype(np.int32) for top in range(TOPS))
    bonus = (25 if doubles else 15) * (peaks + (peaks == TOPS))
    return Scoring(np.array(gain, np.int32), 0 if doubles else 5, np.asarray(bonus, np.int32))


def least_memory() -> int:
    """The bytes that a search takes without its log, and an entry of that."""
    sets, edges = len(heap_tables(PEAKS).masks), len(heap_tables(PEAKS).cells)
    pass_over_sets = 22 * sets + 1000
    return pass_over_sets + 16 * sets + 8 * (edges + 1) + edges * (4 * len(PEAKS) + 24) + 1000 + LOG_BYTES


class Scratch:
    """Room for the search of one position after another."""

    def __init__(self, memory: int) -> None:
        tables = heap_tables(PEAKS)
        sets, edges = len(tables.masks), len(tables.cells)
        self.bounds = Bounds(
            rest=np.empty(sets, np.int32),
            fresh=np.empty(sets, np.int32),
            ends=np.empty(edges + 1, np.int64),
            values=np.empty(edges * len(PEAKS), np.int32),
            least=np.full(sets, NONE, np.uint8),
        )
        queue, saved_score, saved_place, stack, depth = np.empty((5, edges), np.int32)
        logged = min((memory - least_memory()) // LOG_BYTES + 1, MOST_LOGGED)
        self.rooms = Rooms(
            score=np.full(sets, UNSEEN, np.int32),
            place=np.zeros(sets, np.int32),
            seen=np.zeros(edges, np.int32),
            queue=queue,
            saved_score=saved_score,
            saved_place=saved_place,
            stack=stack,
            depth=depth,
            log=np.empty((logged, 3), np.int32),
            answer=np.zeros(4, np.int64),
        )
        self.answer = self.rooms.answer

    def refresh(self) -> None:
        """Stamps grow by a few million at most for one position; they must not outgrow their 32 bits."""
        if self.answer[STAMP] > 2**30:
            self.rooms.seen[:] = self.answer[STAMP] = 0


def best(
    game: TriplePeaks, position: PeaksPosition, limit: Limit, scratch: Scratch, with_line: bool = True
) -> FoundBest:
    """The best score, with a line that reaches it if that is wanted or the score is not proven."""
    clock, budget = Clock(limit.seconds), most_nodes(limit)
    heap, pay = heap_of(PEAKS, position.piles), scoring(game.doubles)
    sets, price = heap.tables.sets, pay.cost * len(heap.stock)
    # Points that cannot be lost are left out, so that the numbers stay small however many rounds were played.
    safe = max(position.points - price, 0)
    points = position.points - safe
    reached = reach(heap, Limit(nodes=budget)) if points < price else None
    nodes = reached.nodes if reached else 0
    # The bound visits every set from the start on: no budget for that, no answer.
    if (reached and reached.last < 0) or nodes + len(sets.free) - heap.start > budget:
        return FoundBest(game.score(position), (), False, nodes)
    round = _round(heap, pay, max(len(position.piles[WASTE]) - 1, 0), points)
    bounds, rooms, answer = scratch.bounds, scratch.rooms, scratch.answer
    bounds = bounds._replace(least=reached.least) if reached else bounds
    scratch.refresh()
    nodes += bound(sets, round, np.bitwise_or.reduce(round.wanted[1:], initial=np.uint32(0)), bounds)
    highest = _highest(heap, round, bounds)

    def visit(layers: int, target: int) -> int:
        """The best total above a target."""
        nonlocal nodes
        most = int(min(budget - nodes, clock.left * NODES_A_SECOND))
        total = search(sets, round, layers, bounds, target, most, rooms)
        nodes += int(answer[NODES])
        return total

    # What the present run gives is known at once, whatever the budget leaves of the rest.
    floor = visit(1, points - 1)
    way = _logged(scratch)
    # S7. Pruning 5: look first for scores close to the bound, which are quickly refuted, and lower the aim by steps.
    target, step = highest, max(highest // 32, 1)
    while True:
        target = max(target - step, floor - 1)
        step *= 2
        total = visit(len(heap.stock) + 1, target)
        is_proven = total > target and bool(answer[WITHIN_BUDGET])
        if total > target or clock.is_up or not answer[WITHIN_BUDGET]:
            break
    if total > target:
        way = _logged(scratch)
    line = _line(heap, reached, way) if with_line or not is_proven else ()
    score = total + safe if is_proven else _score_after(game, position, line)
    return FoundBest(score, line, is_proven, nodes)


def _round(heap: Heap, pay: Scoring, run: int, points: int) -> Round:
    """What the kernels want to know of a position."""
    fits = np.zeros(14, np.uint32)
    for cell, rank in enumerate(heap.ranks.tolist()):
        fits[above(rank)] |= np.uint32(1 << cell)
        fits[below(rank)] |= np.uint32(1 << cell)
    wanted = fits[[heap.top, *heap.stock.tolist()]]
    return Round(pay.bonus, fits[heap.ranks], wanted, pay.gain, pay.cost, heap.start, run, points)


def _highest(heap: Heap, round: Round, bounds: Bounds) -> int:
    """No total is higher: the most that the bound leaves at the start, in the present run, or where points ran out."""
    tables, start, gain, run = heap.tables, heap.start, round.gain, round.run
    base = round.points - int(round.bonus[start])
    totals = [base + int(bounds.rest[start])]
    for e in range(int(tables.first[start]), int(tables.first[start + 1])):
        if round.wanted[0] >> tables.cells[e] & 1:
            values = bounds.values[bounds.ends[e + 1] : bounds.ends[e]]
            gains = gain[run + 1 : run + 1 + len(values)] - gain[run]
            totals.append(base + int((gains + values).max()))
    broke = bounds.least <= len(heap.stock)
    if broke.any():
        totals.append(int((bounds.fresh - round.bonus)[broke].max()))
    return max(totals)


class Way(NamedTuple):
    """A play as the search has logged it."""

    ends: list[tuple[int, int]]
    """The set at which each run ended, the last one first, and how many cards were dealt before the run."""
    broke: int | None
    """The set that the first run began at if all points had been lost by then."""


def _logged(scratch: Scratch) -> Way:
    """The way to the best total that the search has found; the next search overwrites its log."""
    ends: list[tuple[int, int]] = []
    entry = int(scratch.answer[ENTRY])
    while entry > 0:
        at, layer, entry = scratch.rooms.log[entry].tolist()
        ends.append((at, layer))
    return Way(ends, -1 - entry if entry < 0 else None)


def _line(heap: Heap, reached: Reached | None, way: Way) -> tuple[Move, ...]:
    """The moves of a way."""
    here, dealt = heap.start, 0
    line: list[Move] = []
    if way.broke is not None and reached:
        here = way.broke
        line += way_to(heap, reached, here)
        dealt = int(reached.least[here])
    ranks = [heap.top, *heap.stock.tolist()]
    for at, layer in reversed(way.ends):
        line += [DEAL] * (layer - dealt)
        line += _run(heap, int(heap.tables.masks[here]), int(heap.tables.masks[at]), ranks[layer], set())
        here, dealt = at, layer
    return tuple(line)


def _run(heap: Heap, mask: int, goal: int, rank: int, dead: set[tuple[int, int]]) -> list[Move]:
    """A run from one set to another on a card of this rank; nothing if there is none, or none is needed."""
    free = int(heap.tables.sets.free[heap.tables.index[mask]]) & goal
    for cell in range(len(heap.cells)):
        r = int(heap.ranks[cell])
        if free >> cell & 1 and (r - rank) % 13 in (1, 12) and (mask | 1 << cell, r) not in dead:
            step = Move(heap.cells[cell].pile, WASTE)
            if mask | 1 << cell == goal:
                return [step]
            if onward := _run(heap, mask | 1 << cell, goal, r, dead):
                return [step, *onward]
            dead.add((mask | 1 << cell, r))
    return []


def _score_after(game: TriplePeaks, position: PeaksPosition, line: tuple[Move, ...]) -> int:
    for m in line:
        position = game.play(position, m)
    return game.score(position)
