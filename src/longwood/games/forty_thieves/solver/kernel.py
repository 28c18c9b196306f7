"""Forty Thieves for the machine: a position in 40 bytes and a mask, its legal moves and what they do.

Plain legality only: what the search leaves out is said in forty_thieves_search.py. docs/solver-forty-thieves.md
explains the state.
"""

from typing import Any

import numpy as np

from longwood.kernels.compiled import compiled

# A state is a row of signed bytes (arithmetic on unsigned ones wraps round) and a mask.
#
# Cards enter a column only in suit or when it is empty, so a column is always the lowest `depth` cards of what lay
# there when the search began, and on them one maximal run in suit of `length` cards that starts at `base`.
# An empty column has depth, base and length 0.
DEPTH, BASE, LENGTH = 0, 10, 20
# Two heights a suit, the greater first: which of the foundation piles holds them never matters.
FOUNDATION = 30
# Waste and stock are one row of cards, the talon. The first `DEALT` of them have been dealt. Bit i of the mask says
# that talon card i has not been played: the waste is what is dealt and unplayed, the highest bit on top.
DEALT = 38
ROW = 40

# A move is src | dst << 4 | count << 8. Columns are 0 to 9.
WASTE = TO_FOUNDATION = 10
STOCK = TO_WASTE = 11
# No position has so many: 11 sources times 8 spaces or hosts times 13 counts.
MOST_MOVES = 1200

# The bits below bit n, for n up to 64: shifting a 64-bit number by 64 is undefined.
BELOW = np.array([(1 << n) - 1 for n in range(65)], dtype=np.uint64)


@compiled("int64(uint64)")
def bits(x: Any) -> Any:
    """How many bits are set."""
    x -= (x >> np.uint64(1)) & np.uint64(0x5555555555555555)
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled("int64(uint64)")
def highest(x: Any) -> Any:
    """The highest bit that is set, -1 if none is."""
    for shift in (1, 2, 4, 8, 16, 32):
        x |= x >> np.uint64(shift)
    return bits(x) - 1


@compiled("int64(int8[::1], uint64)")
def waste_top(s: Any, mask: Any) -> Any:
    """Where in the talon the top card of the waste is, -1 if the waste is empty."""
    return highest(mask & BELOW[s[DEALT]])


@compiled("int64(int8[::1])")
def spaces(s: Any) -> Any:
    """How many columns are empty."""
    found = 0
    for c in range(10):
        if s[LENGTH + c] == 0:
            found += 1
    return found


@compiled("uint64(int8[::1])")
def top_cards(s: Any) -> Any:
    """The top cards of the columns, a bit each."""
    tops = np.uint64(0)
    for c in range(10):
        if s[LENGTH + c]:
            tops |= np.uint64(1) << np.uint64(s[BASE + c] - s[LENGTH + c] + 1)
    return tops


@compiled("int64(int8[::1])")
def founded(s: Any) -> Any:
    """How many cards lie on the foundations."""
    found = 0
    for i in range(FOUNDATION, FOUNDATION + 8):
        found += s[i]
    return found


@compiled("int64(int8[::1])")
def score(s: Any) -> Any:
    """Five points a card and sixty more for a full foundation."""
    points = 5 * founded(s)
    for i in range(FOUNDATION, FOUNDATION + 8):
        if s[i] == 13:
            points += 60
    return points


@compiled("boolean(int8[::1], int64)")
def fits_foundation(s: Any, card: Any) -> Any:
    """Whether a card may go to a foundation."""
    suit, below = card // 13, card % 13
    return s[FOUNDATION + 2 * suit] == below or s[FOUNDATION + 2 * suit + 1] == below


@compiled("int64(int8[::1], uint64, int8[::1], int32[::1])")
def moves(s: Any, mask: Any, talon: Any, out: Any) -> Any:
    """Write all legal moves and return their number. Foundations of equal height count as one."""
    n = 0
    most = 1 << spaces(s)
    tops = top_cards(s)
    for src in range(11):
        if src < 10:
            length: Any = np.int64(s[LENGTH + src])
            if length == 0:
                continue
            card = s[BASE + src] - length + 1
        else:
            at = waste_top(s, mask)
            if at < 0:
                continue
            length = 1
            card = np.int64(talon[at])
        if fits_foundation(s, card):
            for count in range(1, length + 1):
                out[n] = src | TO_FOUNDATION << 4 | count << 8
                n += 1
        for dst in range(10):
            if most > 1 and s[LENGTH + dst] == 0:
                for count in range(1, min(length, most >> 1) + 1):
                    out[n] = src | dst << 4 | count << 8
                    n += 1
        # Hosts are looked for only if a card that could be one is a column's top.
        reach = min(length, most, 12 - card % 13)
        if (tops >> np.uint64(card + 1)) & BELOW[reach]:
            for dst in range(10):
                count = s[BASE + dst] - s[LENGTH + dst] + 1 - card
                if 1 <= count <= reach and s[LENGTH + dst]:
                    out[n] = src | dst << 4 | count << 8
                    n += 1
    if s[DEALT] < len(talon):
        out[n] = STOCK | TO_WASTE << 4 | 1 << 8
        n += 1
    return n


@compiled("uint64(int8[::1], uint64, int64, int8[::1], int8[:,::1], int8[:,::1])")
def play(s: Any, mask: Any, m: Any, talon: Any, root: Any, runs: Any) -> Any:
    """Play a legal move on a state in place; returns the new mask."""
    src, dst, count = m & 15, (m >> 4) & 15, m >> 8
    if src == STOCK:
        s[DEALT] += 1
        return mask
    if src == WASTE:
        at = waste_top(s, mask)
        card = np.int64(talon[at])
        mask ^= np.uint64(1) << np.uint64(at)
    else:
        length = s[LENGTH + src] - count
        card = s[BASE + src] - length
        if length == 0:
            # What lay under the run is uncovered: the longest run at its top is the column's run now.
            under = np.int64(s[DEPTH + src])
            length = np.int64(runs[src, under])
            s[DEPTH + src] = under - length
            s[BASE + src] = root[src, under - length] if under else 0
        s[LENGTH + src] = length
    if dst == TO_FOUNDATION:
        # `card` is the highest of the group.
        suit, lowest = card // 13, card % 13 - count + 1
        high, low = FOUNDATION + 2 * suit, FOUNDATION + 2 * suit + 1
        if s[high] == lowest:
            s[high] += count
        else:
            s[low] += count
            if s[low] > s[high]:
                s[low], s[high] = s[high], s[low]
    elif s[LENGTH + dst] == 0:
        s[BASE + dst] = card
        s[LENGTH + dst] = count
    else:
        s[LENGTH + dst] += count
    return mask


@compiled("int64(int8[::1], uint64, int8[::1], int8[:,::1], int8[:,::1], int64)")
def perft(s: Any, mask: Any, talon: Any, root: Any, runs: Any, plies: Any) -> Any:
    """How many lines of so many moves there are."""
    out = np.empty(MOST_MOVES, np.int32)
    n = moves(s, mask, talon, out)
    if plies <= 1:
        return n if plies == 1 else 1
    total = 0
    after = np.empty(ROW, np.int8)
    for i in range(n):
        after[:] = s
        total += perft(after, play(after, mask, out[i], talon, root, runs), talon, root, runs, plies - 1)
    return total
