"""Compiled search for the best score of Triple Peaks.

A run starts when a card is dealt and takes `k` cards off the heap for `gain[k]` points; what the peaks give depends on
the set of removed cells alone (`bonus`). So a play is a chain of sets with a run between each and the next. Steps and
prunings are numbered as in docs/solver-one-deck.md. Points are counted without the bonus until a play ends, where the
bonus of the last set counts once.
"""

from typing import Any, NamedTuple

import numpy as np

from longwood.games.peaks.solver.kernel import Sets
from longwood.kernels.bits import bit_count, lowest_alone
from longwood.kernels.compiled import borrowing, i64, inlined, u32
from longwood.kernels.records import I32, I64, U8, U32, I32Table, Number

UNSEEN = -(10**9)
# What `search` leaves in `answer`: the entry of the best total, the edges visited, whether that was within the budget,
# and the last stamp.
ENTRY, NODES, WITHIN_BUDGET, STAMP = 0, 1, 2, 3
# A log entry: a run in that layer ended at that set, and the entry before it. Entry 0 is the start. Where all points
# had been lost to the price of dealing, any way to the set s before will do: -1 - s stands for it.
SET, LAYER, BEFORE = 0, 1, 2
ONE = u32(1)


class Round(NamedTuple):
    """A position and what its cards pay."""

    bonus: I32
    """For each set of removed cells the points for the peaks in it."""
    takes: U32
    """For each cell the cells whose card goes on its card, as bits."""
    wanted: U32
    """The same for the top of the waste and then for each card of the stock."""
    gain: I32
    """The points of a run of so many cards."""
    cost: Number
    """What a dealt card costs."""
    start: Number
    """The set of removed cells."""
    run: Number
    """How long the present run is."""
    points: Number


class Bounds(NamedTuple):
    """What is still to be had (pruning 2)."""

    rest: I32
    """For each set the most points from there."""
    fresh: I32
    """The most after a dealt card."""
    ends: I64
    """For each edge where the next edge's values begin."""
    values: I32
    """For edge e, values[ends[e + 1] + x] is the most that is left when its card and x more end their run, without the
    run's own points."""
    least: U8
    """For each set how many cards are dealt at least when it is reached; needed only where points can run out."""


class Rooms(NamedTuple):
    """Where a search keeps what it knows."""

    score: I32
    """For each set the most points there so far, with the price of all dealt cards put back."""
    place: I32
    """The entry of the log that tells how."""
    seen: I32
    """For each edge the stamp of the start from which it was last looked at."""
    queue: I32
    """The sets reached so far."""
    saved_score: I32
    saved_place: I32
    stack: I32
    """The edges of the run to go on with."""
    depth: I32
    """For each of them how long the run is with it."""
    log: I32Table
    answer: I64


class Start(NamedTuple):
    """Where runs begin: a set, the points and the log's entry there, and how many cards of a run count before."""

    set: int
    points: int
    entry: int
    layer: int
    run: int


class Tally(NamedTuple):
    """How far a search is: the best total, the edges visited, the sets in the queue, the entries of the log."""

    best: int
    nodes: int
    waiting: int
    logged: int


@inlined
def edge_of(sets: Any, s: Any, low: Any) -> Any:
    """The edge of a set by which a cell goes, given as its bit."""
    return i64(sets.first[s]) + i64(bit_count(sets.free[s] & (low - ONE)))


@borrowing("int64(Sets, Round, uint32, Bounds)", Sets, Round, Bounds)
def bound(sets: Any, round: Any, startable: int, bounds: Any) -> Any:
    """S4. Pruning 2: what is still to be had if any stock card could be dealt at any time for the price of one.

    Fills the bounds for each set from the start on. `startable` are the cells whose card goes on some stock card.
    Returns the sets visited.
    """
    first, cells, targets, free, takes = sets.first, sets.cells, sets.targets, sets.free, round.takes
    rest, ends, values = bounds.rest, bounds.ends, bounds.values
    used = i64(0)
    ends[len(cells)] = 0
    for s in range(len(rest) - 1, round.start - 1, -1):
        most = np.int32(UNSEEN)
        for e in range(i64(first[s + 1]) - 1, i64(first[s]) - 1, -1):
            cell = cells[e]
            t = i64(targets[e])
            at = used
            values[at] = rest[t]
            length = 1
            fitting = free[t] & takes[cell]
            while fitting:
                low = lowest_alone(fitting)
                fitting ^= low
                f = edge_of(sets, t, low)
                begin = ends[f + 1]
                count = ends[f] - begin
                both = min(count, length - 1)
                for x in range(both):
                    values[at + 1 + x] = max(values[at + 1 + x], values[begin + x])
                for x in range(both, count):
                    values[at + 1 + x] = values[begin + x]
                length = max(length, count + 1)
            used = at + length
            ends[e] = used
            if startable >> cell & ONE:
                for x in range(length):
                    most = max(most, round.gain[x + 1] + values[at + x])
        bounds.fresh[s] = most
        rest[s] = max(round.bonus[s], most - round.cost)
    return len(rest) - round.start


@inlined
def _begin(round: Any, bounds: Any, layers: int, best: int, rooms: Any) -> int:
    """Put the start into the queue, and what may be worth starting from without points; how many that are."""
    start = round.start
    rooms.log[0, SET] = start
    rooms.log[0, LAYER] = 0
    rooms.log[0, BEFORE] = 0
    rooms.answer[ENTRY] = 0
    rooms.answer[WITHIN_BUDGET] = 1
    rooms.score[start] = round.points - round.bonus[start]
    rooms.place[start] = 0
    rooms.queue[0] = start
    waiting = 1
    # Where points cannot fall below 0, a set may be worth starting from that no good run has reached.
    if round.cost:
        for s in range(start + 1, len(bounds.least)):
            if bounds.least[s] < layers and bounds.fresh[s] - round.bonus[s] > best:
                rooms.queue[waiting] = s
                waiting += 1
                rooms.place[s] = -1
    return waiting


@inlined
def _note(round: Any, rooms: Any, start: Any, tally: Any, t: Any, after: Any) -> Any:
    """A run ended at set t with so many points. Pruning 3: it counts only if no one came there with as many."""
    best, nodes, waiting, logged = tally
    kept = after + round.cost * start.layer
    if kept > rooms.score[t]:
        if rooms.score[t] == UNSEEN and rooms.place[t] != -1:
            rooms.queue[waiting] = t
            waiting += 1
        if logged == len(rooms.log):
            rooms.answer[WITHIN_BUDGET] = 0
        else:
            rooms.score[t] = kept
            rooms.place[t] = logged
            rooms.log[logged, SET] = t
            rooms.log[logged, LAYER] = start.layer
            rooms.log[logged, BEFORE] = start.entry
            if after + round.bonus[t] > best:
                best = after + round.bonus[t]
                rooms.answer[ENTRY] = logged
            logged += 1
    return Tally(best, nodes, waiting, logged)


@inlined
def _take_runs(sets: Any, round: Any, bounds: Any, rooms: Any, start: Any, tally: Any, budget: int) -> Any:
    """S6. All runs from a set that may lead to more than the best total."""
    gain, seen, stack, depth = round.gain, rooms.seen, rooms.stack, rooms.depth
    base = start.run
    stamp = rooms.answer[STAMP] + 1
    rooms.answer[STAMP] = stamp
    top = 0
    t = start.set
    length = i64(0)
    fitting = sets.free[t] & round.wanted[start.layer]
    while True:
        # Here the run has taken `length` cards and stands at set t: which cards may go on?
        while fitting:
            low = lowest_alone(fitting)
            fitting ^= low
            e = edge_of(sets, t, low)
            if seen[e] == stamp:
                continue
            seen[e] = stamp
            begin = bounds.ends[e + 1]
            promise = i64(UNSEEN)
            for x in range(bounds.ends[e] - begin):
                promise = max(promise, i64(gain[base + length + 1 + x]) + bounds.values[begin + x])
            # Pruning 4: a run goes on only where the bound still promises more than the best so far.
            if start.points - gain[base] + promise > tally.best:
                stack[top] = e
                depth[top] = length + 1
                top += 1
        if top == 0:
            break
        if tally.nodes >= budget:
            rooms.answer[WITHIN_BUDGET] = 0
            break
        top -= 1
        e = i64(stack[top])
        length = i64(depth[top])
        t = i64(sets.targets[e])
        tally = Tally(tally.best, tally.nodes + 1, tally.waiting, tally.logged)
        tally = _note(round, rooms, start, tally, t, start.points + gain[base + length] - gain[base])
        fitting = sets.free[t] & round.takes[sets.cells[e]]
    return tally


@borrowing("int64(Sets, Round, int64, Bounds, int64, int64, Rooms)", Sets, Round, Bounds, Rooms)
def search(sets: Any, round: Any, layers: int, bounds: Any, target: int, budget: int, rooms: Any) -> int:
    """The best total above `target`, layer by layer of dealt cards; `target` itself if there is none.

    Pruning 3: of all that stand at a set when a card is dealt only the best counts, because a run starts afresh.
    """
    score, place, queue, answer = rooms.score, rooms.place, rooms.queue, rooms.answer
    best = max(target, round.points)
    tally = Tally(best, i64(0), _begin(round, bounds, layers, best, rooms), i64(1))
    for layer in range(layers):
        # S5. The next card, and all sets that have been reached.
        begun = 1 if layer == 0 else tally.waiting
        for i in range(begun):
            rooms.saved_score[i] = score[queue[i]]
            rooms.saved_place[i] = place[queue[i]]
        for i in range(begun):
            s = i64(queue[i])
            now = i64(rooms.saved_score[i]) - round.cost * layer
            before = i64(rooms.saved_place[i])
            if layer:
                if round.cost and now < -round.bonus[s] and bounds.least[s] < layer:
                    now = i64(-round.bonus[s])
                    before = -1 - s
                if now + bounds.fresh[s] <= tally.best:
                    continue
            start = Start(s, now, before, layer, round.run if layer == 0 else i64(0))
            tally = _take_runs(sets, round, bounds, rooms, start, tally, budget)
            if answer[WITHIN_BUDGET] == 0:
                break
        if answer[WITHIN_BUDGET] == 0:
            break
    for i in range(tally.waiting):
        score[queue[i]] = UNSEEN
        place[queue[i]] = 0
    answer[NODES] = tally.nodes
    return tally.best
