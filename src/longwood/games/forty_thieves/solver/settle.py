"""Moves of Forty Thieves that the search makes without thinking, because they can do no harm.

The numbers are those of docs/solver-forty-thieves.md, which argues each of them.
"""

from typing import Any

from longwood.games.forty_thieves.solver.kernel import Cards, play
from longwood.games.forty_thieves.solver.state import (
    COLUMNS,
    KING,
    NO_MOVE,
    TO_FOUNDATION,
    WASTE,
    base_of,
    count_of,
    depth_of,
    has,
    height_of,
    length_of,
    lesser,
    move_of,
    source,
    spaces,
    target,
    top_cards,
    top_of,
    waste_top,
)
from longwood.kernels.bits import BELOW
from longwood.kernels.compiled import borrowing, inlined, u64

# Which prunings are on: bit n - 1 is that of pruning n.
SAFE, JOIN, TAILS, SPACES, DEAD, CAPACITY = 1, 2, 4, 8, 16, 32
ALL = SAFE | JOIN | TAILS | SPACES | DEAD
"""All that are quick."""
PROVING = ALL | CAPACITY
"""With pruning 6, which takes as long as expanding ten to fifty states."""

TRACE = 128
"""The room for a trace: one place for the number of moves, the others for the moves."""


@inlined
def _safe_move(s: Any, mask: Any, talon: Any, tops: Any) -> Any:
    """Pruning 1: a card goes to a foundation when BOTH foundations of its suit are ready for it or past it."""
    safe = u64(0)
    for suit in range(4):
        safe |= BELOW[min(lesser(s, suit) + 1, 13)] << u64(13 * suit)
    at = waste_top(s, mask)
    if at >= 0 and has(safe, talon[at]):
        return move_of(WASTE, TO_FOUNDATION, 1)
    if safe & tops:
        for c in range(COLUMNS):
            if length_of(s, c) and has(safe, top_of(s, c)):
                return move_of(c, TO_FOUNDATION, 1)
    return NO_MOVE


@inlined
def _reversible_move(s: Any, prunings: Any, tops: Any) -> Any:
    """A move that can be taken back by another move, towards a form that all positions it connects share."""
    most = 1 << spaces(s)
    for c in range(COLUMNS):
        length = length_of(s, c)
        if length == 0:
            continue
        base, low, depth = base_of(s, c), top_of(s, c), depth_of(s, c)
        # Most columns have neither a host nor an equal of one of their cards on top of another.
        lone = depth == 0 and height_of(base) != KING
        if not (tops >> u64(low + 1)) & BELOW[length if lone else length - 1]:
            continue
        for host in range(COLUMNS):
            if host == c or length_of(s, host) == 0:
                continue
            top = top_of(s, host)
            count = top - low
            if not 1 <= count <= most:
                continue
            # Pruning 2: a column that is one run joins its host and leaves a space.
            if prunings & JOIN and lone and top == base + 1:
                return move_of(c, host, count)
            # Pruning 3: the tail under one of two equal cards goes under the one in the shallower column, then the
            # first.
            other = depth_of(s, host)
            if prunings & TAILS and top <= base and (other < depth or (other == depth and host < c)):
                return move_of(c, host, count)
    return NO_MOVE


@borrowing("uint64(int8[::1], uint64, int64, Cards, int64, int32[::1])", Cards, inline=True)
def advance(s: Any, mask: Any, m: Any, cards: Any, prunings: Any, trace: Any) -> Any:
    """Play a move in place, unless it is NO_MOVE, and all moves that need no thought; returns the new mask.

    `trace` gets the number of these moves and the moves themselves.
    """
    if m != NO_MOVE:
        # What 2 and 3 do can be taken back only by splitting a run. After a split they must rest, or the search could
        # never leave the form that they prefer.
        if source(m) < COLUMNS and target(m) < COLUMNS and count_of(m) < length_of(s, source(m)):
            prunings &= ~(JOIN | TAILS)
        mask = play(s, mask, m, cards)
    n = 0
    # No game that is known fills the trace. If one did, the rest would be left to the search.
    while n < TRACE - 1:
        m = NO_MOVE
        tops = top_cards(s)
        if prunings & SAFE:
            m = _safe_move(s, mask, cards.talon, tops)
        if m == NO_MOVE and prunings & (JOIN | TAILS):
            m = _reversible_move(s, prunings, tops)
        if m == NO_MOVE:
            break
        mask = play(s, mask, m, cards)
        n += 1
        trace[n] = m
    trace[0] = n
    return mask
