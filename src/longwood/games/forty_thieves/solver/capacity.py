"""Pruning 6: which Forty Thieves positions are lost because what has to be out at some moment needs too many columns.

The argument is in docs/solver-forty-thieves.md. One question is asked again and again: may this card leave its place
now? What is out then needs columns, and only emptied ones are to be had.
"""

from typing import Any

import numpy as np

from longwood.games.forty_thieves.solver.state import (
    COLUMNS,
    MOST_TALON,
    base_of,
    dealt_of,
    depth_of,
    greater,
    has,
    length_of,
    lesser,
)
from longwood.games.forty_thieves.solver.suits import ANYWHERE, BITS, EITHER, END, HIDDEN, KINDS, LAST, MOVED, OUT, UP
from longwood.kernels.compiled import borrowing, i64, inlined
from longwood.kernels.records import I64Table

# Rows of the room to work in. What each card may be, two of each kind of card side by side; how many of a kind have got
# a place there; the sizes of the columns and how many of their cards have not left; the talon's unplayed cards, and
# when each left; the columns that may be emptied.
_KIND, _USED, _SIZE, _STAYS, _TALON, _LEFT, _EMPTIED = range(7)
# Then the cards of the columns, and for each column that is emptied or not the columns that each suit needs, and what
# was chosen.
_CARDS = 7
_TRIED = _CARDS + COLUMNS
ROWS = _TRIED + COLUMNS + 1
WIDTH = 104
_CHOICE, _NEEDED, _COUNT = 4, 5, 6
_NEW, _WITH, _WITHOUT = range(3)

LATER = 1_000
"""More cards than can be dealt."""
MOST_TRIES = 1_000
"""Ways of emptying columns that are tried for one card. If they do not suffice, the card may leave."""
_BELOW = (1 << BITS) - 1


def capacity_room() -> I64Table:
    """Room to work in."""
    return np.zeros((ROWS, WIDTH), np.int64)


@inlined
def _needs(work: Any, table: Any, suit: Any) -> Any:
    """The fewest columns that the cards of a suit need now."""
    row, needed = i64(0), i64(0)
    for place in range(26 * suit, 26 * suit + 26, 2):
        entry = i64(table[row, KINDS * work[_KIND, place] + work[_KIND, place + 1]])
        needed += entry & _BELOW
        row = entry >> BITS
    return needed + table[row, LAST]


@inlined
def _set_column(work: Any, c: Any, kind: Any) -> Any:
    """Say what the cards of a column may be; returns their suits, a bit each."""
    suits = 0
    for i in range(work[_SIZE, c]):
        place = work[_CARDS + c, i]
        work[_KIND, place] = kind
        suits |= 1 << place // 26
    return suits


@borrowing("boolean(int64[:, ::1], int32[:, ::1], int64, int64)")
def _fits(work: Any, table: Any, spaces: Any, emptied: Any) -> Any:
    """Whether what is out has room if some of the columns that may be emptied are: depth first, each with or without.

    More cards out never need fewer columns.
    """
    needed = 0
    for suit in range(4):
        work[_TRIED, suit] = _needs(work, table, suit)
        needed += work[_TRIED, suit]
    if needed <= spaces:
        return True
    if needed > spaces + emptied:
        return False
    work[_TRIED, _CHOICE], work[_TRIED, _NEEDED], work[_TRIED, _COUNT] = _NEW, needed, spaces
    tries = fits = 0
    i = 0
    while i >= 0:
        now, then = _TRIED + i, _TRIED + i + 1
        if i == emptied or work[now, _CHOICE] == _WITHOUT:
            i -= 1
            continue
        c = work[_EMPTIED, i]
        suits = 0
        if work[now, _CHOICE] == _NEW:
            work[now, _CHOICE] = _WITH
            suits = _set_column(work, c, OUT)
            count = work[now, _COUNT] + 1
            tries += 1
        else:
            work[now, _CHOICE] = _WITHOUT
            _set_column(work, c, EITHER)
            count = work[now, _COUNT]
        needed = 0
        for suit in range(4):
            work[then, suit] = _needs(work, table, suit) if suits >> suit & 1 else work[now, suit]
            needed += work[then, suit]
        if needed <= count or tries > MOST_TRIES:
            fits = 1
            break
        if needed <= count + emptied - i - 1:
            work[then, _CHOICE], work[then, _NEEDED], work[then, _COUNT] = _NEW, needed, count
            i += 1
    for k in range(i + 1):
        if work[_TRIED + k, _CHOICE] == _WITH:
            _set_column(work, work[_EMPTIED, k], EITHER)
    return fits == 1


@inlined
def _place(work: Any, card: Any) -> Any:
    """Where the next of two equal cards is kept."""
    place = 2 * card + work[_USED, card]
    work[_USED, card] += 1
    return place


@inlined
def _begin(s: Any, columns: Any, work: Any) -> Any:
    """Write down foundations and columns; returns how many spaces there are."""
    for place in range(WIDTH):
        work[_KIND, place] = HIDDEN
    for suit in range(4):
        for height in range(13):
            card = 13 * suit + height
            work[_USED, card] = 0
            if height < greater(s, suit):
                work[_KIND, _place(work, card)] = UP
            if height < lesser(s, suit):
                work[_KIND, _place(work, card)] = UP
    spaces = 0
    for c in range(COLUMNS):
        depth, size = depth_of(s, c), depth_of(s, c) + length_of(s, c)
        work[_SIZE, c] = work[_STAYS, c] = size
        spaces += size == 0
        for i in range(size):
            card = i64(columns[c, i]) if i < depth else base_of(s, c) - (i - depth)
            work[_CARDS + c, i] = _place(work, card)
        if size:
            work[_KIND, work[_CARDS + c, size - 1]] = END
    return spaces


@inlined
def _set_waste(work: Any, first: Any, end: Any, latest: Any) -> None:
    """Say of cards of the talon that they may be anywhere, if they left before so many were dealt."""
    for i in range(first, end):
        work[_KIND, work[_TALON, i]] = ANYWHERE if work[_LEFT, i] <= latest else HIDDEN


@borrowing("int64(int64[:, ::1], int32[:, ::1], int64, int64, int64, int64)")
def _unwind(work: Any, table: Any, spaces: Any, emptied: Any, dealt: Any, top: Any) -> Any:
    """Let the waste's cards leave, from the top, as far as they may; returns the first that does not, or -1."""
    while top >= 0:
        if work[_LEFT, top] == LATER:
            # What lies over it is out, and of what lay under it such as left before it was dealt.
            _set_waste(work, 0, top, top)
            work[_KIND, work[_TALON, top]] = MOVED
            for i in range(top + 1, dealt):
                work[_KIND, work[_TALON, i]] = OUT
            may = _fits(work, table, spaces, emptied)
            if may:
                work[_LEFT, top] = dealt
            _set_waste(work, 0, dealt, dealt)
            if not may:
                break
        top -= 1
    return top


@borrowing("boolean(int64[:, ::1], int32[:, ::1], int64, int64, int64)")
def _top_may_leave(work: Any, table: Any, spaces: Any, emptied: Any, c: Any) -> Any:
    """Whether the first card of a column that has not left yet may leave; if so it has."""
    stays, size = work[_STAYS, c], work[_SIZE, c]
    place = work[_CARDS + c, stays - 1]
    work[_KIND, place] = MOVED
    for i in range(stays, size):
        work[_KIND, work[_CARDS + c, i]] = OUT
    may = _fits(work, table, spaces, emptied)
    for i in range(stays, size):
        work[_KIND, work[_CARDS + c, i]] = EITHER
    work[_KIND, place] = EITHER if may else END
    if may:
        work[_STAYS, c] = stays - 1
        if stays > 1:
            work[_KIND, work[_CARDS + c, stays - 2]] = END
    return may


@borrowing("boolean(int8[::1], uint64, int8[::1], int8[:, ::1], int64[:, ::1], int32[:, ::1])")
def is_refuted(s: Any, mask: Any, talon: Any, columns: Any, work: Any, table: Any) -> Any:
    """Whether some card can never leave its place. May miss positions that are lost; any number of spaces will do."""
    spaces = _begin(s, columns, work)
    # The talon without what has been played.
    count = dealt = 0
    for i in range(min(len(talon), MOST_TALON)):
        if has(mask, i):
            work[_TALON, count] = _place(work, i64(talon[i]))
            work[_LEFT, count] = LATER
            count += 1
            dealt += i < dealt_of(s)
    emptied = 0
    top = dealt - 1
    has_moved = True
    while dealt <= count:
        while True:
            before = top
            top = _unwind(work, table, spaces, emptied, dealt, top)
            if not has_moved and top == before:
                break
            has_moved = False
            for c in range(COLUMNS):
                while work[_STAYS, c] and _top_may_leave(work, table, spaces, emptied, c):
                    has_moved = True
                    if work[_STAYS, c] == 0:
                        work[_EMPTIED, emptied] = c
                        emptied += 1
            if not has_moved:
                break
        dealt += 1
        top = dealt - 1
    stay = 0
    for c in range(COLUMNS):
        stay += work[_STAYS, c]
    for i in range(count):
        stay += work[_LEFT, i] == LATER
    return stay > 0
