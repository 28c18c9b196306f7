"""A Terrace position as one row of integers, and what play does to it. docs/solver-terrace.md explains it."""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from longwood.games.terrace.solver.packed import (
    FIRST_COLUMN,
    RESERVE_SRC,
    STOCK_SRC,
    WASTE_SRC,
    Int,
    alone,
    card_family,
    card_rank,
    on_foundations,
)
from longwood.kernels.bits import ones
from longwood.kernels.compiled import borrowing
from longwood.kernels.mixing import some_words, word_of
from longwood.kernels.records import I64, I64Table

Ints: TypeAlias = npt.NDArray[np.int64]

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
SUM1, SUM2 = 12, 13  # sums over the unplayed cards of the sequence, kept up to date; see `keys`
SCORE, PARENT, MOVE, LEVEL = 14, 15, 16, 17
COLS = 18

# What a Terrace instance says, as the kernel reads it.
NCOLS, COPIES, REDEALS, FILLS, FILL0, CARDS, IN_SUIT, RESERVE_FILLS = 0, 1, 2, 3, 4, 7, 8, 9
RULES = 10

KINDS = 52
"""The cards that there are: 13 ranks for each family, which may be fewer than four."""

ZOBRIST = some_words(2 * 512, 2014).reshape(2, 512)
"""A word for each place of the sequence, for either key."""

ROW = "int64[::1]"
TABLE = "int64[:,::1]"


class Given(NamedTuple):
    """What stays the same during a search."""

    seq: I64
    """The cards of the sequence: waste from the bottom, then stock."""
    reserve: I64
    """The cards of the reserve, from the bottom."""
    lower: I64Table
    """For each card of the sequence what `compare` found."""
    rules: I64
    """What the Terrace instance says."""


@borrowing(f"int64({ROW})", inline=True)
def rest_word(row: Ints) -> Int:
    """What a position is apart from its columns and the cards of the sequence that are left; foundations follow."""
    return row[PTR] | row[RES] << 8 | row[LOCK] << 16 | row[TURNED] << 17


@borrowing(f"UniTuple(int64, 2)({ROW})", inline=True)
def keys(row: Ints) -> tuple[Int, Int]:
    """Two independent 64-bit keys of a position in which the order of the columns does not count."""
    a, b = row[SUM1], row[SUM2]
    # Foundations are implied by the rest; base and order of cards are the same throughout a search.
    rest = rest_word(row)
    a += word_of(rest + 0x1000000000)
    b += word_of(rest + 0x2000000000)
    for i in range(COLS, row.size):
        a += word_of(row[i] + 0x3000000000)
        b += word_of(row[i] + 0x4000000000)
    return a, b


@borrowing(f"void({ROW}, {TABLE}, {TABLE})", inline=True)
def compare(seq: Ints, lower: Ints, under: Ints) -> None:
    """For each card of the sequence, the lower ones of its family before it, and which cards come from there on.

    `under` is space to work in: for each card there is, the lower ones of its family so far.
    """
    for kind in range(KINDS):
        under[kind, 0], under[kind, 1] = 0, 0
    cards = lower.shape[0] - 1
    for i in range(cards):
        first = 13 * card_family(seq[i])
        kind = first + card_rank(seq[i])
        lower[i, 0], lower[i, 1] = under[kind, 0], under[kind, 1]
        for higher in range(kind + 1, first + 13):
            under[higher, i // 52] |= 1 << (i % 52)
    lower[cards, 2] = 0
    for i in range(cards - 1, -1, -1):
        lower[i, 2] = lower[i + 1, 2] | 1 << (13 * card_family(seq[i]) + card_rank(seq[i]))


@borrowing(f"void({ROW}, {ROW})", inline=True)
def copy_row(to: Ints, row: Ints) -> None:
    """Copy a row. (A loop: Numba takes seconds to compile an assignment to a slice.)"""
    for i in range(row.size):
        to[i] = row[i]


@borrowing(f"int64({ROW}, int64)", inline=True)
def unplayed(row: Ints, place: Int) -> Int:
    """Whether a card of the sequence is still in waste or stock."""
    return (row[LO] >> place) & 1 if place < 52 else (row[HI] >> (place - 52)) & 1


@borrowing(f"int64({ROW}, {TABLE}, int64)", inline=True)
def lower_below(row: Ints, lower: Ints, place: Int) -> Int:
    """How many lower cards of its family lie in the waste below a card."""
    return ones(lower[place, 0] & row[LO]) + ones(lower[place, 1] & row[HI])


@borrowing(f"void({ROW}, int64)", inline=True)
def remove(row: Ints, place: Int) -> None:
    """Take a card out of the sequence."""
    if place < 52:
        row[LO] ^= 1 << place
    else:
        row[HI] ^= 1 << (place - 52)
    row[SUM1] -= ZOBRIST[0, place]
    row[SUM2] -= ZOBRIST[1, place]


@borrowing(f"void({ROW}, {TABLE})", inline=True)
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


@borrowing(f"int64({ROW})", inline=True)
def next_place(row: Ints) -> Int:
    """The place of the stock's next card."""
    place = row[PTR]
    while not unplayed(row, place):
        place += 1
    return place


@borrowing(f"void({ROW}, {TABLE})", inline=True)
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


@borrowing(f"void({ROW}, {TABLE})", inline=True)
def recount(row: Ints, lower: Ints) -> None:
    """Everything of a row that follows from its other fields: counts, inversions and sums."""
    row[WTOP], row[WCOUNT], row[LEFT], row[INV], row[BLK], row[SUM1], row[SUM2] = -1, 0, 0, 0, 0, 0, 0
    for place in range(lower.shape[0] - 1):
        if unplayed(row, place):
            row[SUM1] += ZOBRIST[0, place]
            row[SUM2] += ZOBRIST[1, place]
            if place < row[PTR]:
                below = lower_below(row, lower, place)
                row[INV] += below
                row[BLK] += below > 0
                row[WTOP] = place
                row[WCOUNT] += 1
            else:
                row[LEFT] += 1


@borrowing(f"int64({ROW})", inline=True)
def spaces(row: Ints) -> Int:
    """How many columns are empty."""
    found = 0
    for i in range(COLS, row.size):
        found += row[i] == 0
    return found


@borrowing(f"int64({ROW})", inline=True)
def level_of(row: Ints) -> Int:
    """What rises with every move of a card except an exchange of tails, as long as no card is dealt."""
    # Twice the cards in columns and twice those on foundations; a card off the waste into a space counts too.
    up = on_foundations(row[FND])
    return 2 * (104 + up - row[WCOUNT] - row[LEFT] - row[RES]) + spaces(row)


@borrowing(f"int64({ROW})", inline=True)
def can_deal(row: Ints) -> Int:
    """On a later pass each card has to be played before the next one is dealt."""
    return row[LEFT] > 0 and row[LOCK] == 0 and not (row[TURNED] > 0 and row[WCOUNT] > 0)


@borrowing(f"int64({ROW}, {ROW})", inline=True)
def can_turn(row: Ints, rules: Ints) -> Int:
    """Whether the waste may be turned over to form a new stock."""
    return row[LEFT] == 0 and row[WCOUNT] > 0 and row[TURNED] < rules[REDEALS] and row[LOCK] == 0


@borrowing(f"void({ROW})", inline=True)
def turn(row: Ints) -> None:
    """The waste becomes the stock, the cards in the same order."""
    row[PTR], row[LEFT], row[WCOUNT], row[WTOP], row[INV], row[BLK] = 0, row[WCOUNT], 0, -1, 0, 0
    row[TURNED] += 1


@borrowing(f"void({ROW}, Given, int64)", Given, inline=True)
def fill_space(row: Ints, given: Given, column: Int) -> None:
    """Fill an empty column from the first pile of those that do so by themselves and have a card."""
    rules = given.rules
    for k in range(rules[FILLS]):
        pile = rules[FILL0 + k]
        if pile == RESERVE_SRC and row[RES] > 0:
            row[RES] -= 1
            row[COLS + column] = alone(given.reserve[row[RES]])
            return
        if pile == WASTE_SRC and row[WCOUNT] > 0:
            row[COLS + column] = alone(given.seq[row[WTOP]])
            take_waste(row, given.lower)
            return
        if pile == STOCK_SRC and row[LEFT] > 0:
            place = next_place(row)
            row[COLS + column] = alone(given.seq[place])
            remove(row, place)
            row[PTR] = place + 1
            row[LEFT] -= 1
            return


@borrowing(f"void({ROW}, Given, int64, int64)", Given, inline=True)
def settle(row: Ints, given: Given, src: Int, column: Int) -> None:
    """What follows by itself after a card has left `src`; `column` is the one it left, if it left a column."""
    fills = given.rules[FILLS] > 0
    if fills and src >= FIRST_COLUMN and row[COLS + column] == 0:
        fill_space(row, given, column)
    space = spaces(row) > 0
    if src == STOCK_SRC:
        locked = space
    else:
        # A lock means that there is a space, and only the waste can fill one.
        locked = row[LOCK] > 0 and src != WASTE_SRC
        if row[WCOUNT] == 0 and row[LEFT] > 0 and not locked:
            deal(row, given.lower)
            locked = space
    row[LOCK] = 1 if locked and not fills else 0
