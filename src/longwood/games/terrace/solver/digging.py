"""Digging moves (H1), where foundations build in suit."""

from longwood.games.terrace.solver.packed import (
    DIG_ALL,
    FIRST_COLUMN,
    FOUNDATION,
    Int,
    column_high,
    column_low,
    digging_move,
    extended,
    foundation_for,
    raised,
    shortened,
    takes,
    top_card,
)
from longwood.games.terrace.solver.plain import PACKING, expand_plain
from longwood.games.terrace.solver.rows import (
    COLS,
    COPIES,
    FND,
    IN_SUIT,
    MOVE,
    NCOLS,
    ROW,
    TABLE,
    Given,
    Ints,
    copy_row,
    settle,
)
from longwood.kernels.compiled import borrowing


@borrowing(f"int64({ROW}, int64, int64, int64)")
def first_host(row: Ints, ncols: Int, src: Int, card: Int) -> Int:
    """The first column but `src` that takes a card; `ncols` if none does."""
    to = 0
    while to < ncols and (to == src or not takes(row[COLS + to], card)):
        to += 1
    return to


@borrowing(f"int64({ROW}, Given, {TABLE})", Given)
def expand_dig(row: Ints, given: Given, out: Ints) -> Int:
    """The plain moves, except that a column is packed onto others only to play what it uncovers or to empty it (H1).

    This leaves moves out: where foundations build in suit, packing for later can matter. No proof may rest on it.
    """
    n = expand_plain(row, given, out, PACKING)
    rules = given.rules
    ncols = rules[NCOLS]
    for src in range(ncols):
        column = row[COLS + src]
        if column == 0:
            continue
        # `child` is the row with k cards moved away, each onto the first column that takes it.
        child = out[n]
        copy_row(child, row)
        for k in range(1, column_high(column) - column_low(column) + 2):
            card = top_card(child[COLS + src], rules[IN_SUIT])
            to = first_host(row, ncols, src, card)
            if to == ncols:
                break
            child[COLS + to] = extended(row[COLS + to], card)
            child[COLS + src] = shortened(child[COLS + src])
            emptied = child[COLS + src] == 0
            # Each card moved settles on its own: just after a turn the first of them deals.
            settle(child, given, FIRST_COLUMN, src)
            if emptied:
                child[MOVE] = digging_move(FIRST_COLUMN + src, DIG_ALL, k)
                n += 1
                break
            card = top_card(child[COLS + src], rules[IN_SUIT])
            foundation = foundation_for(row[FND], card, rules[COPIES])
            if foundation >= 0:
                copy_row(out[n + 1], child)
                child[COLS + src] = shortened(child[COLS + src])
                child[FND] = raised(child[FND], foundation)
                child[MOVE] = digging_move(FIRST_COLUMN + src, FOUNDATION, k)
                settle(child, given, FIRST_COLUMN, src)
                n += 1
                child = out[n]
    return n
