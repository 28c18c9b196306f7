"""What the Forty Thieves evaluation sees of the waste."""

from typing import Any

from longwood.games.forty_thieves.solver.kernel import Cards
from longwood.games.forty_thieves.solver.state import KING, MOST_TALON, bit, height_of, waste_of
from longwood.games.forty_thieves.solver.weights import W
from longwood.kernels.bits import BELOW, bits, highest
from longwood.kernels.compiled import borrowing, i64, inlined, u64

# What the cards of the waste add up to, counted from the bottom: a card's share depends only on those under it.
_BUILDS, _FOLLOWS, _OVER_LOWER, _COVERED, _KINGS, SUMS = range(6)
ROWS = MOST_TALON + 2
"""The rows of sums: one for an empty waste, one for each talon card on top, and one for a card that was just dealt."""
_JUST_DEALT = ROWS - 1


@inlined
def _add_card(waste: Any, at: Any, cards: Any, sums: Any, old: Any, new: Any) -> Any:
    """Make row `new` of the sums: row `old`, and talon card `at` dealt onto this waste."""
    for i in range(SUMS):
        sums[new, i] = sums[old, i]
    card = i64(cards.talon[at])
    under = highest(waste)
    if under >= 0:
        other = i64(cards.talon[under])
        if other == card - 1 and height_of(card) != 0:
            sums[new, _BUILDS] += 1.0
        if other == card + 1 and height_of(card) != KING:
            sums[new, _FOLLOWS] += 1.0
    covered = bits(waste & cards.lower[at])
    if covered:
        sums[new, _OVER_LOWER] += 1.0
        sums[new, _COVERED] += covered
    if height_of(card) == KING:
        sums[new, _KINGS] += 1.0


@borrowing("void(uint64, Cards, float32[:,::1])", Cards, inline=True)
def sum_waste(waste: Any, cards: Any, sums: Any) -> Any:
    """Row n + 1 of `sums` is for the waste up to talon card n, row 0 for an empty one."""
    for i in range(SUMS):
        sums[0, i] = 0.0
    row = 0
    under = u64(0)
    while under != waste:
        # The lowest card that is not yet counted.
        rest = waste ^ under
        at = bits((rest & (~rest + u64(1))) - u64(1))
        _add_card(under, at, cards, sums, row, at + 1)
        under |= bit(at)
        row = at + 1


@inlined
def see_waste(s: Any, mask: Any, cards: Any, hosted: Any, wanted: Any, before: Any, sums: Any, f: Any) -> Any:
    """The features of the waste, and of the cards that foundations want.

    `sums` is what `sum_waste` gave for the state before the last move, whose waste was `before`.
    """
    waste = waste_of(s, mask)
    size = bits(waste)
    f[W.in_waste] = size
    f[W.waste_squared] = size * size * 0.01
    top = highest(waste)
    if top >= 0:
        card = bit(cards.talon[top])
        if hosted & card:
            f[W.waste_top_hosted] = 1.0
        if wanted & card:
            f[W.waste_top_wanted] = 1.0
    # A move takes cards off the waste or deals one onto it: all but that one have their sums.
    row = highest(waste & before) + 1
    if waste & ~before:
        _add_card(waste & before, top, cards, sums, row, _JUST_DEALT)
        row = _JUST_DEALT
    f[W.waste_builds] = sums[row, _BUILDS]
    f[W.waste_follows] = sums[row, _FOLLOWS]
    f[W.waste_over_lower] = sums[row, _OVER_LOWER]
    f[W.waste_covered] = sums[row, _COVERED]
    f[W.waste_kings] = sums[row, _KINGS]
    rest = wanted
    while rest:
        next_up = highest(rest)
        rest ^= bit(next_up)
        there = cards.places[next_up] & mask
        f[W.wanted_in_stock] += bits(there & ~waste)
        there &= waste
        while there:
            at = highest(there)
            there ^= bit(at)
            f[W.wanted_in_waste] += 1.0
            f[W.over_wanted_in_waste] += bits(waste & ~BELOW[at + 1]) * 0.1
