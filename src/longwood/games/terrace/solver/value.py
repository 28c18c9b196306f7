"""How promising a Terrace row looks: a weighted sum of what the table shows. It steers, it proves nothing."""

from longwood.games.terrace.solver.packed import (
    Int,
    card_chain,
    card_family,
    card_rank,
    column_chain,
    column_high,
    column_low,
    column_suit,
    height,
    on_foundations,
)
from longwood.games.terrace.solver.rows import (
    BLK,
    CARDS,
    COLS,
    COPIES,
    FND,
    IN_SUIT,
    INV,
    PTR,
    RES,
    ROW,
    WCOUNT,
    WTOP,
    Given,
    Ints,
    unplayed,
)
from longwood.games.terrace.solver.weights import DEPTHS, RESERVE_CARDS, W
from longwood.kernels.bits import ones
from longwood.kernels.compiled import borrowing

AHEAD = 6
"""The cards of the stock that `next` is about."""
GAPS, MEASURED = 53, 52
"""Entries of `gaps`, 13 for each family, and the one that says which heights they were measured for."""


@borrowing("int64(int64, int64)")
def kind_of(family: Int, rank: Int) -> Int:
    """A card as one of 52 bits."""
    return 13 * family + rank


@borrowing(f"void(int64, int64, {ROW})")
def measure(heights: Int, copies: Int, gaps: Ints) -> None:
    """Fill gaps[kind_of(family, rank)] with the cards that the nearest foundation still needs before that rank."""
    gaps[MEASURED] = heights
    for family in range(8 // copies):
        seen = 0
        for k in range(family * copies, family * copies + copies):
            seen |= 1 << height(heights, k)
        away = 0
        for rank in range(13):
            away = 0 if (seen >> rank) & 1 else away + 1
            gaps[kind_of(family, rank)] = away


@borrowing("int64(int64, int64)")
def has_host(lows: Int, card: Int) -> Int:
    """Whether a card can be packed on a column, by the low ends that columns have."""
    return (lows >> (card_rank(card) + 1 + 16 * card_chain(card))) & 1


@borrowing(f"UniTuple(int64, 3)({ROW}, int64, {ROW}, {ROW})", inline=True)
def value_columns(row: Ints, in_suit: Int, weights: Ints, gaps: Ints) -> tuple[Int, Int, Int]:
    """What the columns are worth, the low ends that can be packed on (16 bits a chain), and the cards in columns."""
    total, lows, empty, held, heads = 0, 0, 0, 0, 0
    waits: Int = 0
    for i in range(COLS, row.size):
        column = row[i]
        if column == 0:
            empty += 1
            continue
        chain, low, high = column_chain(column), column_low(column), column_high(column)
        lows |= 1 << (low + 16 * chain)
        if in_suit:
            for rank in range(low, high + 1):
                held |= 1 << kind_of(((chain ^ rank) & 1) * 2 + column_suit(column, rank), rank)
            waits += gaps[kind_of(((chain ^ low) & 1) * 2 + column_suit(column, low), low)]
        else:
            held |= ((2 << high) - (1 << low)) << (13 * chain)
            waits += gaps[kind_of(chain, low)]
        heads += high
        if low == 0:
            total += weights[W.dead]
        if low == high:
            total += weights[W.lone]
    total += weights[W.gap] * waits + weights[W.head] * heads
    if empty > 0:
        total += weights[W.space] + (empty - 1) * weights[W.second]
    # Nothing is packed on a base card.
    lows &= ~(1 | 1 << 16)
    return total + weights[W.hosts] * ones(lows), lows, held


@borrowing(f"int64({ROW}, Given, {ROW}, {ROW}, int64)", Given, inline=True)
def value_reserve(row: Ints, given: Given, weights: Ints, gaps: Ints, held: Int) -> Int:
    """What the reserve's uppermost cards wait for, and where that is."""
    total = 0
    future = given.lower[row[PTR], 2]
    for i in range(min(row[RES], RESERVE_CARDS)):
        card = given.reserve[row[RES] - 1 - i]
        family, rank = card_family(card), card_rank(card)
        away = gaps[kind_of(family, rank)]
        total += weights[DEPTHS + i] * away
        if i < 2:
            missing = ((1 << rank) - (1 << (rank - away))) << kind_of(family, 0) & ~held
            miss, bury = (weights[W.miss], weights[W.bury]) if i == 0 else (weights[W.miss2], weights[W.bury2])
            total += miss * ones(missing) + bury * ones(missing & ~future)
    return total


@borrowing(f"int64({ROW}, Given, {ROW}, {ROW}, int64)", Given, inline=True)
def value_stock(row: Ints, given: Given, weights: Ints, gaps: Ints, lows: Int) -> Int:
    """What the next cards of the stock promise."""
    # A player who does not see the stock gives its cards no weight.
    if weights[W.next] == 0:
        return 0
    total, seen, place = 0, 0, row[PTR]
    while seen < AHEAD and place < given.rules[CARDS]:
        if unplayed(row, place):
            card = given.seq[place]
            if has_host(lows, card) or gaps[kind_of(card_family(card), card_rank(card))] == 0:
                total += weights[W.next]
            seen += 1
        place += 1
    return total


@borrowing(f"int64({ROW}, Given, {ROW}, {ROW})", Given, inline=True)
def value(row: Ints, given: Given, weights: Ints, gaps: Ints) -> Int:
    """The weighted sum. `gaps` keeps what `measure` found for the last row: foundations are often the same."""
    copies, heights = given.rules[COPIES], row[FND]
    if gaps[MEASURED] != heights:
        measure(heights, copies, gaps)
    total = weights[W.reserve] * row[RES] + weights[W.inv] * row[INV] + weights[W.blk] * row[BLK]
    total += weights[W.up] * on_foundations(heights) + weights[W.waste] * row[WCOUNT]
    columns, lows, held = value_columns(row, given.rules[IN_SUIT], weights, gaps)
    total += columns
    if row[WCOUNT] > 0:
        card = given.seq[row[WTOP]]
        away = gaps[kind_of(card_family(card), card_rank(card))]
        total += weights[W.wgap] * away
        if away == 0 or has_host(lows, card):
            total += weights[W.top]
    total += value_reserve(row, given, weights, gaps, held)
    total += value_stock(row, given, weights, gaps, lows)
    for first in range(0, 8, copies):
        total += weights[W.spread] * (height(heights, first + copies - 1) - height(heights, first))
    return total
