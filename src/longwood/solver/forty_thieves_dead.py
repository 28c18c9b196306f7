"""Which Forty Thieves positions without a space are dead: no column can ever be emptied."""

from typing import Any

import numpy as np

from longwood.solver.compiled import compiled
from longwood.solver.forty_thieves_kernel import BASE, DEALT, DEPTH, FOUNDATION, LENGTH

# Work areas: per suit the ranks seen and hosting (bit r - 1 for rank r), the reach of both foundations; per column
# the cards left; the waste.
SEEN, HOSTS, HIGH, LOW, LEFT, STACK, WORK = 0, 4, 8, 12, 16, 26, 96


@compiled("void(int8[::1], int64[::1], int64)")
def _follow(s: Any, work: Any, suit: Any) -> Any:
    """Draw the conclusions of a newly seen or hosting card within its suit."""
    seen = work[SEEN + suit]
    while seen >> work[HIGH + suit] & 1:
        work[HIGH + suit] += 1
    while work[LOW + suit] < s[FOUNDATION + 2 * suit] and seen >> work[LOW + suit] & 1:
        work[LOW + suit] += 1
    hosts = work[HOSTS + suit]
    while True:
        more = hosts | (seen & hosts >> 1)
        if more == hosts:
            break
        hosts = more
    work[HOSTS + suit] = hosts


@compiled("boolean(int8[::1], int64[::1], int64)")
def _can_leave(s: Any, work: Any, card: Any) -> Any:
    """Whether an uncovered card may have somewhere to go."""
    suit, below = card // 13, card % 13
    reach = work[HIGH + suit] if below >= s[FOUNDATION + 2 * suit] else work[LOW + suit]
    return below <= reach or (work[HOSTS + suit] >> (below + 1) & 1) != 0


@compiled("boolean(int8[::1], uint64, int8[::1], int8[:,::1], int64[::1])")
def is_dead(s: Any, mask: Any, talon: Any, root: Any, work: Any) -> Any:
    """Whether no column can ever be emptied, in a position without a space. May miss some that are dead.

    Nothing is ever taken back here: a card that could be moved is both moved and still there. All that real play can
    reach before the first space is reached here too, at the same number of cards dealt.
    """
    for suit in range(4):
        work[SEEN + suit] = 0
        work[HOSTS + suit] = 0
        work[HIGH + suit] = s[FOUNDATION + 2 * suit]
        work[LOW + suit] = s[FOUNDATION + 2 * suit + 1]
    for c in range(10):
        work[LEFT + c] = s[DEPTH + c] + s[LENGTH + c]
        card = s[BASE + c] - s[LENGTH + c] + 1
        work[SEEN + card // 13] |= 1 << card % 13
        work[HOSTS + card // 13] |= 1 << card % 13
    for suit in range(4):
        _follow(s, work, suit)
    waste = 0
    dealt = np.int64(s[DEALT])
    for i in range(dealt):
        if mask >> np.uint64(i) & np.uint64(1):
            work[STACK + waste] = talon[i]
            waste += 1
    changed = True
    while True:
        while changed:
            changed = False
            # The waste: cards that could leave do not block the ones below.
            while waste:
                card = work[STACK + waste - 1]
                if not _can_leave(s, work, card):
                    break
                waste -= 1
                if not work[SEEN + card // 13] >> card % 13 & 1:
                    work[SEEN + card // 13] |= 1 << card % 13
                    _follow(s, work, card // 13)
                    changed = True
            for c in range(10):
                left = work[LEFT + c]
                depth = np.int64(s[DEPTH + c])
                card = s[BASE + c] + depth - left + 1 if left > depth else np.int64(root[c, left - 1])
                while _can_leave(s, work, card):
                    left -= 1
                    if left == 0:
                        return False
                    card = s[BASE + c] + depth - left + 1 if left > depth else np.int64(root[c, left - 1])
                    work[SEEN + card // 13] |= 1 << card % 13
                    work[HOSTS + card // 13] |= 1 << card % 13
                    _follow(s, work, card // 13)
                    changed = True
                work[LEFT + c] = left
        if dealt == len(talon):
            return True
        card = np.int64(talon[dealt])
        work[STACK + waste] = card
        waste += 1
        dealt += 1
        changed = _can_leave(s, work, card)
