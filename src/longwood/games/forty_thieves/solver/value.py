"""How promising a Forty Thieves position looks: a weighted sum of features, which weights.py declares."""

from typing import Any

import numpy as np

from longwood.games.forty_thieves.solver.columns import see_columns
from longwood.games.forty_thieves.solver.kernel import Cards
from longwood.games.forty_thieves.solver.state import (
    COLUMNS,
    bit,
    dealt_of,
    greater,
    has,
    length_of,
    lesser,
    top_of,
)
from longwood.games.forty_thieves.solver.waste import see_waste
from longwood.games.forty_thieves.solver.weights import SIZE, W
from longwood.kernels.compiled import borrowing, inlined, u64

NOT_KINGS = u64(0x7FFBFFDFFEFFF)
NEXT, LATER = 6, 16
"""Stock cards that are seen as next, and up to where they are seen at all."""


@inlined
def _see_tops(s: Any, f: Any) -> Any:
    """The features of spaces and equal cards; returns the cards whose host, the next higher one, is a column's top."""
    tops = u64(0)
    empty = 0
    for c in range(COLUMNS):
        if length_of(s, c) == 0:
            empty += 1
            continue
        card = bit(top_of(s, c))
        if tops & card:
            f[W.tops_twice] += 1.0
        tops |= card
    if empty:
        f[W.first_space] = 1.0
        if empty > 1:
            f[W.second_space] = 1.0
            f[W.more_spaces] = empty - 2
    return (tops >> u64(1)) & NOT_KINGS


@inlined
def _see_foundations(s: Any, f: Any) -> Any:
    """The features of the foundations; returns the cards that they want next."""
    total: Any = 0
    least: Any = 26
    apart: Any = 0
    wanted = u64(0)
    for suit in range(4):
        high, low = greater(s, suit), lesser(s, suit)
        total += high + low
        least = min(least, high + low)
        apart += high - low
        if high < 13:
            wanted |= bit(13 * suit + high)
        if low < 13:
            wanted |= bit(13 * suit + low)
    f[W.on_foundations] = total
    f[W.apart] = apart
    f[W.least_suit] = least
    return wanted


@inlined
def _see_stock(dealt: Any, talon: Any, hosted: Any, wanted: Any, f: Any) -> Any:
    """The features of the stock: its next cards, and some later ones."""
    f[W.cards_dealt] = dealt * 0.1
    for i in range(dealt, min(dealt + NEXT, len(talon))):
        if has(hosted, talon[i]):
            f[W.next_hosted] += 1.0
        if has(wanted, talon[i]):
            f[W.next_wanted] += 1.0
    for i in range(dealt + NEXT, min(dealt + LATER, len(talon))):
        if has(hosted, talon[i]):
            f[W.later_hosted] += 1.0


@borrowing("void(int8[::1], uint64, Cards, uint64, float32[:,::1], float32[::1])", Cards, inline=True)
def features(s: Any, mask: Any, cards: Any, before: Any, sums: Any, f: Any) -> Any:
    """Write the features of a state. `sums` and `before` are those of `waste.see_waste`."""
    for i in range(SIZE):
        f[i] = 0.0
    hosted = _see_tops(s, f)
    wanted = _see_foundations(s, f)
    see_columns(s, cards, hosted, wanted, f)
    _see_stock(dealt_of(s), cards.talon, hosted, wanted, f)
    see_waste(s, mask, cards, hosted, wanted, before, sums, f)


@inlined
def value(s: Any, mask: Any, cards: Any, before: Any, sums: Any, f: Any, weights: Any) -> Any:
    """The weighted sum; the second row of weights grows with progress from 0 to 1."""
    features(s, mask, cards, before, sums, f)
    late = (np.float32(dealt_of(s)) + f[W.on_foundations]) * np.float32(1.0 / 168.0)
    v = np.float32(0.0)
    for i in range(SIZE):
        v += f[i] * (weights[0, i] + late * weights[1, i])
    return v
