"""How promising a Terrace row looks: a weighted sum of what the table shows. It steers, it proves nothing."""

from longwood.games.terrace.solver.kernel import (
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
    TABLE,
    WCOUNT,
    WTOP,
    Int,
    Ints,
    on_foundations,
    unplayed,
)
from longwood.kernels.bits import ones
from longwood.kernels.compiled import compiled

# The places of the weights: what one of each is worth, in hundredths of a card on a foundation.
(
    W_RESERVE,  # a card in the reserve
    W_SPACE,  # an empty column
    W_INV,  # a pair of waste cards, the upper one higher, of one family
    W_BLK,  # a waste card above a lower one of its family
    W_GAP,  # a card that a column's low end still waits for
    W_UP,  # a card on a foundation
    W_WASTE,  # a card in the waste
    W_TOP,  # the waste's top card has a place to go
    W_NEXT,  # one of the next cards of the stock has a place to go
    W_HOSTS,  # a different card that can be packed on
    W_WGAP,  # a card that the waste's top card still waits for
    W_SPREAD,  # a card between the lowest and the highest foundation of a family
    W_DEAD,  # a column that ends in a base card
    W_LONE,  # a column of one card
    W_HEAD,  # a rank of a column's high end
    W_SECOND,  # a second empty column and each further one
    W_MISS,  # a card that the reserve's top card waits for and that is in no column
    W_BURY,  # such a card that is not in the stock either
    W_MISS_2,  # the same for the next reserve card
    W_BURY_2,
    W_CROWD,  # a row with the same foundations and reserve that came to the stage before: not part of `value`
) = range(21)
DEPTHS = 21  # from here on: a card that the i-th reserve card from the top still waits for
WEIGHTS = DEPTHS + 8
AHEAD = 6


@compiled(f"void(int64, int64, {ROW})")
def measure(fnd: Int, copies: Int, gaps: Ints) -> None:
    """Fill gaps[13 * family + rank] with the cards that the nearest foundation still needs before that rank."""
    gaps[52] = fnd
    for family in range(8 // copies):
        seen = 0
        for k in range(family * copies, family * copies + copies):
            seen |= 1 << ((fnd >> (4 * k)) & 15)
        away = 0
        for rank in range(13):
            away = 0 if (seen >> rank) & 1 else away + 1
            gaps[13 * family + rank] = away


@compiled(f"int64({ROW}, {ROW}, {ROW}, {TABLE}, {ROW}, {ROW}, {ROW})")
def value(row: Ints, seq: Ints, reserve: Ints, lower: Ints, rules: Ints, weights: Ints, gaps: Ints) -> Int:
    """The weighted sum. `gaps` keeps what `measure` found for the last row: foundations are often the same."""
    copies, in_suit, fnd = rules[COPIES], rules[IN_SUIT], row[FND]
    if gaps[52] != fnd:
        measure(fnd, copies, gaps)
    total = weights[W_RESERVE] * row[RES] + weights[W_INV] * row[INV] + weights[W_BLK] * row[BLK]
    total += weights[W_UP] * on_foundations(fnd) + weights[W_WASTE] * row[WCOUNT]
    lows, empty, held, waits, heads = 0, 0, 0, 0, 0
    for i in range(COLS, row.size):
        column = row[i]
        if column == 0:
            empty += 1
            continue
        chain, low, high = (column >> 21) & 1, (column >> 17) & 15, (column >> 13) & 15
        lows |= 1 << (low + 16 * chain)
        if in_suit:
            for rank in range(low, high + 1):
                held |= 1 << (13 * (((chain ^ rank) & 1) * 2 + ((column >> rank) & 1)) + rank)
            waits += gaps[13 * (((chain ^ low) & 1) * 2 + ((column >> low) & 1)) + low]
        else:
            held |= ((2 << high) - (1 << low)) << (13 * chain)
            waits += gaps[13 * chain + low]
        heads += high
        if low == 0:
            total += weights[W_DEAD]
        if low == high:
            total += weights[W_LONE]
    total += weights[W_GAP] * waits + weights[W_HEAD] * heads
    if empty > 0:
        total += weights[W_SPACE] + (empty - 1) * weights[W_SECOND]
    # Nothing is packed on a base card.
    lows &= ~(1 | 1 << 16)
    total += weights[W_HOSTS] * ones(lows)
    if row[WCOUNT] > 0:
        card = seq[row[WTOP]]
        rank = (card >> 1) & 15
        away = gaps[13 * (card >> 6) + rank]
        total += weights[W_WGAP] * away
        if away == 0 or (lows >> (rank + 1 + 16 * (card & 1))) & 1:
            total += weights[W_TOP]
    future = lower[row[PTR], 2]
    for i in range(min(row[RES], 8)):
        card = reserve[row[RES] - 1 - i]
        rank = (card >> 1) & 15
        away = gaps[13 * (card >> 6) + rank]
        total += weights[DEPTHS + i] * away
        if i < 2:
            missing = ((1 << rank) - (1 << (rank - away))) << (13 * (card >> 6)) & ~held
            total += weights[W_MISS + 2 * i] * ones(missing) + weights[W_BURY + 2 * i] * ones(missing & ~future)
    # Who does not see the stock gives its cards no weight.
    seen, place = 0, row[PTR] if weights[W_NEXT] != 0 else rules[CARDS]
    while seen < AHEAD and place < rules[CARDS]:
        if unplayed(row, place):
            card = seq[place]
            rank = (card >> 1) & 15
            if (lows >> (rank + 1 + 16 * (card & 1))) & 1 or gaps[13 * (card >> 6) + rank] == 0:
                total += weights[W_NEXT]
            seen += 1
        place += 1
    for first in range(0, 8, copies):
        low = (fnd >> (4 * first)) & 15
        high = (fnd >> (4 * (first + copies - 1))) & 15
        total += weights[W_SPREAD] * (high - low)
    return total
