"""Forty Thieves for the machine: the legal moves of a state and what they do.

Plain legality only: what the search leaves out is said in settle.py, expand.py and dead.py.
"""

from typing import Any, NamedTuple

import numpy as np

from longwood.games.forty_thieves.solver.state import (
    COLUMNS,
    MOST_MOVES,
    ROW,
    STOCK,
    TO_FOUNDATION,
    TO_WASTE,
    WASTE,
    base_of,
    bit,
    copy,
    count_of,
    dealt_of,
    depth_of,
    fits_foundation,
    greater,
    height_of,
    length_of,
    lesser,
    move_of,
    set_column,
    set_dealt,
    set_foundations,
    set_length,
    source,
    spaces,
    suit_of,
    target,
    top_cards,
    top_of,
    waste_top,
)
from longwood.kernels.bits import BELOW
from longwood.kernels.compiled import borrowing, compiled, i64, u64
from longwood.kernels.records import I8, U64, I8Table, I16Table


class Cards(NamedTuple):
    """What lay where when the search began, and what is looked up about it: the same for all its states."""

    talon: I8
    """The waste, its lowest card first, and then the stock, the next card first."""
    columns: I8Table
    """The cards of each column."""
    runs: I8Table
    """How long the run is at the top of the first n cards of a column."""
    lower: U64
    """For each talon card the places before it with a lower card of its suit."""
    places: U64
    """For each card its places in the talon."""
    below: I16Table
    """Pairs of a card and a lower one of its suit under it, among the first n + 1 cards of a column."""


@borrowing("int64(int8[::1], uint64, Cards, int32[::1])", Cards, inline=True)
def moves(s: Any, mask: Any, cards: Any, out: Any) -> Any:
    """Write all legal moves and return their number. Foundations of equal height count as one."""
    n = 0
    most = 1 << spaces(s)
    tops = top_cards(s)
    for src in range(COLUMNS + 1):
        if src < COLUMNS:
            length: Any = length_of(s, src)
            if length == 0:
                continue
            card = top_of(s, src)
        else:
            at = waste_top(s, mask)
            if at < 0:
                continue
            length = 1
            card = i64(cards.talon[at])
        if fits_foundation(s, card):
            for count in range(1, length + 1):
                out[n] = move_of(src, TO_FOUNDATION, count)
                n += 1
        for dst in range(COLUMNS):
            if most > 1 and length_of(s, dst) == 0:
                for count in range(1, min(length, most >> 1) + 1):
                    out[n] = move_of(src, dst, count)
                    n += 1
        # Hosts are looked for only if a card that could be one is a column's top.
        reach = min(length, most, 12 - height_of(card))
        if (tops >> u64(card + 1)) & BELOW[reach]:
            for dst in range(COLUMNS):
                count = top_of(s, dst) - card
                if 1 <= count <= reach and length_of(s, dst):
                    out[n] = move_of(src, dst, count)
                    n += 1
    if dealt_of(s) < len(cards.talon):
        out[n] = move_of(STOCK, TO_WASTE, 1)
        n += 1
    return n


@borrowing("uint64(int8[::1], uint64, int64, Cards)", Cards, inline=True)
def play(s: Any, mask: Any, m: Any, cards: Any) -> Any:
    """Play a legal move on a state in place; returns the new mask."""
    src, dst, count = source(m), target(m), count_of(m)
    if src == STOCK:
        set_dealt(s, dealt_of(s) + 1)
        return mask
    if src == WASTE:
        at = waste_top(s, mask)
        card = i64(cards.talon[at])
        mask ^= bit(at)
    else:
        length = length_of(s, src) - count
        card = base_of(s, src) - length
        if length:
            set_length(s, src, length)
        else:
            # What lay under the run is uncovered: the longest run at its top is the column's run now.
            under = depth_of(s, src)
            length = i64(cards.runs[src, under])
            set_column(s, src, under - length, i64(cards.columns[src, under - length]) if under else 0, length)
    if dst == TO_FOUNDATION:
        # `card` is the highest of the group.
        suit, lowest = suit_of(card), height_of(card) - count + 1
        high, low = greater(s, suit), lesser(s, suit)
        if high == lowest:
            set_foundations(s, suit, high + count, low)
        else:
            set_foundations(s, suit, high, low + count)
    elif length_of(s, dst) == 0:
        set_column(s, dst, 0, card, count)
    else:
        set_length(s, dst, length_of(s, dst) + count)
    return mask


@compiled("int64(int8[::1], uint64, Cards, int64)", Cards)
def perft(s: Any, mask: Any, cards: Any, plies: Any) -> Any:
    """How many lines of so many moves there are."""
    out = np.empty(MOST_MOVES, np.int32)
    n = moves(s, mask, cards, out)
    if plies <= 1:
        return n if plies == 1 else 1
    total = 0
    after = np.empty(ROW, np.int8)
    for i in range(n):
        copy(s, after)
        total += perft(after, play(after, mask, out[i], cards), cards, plies - 1)
    return total
