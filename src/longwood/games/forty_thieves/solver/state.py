"""A Forty Thieves position in 40 bytes and a mask, and a move in one word: what is packed where is known here alone.

docs/solver-forty-thieves.md explains the state.
"""

from typing import Any

from longwood.kernels.bits import BELOW, highest
from longwood.kernels.compiled import borrowing, i64, inlined, u64

# A state is a row of signed bytes (arithmetic on unsigned ones wraps round) and a mask.
#
# Cards enter a column only in suit or when it is empty, so a column is always the lowest `depth` cards of what lay
# there when the search began, and on them one maximal run in suit of `length` cards that starts at `base`.
# An empty column has depth, base and length 0.
_DEPTH, _BASE, _LENGTH = 0, 10, 20
# Two heights a suit, the greater first: which of the foundation piles holds them never matters.
_FOUNDATION = 30
# Waste and stock are one row of cards, the talon. So many of them have been dealt. Bit i of the mask says that talon
# card i has not been played: the waste is what is dealt and unplayed, the highest bit on top.
_DEALT = 38
ROW = 40
MOST_TALON = 64

# Where a move starts and ends; columns are 0 to 9.
COLUMNS = 10
WASTE = TO_FOUNDATION = 10
STOCK = TO_WASTE = 11
# No position has so many: 11 sources times 8 spaces or hosts times 13 counts.
MOST_MOVES = 1200
NO_MOVE = -1

ONE = u64(1)
KING = 12
"""The height of a foundation that takes a king."""


# Cards. Suits are 13 cards in a row, the ace first.


@inlined
def suit_of(card: Any) -> Any:
    """The suit of a card, 0 to 3."""
    return card // 13


@inlined
def height_of(card: Any) -> Any:
    """How many ranks are below a card: as high is a foundation that takes it."""
    return card % 13


@inlined
def bit(i: Any) -> Any:
    """Bit i, of a set of cards or of a mask."""
    return ONE << u64(i)


@inlined
def has(cards: Any, i: Any) -> Any:
    """Whether bit i is set."""
    return (cards >> u64(i)) & ONE != 0


# Columns.


@inlined
def depth_of(s: Any, c: Any) -> Any:
    """How many cards lie under a column's run."""
    return i64(s[_DEPTH + c])


@inlined
def base_of(s: Any, c: Any) -> Any:
    """The first card of a column's run."""
    return i64(s[_BASE + c])


@inlined
def length_of(s: Any, c: Any) -> Any:
    """How many cards a column's run has; 0 in an empty column alone."""
    return i64(s[_LENGTH + c])


@inlined
def top_of(s: Any, c: Any) -> Any:
    """The top card of a column that is not empty."""
    return base_of(s, c) - length_of(s, c) + 1


@inlined
def set_column(s: Any, c: Any, depth: Any, base: Any, length: Any) -> None:
    """Say what a column holds."""
    s[_DEPTH + c] = depth
    s[_BASE + c] = base
    s[_LENGTH + c] = length


@inlined
def set_length(s: Any, c: Any, length: Any) -> None:
    """Say how long a column's run is."""
    s[_LENGTH + c] = length


# Foundations, waste and stock.


@inlined
def greater(s: Any, suit: Any) -> Any:
    """The height of the higher foundation of a suit."""
    return i64(s[_FOUNDATION + 2 * suit])


@inlined
def lesser(s: Any, suit: Any) -> Any:
    """The height of the lower foundation of a suit."""
    return i64(s[_FOUNDATION + 2 * suit + 1])


@inlined
def set_foundations(s: Any, suit: Any, one: Any, other: Any) -> None:
    """Say how high the two foundations of a suit are."""
    s[_FOUNDATION + 2 * suit] = max(one, other)
    s[_FOUNDATION + 2 * suit + 1] = min(one, other)


@inlined
def dealt_of(s: Any) -> Any:
    """How many cards of the talon have been dealt."""
    return i64(s[_DEALT])


@inlined
def set_dealt(s: Any, dealt: Any) -> None:
    """Say how many cards of the talon have been dealt."""
    s[_DEALT] = dealt


@inlined
def waste_of(s: Any, mask: Any) -> Any:
    """The waste, as bits of the talon."""
    return mask & BELOW[dealt_of(s)]


@inlined
def copy(row: Any, to: Any) -> None:
    """Copy a state's row."""
    for i in range(ROW):
        to[i] = row[i]


@borrowing("int64(int8[::1], uint64)")
def waste_top(s: Any, mask: Any) -> Any:
    """Where in the talon the top card of the waste is, -1 if the waste is empty."""
    return highest(waste_of(s, mask))


@borrowing("int64(int8[::1])")
def spaces(s: Any) -> Any:
    """How many columns are empty."""
    found = 0
    for c in range(COLUMNS):
        if length_of(s, c) == 0:
            found += 1
    return found


@borrowing("uint64(int8[::1])")
def top_cards(s: Any) -> Any:
    """The top cards of the columns, a bit each."""
    tops = u64(0)
    for c in range(COLUMNS):
        if length_of(s, c):
            tops |= bit(top_of(s, c))
    return tops


@borrowing("int64(int8[::1])")
def founded(s: Any) -> Any:
    """How many cards lie on the foundations."""
    found = 0
    for suit in range(4):
        found += greater(s, suit) + lesser(s, suit)
    return found


@borrowing("int64(int8[::1])")
def score(s: Any) -> Any:
    """Five points a card and sixty more for a full foundation."""
    points = 5 * founded(s)
    for suit in range(4):
        points += 60 * (greater(s, suit) == 13) + 60 * (lesser(s, suit) == 13)
    return points


@borrowing("boolean(int8[::1], int64)")
def fits_foundation(s: Any, card: Any) -> Any:
    """Whether a card may go to a foundation."""
    suit = suit_of(card)
    return greater(s, suit) == height_of(card) or lesser(s, suit) == height_of(card)


# Moves.


@inlined
def move_of(src: Any, dst: Any, count: Any) -> Any:
    """So many cards from one place to another, as a word."""
    return src | dst << 4 | count << 8


@inlined
def source(m: Any) -> Any:
    """Where a move starts."""
    return m & 15


@inlined
def target(m: Any) -> Any:
    """Where it ends."""
    return (m >> 4) & 15


@inlined
def count_of(m: Any) -> Any:
    """How many cards it takes along."""
    return m >> 8
