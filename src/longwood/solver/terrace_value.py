"""How promising a Terrace row looks: a weighted sum of what the table shows. It steers the search, it proves nothing."""

from numba import njit

from longwood.solver.terrace_kernel import (
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
    gap,
    on_foundations,
    slot,
    top_card,
    unplayed,
)

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
) = range(16)
DEPTHS = 16  # from here on: a card that the i-th reserve card from the top still waits for
WEIGHTS = DEPTHS + 8
AHEAD = 6


@njit(f"int64({ROW}, {ROW}, {ROW}, {ROW}, {ROW})", cache=True, nogil=True)
def value(row, seq, reserve, rules, weights):
    """The weighted sum."""
    copies, in_suit, fnd = rules[COPIES], rules[IN_SUIT], row[FND]
    total = weights[W_RESERVE] * row[RES] + weights[W_INV] * row[INV] + weights[W_BLK] * row[BLK]
    total += weights[W_UP] * on_foundations(fnd) + weights[W_WASTE] * row[WCOUNT]
    for i in range(min(row[RES], 8)):
        card = reserve[row[RES] - 1 - i]
        total += weights[DEPTHS + i] * gap(fnd, card >> 6, copies, (card >> 1) & 15)
    lows, empty = 0, 0
    for i in range(COLS, row.size):
        column = row[i]
        if column == 0:
            empty += 1
            continue
        card = top_card(column, in_suit)
        low, high = (column >> 17) & 15, (column >> 13) & 15
        lows |= 1 << (low + 16 * (card & 1))
        total += weights[W_GAP] * gap(fnd, card >> 6, copies, low)
        total += weights[W_HEAD] * high
        if low == 0:
            total += weights[W_DEAD]
        if low == high:
            total += weights[W_LONE]
    if empty > 0:
        total += weights[W_SPACE] + (empty - 1) * weights[W_SECOND]
    # Nothing is packed on a base card.
    lows &= ~(1 | 1 << 16)
    for i in range(1, 13):
        total += weights[W_HOSTS] * (((lows >> i) & 1) + ((lows >> (i + 16)) & 1))
    if row[WCOUNT] > 0:
        card = seq[row[WTOP]]
        rank = (card >> 1) & 15
        away = gap(fnd, card >> 6, copies, rank)
        total += weights[W_WGAP] * away
        if away == 0 or (lows >> (rank + 1 + 16 * (card & 1))) & 1:
            total += weights[W_TOP]
    seen, place = 0, row[PTR]
    while seen < AHEAD and place < rules[CARDS]:
        if unplayed(row, place):
            card = seq[place]
            rank = (card >> 1) & 15
            if (lows >> (rank + 1 + 16 * (card & 1))) & 1 or slot(fnd, card >> 6, copies, rank) >= 0:
                total += weights[W_NEXT]
            seen += 1
        place += 1
    for first in range(0, 8, copies):
        low = (fnd >> (4 * first)) & 15
        high = (fnd >> (4 * (first + copies - 1))) & 15
        total += weights[W_SPREAD] * (high - low)
    return total
