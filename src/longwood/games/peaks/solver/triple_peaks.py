"""Triple Peaks: exact verdicts by passes over the 22,932 sets of cards that can be gone, exact best scores by runs."""

from functools import lru_cache
from time import thread_time
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from longwood.core.game import AnyGame, Deal, Move, Position
from longwood.core.result import Found, FoundBest, Limit, Verdict
from longwood.games.peaks.heap import WASTE
from longwood.games.peaks.rules import PEAKS, PeaksPosition, TriplePeaks
from longwood.games.peaks.solver.heaps import heap_tables
from longwood.games.peaks.solver.kernel import NONE
from longwood.games.peaks.solver.score_kernel import ENTRY, NODES, STAMP, UNSEEN, WITHIN_BUDGET, bound, search
from longwood.games.peaks.solver.search import DEAL, Heap, Reached, cleared, heap_of, reach, way_to

WIDTHS = (8, 64)
"""Beams tried before the exact pass: the first finds four of five wins, the second most of the others."""
TOPS = 3
"""The first cells of the heap are the tops of the peaks."""


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


def solve(game: TriplePeaks, position: PeaksPosition, limit: Limit, *, brief: bool = False) -> Found:
    """Whether the peaks can be cleared; a spent budget is UNKNOWN."""
    heap = heap_of(PEAKS, position.piles)
    reached = reach(heap, limit, WIDTHS)
    if reached.last < 0:
        return Found(Verdict.UNKNOWN, (), reached.nodes)
    if reached.last < len(heap.tables.masks) - 1:
        return Found(Verdict.LOST, (), reached.nodes)
    return Found(Verdict.WON, () if brief else way_to(heap, reached, reached.last), reached.nodes)


def fits(game: AnyGame, position: Position) -> bool:
    """Whether the kernel can represent a position: it knows no heap but this one."""
    return True


def verdicts(numbers: ArrayLike) -> tuple[NDArray[np.bool_], int]:
    """For each deal number whether the peaks can be cleared, and the sets visited in all."""
    reached, nodes = cleared(PEAKS, numbers, has_waste=True, widths=WIDTHS)
    return reached == len(PEAKS), nodes


class Scratch:
    """Room for the search of one position after another."""

    def __init__(self, memory: int) -> None:
        tables = heap_tables(PEAKS)
        sets, edges = len(tables.masks), len(tables.cells)
        self.rest = np.empty(sets, np.int32)
        self.fresh = np.empty(sets, np.int32)
        self.ends = np.empty(edges + 1, np.int64)
        self.values = np.empty(edges * len(PEAKS), np.int32)
        self.score = np.full(sets, UNSEEN, np.int32)
        self.place = np.zeros(sets, np.int32)
        self.seen = np.zeros(edges, np.int32)
        self.work = np.empty((5, edges), np.int32)
        rest = memory - sum(array.nbytes for array in vars(self).values())
        self.log = np.empty((min(max(rest // 12, 1), 4_000_000), 3), np.int32)
        self.answer = np.zeros(4, np.int64)


def best(game: TriplePeaks, position: PeaksPosition, limit: Limit) -> FoundBest:
    """The best score of the round, its points so far included."""
    return _best(game, position, limit, Scratch(limit.memory))


def best_scores(game: TriplePeaks, numbers: ArrayLike) -> NDArray[np.int64]:
    """For each deal number the best score of the first round."""
    scratch = Scratch(Limit().memory)
    wanted = np.asarray(numbers).tolist()
    return np.array([_best(game, game.start(Deal(number)), Limit(), scratch, False).score for number in wanted])


def _best(
    game: TriplePeaks, position: PeaksPosition, limit: Limit, scratch: Scratch, with_line: bool = True
) -> FoundBest:
    started = thread_time()
    heap, pay = heap_of(PEAKS, position.piles), scoring(game.doubles)
    tables, layers = heap.tables, len(heap.stock) + 1
    # Points that cannot be lost are left out, so that the numbers stay small however many rounds were played.
    safe = max(position.points - pay.cost * len(heap.stock), 0)
    points = position.points - safe
    can_reach_zero = pay.cost > 0 and points < pay.cost * len(heap.stock)
    budget = 2**62 if limit.nodes is None else limit.nodes
    reached = reach(heap, Limit(nodes=budget)) if can_reach_zero else None
    least = reached.least if reached else np.full(len(tables.masks), NONE, np.uint8)
    nodes = reached.nodes if reached else 0
    # The bound visits every set from the start on: no budget for that, no answer.
    if (reached and reached.last < 0) or nodes + len(tables.masks) - heap.start > budget:
        return FoundBest(game.score(position), (), False, nodes)
    fits = np.zeros(14, np.uint32)
    for cell, rank in enumerate(heap.ranks.tolist()):
        fits[rank % 13 + 1] |= np.uint32(1 << cell)
        fits[(rank + 11) % 13 + 1] |= np.uint32(1 << cell)
    wanted = fits[[heap.top, *heap.stock.tolist()]]
    graph = (tables.first, tables.cells, tables.targets, tables.free, pay.bonus, fits[heap.ranks])
    startable = np.bitwise_or.reduce(wanted[1:], initial=np.uint32(0))
    run = len(position.piles[WASTE]) - 1
    s = scratch
    # Stamps grow by a few million at most for one position; they must not outgrow their 32 bits.
    if s.answer[STAMP] > 2**30:
        s.seen[:] = s.answer[STAMP] = 0
    nodes += bound(*graph, startable, pay.gain, pay.cost, heap.start, s.rest, s.fresh, s.ends, s.values)
    highest = _highest(heap, pay, wanted[0], run, points, least, s)
    args = (*graph, wanted, pay.gain, pay.cost, heap.start, run, points)
    bounds = (least, s.fresh, s.ends, s.values)
    rooms = (s.score, s.place, s.seen, s.work, s.log, s.answer)
    # What the present run gives is known at once, whatever the budget leaves of the rest.
    floor = search(*args, 1, *bounds, points - 1, budget - nodes, *rooms)
    nodes += int(s.answer[NODES])
    way = _logged(s)
    # Pruning 5: look first for scores close to the bound, which are quickly refuted, and lower the aim step by step.
    target, step = highest, max(highest // 32, 1)
    while True:
        target = max(target - step, floor - 1)
        step *= 2
        total = search(*args, layers, *bounds, target, budget - nodes, *rooms)
        nodes += int(s.answer[NODES])
        is_proven = total > target and bool(s.answer[WITHIN_BUDGET])
        is_late = limit.seconds is not None and thread_time() - started > limit.seconds
        if total > target or is_late or not s.answer[WITHIN_BUDGET]:
            break
    if total > target:
        way = _logged(s)
    line = _line(heap, reached, way) if with_line else ()
    score = total + safe if is_proven else _score_after(game, position, line)
    return FoundBest(score, line, is_proven, nodes)


def _highest(
    heap: Heap, pay: Scoring, fits: np.uint32, run: int, points: int, least: NDArray[np.uint8], s: Scratch
) -> int:
    """No total is higher: the most that the bound leaves at the start, in the present run, or where points ran out."""
    tables, start = heap.tables, heap.start
    base = points - int(pay.bonus[start])
    totals = [base + int(s.rest[start])]
    for e in range(int(tables.first[start]), int(tables.first[start + 1])):
        if fits >> tables.cells[e] & 1:
            values = s.values[s.ends[e + 1] : s.ends[e]]
            gains = pay.gain[run + 1 : run + 1 + len(values)] - pay.gain[run]
            totals.append(base + int((gains + values).max()))
    broke = least <= len(heap.stock)
    if broke.any():
        totals.append(int((s.fresh - pay.bonus)[broke].max()))
    return max(totals)


class Way(NamedTuple):
    """A play as the search has logged it."""

    ends: list[tuple[int, int]]
    """The set at which each run ended, the last one first, and how many cards were dealt before the run."""
    broke: int | None
    """The set that the first run began at if all points had been lost by then."""


def _logged(s: Scratch) -> Way:
    """The way to the best total that the search has found; the next search overwrites its log."""
    ends: list[tuple[int, int]] = []
    entry = int(s.answer[ENTRY])
    while entry > 0:
        at, layer, entry = s.log[entry].tolist()
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
    free = int(heap.tables.free[heap.tables.index[mask]]) & goal
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
