"""Which Forty Thieves positions without a space are dead: no column can ever be emptied."""

from typing import Any

import numpy as np

from longwood.games.forty_thieves.solver.kernel import BASE, DEALT, DEPTH, FOUNDATION, LENGTH
from longwood.kernels.compiled import compiled

# Work areas: per suit the ranks seen once, seen twice and hosting (bit r - 1 for rank r) and the reach of both
# foundations; per column the cards left; the waste; for each column and waste card the cards that left from above.
SEEN, TWICE, HOSTS, HIGH, LOW, LEFT, STACK, OVER, ABOVE, WORK = 0, 4, 8, 12, 16, 20, 30, 96, 106, 172


@compiled("void(int8[::1], int64[::1], int64)")
def _follow(s: Any, work: Any, suit: Any) -> Any:
    """Draw the conclusions of a newly seen or hosting card within its suit."""
    seen = work[SEEN + suit]
    while seen >> work[HIGH + suit] & 1:
        work[HIGH + suit] += 1
    # Of a rank that one foundation holds there is one card left to see, of others two.
    both = work[TWICE + suit] | (seen & ((1 << s[FOUNDATION + 2 * suit]) - 1))
    while both >> work[LOW + suit] & 1:
        work[LOW + suit] += 1
    hosts = work[HOSTS + suit]
    while True:
        more = hosts | (seen & hosts >> 1)
        if more == hosts:
            break
        hosts = more
    work[HOSTS + suit] = hosts


@compiled("void(int64[::1], int64)")
def _see(work: Any, card: Any) -> Any:
    """Count a card that has come to light."""
    bit = 1 << card % 13
    work[TWICE + card // 13] |= work[SEEN + card // 13] & bit
    work[SEEN + card // 13] |= bit


@compiled("boolean(int8[::1], int64[::1], int64, int64)")
def _can_leave(s: Any, work: Any, card: Any, above: Any) -> Any:
    """Whether an uncovered card may have somewhere to go; `above` are the cards that had to leave before it."""
    suit, below = card // 13, card % 13
    hosts = work[HOSTS + suit]
    if hosts >> (below + 1) & 1:
        return True
    # Those without a host went to a foundation, on another card of this rank: then this one is the second.
    gone = above >> 13 * suit & 0x1FFF & ~(hosts >> 1)
    second = below < s[FOUNDATION + 2 * suit] or gone >> below != 0
    return below <= (work[LOW + suit] if second else work[HIGH + suit])


@compiled("boolean(int8[::1], uint64, int8[::1], int8[:,::1], int64[::1])")
def is_dead(s: Any, mask: Any, talon: Any, root: Any, work: Any) -> Any:
    """Whether no column can ever be emptied, in a position without a space. May miss some that are dead.

    Nothing is ever taken back here: a card that could be moved is both moved and still there. All that real play can
    reach before the first space is reached here too, at the same number of cards dealt.
    """
    for suit in range(4):
        work[SEEN + suit] = 0
        work[TWICE + suit] = 0
        work[HOSTS + suit] = 0
        work[HIGH + suit] = s[FOUNDATION + 2 * suit]
        work[LOW + suit] = s[FOUNDATION + 2 * suit + 1]
    for c in range(10):
        work[LEFT + c] = s[DEPTH + c] + s[LENGTH + c]
        work[OVER + c] = 0
        card = s[BASE + c] - s[LENGTH + c] + 1
        _see(work, card)
        work[HOSTS + card // 13] |= 1 << card % 13
    for suit in range(4):
        _follow(s, work, suit)
    waste = 0
    dealt = np.int64(s[DEALT])
    for i in range(dealt):
        if mask >> np.uint64(i) & np.uint64(1):
            work[STACK + waste] = talon[i]
            work[ABOVE + waste] = 0
            waste += 1
    changed = True
    while True:
        while changed:
            changed = False
            # The waste: cards that could leave do not block the ones below.
            while waste:
                card = work[STACK + waste - 1]
                if not _can_leave(s, work, card, work[ABOVE + waste - 1]):
                    break
                waste -= 1
                if waste:
                    work[ABOVE + waste - 1] |= work[ABOVE + waste] | 1 << card
                _see(work, card)
                _follow(s, work, card // 13)
                changed = True
            for c in range(10):
                left = work[LEFT + c]
                depth = np.int64(s[DEPTH + c])
                card = s[BASE + c] + depth - left + 1 if left > depth else np.int64(root[c, left - 1])
                while _can_leave(s, work, card, work[OVER + c]):
                    left -= 1
                    if left == 0:
                        return False
                    work[OVER + c] |= 1 << card
                    card = s[BASE + c] + depth - left + 1 if left > depth else np.int64(root[c, left - 1])
                    _see(work, card)
                    work[HOSTS + card // 13] |= 1 << card % 13
                    _follow(s, work, card // 13)
                    changed = True
                work[LEFT + c] = left
        if dealt == len(talon):
            return True
        card = np.int64(talon[dealt])
        work[STACK + waste] = card
        work[ABOVE + waste] = 0
        waste += 1
        dealt += 1
        changed = _can_leave(s, work, card, 0)
