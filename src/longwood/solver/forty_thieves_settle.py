"""Moves of Forty Thieves that the search makes without thinking, because they can do no harm.

The numbers are those of docs/solver-forty-thieves.md, which argues each of them.
"""

import numpy as np

from longwood.solver.compiled import compiled
from longwood.solver.forty_thieves_kernel import (
    BASE,
    DEPTH,
    FOUNDATION,
    LENGTH,
    TO_FOUNDATION,
    WASTE,
    play,
    spaces,
    waste_top,
)

# Which prunings are on.
SAFE, JOIN, TAILS, SPACES, DEAD = 1, 2, 4, 8, 16
ALL = SAFE | JOIN | TAILS | SPACES | DEAD


@compiled("boolean(int8[::1], int64)")
def _is_safe(s, card):  # type: ignore[no-untyped-def]
    """Whether BOTH foundations of the suit are ready for the card or past it."""
    return s[FOUNDATION + 2 * (card // 13) + 1] >= card % 13


@compiled("int64(int8[::1], uint64, int8[::1])")
def _safe_move(s, mask, talon):  # type: ignore[no-untyped-def]
    """1. A card that no other card in play can ever need as its host goes to its foundation."""
    at = waste_top(s, mask)
    if at >= 0 and _is_safe(s, np.int64(talon[at])):
        return WASTE | TO_FOUNDATION << 4 | 1 << 8
    for c in range(10):
        if s[LENGTH + c] and _is_safe(s, s[BASE + c] - s[LENGTH + c] + 1):
            return c | TO_FOUNDATION << 4 | 1 << 8
    return -1


@compiled("int64(int8[::1], int64)")
def _reversible_move(s, prunings):  # type: ignore[no-untyped-def]
    """A move that can be taken back by another move, towards a form that all positions it connects share."""
    most = 1 << spaces(s)
    for c in range(10):
        length = np.int64(s[LENGTH + c])
        if length == 0:
            continue
        base = np.int64(s[BASE + c])
        for host in range(10):
            if host == c or s[LENGTH + host] == 0:
                continue
            top = s[BASE + host] - s[LENGTH + host] + 1
            # 2. A column that is one run joins its host and leaves a space.
            if prunings & JOIN and s[DEPTH + c] == 0 and top == base + 1 and base % 13 != 12 and length <= most:
                return c | host << 4 | length << 8
            # 3. The tail under one of two equal cards goes under the one in the shallower column, then the first.
            count = top - (base - length + 1)
            if prunings & TAILS and top <= base and 1 <= count <= most and top // 13 == base // 13:
                if s[DEPTH + host] < s[DEPTH + c] or (s[DEPTH + host] == s[DEPTH + c] and host < c):
                    return c | host << 4 | count << 8
    return -1


@compiled("uint64(int8[::1], uint64, int8[::1], int8[:,::1], int8[:,::1], int64, int32[::1])")
def settle(s, mask, talon, root, runs, prunings, trace):  # type: ignore[no-untyped-def]
    """Make all such moves in place; returns the new mask. `trace` gets their number and the moves."""
    n = 0
    while True:
        m = -1
        if prunings & SAFE:
            m = _safe_move(s, mask, talon)
        if m < 0 and prunings & (JOIN | TAILS):
            m = _reversible_move(s, prunings)
        if m < 0:
            break
        mask = play(s, mask, m, talon, root, runs)
        n += 1
        trace[n] = m
    trace[0] = n
    return mask
