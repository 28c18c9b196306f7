"""Plain legality of Terrace: every move of the rules and where it leads."""

from longwood.games.terrace.solver.packed import (
    DEAL,
    FIRST_COLUMN,
    FOUNDATION,
    RESERVE_SRC,
    STOCK_SRC,
    TURN,
    WASTE_SRC,
    Int,
    alone,
    extended,
    foundation_for,
    plain_move,
    raised,
    shortened,
    takes,
    top_card,
)
from longwood.games.terrace.solver.rows import (
    COLS,
    COPIES,
    FND,
    IN_SUIT,
    MOVE,
    NCOLS,
    RES,
    ROW,
    TABLE,
    WCOUNT,
    WTOP,
    Given,
    Ints,
    can_deal,
    can_turn,
    copy_row,
    deal,
    settle,
    take_waste,
    turn,
)
from longwood.kernels.compiled import borrowing

# Which moves `expand_plain` leaves out.
NONE, TWIN_SPACES, PACKING = 0, 1, 2


@borrowing(f"int64({ROW}, Given, {TABLE}, int64)", Given, inline=True)
def expand_stock(row: Ints, given: Given, out: Ints, n: Int) -> Int:
    """Add dealing, or turning the waste over, to n moves found."""
    if can_deal(row):
        child = out[n]
        copy_row(child, row)
        deal(child, given.lower)
        child[MOVE] = DEAL
        settle(child, given, STOCK_SRC, 0)
        n += 1
    elif can_turn(row, given.rules):
        child = out[n]
        copy_row(child, row)
        turn(child)
        child[MOVE] = TURN
        n += 1
    return n


@borrowing(f"int64({ROW}, Given, {TABLE}, int64)", Given, inline=True)
def expand_reserve(row: Ints, given: Given, out: Ints, n: Int) -> Int:
    """Add the reserve's top card onto a foundation to n moves found; it is not settled yet."""
    if row[RES] > 0:
        k = foundation_for(row[FND], given.reserve[row[RES] - 1], given.rules[COPIES])
        if k >= 0:
            child = out[n]
            copy_row(child, row)
            child[RES] -= 1
            child[FND] = raised(row[FND], k)
            child[MOVE] = plain_move(RESERVE_SRC, FOUNDATION)
            n += 1
    return n


@borrowing(f"int64({ROW}, Given, {TABLE}, int64)", Given, inline=True)
def expand_plain(row: Ints, given: Given, out: Ints, without: Int) -> Int:
    """All legal moves and where they lead: how many there are.

    All foundations are one (R1). With TWIN_SPACES one of several spaces stands for all of them (R2); with PACKING the
    moves from column to column are left out too.
    """
    rules = given.rules
    copies, in_suit, ncols = rules[COPIES], rules[IN_SUIT], rules[NCOLS]
    n = expand_reserve(row, given, out, 0)
    if n > 0:
        settle(out[0], given, RESERVE_SRC, 0)
    for src in range(-1, ncols):
        if src < 0:
            if row[WCOUNT] == 0:
                continue
            card, pile = given.seq[row[WTOP]], WASTE_SRC
        else:
            if row[COLS + src] == 0:
                continue
            card, pile = top_card(row[COLS + src], in_suit), FIRST_COLUMN + src
        k = foundation_for(row[FND], card, copies)
        seen_space = False
        for dst in range(-1, ncols):
            if dst < 0:
                if k < 0:
                    continue
            elif row[COLS + dst] == 0:
                if src >= 0 or (without != NONE and seen_space):
                    continue
                seen_space = True
            elif not takes(row[COLS + dst], card) or (src >= 0 and without == PACKING):
                continue
            child = out[n]
            copy_row(child, row)
            if src < 0:
                take_waste(child, given.lower)
            else:
                child[COLS + src] = shortened(row[COLS + src])
            if dst < 0:
                child[FND] = raised(row[FND], k)
                child[MOVE] = plain_move(pile, FOUNDATION)
            else:
                column = row[COLS + dst]
                child[COLS + dst] = alone(card) if column == 0 else extended(column, card)
                child[MOVE] = plain_move(pile, FIRST_COLUMN + dst)
            settle(child, given, pile, max(src, 0))
            n += 1
    return expand_stock(row, given, out, n)
