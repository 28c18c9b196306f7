"""The reduced moves of a row (R1 to R4), where foundations alternate colours."""

from longwood.games.terrace.solver.packed import (
    COLUMN_UP,
    FIRST_COLUMN,
    RESERVE_SRC,
    RESERVE_UP,
    SINGLE_UP,
    WASTE_DOWN,
    WASTE_ON,
    WASTE_SRC,
    WASTE_UP,
    Int,
    alone,
    card_chain,
    card_rank,
    column_chain,
    column_low,
    extended,
    foundation_for,
    height,
    move_kind,
    raised,
    reduced_move,
    shortened,
    takes,
    top_card,
)
from longwood.games.terrace.solver.plain import expand_reserve, expand_stock
from longwood.games.terrace.solver.rows import (
    COLS,
    COPIES,
    FND,
    MOVE,
    NCOLS,
    ROW,
    WCOUNT,
    WTOP,
    Given,
    Ints,
    copy_row,
    settle,
    take_waste,
)
from longwood.games.terrace.solver.runs import LEFT_OUT, Work, expand_run, leave, replace_low, run_size, tidy
from longwood.kernels.compiled import borrowing


@borrowing("int64(int64, int64)", inline=True)
def ready_ends(heights: Int, copies: Int) -> Int:
    """Which low ends can go up: bit 16 * chain + rank."""
    found = 0
    for k in range(8):
        found |= 1 << (height(heights, k) + 16 * (k >= copies))
    return found


@borrowing(f"int64({ROW}, Given, Work, int64)", Given, Work, inline=True)
def expand_waste(row: Ints, given: Given, work: Work, n: Int) -> Int:
    """Add the waste's card onto a foundation and into a space."""
    card = given.seq[row[WTOP]]
    k = foundation_for(row[FND], card, given.rules[COPIES])
    if k >= 0:
        child = work.out[n]
        copy_row(child, row)
        child[FND] = raised(row[FND], k)
        child[MOVE] = WASTE_UP
        n += 1
    if row[row.size - 1] == 0:
        child = work.out[n]
        copy_row(child, row)
        child[row.size - 1] = alone(card)
        child[MOVE] = WASTE_DOWN
        n += 1
    return n


@borrowing(f"int64({ROW}, Given, Work, int64, int64, int64, int64)", Given, Work, inline=True)
def expand_single(row: Ints, given: Given, work: Work, n: Int, at: Int, card: Int, ready: Int) -> Int:
    """Add the moves of a run of one column, as most are: there is nothing to pair."""
    column = row[COLS + at]
    chain, low = column_chain(column), column_low(column)
    if card >= 0 and takes(column, card):
        child = work.out[n]
        copy_row(child, row)
        child[COLS + at] = extended(column, card)
        child[MOVE] = reduced_move(WASTE_ON, chain, card_rank(card))
        n += 1
    if (ready >> (low + 16 * chain)) & 1:
        child = work.out[n]
        copy_row(child, row)
        child[FND] = raised(row[FND], foundation_for(row[FND], top_card(column, 0), given.rules[COPIES]))
        child[COLS + at] = shortened(column)
        child[MOVE] = reduced_move(SINGLE_UP if child[COLS + at] == 0 else COLUMN_UP, chain, low)
        n += 1
    return n


@borrowing(f"int64({ROW}, Given, Work, int64, int64, int64, int64)", Given, Work, inline=True)
def expand_ups(row: Ints, given: Given, work: Work, n: Int, first: Int, size: Int, ready: Int) -> Int:
    """Add the low ends of a run that go to a foundation."""
    chain = column_chain(row[COLS + first])
    j = 0
    while j < size:
        column = row[COLS + first + j]
        low = column_low(column)
        equal = 1
        while j + equal < size and column_low(row[COLS + first + j + equal]) == low:
            equal += 1
        if (ready >> (low + 16 * chain)) & 1:
            k = foundation_for(row[FND], top_card(column, 0), given.rules[COPIES])
            cut = j if equal == 1 else 0
            start = n
            n = replace_low(row, work, n, first, size, j + equal - 1, low + 1, cut)
            # R4: with two such low ends, playing from the longer column and then packing the single gives the same.
            if equal == 1 or n == start:
                n = leave(row, work, n, first, size, low, low, cut, SINGLE_UP)
            for c in range(start, n):
                work.out[c, FND] = raised(row[FND], k)
        j += equal
    return n


@borrowing(f"void({ROW}, Given)", Given, inline=True)
def settle_reduced(child: Ints, given: Given) -> None:
    """What a reduced move leaves to be done: the card off its pile, all that follows by itself, the tidy form."""
    kind = move_kind(child[MOVE])
    if kind == RESERVE_UP:
        src = RESERVE_SRC
    elif kind <= WASTE_DOWN:
        src = WASTE_SRC
        take_waste(child, given.lower)
    else:
        src = FIRST_COLUMN
    if kind >= WASTE_ON:
        tidy(child)
    # A column that was emptied now stands last.
    settle(child, given, src, given.rules[NCOLS] - 1 if kind >= SINGLE_UP else 0)
    if kind >= SINGLE_UP:
        tidy(child)


@borrowing(f"int64({ROW}, Given, Work)", Given, Work, inline=True)
def expand_chain(row: Ints, given: Given, work: Work) -> Int:
    """The reduced moves of a tidy row and where they lead: how many there are. `work.ends` says what is missing."""
    out = work.out
    work.ends[LEFT_OUT] = 0
    n = expand_reserve(row, given, out, 0)
    if n > 0:
        out[0, MOVE] = RESERVE_UP
    card = -1
    if row[WCOUNT] > 0:
        card = given.seq[row[WTOP]]
        n = expand_waste(row, given, work, n)
    ready = ready_ends(row[FND], given.rules[COPIES])
    first = 0
    while first < given.rules[NCOLS] and row[COLS + first] != 0:
        size = run_size(row, first)
        if size == 1:
            n = expand_single(row, given, work, n, first, card, ready)
        else:
            fits = card >= 0 and card_chain(card) == column_chain(row[COLS + first])
            n = expand_run(row, work, n, first, size, card_rank(card) if fits else -1)
            n = expand_ups(row, given, work, n, first, size, ready)
        first += size
    for c in range(n):
        settle_reduced(out[c], given)
    return expand_stock(row, given, out, n)
