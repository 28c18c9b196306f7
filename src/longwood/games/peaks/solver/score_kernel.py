"""Compiled search for the best score of Triple Peaks.

A run starts when a card is dealt and takes `k` cards off the heap for `gain[k]` points; what the peaks give depends on
the set of removed cells alone (`bonus`). So a play is a chain of sets with a run between each and the next. Prunings
are numbered as in docs/solver-one-deck.md. Points are counted without the bonus until a play ends, where the bonus of
the last set counts once.
"""

from typing import Any

import numpy as np

from longwood.kernels.bits import bit_count
from longwood.kernels.compiled import compiled, i64, u32

UNSEEN = -(10**9)
# What `search` leaves in `answer`.
ENTRY, NODES, WITHIN_BUDGET, STAMP = 0, 1, 2, 3
ONE = u32(1)

_TABLES = "uint32[::1], uint32[::1], uint32[::1], uint32[::1], int32[::1]"


@compiled(
    f"int64({_TABLES}, uint32[::1], uint32, int32[::1], int64, int64, int32[::1], int32[::1], int64[::1], int32[::1])"
)
def bound(
    first: Any,
    cells: Any,
    targets: Any,
    free: Any,
    bonus: Any,
    takes: Any,
    startable: int,
    gain: Any,
    cost: int,
    start: int,
    rest: Any,
    fresh: Any,
    ends: Any,
    values: Any,
) -> int:
    """Pruning 2: what is still to be had if any stock card could be dealt at any time for the price of one.

    Fills for each set from `start` on `rest`, the most points from there, and `fresh`, the most after a dealt card. For
    edge e, values[ends[e + 1] + x] is the most that is left when its card and x more end their run, without the
    run's own points; ends[e] is where the next edge's values begin. Returns the sets visited.
    """
    used = i64(0)
    ends[len(cells)] = 0
    for s in range(len(rest) - 1, start - 1, -1):
        most = np.int32(UNSEEN)
        for e in range(i64(first[s + 1]) - 1, i64(first[s]) - 1, -1):
            cell = cells[e]
            t = i64(targets[e])
            at = used
            values[at] = rest[t]
            length = 1
            fitting = free[t] & takes[cell]
            while fitting:
                low = fitting & (~fitting + ONE)
                fitting ^= low
                # The edges of a set are in the order of their cells.
                f = i64(first[t]) + i64(bit_count(free[t] & (low - ONE)))
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
                    most = max(most, gain[x + 1] + values[at + x])
        fresh[s] = most
        rest[s] = max(bonus[s], most - cost)
    return len(rest) - start


@compiled(
    f"int64({_TABLES}, uint32[::1], uint32[::1], int32[::1], int64, int64, int64, int64, int64, uint8[::1],"
    " int32[::1], int64[::1], int32[::1], int64, int64, int32[::1], int32[::1], int32[::1], int32[:, ::1],"
    " int32[:, ::1], int64[::1])"
)
def search(
    first: Any,
    cells: Any,
    targets: Any,
    free: Any,
    bonus: Any,
    takes: Any,
    wanted: Any,
    gain: Any,
    cost: int,
    start: int,
    run: int,
    points: int,
    layers: int,
    least: Any,
    fresh: Any,
    ends: Any,
    values: Any,
    target: int,
    budget: int,
    score: Any,
    place: Any,
    seen: Any,
    work: Any,
    log: Any,
    answer: Any,
) -> int:
    """The best total above `target`, layer by layer of dealt cards; `target` itself if there is none.

    `score[set]` is the most points there so far, with the price of all dealt cards put back, and `place[set]` the
    entry of `log` that tells how. Pruning 3: only the best counts, because a run starts afresh with the next card.
    Pruning 4: a run goes on only where the bound still promises more than the best so far.

    A log entry is (set, layer, entry before it): a run in that layer ended at that set. Entry 0 is the start. Where
    all points had been lost to the price of dealing, any way to the set s before will do: -1 - s stands for it.
    answer: the ENTRY of the best total, the edges visited (NODES), whether that was WITHIN_BUDGET, and the last STAMP.
    """
    queue, saved_score, saved_place, stack, depth = work[0], work[1], work[2], work[3], work[4]
    best = target
    stamp = answer[STAMP]
    nodes = 0
    logged = 1
    log[0, 0] = start
    log[0, 1] = 0
    log[0, 2] = 0
    answer[ENTRY] = 0
    answer[WITHIN_BUDGET] = 1
    score[start] = points - bonus[start]
    place[start] = 0
    queue[0] = start
    waiting = 1
    best = max(best, points)
    # Where points cannot fall below 0, a set may be worth starting from that no good run has reached.
    if cost:
        for s in range(start + 1, len(least)):
            if least[s] < layers and fresh[s] - bonus[s] > best:
                queue[waiting] = s
                waiting += 1
                place[s] = -1
    for layer in range(layers):
        base = run if layer == 0 else 0
        begun = 1 if layer == 0 else waiting
        for i in range(begun):
            saved_score[i] = score[queue[i]]
            saved_place[i] = place[queue[i]]
        for i in range(begun):
            s = i64(queue[i])
            now = i64(saved_score[i]) - cost * layer
            before = i64(saved_place[i])
            if layer:
                if cost and now < -bonus[s] and least[s] < layer:
                    now = i64(-bonus[s])
                    before = -1 - s
                if now + fresh[s] <= best:
                    continue
            stamp += 1
            top = 0
            fitting = free[s] & wanted[layer]
            t = s
            length = 0
            while True:
                # Here the run has taken `length` cards and stands at set t: which cards may go on?
                while fitting:
                    low = fitting & (~fitting + ONE)
                    fitting ^= low
                    e = i64(first[t]) + i64(bit_count(free[t] & (low - ONE)))
                    if seen[e] == stamp:
                        continue
                    seen[e] = stamp
                    begin = ends[e + 1]
                    promise = i64(UNSEEN)
                    for x in range(ends[e] - begin):
                        promise = max(promise, i64(gain[base + length + 1 + x]) + values[begin + x])
                    if now - gain[base] + promise > best:
                        stack[top] = e
                        depth[top] = length + 1
                        top += 1
                if top == 0:
                    break
                if nodes >= budget:
                    answer[WITHIN_BUDGET] = 0
                    break
                top -= 1
                e = i64(stack[top])
                length = i64(depth[top])
                nodes += 1
                t = i64(targets[e])
                after = now + gain[base + length] - gain[base]
                if after + cost * layer > score[t]:
                    if score[t] == UNSEEN and place[t] != -1:
                        queue[waiting] = t
                        waiting += 1
                    if logged == len(log):
                        answer[WITHIN_BUDGET] = 0
                    else:
                        score[t] = after + cost * layer
                        place[t] = logged
                        log[logged, 0] = t
                        log[logged, 1] = layer
                        log[logged, 2] = before
                        if after + bonus[t] > best:
                            best = after + bonus[t]
                            answer[ENTRY] = logged
                        logged += 1
                fitting = free[t] & takes[cells[e]]
            if answer[WITHIN_BUDGET] == 0:
                break
        if answer[WITHIN_BUDGET] == 0:
            break
    for i in range(waiting):
        score[queue[i]] = UNSEEN
        place[queue[i]] = 0
    answer[NODES] = nodes
    answer[STAMP] = stamp
    return best
