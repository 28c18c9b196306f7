"""Moves of Forty Thieves that the search makes without thinking, because they can do no harm.

The numbers are those of docs/solver-forty-thieves.md, which argues each of them.
"""

from typing import Any

import numpy as np

from longwood.games.forty_thieves.solver.kernel import (
    BASE,
    BELOW,
    DEPTH,
    FOUNDATION,
    LENGTH,
    TO_FOUNDATION,
    WASTE,
    play,
    spaces,
    top_cards,
    waste_top,
)
from longwood.kernels.compiled import compiled

# Which prunings are on.
SAFE, JOIN, TAILS, SPACES, DEAD = 1, 2, 4, 8, 16
ALL = SAFE | JOIN | TAILS | SPACES | DEAD


@compiled("int64(int8[::1], uint64, int8[::1], uint64)")
def _safe_move(s: Any, mask: Any, talon: Any, tops: Any) -> Any:
    """1. A card goes to a foundation when BOTH foundations of its suit are ready for it or past it."""
    safe = np.uint64(0)
    for suit in range(4):
        low: Any = np.int64(s[FOUNDATION + 2 * suit + 1])
        safe |= BELOW[min(low + 1, 13)] << np.uint64(13 * suit)
    at = waste_top(s, mask)
    if at >= 0 and safe >> np.uint64(talon[at]) & np.uint64(1):
        return WASTE | TO_FOUNDATION << 4 | 1 << 8
    if safe & tops:
        for c in range(10):
            if s[LENGTH + c] and safe >> np.uint64(s[BASE + c] - s[LENGTH + c] + 1) & np.uint64(1):
                return c | TO_FOUNDATION << 4 | 1 << 8
    return -1


@compiled("int64(int8[::1], int64, uint64)")
def _reversible_move(s: Any, prunings: Any, tops: Any) -> Any:
    """A move that can be taken back by another move, towards a form that all positions it connects share."""
    most = 1 << spaces(s)
    for c in range(10):
        length = np.int64(s[LENGTH + c])
        if length == 0:
            continue
        base = np.int64(s[BASE + c])
        low = base - length + 1
        # Most columns have neither a host nor an equal of one of their cards on top of another.
        lone = s[DEPTH + c] == 0 and base % 13 != 12
        if not (tops >> np.uint64(low + 1)) & BELOW[length if lone else length - 1]:
            continue
        for host in range(10):
            if host == c or s[LENGTH + host] == 0:
                continue
            top = s[BASE + host] - s[LENGTH + host] + 1
            count = top - low
            if not 1 <= count <= most:
                continue
            # 2. A column that is one run joins its host and leaves a space.
            if prunings & JOIN and lone and top == base + 1:
                return c | host << 4 | count << 8
            # 3. The tail under one of two equal cards goes under the one in the shallower column, then the first.
            depth, other = s[DEPTH + c], s[DEPTH + host]
            if prunings & TAILS and top <= base and (other < depth or (other == depth and host < c)):
                return c | host << 4 | count << 8
    return -1


@compiled("uint64(int8[::1], uint64, int64, int8[::1], int8[:,::1], int8[:,::1], int64, int32[::1])")
def advance(s: Any, mask: Any, m: Any, talon: Any, root: Any, runs: Any, prunings: Any, trace: Any) -> Any:
    """Play a move in place, unless it is negative, and all moves that need no thought; returns the new mask.

    `trace` gets the number of these moves and the moves themselves.
    """
    if m >= 0:
        # What 2 and 3 do can be taken back only by splitting a run. After a split they must rest, or the search could
        # never leave the form that they prefer.
        if m & 15 < 10 and (m >> 4) & 15 < 10 and m >> 8 < s[LENGTH + (m & 15)]:
            prunings &= ~(JOIN | TAILS)
        mask = play(s, mask, m, talon, root, runs)
    n = 0
    while True:
        m = -1
        tops = top_cards(s)
        if prunings & SAFE:
            m = _safe_move(s, mask, talon, tops)
        if m < 0 and prunings & (JOIN | TAILS):
            m = _reversible_move(s, prunings, tops)
        if m < 0:
            break
        mask = play(s, mask, m, talon, root, runs)
        n += 1
        trace[n] = m
    trace[0] = n
    return mask
