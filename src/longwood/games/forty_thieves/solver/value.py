"""How promising a Forty Thieves position looks: a weighted sum of features."""

from typing import Any

import numpy as np

from longwood.games.forty_thieves.solver.kernel import BASE, BELOW, DEALT, DEPTH, FOUNDATION, LENGTH, bits, highest
from longwood.kernels.compiled import compiled

FEATURES = (
    "cards on foundations",
    "cards dealt",
    "a first space",
    "a second space",
    "each further space",
    "column that is a run from a king",
    "column that is a run from another card",
    "its cards below the base",
    "run from a king on other cards",
    "buried cards",
    "columns with one buried card",
    "columns with two buried cards",
    "in-suit extension on buried cards",
    "in-suit extension in an own column",
    "card above a lower one of its suit, in a column",
    "run above a lower card of its suit",
    "next stock cards that have a host",
    "next stock cards that fit a foundation",
    "later stock cards that have a host",
    "waste top has a host",
    "waste top fits a foundation",
    "column tops that have a host",
    "column tops that fit a foundation",
    "column tops that occur twice",
    "cards in the waste",
    "waste pair that packs on a column",
    "waste pair that follows to a foundation",
    "waste card above a lower one of its suit",
    "lower ones of its suit under waste cards",
    "wanted card in a column",
    "cards above a wanted card in a column",
    "wanted card in the waste",
    "cards above a wanted card in the waste",
    "wanted card in the stock",
    "difference of the two foundations of a suit",
    "least foundation suit",
    "kings in the waste",
    "buried kings",
    "columns that one move empties",
    "squares of waste",
)
SIZE = len(FEATURES)

# What the cards of the waste add up to, counted from the bottom: a card's share depends only on those under it.
PACKS, FOLLOWS, ABOVE, COVERS, KINGS, SUMS = range(6)


@compiled("void(uint64, int64, int8[::1], uint64[::1], float32[:,::1], int64, int64)")
def add_card(waste: Any, at: Any, talon: Any, lower: Any, sums: Any, old: Any, new: Any) -> Any:
    """Make row `new` of the sums: row `old`, and talon card `at` dealt onto this waste."""
    for i in range(SUMS):
        sums[new, i] = sums[old, i]
    card = np.int64(talon[at])
    under = highest(waste)
    if under >= 0:
        other = np.int64(talon[under])
        if other == card - 1 and card % 13 != 0:
            sums[new, PACKS] += 1.0
        if other == card + 1 and card % 13 != 12:
            sums[new, FOLLOWS] += 1.0
    covered = bits(waste & lower[at])
    if covered:
        sums[new, ABOVE] += 1.0
        sums[new, COVERS] += covered
    if card % 13 == 12:
        sums[new, KINGS] += 1.0


@compiled("void(uint64, int8[::1], uint64[::1], float32[:,::1])")
def sum_waste(waste: Any, talon: Any, lower: Any, sums: Any) -> Any:
    """Row n + 1 of `sums` is for the waste up to talon card n, row 0 for an empty one."""
    for i in range(SUMS):
        sums[0, i] = 0.0
    row = 0
    under = np.uint64(0)
    while under != waste:
        # The lowest card that is not yet counted.
        rest = waste ^ under
        at = bits((rest & (~rest + np.uint64(1))) - np.uint64(1))
        add_card(under, at, talon, lower, sums, row, at + 1)
        under |= np.uint64(1) << np.uint64(at)
        row = at + 1


@compiled(
    "void(int8[::1], uint64, int8[::1], int8[:,::1], uint64[::1], uint64[::1], int16[:,::1], uint64, float32[:,::1],"
    "float32[::1])"
)
def features(
    s: Any, mask: Any, talon: Any, root: Any, lower: Any, places: Any, below: Any, before: Any, sums: Any, f: Any
) -> Any:
    """Write the features of a state.

    `lower[i]` are the talon places before i with a lower card of the same suit, `places[card]` those of a card;
    `below[c, d]` counts the pairs of a card and a lower one of its suit under it among the first d + 1 cards of column
    c. `sums` is what `sum_waste` gave for the state before the last move, whose mask of the waste was `before`.
    """
    for i in range(SIZE):
        f[i] = 0.0
    tops = np.uint64(0)
    one = np.uint64(1)
    empty = 0
    twice = 0
    dealt: Any = np.int64(s[DEALT])
    for c in range(10):
        length = np.int64(s[LENGTH + c])
        if length == 0:
            empty += 1
            continue
        card = s[BASE + c] - length + 1
        bit = one << np.uint64(card)
        if tops & bit:
            twice += 1
        tops |= bit
    total: Any = 0
    least: Any = 26
    # The card that each foundation wants next.
    wanted = np.uint64(0)
    apart: Any = 0
    for suit in range(4):
        high, low = np.int64(s[FOUNDATION + 2 * suit]), np.int64(s[FOUNDATION + 2 * suit + 1])
        total += high + low
        least = min(least, high + low)
        apart += high - low
        if high < 13:
            wanted |= one << np.uint64(13 * suit + high)
        if low < 13:
            wanted |= one << np.uint64(13 * suit + low)
    f[0] = total
    f[1] = dealt * 0.1
    if empty:
        f[2] = 1.0
        if empty > 1:
            f[3] = 1.0
            f[4] = empty - 2
    # Cards whose host, the next higher card of the suit, is a column's top; a king has none.
    hosted = (tops >> one) & np.uint64(0x7FFBFFDFFEFFF)
    for c in range(10):
        length = np.int64(s[LENGTH + c])
        if length == 0:
            continue
        depth = np.int64(s[DEPTH + c])
        base = np.int64(s[BASE + c])
        top = base - length + 1
        bit = one << np.uint64(top)
        if depth == 0:
            if base % 13 == 12:
                f[5] += 1.0
            else:
                f[6] += 1.0
                f[7] += base % 13 * 0.1
            f[13] += length - 1
            if hosted >> np.uint64(base) & one or (length == 1 and wanted & bit):
                f[38] += 1.0
        else:
            f[9] += depth
            if depth == 1:
                f[10] += 1.0
            elif depth == 2:
                f[11] += 1.0
            if base % 13 == 12:
                f[8] += 1.0
            f[12] += length - 1
            f[14] += below[c, depth]
            f[15] += (below[c, depth] - below[c, depth - 1]) * (length - 1)
            for i in range(depth):
                card = np.int64(root[c, i])
                if wanted >> np.uint64(card) & one:
                    f[29] += 1.0
                    f[30] += depth - i - 1 + length
                if card % 13 == 12:
                    f[37] += 1.0
        if hosted & bit:
            f[21] += 1.0
        if wanted & bit:
            f[22] += 1.0
    f[23] = twice
    for i in range(dealt, min(dealt + 6, len(talon))):
        bit = one << np.uint64(talon[i])
        if hosted & bit:
            f[16] += 1.0
        if wanted & bit:
            f[17] += 1.0
    for i in range(dealt + 6, min(dealt + 16, len(talon))):
        if hosted >> np.uint64(talon[i]) & one:
            f[18] += 1.0
    waste = mask & BELOW[dealt]
    size = bits(waste)
    f[24] = size
    f[39] = size * size * 0.01
    top = highest(waste)
    if top >= 0:
        bit = one << np.uint64(talon[top])
        if hosted & bit:
            f[19] = 1.0
        if wanted & bit:
            f[20] = 1.0
    # A move takes cards off the waste or deals one onto it: all but that one have their sums.
    row = highest(waste & before) + 1
    if waste & ~before:
        add_card(waste & before, top, talon, lower, sums, row, 65)
        row = 65
    f[25] = sums[row, PACKS]
    f[26] = sums[row, FOLLOWS]
    f[27] = sums[row, ABOVE]
    f[28] = sums[row, COVERS]
    f[36] = sums[row, KINGS]
    rest = wanted
    while rest:
        card = highest(rest)
        rest ^= one << np.uint64(card)
        there = places[card] & mask
        f[33] += bits(there & ~BELOW[dealt])
        there &= waste
        while there:
            at = highest(there)
            there ^= one << np.uint64(at)
            f[31] += 1.0
            f[32] += bits(waste & ~BELOW[at + 1]) * 0.1
    f[34] = apart
    f[35] = least


@compiled(
    "float32(int8[::1], uint64, int8[::1], int8[:,::1], uint64[::1], uint64[::1], int16[:,::1], uint64,"
    "float32[:,::1], float32[::1], float32[:,::1])"
)
def value(
    s: Any,
    mask: Any,
    talon: Any,
    root: Any,
    lower: Any,
    places: Any,
    below: Any,
    before: Any,
    sums: Any,
    f: Any,
    weights: Any,
) -> Any:
    """The weighted sum; the second row of weights grows with progress from 0 to 1."""
    features(s, mask, talon, root, lower, places, below, before, sums, f)
    late = (np.float32(s[DEALT]) + f[0]) * np.float32(1.0 / 168.0)
    v = np.float32(0.0)
    for i in range(SIZE):
        v += f[i] * (weights[0, i] + late * weights[1, i])
    return v
