"""What the Terrace search packs into one word: a card, a column, the foundations' heights, a move. All bits are here.

Ranks count from the base card: 0 to 12. Nothing lies on a base card, so a column and a foundation both stay within one
chain: `colour XOR rank odd`. The family is what a foundation builds in: the chain, or the suit where foundations build
in suit.
"""

from typing import Any, TypeAlias

from longwood.kernels.compiled import borrowing

Int: TypeAlias = Any
"""An int64: one of Python's outside a kernel, one of the machine's inside."""

# A card: chain | rank << 1 | suit bit << 5 | family << 6. The suit bit tells the two suits of a colour apart.
# A column: 0 when empty, else FULL | chain << 21 | low end << 17 | high end << 13 | a suit bit for each rank it holds.
# So columns sort by chain, low end and high end.
FULL = 1 << 22
LOW, HIGH = 15 << 17, 15 << 13

# The heights of the eight foundations: 4 bits each, those of a family side by side and ascending.


@borrowing("int64(int64, int64, int64, int64)", inline=True)
def card_word(chain: Int, rank: Int, suit: Int, family: Int) -> Int:
    """A card."""
    return chain | rank << 1 | suit << 5 | family << 6


@borrowing("int64(int64)", inline=True)
def card_chain(card: Int) -> Int:
    """A card's chain: 0 or 1."""
    return card & 1


@borrowing("int64(int64)", inline=True)
def card_rank(card: Int) -> Int:
    """A card's rank from the base card: 0 to 12."""
    return (card >> 1) & 15


@borrowing("int64(int64)", inline=True)
def card_family(card: Int) -> Int:
    """What a foundation with this card builds in."""
    return card >> 6


@borrowing("int64(int64)", inline=True)
def card_suit(card: Int) -> Int:
    """Which of the two suits of its colour a card is of; 0 where suits do not matter."""
    return (card >> 5) & 1


@borrowing("int64(int64, int64, int64, int64)", inline=True)
def column_word(chain: Int, low: Int, high: Int, suits: Int) -> Int:
    """A column of one card or more."""
    return FULL | chain << 21 | low << 17 | high << 13 | suits


@borrowing("int64(int64)", inline=True)
def column_chain(column: Int) -> Int:
    """The chain of a column."""
    return (column >> 21) & 1


@borrowing("int64(int64)", inline=True)
def column_low(column: Int) -> Int:
    """The rank of a column's low end, which is its top card."""
    return (column >> 17) & 15


@borrowing("int64(int64)", inline=True)
def column_high(column: Int) -> Int:
    """The rank of a column's high end, which is its bottom card."""
    return (column >> 13) & 15


@borrowing("int64(int64, int64)", inline=True)
def column_suit(column: Int, rank: Int) -> Int:
    """The suit bit of the card of this rank in a column."""
    return (column >> rank) & 1


@borrowing("int64(int64)", inline=True)
def column_side(column: Int) -> Int:
    """A number that is the same for columns of the same chain, and another one for no column."""
    return column >> 21


@borrowing("int64(int64, int64)", inline=True)
def takes(column: Int, card: Int) -> Int:
    """Whether a card may be put on a column that is not empty; one in a space is `takes` no host of."""
    # Full, chain and low end, all in one comparison. No low end is 13, so a rank of 12 finds no host.
    return column >> 17 == FULL >> 17 | card_chain(card) << 4 | (card_rank(card) + 1)


@borrowing("int64(int64, int64)", inline=True)
def swapped_highs(one: Int, other: Int) -> Int:
    """What both columns of a pair have to be XORed with so that they exchange their high ends."""
    return (one ^ other) & HIGH


@borrowing("int64(int64, int64)", inline=True)
def top_card(column: Int, in_suit: Int) -> Int:
    """The card at the low end of a column."""
    chain, low = column_chain(column), column_low(column)
    suit = column_suit(column, low)
    family = ((chain ^ (low & 1)) * 2 + suit) if in_suit else chain
    return card_word(chain, low, suit, family)


@borrowing("int64(int64)", inline=True)
def alone(card: Int) -> Int:
    """The column that is this one card."""
    rank = card_rank(card)
    return column_word(card_chain(card), rank, rank, card_suit(card) << rank)


@borrowing("int64(int64, int64)", inline=True)
def extended(column: Int, card: Int) -> Int:
    """The column with this card added at its low end."""
    rank = card_rank(card)
    return (column & ~LOW) | rank << 17 | card_suit(card) << rank


@borrowing("int64(int64)", inline=True)
def shortened(column: Int) -> Int:
    """The column without its low end; 0 if that was all of it."""
    low = column_low(column)
    if low == column_high(column):
        return 0
    return (column & ~LOW & ~(1 << low)) | (low + 1) << 17


@borrowing("int64(int64, int64)", inline=True)
def height(heights: Int, k: Int) -> Int:
    """How many cards lie on foundation k."""
    return (heights >> (4 * k)) & 15


@borrowing("int64(int64, int64)", inline=True)
def raised(heights: Int, k: Int) -> Int:
    """The heights with one card more on foundation k."""
    return heights + (1 << (4 * k))


@borrowing("int64(int64, int64, int64)", inline=True)
def foundation_for(heights: Int, card: Int, copies: Int) -> Int:
    """A foundation that takes a card, or -1 (R1). Of equal ones the last, so that heights stay sorted."""
    found = -1
    first, rank = card_family(card) * copies, card_rank(card)
    for k in range(first, first + copies):
        if height(heights, k) == rank:
            found = k
    return found


@borrowing("int64(int64, int64, int64)", inline=True)
def lowest(heights: Int, family: Int, copies: Int) -> Int:
    """The lowest foundation of a family."""
    return height(heights, family * copies)


@borrowing("int64(int64)", inline=True)
def on_foundations(heights: Int) -> Int:
    """How many cards lie on the foundations."""
    pairs = (heights & 0x0F0F0F0F) + ((heights >> 4) & 0x0F0F0F0F)
    return ((pairs * 0x01010101) >> 24) & 255


@borrowing("int64(int64, int64[::1])", inline=True)
def within(heights: Int, limits: Any) -> Int:
    """Whether no foundation is higher than its limit (P3)."""
    for k in range(8):
        if height(heights, k) > limits[k]:
            return 0
    return 1


# A plain move: src | dst << 8 in the rules' pile numbers, all foundations being one (R1). A digging move (H1) has the
# number of cards that are moved away first << 16, and DIG_ALL as its dst if that empties the column.
STOCK_SRC, WASTE_SRC, RESERVE_SRC, FOUNDATION, FIRST_COLUMN = 0, 1, 2, 3, 11
DIG_ALL = 255


@borrowing("int64(int64, int64)", inline=True)
def plain_move(src: Int, dst: Int) -> Int:
    """A move of the rules."""
    return src | dst << 8


@borrowing("int64(int64, int64, int64)", inline=True)
def digging_move(src: Int, dst: Int, moved: Int) -> Int:
    """So many cards moved from a column onto others, and what they uncover to `dst`."""
    return src | dst << 8 | moved << 16


@borrowing("int64(int64)", inline=True)
def move_src(move: Int) -> Int:
    """Where a plain or digging move starts from."""
    return move & 255


@borrowing("int64(int64)", inline=True)
def move_dst(move: Int) -> Int:
    """Where it leads."""
    return (move >> 8) & 255


@borrowing("int64(int64)", inline=True)
def cards_dug(move: Int) -> Int:
    """How many cards are moved away first: none by a plain move."""
    return move >> 16


DEAL: int = plain_move(STOCK_SRC, WASTE_SRC)
TURN: int = plain_move(WASTE_SRC, STOCK_SRC)

# A reduced move (R3): kind | chain << 4 | rank << 5 | shared << 9, where the bits of `shared` say which of the run's
# high ends, in ascending order, go with its lower half (0 if the run is not cut). Dealing and turning keep their plain
# codes, and both lie outside these kinds (kind 0 and 1).
RESERVE_UP, WASTE_UP, WASTE_ON, WASTE_DOWN, COLUMN_UP, SINGLE_UP, EMPTIED = 2, 3, 4, 5, 6, 7, 8


@borrowing("int64(int64, int64, int64)", inline=True)
def reduced_move(kind: Int, chain: Int, rank: Int) -> Int:
    """A move that changes a run, not yet saying how its high ends are shared out."""
    return kind | chain << 4 | rank << 5


@borrowing("int64(int64, int64)", inline=True)
def sharing(move: Int, shared: Int) -> Int:
    """The same with the high ends shared out."""
    return move | shared << 9


@borrowing("int64(int64)", inline=True)
def move_kind(move: Int) -> Int:
    """The kind of a reduced move."""
    return move & 15


@borrowing("int64(int64)", inline=True)
def move_chain(move: Int) -> Int:
    """The chain of a reduced move's run."""
    return (move >> 4) & 1


@borrowing("int64(int64)", inline=True)
def move_rank(move: Int) -> Int:
    """The rank of the card that a reduced move is about."""
    return (move >> 5) & 15


@borrowing("int64(int64)", inline=True)
def move_shared(move: Int) -> Int:
    """Which high ends go with the lower half of the run."""
    return move >> 9
