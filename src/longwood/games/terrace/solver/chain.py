"""The reduced moves of the games whose foundations alternate colours, and the moves that are forced in every game.

There suits do not matter: a column is (chain, high, low). Columns of one chain whose low ends form a gapless run can
exchange tails at no cost, so a row stands for all pairings of a run's high and low ends (R3). A move that takes the
last low end of its value out of the middle of a run cuts the run in two, and each way to share out the high ends
among the halves is a move of its own. docs/solver-terrace.md argues all of it.
"""

from longwood.games.terrace.solver.kernel import (
    COLS,
    COPIES,
    FIRST_COLUMN,
    FND,
    FOUNDATION,
    FULL,
    IN_SUIT,
    LEFT,
    MOVE,
    NCOLS,
    RES,
    RESERVE_FILLS,
    RESERVE_SRC,
    ROW,
    TABLE,
    WASTE_SRC,
    WCOUNT,
    WTOP,
    Int,
    Ints,
    alone,
    copy_row,
    expand_plain,
    expand_stock,
    extended,
    lowest,
    settle,
    shortened,
    slot,
    take_waste,
    top_card,
)
from longwood.kernels.bits import ones
from longwood.kernels.compiled import compiled

# A digging move (H1): pile | what << 8 | cards moved away << 16.
DIG_UP, DIG_ALL = FOUNDATION, 63

# Kinds of reduced moves: kind | chain << 4 | rank << 5 | shared << 9, where the bits of `shared` say which of the
# run's high ends, in ascending order, go with its lower half (0 if the run is not cut). Dealing and turning keep their
# plain codes, and both lie outside these kinds (kind 0 and 1).
RESERVE_UP, WASTE_UP, WASTE_ON, WASTE_DOWN, COLUMN_UP, SINGLE_UP, EMPTIED = 2, 3, 4, 5, 6, 7, 8


@compiled(f"void({ROW})")
def tidy(row: Ints) -> None:
    """The row's own form: columns by chain and low end, the high ends of each run ascending, spaces last (R2, R3)."""
    end = COLS
    for i in range(COLS, row.size):
        column = row[i]
        if column == 0:
            continue
        at = end
        while at > COLS and row[at - 1] > column:
            row[at] = row[at - 1]
            at -= 1
        row[at] = column
        end += 1
    for i in range(end, row.size):
        row[i] = 0
    start = COLS
    for i in range(COLS + 1, end):
        # A run goes on while the low ends stay equal or rise by one within a chain.
        if row[i] >> 21 != row[i - 1] >> 21 or ((row[i] >> 17) & 15) - ((row[i - 1] >> 17) & 15) > 1:
            start = i
            continue
        at = i
        while at > start and (row[at - 1] >> 13) & 15 > (row[at] >> 13) & 15:
            swap = (row[at - 1] ^ row[at]) & (15 << 13)
            row[at - 1] ^= swap
            row[at] ^= swap
            at -= 1


@compiled(f"int64({ROW}, {TABLE}, int64, {ROW}, int64, int64, int64, int64, int64)")
def share(row: Ints, out: Ints, n: Int, ends: Ints, first: Int, size: Int, m: Int, cut: Int, move: Int) -> Int:
    """Every way to pair a run's new high ends ends[:m] with its new low ends ends[16:16+m], as children from n on.

    The run had `size` columns from column `first` on. The lowest `cut` low ends are one half of the run and the rest
    the other; 0 if the run stays whole.
    """
    chain = row[COLS + first] & (1 << 21)
    subsets = 1 << m if 0 < cut < m else 1
    for subset in range(subsets):
        if subsets > 1:
            if ones(subset) != cut:
                continue
            twin = False
            for j in range(1, m):
                # Of equal high ends the first ones go down: the other ways are the same.
                if ends[j] == ends[j - 1] and (subset >> j) & 1 and not (subset >> (j - 1)) & 1:
                    twin = True
            if twin:
                continue
        child = out[n]
        copy_row(child, row)
        down, up = 0, cut if subsets > 1 else 0
        fits = True
        for j in range(m):
            if (subset >> j) & 1:
                k = down
                down += 1
            else:
                k = up
                up += 1
            high, low = ends[j], ends[16 + k]
            if high < low:
                fits = False
                break
            child[COLS + first + k] = FULL | chain | low << 17 | high << 13
        if not fits:
            continue
        if m < size:
            child[COLS + first + m] = 0
        child[MOVE] = move | subset << 9
        n += 1
    return n


@compiled(f"int64({ROW}, {TABLE}, {ROW}, int64, int64, int64, int64, int64, int64, int64)")
def leave(
    row: Ints, out: Ints, ends: Ints, n: Int, first: Int, size: Int, head: Int, low: Int, cut: Int, kind: Int
) -> Int:
    """Children in which a run loses one column: a high end `head` and a low end `low`. None if it has no such head."""
    m, found = 0, False
    for i in range(size):
        high = (row[COLS + first + i] >> 13) & 15
        if high == head and not found:
            found = True
            continue
        ends[m] = high
        m += 1
    if not found:
        return n
    m, found = 0, False
    for i in range(size):
        end = (row[COLS + first + i] >> 17) & 15
        if end == low and not found:
            found = True
            continue
        ends[16 + m] = end
        m += 1
    chain = (row[COLS + first] >> 21) & 1
    return share(row, out, n, ends, first, size, m, cut, kind | chain << 4 | head << 5)


@compiled(f"int64({ROW}, {TABLE}, {ROW}, int64, int64, int64, int64, int64, int64)")
def replace_low(row: Ints, out: Ints, ends: Ints, n: Int, first: Int, size: Int, at: Int, low: Int, cut: Int) -> Int:
    """Children in which the low end of a run's column `at` becomes `low`, next to what it was."""
    chain = (row[COLS + first] >> 21) & 1
    for j in range(size):
        ends[j] = (row[COLS + first + j] >> 13) & 15
        ends[16 + j] = (row[COLS + first + j] >> 17) & 15
    was = ends[16 + at]
    ends[16 + at] = low
    move = WASTE_ON | low << 5 if low < was else COLUMN_UP | was << 5
    return share(row, out, n, ends, first, size, size, cut, move | chain << 4)


@compiled(f"int64({ROW}, {TABLE}, {ROW}, int64, int64, int64, int64)")
def expand_run(row: Ints, out: Ints, ends: Ints, n: Int, first: Int, size: Int, rank: Int) -> Int:
    """Add the moves that change one run of columns: the waste's card of this rank (if any) onto it, packing it."""
    below, equal = 0, 0
    for j in range(size):
        low = (row[COLS + first + j] >> 17) & 15
        below += low <= rank
        equal += low == rank + 1
    if rank >= 0 and equal > 0:
        n = replace_low(row, out, ends, n, first, size, below, rank, below + 1 if equal == 1 else 0)
    # A whole column packed away: its head v leaves the high ends, v + 1 the low ends.
    top = (row[COLS + first + size - 1] >> 17) & 15
    seen = -1
    for j in range(size):
        head = (row[COLS + first + j] >> 13) & 15
        if head == seen or head >= top:
            continue
        seen = head
        below, equal = 0, 0
        for i in range(size):
            low = (row[COLS + first + i] >> 17) & 15
            below += low <= head
            equal += low == head + 1
        n = leave(row, out, ends, n, first, size, head, head + 1, below if equal == 1 else 0, EMPTIED)
    return n


@compiled(f"int64({ROW}, {ROW}, {ROW}, {TABLE}, {ROW}, {TABLE}, {ROW})")
def expand_chain(row: Ints, seq: Ints, reserve: Ints, lower: Ints, rules: Ints, out: Ints, ends: Ints) -> Int:
    """The reduced moves of a tidy row and where they lead: how many there are. `ends` is scratch space."""
    n = 0
    copies, fnd = rules[COPIES], row[FND]
    if row[RES] > 0:
        card = reserve[row[RES] - 1]
        at = slot(fnd, card >> 6, copies, (card >> 1) & 15)
        if at >= 0:
            child = out[n]
            copy_row(child, row)
            child[RES] -= 1
            child[FND] += 1 << at
            child[MOVE] = RESERVE_UP
            n += 1
    card, rank = -1, -1
    if row[WCOUNT] > 0:
        card = seq[row[WTOP]]
        rank = (card >> 1) & 15
        at = slot(fnd, card >> 6, copies, rank)
        if at >= 0:
            child = out[n]
            copy_row(child, row)
            child[FND] += 1 << at
            child[MOVE] = WASTE_UP
            n += 1
        if row[row.size - 1] == 0:
            child = out[n]
            copy_row(child, row)
            child[row.size - 1] = alone(card)
            child[MOVE] = WASTE_DOWN
            n += 1
    # Which low ends can go up at all: bit 16 * chain + rank.
    ready = 0
    for k in range(8):
        ready |= 1 << (((fnd >> (4 * k)) & 15) + 16 * (k >= copies))
    first = 0
    while first < rules[NCOLS] and row[COLS + first] != 0:
        side = row[COLS + first] >> 21
        chain = side & 1
        size = 1
        while (
            first + size < rules[NCOLS]
            and row[COLS + first + size] >> 21 == side
            and ((row[COLS + first + size] >> 17) & 15) - ((row[COLS + first + size - 1] >> 17) & 15) <= 1
        ):
            size += 1
        if size == 1:
            # Most runs: nothing to pair.
            column = row[COLS + first]
            low = (column >> 17) & 15
            if rank + 1 == low and card & 1 == chain and rank >= 0:
                copy_row(out[n], row)
                out[n, COLS + first] = column - (1 << 17)
                out[n, MOVE] = WASTE_ON | chain << 4 | rank << 5
                n += 1
            if (ready >> (low + 16 * chain)) & 1:
                copy_row(out[n], row)
                out[n, FND] += 1 << slot(fnd, chain, copies, low)
                out[n, COLS + first] = shortened(column)
                out[n, MOVE] = (SINGLE_UP if out[n, COLS + first] == 0 else COLUMN_UP) | chain << 4 | low << 5
                n += 1
            first += 1
            continue
        n = expand_run(row, out, ends, n, first, size, rank if card & 1 == chain else -1)
        # A low end onto a foundation.
        j = 0
        while j < size:
            low = (row[COLS + first + j] >> 17) & 15
            equal = 1
            while j + equal < size and (row[COLS + first + j + equal] >> 17) & 15 == low:
                equal += 1
            if (ready >> (low + 16 * chain)) & 1:
                at = slot(fnd, chain, copies, low)
                cut = j if equal == 1 else 0
                start = n
                n = replace_low(row, out, ends, n, first, size, j + equal - 1, low + 1, cut)
                # R4: with two such low ends, playing from the longer column and then packing the single gives the same.
                if equal == 1 or n == start:
                    n = leave(row, out, ends, n, first, size, low, low, cut, SINGLE_UP)
                for c in range(start, n):
                    out[c, FND] += 1 << at
            j += equal
        first += size
    for c in range(n):
        child = out[c]
        kind = child[MOVE] & 15
        if kind == RESERVE_UP:
            src = RESERVE_SRC
        elif kind <= WASTE_DOWN:
            src = WASTE_SRC
            take_waste(child, lower)
        else:
            src = FIRST_COLUMN
        if kind >= WASTE_ON:
            tidy(child)
        # A column that was emptied now stands last.
        settle(child, seq, reserve, lower, rules, src, rules[NCOLS] - 1 if kind >= SINGLE_UP else 0)
        if kind >= SINGLE_UP:
            tidy(child)
    return expand_stock(row, seq, reserve, lower, rules, out, n)


@compiled(f"int64({ROW}, {ROW}, {ROW}, {TABLE}, {ROW}, {TABLE})")
def expand_dig(row: Ints, seq: Ints, reserve: Ints, lower: Ints, rules: Ints, out: Ints) -> Int:
    """The plain moves, except that a column is packed onto others only to play what it uncovers or to empty it (H1).

    This leaves moves out: where foundations build in suit, packing for later can matter. No proof may rest on it.
    """
    n = expand_plain(row, seq, reserve, lower, rules, out, 2)
    ncols = rules[NCOLS]
    for src in range(ncols):
        column = row[COLS + src]
        if column == 0:
            continue
        low, high = (column >> 17) & 15, (column >> 13) & 15
        # `child` is the row with k cards moved away, each onto the first column that takes it.
        child = out[n]
        copy_row(child, row)
        for k in range(1, high - low + 2):
            card = top_card(child[COLS + src], rules[IN_SUIT])
            host = FULL >> 17 | (card & 1) << 4 | (low + k)
            to = 0
            while to < ncols and (to == src or row[COLS + to] >> 17 != host):
                to += 1
            if to == ncols or low + k > 12:
                break
            child[COLS + to] = extended(row[COLS + to], card)
            child[COLS + src] = shortened(child[COLS + src])
            emptied = child[COLS + src] == 0
            # Each card moved settles on its own: just after a turn the first of them deals.
            settle(child, seq, reserve, lower, rules, FIRST_COLUMN, src)
            if emptied:
                child[MOVE] = (FIRST_COLUMN + src) | DIG_ALL << 8 | k << 16
                n += 1
                break
            card = top_card(child[COLS + src], rules[IN_SUIT])
            at = slot(row[FND], card >> 6, rules[COPIES], low + k)
            if at >= 0:
                copy_row(out[n + 1], child)
                child[COLS + src] = shortened(child[COLS + src])
                child[FND] += 1 << at
                child[MOVE] = (FIRST_COLUMN + src) | DIG_UP << 8 | k << 16
                settle(child, seq, reserve, lower, rules, FIRST_COLUMN, src)
                n += 1
                child = out[n]
    return n


@compiled(f"int64({ROW}, {ROW}, {ROW}, {TABLE}, {ROW}, int64)")
def forced(row: Ints, seq: Ints, reserve: Ints, lower: Ints, rules: Ints, chain_mode: Int) -> Int:
    """Make one move that can never hurt and return its plain code, or 0 if there is none (P1).

    A row that is tidy stays tidy. A column's code names the column before the move.
    """
    # Just after a turn any card move would deal too: leave that choice open.
    if row[WCOUNT] == 0 and row[LEFT] > 0:
        return 0
    copies, in_suit, fnd = rules[COPIES], rules[IN_SUIT], row[FND]
    if row[RES] > 0 and rules[RESERVE_FILLS] == 0:
        card = reserve[row[RES] - 1]
        rank = (card >> 1) & 15
        if lowest(fnd, card >> 6, copies) >= rank:
            row[RES] -= 1
            row[FND] += 1 << slot(fnd, card >> 6, copies, rank)
            settle(row, seq, reserve, lower, rules, RESERVE_SRC, 0)
            return RESERVE_SRC | 3 << 8
    for i in range(rules[NCOLS]):
        column = row[COLS + i]
        low = (column >> 17) & 15
        if column == 0 or low == (column >> 13) & 15:
            continue
        card = top_card(column, in_suit)
        if lowest(fnd, card >> 6, copies) < low:
            continue
        # In suit, all that could be packed on it must be gone too: both suits of the other colour.
        other = 2 - ((card >> 6) & 2)
        if in_suit and (lowest(fnd, other, copies) < low or lowest(fnd, other + 1, copies) < low):
            continue
        row[COLS + i] = shortened(column)
        row[FND] += 1 << slot(fnd, card >> 6, copies, low)
        settle(row, seq, reserve, lower, rules, FIRST_COLUMN, i)
        if chain_mode:
            tidy(row)
        return (FIRST_COLUMN + i) | 3 << 8
    return 0
