"""Runs of columns and what may happen to them (R3), where foundations alternate colours.

There suits do not matter: a column is (chain, high, low). Columns of one chain whose low ends form a gapless run can
exchange tails at no cost, so a row stands for all pairings of a run's high and low ends. A move that takes the last low
end of its value out of the middle of a run cuts the run in two, and each way to share out the high ends among the
halves is a move of its own. docs/solver-terrace.md argues all of it.
"""

from typing import NamedTuple

from longwood.games.terrace.solver.packed import (
    COLUMN_UP,
    EMPTIED,
    WASTE_ON,
    Int,
    column_chain,
    column_high,
    column_low,
    column_side,
    column_word,
    reduced_move,
    sharing,
    swapped_highs,
)
from longwood.games.terrace.solver.rows import COLS, MOVE, ROW, Ints, copy_row
from longwood.games.terrace.solver.widths import MOST_RUN, MOST_SHARED
from longwood.kernels.bits import ones
from longwood.kernels.compiled import borrowing
from longwood.kernels.records import I64, I64Table

# What `ends` holds: the high ends of a run after a move, its low ends, and how many children found no room.
HIGHS, LOWS, LEFT_OUT, ENDS = 0, MOST_RUN, 2 * MOST_RUN, 2 * MOST_RUN + 1


class Work(NamedTuple):
    """Where the moves of a row are written, and space to work in."""

    out: I64Table
    """A row for each move."""
    ends: I64


@borrowing("int64(int64, int64)", inline=True)
def goes_on(column: Int, following: Int) -> Int:
    """Whether a run goes on from a column to the next one: low ends stay equal or rise by one within a chain."""
    return column_side(following) == column_side(column) and column_low(following) - column_low(column) <= 1


@borrowing(f"void({ROW})", inline=True)
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
        if not goes_on(row[i - 1], row[i]):
            start = i
            continue
        at = i
        while at > start and column_high(row[at - 1]) > column_high(row[at]):
            swap = swapped_highs(row[at - 1], row[at])
            row[at - 1] ^= swap
            row[at] ^= swap
            at -= 1


@borrowing(f"int64({ROW}, int64)", inline=True)
def run_size(row: Ints, first: Int) -> Int:
    """How many columns of a tidy row belong to the run that begins with column `first`."""
    size = 1
    while COLS + first + size < row.size and goes_on(row[COLS + first + size - 1], row[COLS + first + size]):
        size += 1
    return size


@borrowing("int64(int64)", inline=True)
def next_subset(subset: Int) -> Int:
    """The next number with as many bits set: subsets of one size in rising order."""
    lowest = subset & -subset
    rippled = subset + lowest
    return rippled | ((subset ^ rippled) >> (2 + ones(lowest - 1)))


@borrowing(f"int64({ROW}, int64, int64)", inline=True)
def has_twin(ends: Ints, m: Int, subset: Int) -> Int:
    """Whether a subset takes a high end and not the equal one before it: then it is the same as another subset."""
    for j in range(1, m):
        if ends[j] == ends[j - 1] and (subset >> j) & 1 and not (subset >> (j - 1)) & 1:
            return 1
    return 0


@borrowing(f"int64({ROW}, Work, int64, int64, int64, int64, int64, int64)", Work, inline=True)
def share(row: Ints, work: Work, n: Int, first: Int, size: Int, m: Int, cut: Int, move: Int) -> Int:
    """Every way to pair a run's new m high ends with its new low ends, both in `ends`, as children from n on.

    The run had `size` columns from column `first` on. The lowest `cut` low ends are one half of the run and the rest
    the other; 0 if the run stays whole.
    """
    out, ends = work.out, work.ends
    chain = column_chain(row[COLS + first])
    is_cut = 0 < cut < m
    subset, last = (1 << cut) - 1 if is_cut else 0, 1 << m if is_cut else 1
    while subset < last:
        if not (is_cut and has_twin(ends, m, subset)):
            if n >= MOST_SHARED:
                ends[LEFT_OUT] += 1
                return n
            child = out[n]
            copy_row(child, row)
            down, up = 0, cut if is_cut else 0
            fits = True
            for j in range(m):
                if (subset >> j) & 1:
                    k = down
                    down += 1
                else:
                    k = up
                    up += 1
                high, low = ends[HIGHS + j], ends[LOWS + k]
                if high < low:
                    fits = False
                    break
                child[COLS + first + k] = column_word(chain, low, high, 0)
            if fits:
                if m < size:
                    child[COLS + first + m] = 0
                child[MOVE] = sharing(move, subset)
                n += 1
        if not is_cut:
            break
        subset = next_subset(subset)
    return n


@borrowing(f"int64({ROW}, Work, int64, int64, int64, int64, int64, int64, int64)", Work, inline=True)
def leave(row: Ints, work: Work, n: Int, first: Int, size: Int, head: Int, low: Int, cut: Int, kind: Int) -> Int:
    """Children in which a run loses one column: a high end `head` and a low end `low`. None if it has no such head."""
    ends = work.ends
    m, found = 0, False
    for i in range(size):
        high = column_high(row[COLS + first + i])
        if high == head and not found:
            found = True
            continue
        ends[HIGHS + m] = high
        m += 1
    if not found:
        return n
    m, found = 0, False
    for i in range(size):
        end = column_low(row[COLS + first + i])
        if end == low and not found:
            found = True
            continue
        ends[LOWS + m] = end
        m += 1
    move = reduced_move(kind, column_chain(row[COLS + first]), head)
    return share(row, work, n, first, size, m, cut, move)


@borrowing(f"int64({ROW}, Work, int64, int64, int64, int64, int64, int64)", Work, inline=True)
def replace_low(row: Ints, work: Work, n: Int, first: Int, size: Int, at: Int, low: Int, cut: Int) -> Int:
    """Children in which the low end of a run's column `at` becomes `low`, next to what it was."""
    ends = work.ends
    chain = column_chain(row[COLS + first])
    for j in range(size):
        ends[HIGHS + j] = column_high(row[COLS + first + j])
        ends[LOWS + j] = column_low(row[COLS + first + j])
    was = ends[LOWS + at]
    ends[LOWS + at] = low
    move = reduced_move(WASTE_ON, chain, low) if low < was else reduced_move(COLUMN_UP, chain, was)
    return share(row, work, n, first, size, size, cut, move)


@borrowing(f"UniTuple(int64, 2)({ROW}, int64, int64, int64)", inline=True)
def around(row: Ints, first: Int, size: Int, rank: Int) -> tuple[Int, Int]:
    """How many low ends of a run are at most `rank`, and how many one higher."""
    below, equal = 0, 0
    for j in range(size):
        low = column_low(row[COLS + first + j])
        below += low <= rank
        equal += low == rank + 1
    return below, equal


@borrowing(f"int64({ROW}, Work, int64, int64, int64, int64)", Work, inline=True)
def expand_run(row: Ints, work: Work, n: Int, first: Int, size: Int, rank: Int) -> Int:
    """Add the moves that change one run of columns: the waste's card of this rank (if any) onto it, packing it."""
    if rank >= 0:
        below, equal = around(row, first, size, rank)
        if equal > 0:
            n = replace_low(row, work, n, first, size, below, rank, below + 1 if equal == 1 else 0)
    # A whole column packed away: its head v leaves the high ends, v + 1 the low ends.
    top = column_low(row[COLS + first + size - 1])
    seen = -1
    for j in range(size):
        head = column_high(row[COLS + first + j])
        if head == seen or head >= top:
            continue
        seen = head
        below, equal = around(row, first, size, head)
        n = leave(row, work, n, first, size, head, head + 1, below if equal == 1 else 0, EMPTIED)
    return n
