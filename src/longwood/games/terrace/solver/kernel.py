"""Terrace for the search: a position as one row of integers, and plain legality. docs/solver-terrace.md explains it.

Ranks count from the base card: 0 to 12. Nothing lies on a base card, so a column and a foundation both stay within one
chain: `colour XOR rank odd`. A card is chain | rank << 1 | suit bit << 5 | family << 6; the family is what a foundation
builds in: the chain, or the suit where foundations build in suit.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from longwood.kernels.bits import ones
from longwood.kernels.compiled import compiled
from longwood.kernels.mixing import some_words, word_of

Ints: TypeAlias = npt.NDArray[np.int64]
Int: TypeAlias = Any
"""An int64: one of Python's outside a kernel, one of the machine's inside."""

# A row: the fields of a position, then what the search remembers of it, then the columns.
LO, HI = 0, 1  # which cards of the sequence (waste from the bottom, then stock) are unplayed, 52 bits each
PTR = 2  # where in the sequence the stock begins
LEFT = 3  # cards in the stock
WTOP = 4  # the waste's top card as a place in the sequence, or -1
WCOUNT = 5  # cards in the waste
RES = 6  # cards in the reserve
FND = 7  # the eight foundations' heights, 4 bits each, ascending within a family
LOCK, TURNED = 8, 9
INV = 10  # pairs in the waste where a card lies above a lower one of its family
BLK = 11  # cards in the waste that lie above a lower one of their family
H1, H2 = 12, 13  # sums over the unplayed cards of the sequence, kept up to date; see `keys`
SCORE, PARENT, MOVE, LEVEL = 14, 15, 16, 17
COLS = 18

# What a Terrace instance says, as the kernel reads it.
NCOLS, COPIES, REDEALS, FILLS, FILL0, CARDS, IN_SUIT, RESERVE_FILLS = 0, 1, 2, 3, 4, 7, 8, 9
RULES = 10

STOCK_SRC, WASTE_SRC, RESERVE_SRC, FOUNDATION, FIRST_COLUMN = 0, 1, 2, 3, 11
DEAL = STOCK_SRC | WASTE_SRC << 8
TURN = WASTE_SRC | STOCK_SRC << 8

# A column is 0 when empty, else FULL | chain << 21 | low << 17 | high << 13 | a suit bit for each rank it holds.
FULL = 1 << 22

ZOBRIST = some_words(2 * 512, 2014).reshape(2, 512)
"""A word for each place of the sequence, for either key."""

ROW = "int64[::1]"
TABLE = "int64[:,::1]"


@compiled(f"void({ROW}, {ROW})")
def keys(row: Ints, key: Ints) -> None:
    """Two independent 64-bit keys of a position in which the order of the columns does not count."""
    a, b = row[H1], row[H2]
    # Foundations are implied by the rest; base and order of cards are the same throughout a search.
    rest = row[PTR] | row[RES] << 8 | row[LOCK] << 16 | row[TURNED] << 17
    a += word_of(rest + 0x1000000000)
    b += word_of(rest + 0x2000000000)
    for i in range(COLS, row.size):
        a += word_of(row[i] + 0x3000000000)
        b += word_of(row[i] + 0x4000000000)
    key[0] = a
    key[1] = b


@compiled("int64(int64, int64, int64, int64)")
def slot(fnd: Int, family: Int, copies: Int, rank: Int) -> Int:
    """Where in the packed heights a card of this rank may go, or -1. The last of equals, so that they stay sorted."""
    found = -1
    for k in range(family * copies, family * copies + copies):
        if (fnd >> (4 * k)) & 15 == rank:
            found = 4 * k
    return found


@compiled("int64(int64, int64, int64)")
def lowest(fnd: Int, family: Int, copies: Int) -> Int:
    """The lowest foundation of a family."""
    return (fnd >> (4 * family * copies)) & 15


@compiled("int64(int64)")
def on_foundations(fnd: Int) -> Int:
    """How many cards lie on the foundations."""
    pairs = (fnd & 0x0F0F0F0F) + ((fnd >> 4) & 0x0F0F0F0F)
    return ((pairs * 0x01010101) >> 24) & 255


@compiled(f"int64(int64, {ROW})")
def within(fnd: Int, limits: Ints) -> Int:
    """Whether no foundation is higher than its limit."""
    for k in range(8):
        if (fnd >> (4 * k)) & 15 > limits[k]:
            return 0
    return 1


@compiled("int64(int64, int64)")
def top_card(column: Int, in_suit: Int) -> Int:
    """The card at the low end of a column."""
    chain, low = (column >> 21) & 1, (column >> 17) & 15
    suit_bit = (column >> low) & 1
    family = ((chain ^ (low & 1)) * 2 + suit_bit) if in_suit else chain
    return chain | low << 1 | suit_bit << 5 | family << 6


@compiled("int64(int64)")
def alone(card: Int) -> Int:
    """The column that is this one card."""
    rank = (card >> 1) & 15
    return FULL | (card & 1) << 21 | rank << 17 | rank << 13 | ((card >> 5) & 1) << rank


@compiled("int64(int64, int64)")
def extended(column: Int, card: Int) -> Int:
    """The column with this card added at its low end."""
    rank = (card >> 1) & 15
    return (column & ~(15 << 17)) | rank << 17 | ((card >> 5) & 1) << rank


@compiled("int64(int64)")
def shortened(column: Int) -> Int:
    """The column without its low end."""
    low = (column >> 17) & 15
    if low == (column >> 13) & 15:
        return 0
    return (column & ~(15 << 17) & ~(1 << low)) | (low + 1) << 17


@compiled(f"void({ROW}, {TABLE})")
def compare(seq: Ints, lower: Ints) -> None:
    """For each card of the sequence, the lower ones of its family before it, and which cards come from there on."""
    cards = lower.shape[0] - 1
    for i in range(cards - 1, -1, -1):
        family, rank = seq[i] >> 6, (seq[i] >> 1) & 15
        lower[i, 2] = lower[i + 1, 2] | 1 << (13 * family + rank)
        for j in range(i):
            if seq[j] >> 6 == family and (seq[j] >> 1) & 15 < rank:
                lower[i, j // 52] |= 1 << (j % 52)


@compiled(f"void({ROW}, {ROW})")
def copy_row(to: Ints, row: Ints) -> None:
    """Copy a row. (A loop: Numba takes seconds to compile an assignment to a slice.)"""
    for i in range(row.size):
        to[i] = row[i]


@compiled(f"int64({ROW}, int64)")
def unplayed(row: Ints, place: Int) -> Int:
    """Whether a card of the sequence is still in waste or stock."""
    return (row[LO] >> place) & 1 if place < 52 else (row[HI] >> (place - 52)) & 1


@compiled(f"int64({ROW}, {TABLE}, int64)")
def lower_below(row: Ints, lower: Ints, place: Int) -> Int:
    """How many lower cards of its family lie in the waste below a card."""
    return ones(lower[place, 0] & row[LO]) + ones(lower[place, 1] & row[HI])


@compiled(f"void({ROW}, int64)")
def remove(row: Ints, place: Int) -> None:
    """Take a card out of the sequence."""
    if place < 52:
        row[LO] ^= 1 << place
    else:
        row[HI] ^= 1 << (place - 52)
    row[H1] -= ZOBRIST[0, place]
    row[H2] -= ZOBRIST[1, place]


@compiled(f"void({ROW}, {TABLE})")
def take_waste(row: Ints, lower: Ints) -> None:
    """The waste's top card leaves."""
    place = row[WTOP]
    below = lower_below(row, lower, place)
    row[INV] -= below
    row[BLK] -= below > 0
    remove(row, place)
    row[WCOUNT] -= 1
    place -= 1
    if row[WCOUNT] == 0:
        place = -1
    while place >= 0 and not unplayed(row, place):
        place -= 1
    row[WTOP] = place


@compiled(f"int64({ROW})")
def next_place(row: Ints) -> Int:
    """The place of the stock's next card."""
    place = row[PTR]
    while not unplayed(row, place):
        place += 1
    return place


@compiled(f"void({ROW}, {TABLE})")
def deal(row: Ints, lower: Ints) -> None:
    """The stock's next card goes to the waste."""
    place = next_place(row)
    below = lower_below(row, lower, place)
    row[INV] += below
    row[BLK] += below > 0
    row[PTR] = place + 1
    row[WTOP] = place
    row[LEFT] -= 1
    row[WCOUNT] += 1


@compiled(f"void({ROW}, {TABLE})")
def recount(row: Ints, lower: Ints) -> None:
    """Everything of a row that follows from its other fields: counts, inversions and sums."""
    row[WTOP], row[WCOUNT], row[LEFT], row[INV], row[BLK], row[H1], row[H2] = -1, 0, 0, 0, 0, 0, 0
    for place in range(lower.shape[0] - 1):
        if unplayed(row, place):
            row[H1] += ZOBRIST[0, place]
            row[H2] += ZOBRIST[1, place]
            if place < row[PTR]:
                below = lower_below(row, lower, place)
                row[INV] += below
                row[BLK] += below > 0
                row[WTOP] = place
                row[WCOUNT] += 1
            else:
                row[LEFT] += 1


@compiled(f"int64({ROW})")
def spaces(row: Ints) -> Int:
    """How many columns are empty."""
    found = 0
    for i in range(COLS, row.size):
        found += row[i] == 0
    return found


@compiled(f"int64({ROW})")
def level_of(row: Ints) -> Int:
    """What rises with every move of a card except an exchange of tails, as long as no card is dealt."""
    # Twice the cards in columns and twice those on foundations; a card off the waste into a space counts too.
    up = on_foundations(row[FND])
    return 2 * (104 + up - row[WCOUNT] - row[LEFT] - row[RES]) + spaces(row)


@compiled(f"int64({ROW})")
def can_deal(row: Ints) -> Int:
    """On a later pass each card has to be played before the next one is dealt."""
    return row[LEFT] > 0 and row[LOCK] == 0 and not (row[TURNED] > 0 and row[WCOUNT] > 0)


@compiled(f"int64({ROW}, {ROW})")
def can_turn(row: Ints, rules: Ints) -> Int:
    """Whether the waste may be turned over to form a new stock."""
    return row[LEFT] == 0 and row[WCOUNT] > 0 and row[TURNED] < rules[REDEALS] and row[LOCK] == 0


@compiled(f"void({ROW})")
def turn(row: Ints) -> None:
    """The waste becomes the stock, the cards in the same order."""
    row[PTR], row[LEFT], row[WCOUNT], row[WTOP], row[INV], row[BLK] = 0, row[WCOUNT], 0, -1, 0, 0
    row[TURNED] += 1


@compiled(f"void({ROW}, {ROW}, {ROW}, {TABLE}, {ROW}, int64, int64)")
def settle(row: Ints, seq: Ints, reserve: Ints, lower: Ints, rules: Ints, src: Int, column: Int) -> None:
    """What follows by itself after a card has left `src`; `column` is the one it left, if it left a column."""
    if rules[FILLS] > 0 and src >= FIRST_COLUMN and row[COLS + column] == 0:
        for k in range(rules[FILLS]):
            pile = rules[FILL0 + k]
            if pile == RESERVE_SRC and row[RES] > 0:
                row[RES] -= 1
                row[COLS + column] = alone(reserve[row[RES]])
                break
            if pile == WASTE_SRC and row[WCOUNT] > 0:
                row[COLS + column] = alone(seq[row[WTOP]])
                take_waste(row, lower)
                break
            if pile == STOCK_SRC and row[LEFT] > 0:
                place = next_place(row)
                row[COLS + column] = alone(seq[place])
                remove(row, place)
                row[PTR] = place + 1
                row[LEFT] -= 1
                break
    space = spaces(row) > 0
    if src == STOCK_SRC:
        locked = space
    else:
        # A lock means that there is a space, and only the waste can fill one.
        locked = row[LOCK] > 0 and src != WASTE_SRC
        if row[WCOUNT] == 0 and row[LEFT] > 0 and not locked:
            deal(row, lower)
            locked = space
    row[LOCK] = 1 if locked and rules[FILLS] == 0 else 0


@compiled(f"int64({ROW}, {ROW}, {ROW}, {TABLE}, {ROW}, {TABLE}, int64)")
def expand_stock(row: Ints, seq: Ints, reserve: Ints, lower: Ints, rules: Ints, out: Ints, n: Int) -> Int:
    """Add dealing, or turning the waste over, to n moves found."""
    if can_deal(row):
        child = out[n]
        copy_row(child, row)
        deal(child, lower)
        child[MOVE] = DEAL
        settle(child, seq, reserve, lower, rules, STOCK_SRC, 0)
        n += 1
    elif can_turn(row, rules):
        child = out[n]
        copy_row(child, row)
        turn(child)
        child[MOVE] = TURN
        n += 1
    return n


@compiled(f"int64({ROW}, {ROW}, {ROW}, {TABLE}, {ROW}, {TABLE}, int64)")
def expand_plain(row: Ints, seq: Ints, reserve: Ints, lower: Ints, rules: Ints, out: Ints, symmetry: Int) -> Int:
    """All legal moves and where they lead: how many there are. The move is src | dst << 8 in the rules' pile numbers.

    All foundations are one (R1). With `symmetry` one of several spaces stands for all of them (R2); if it is 2,
    moves from column to column are left out.
    """
    n = 0
    copies, in_suit, ncols = rules[COPIES], rules[IN_SUIT], rules[NCOLS]
    if row[RES] > 0:
        card = reserve[row[RES] - 1]
        at = slot(row[FND], card >> 6, copies, (card >> 1) & 15)
        if at >= 0:
            child = out[n]
            copy_row(child, row)
            child[RES] -= 1
            child[FND] += 1 << at
            child[MOVE] = RESERVE_SRC | FOUNDATION << 8
            settle(child, seq, reserve, lower, rules, RESERVE_SRC, 0)
            n += 1
    for src in range(-1, ncols):
        if src < 0:
            if row[WCOUNT] == 0:
                continue
            card, pile = seq[row[WTOP]], WASTE_SRC
        else:
            if row[COLS + src] == 0:
                continue
            card, pile = top_card(row[COLS + src], in_suit), FIRST_COLUMN + src
        rank = (card >> 1) & 15
        host = FULL >> 17 | (card & 1) << 4 | (rank + 1)
        at = slot(row[FND], card >> 6, copies, rank)
        seen_space = False
        for dst in range(-1, ncols):
            if dst < 0:
                if at < 0:
                    continue
            elif row[COLS + dst] == 0:
                if src >= 0 or (symmetry and seen_space):
                    continue
                seen_space = True
            elif rank == 12 or row[COLS + dst] >> 17 != host or (src >= 0 and symmetry == 2):
                continue
            child = out[n]
            copy_row(child, row)
            if src < 0:
                take_waste(child, lower)
            else:
                child[COLS + src] = shortened(row[COLS + src])
            if dst < 0:
                child[FND] += 1 << at
                child[MOVE] = pile | FOUNDATION << 8
            else:
                column = row[COLS + dst]
                child[COLS + dst] = alone(card) if column == 0 else extended(column, card)
                child[MOVE] = pile | (FIRST_COLUMN + dst) << 8
            settle(child, seq, reserve, lower, rules, pile, max(src, 0))
            n += 1
    return expand_stock(row, seq, reserve, lower, rules, out, n)
