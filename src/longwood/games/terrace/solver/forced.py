"""Moves that can never hurt (P1), in every game of the family."""

from longwood.games.terrace.solver.packed import (
    FIRST_COLUMN,
    FOUNDATION,
    RESERVE_SRC,
    Int,
    card_family,
    card_rank,
    column_high,
    column_low,
    foundation_for,
    lowest,
    plain_move,
    raised,
    shortened,
    top_card,
)
from longwood.games.terrace.solver.rows import (
    COLS,
    COPIES,
    FND,
    IN_SUIT,
    LEFT,
    NCOLS,
    RES,
    RESERVE_FILLS,
    ROW,
    WCOUNT,
    Given,
    Ints,
    settle,
)
from longwood.games.terrace.solver.runs import tidy
from longwood.kernels.compiled import borrowing


@borrowing("int64(int64, int64, int64)", inline=True)
def is_unwanted(heights: Int, card: Int, in_suit: Int) -> Int:
    """Whether all that could ever be put on a card, here or on a foundation, is on foundations: then it may go up."""
    copies = 2 if in_suit else 4
    family, rank = card_family(card), card_rank(card)
    if lowest(heights, family, copies) < rank:
        return 0
    # In suit, all that could be packed on it must be gone too: both suits of the other colour.
    other = 2 - (family & 2)
    return not in_suit or (lowest(heights, other, copies) >= rank and lowest(heights, other + 1, copies) >= rank)


@borrowing(f"int64({ROW}, Given, int64)", Given, inline=True)
def forced(row: Ints, given: Given, is_tidy: Int) -> Int:
    """Make one move that can never hurt and return its plain code, or 0 if there is none (P1).

    A row that is tidy stays tidy. A column's code names the column before the move.
    """
    # Just after a turn any card move would deal too: leave that choice open.
    if row[WCOUNT] == 0 and row[LEFT] > 0:
        return 0
    rules, heights = given.rules, row[FND]
    copies, in_suit = rules[COPIES], rules[IN_SUIT]
    if row[RES] > 0 and rules[RESERVE_FILLS] == 0:
        card = given.reserve[row[RES] - 1]
        if lowest(heights, card_family(card), copies) >= card_rank(card):
            row[RES] -= 1
            row[FND] = raised(heights, foundation_for(heights, card, copies))
            settle(row, given, RESERVE_SRC, 0)
            return plain_move(RESERVE_SRC, FOUNDATION)
    for i in range(rules[NCOLS]):
        column = row[COLS + i]
        if column == 0 or column_low(column) == column_high(column):
            continue
        card = top_card(column, in_suit)
        if not is_unwanted(heights, card, in_suit):
            continue
        row[COLS + i] = shortened(column)
        row[FND] = raised(heights, foundation_for(heights, card, copies))
        settle(row, given, FIRST_COLUMN, i)
        if is_tidy:
            tidy(row)
        return plain_move(FIRST_COLUMN + i, FOUNDATION)
    return 0
