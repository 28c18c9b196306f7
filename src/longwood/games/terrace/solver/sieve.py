"""Rows that are lost by capacity (P5), left out where a stage begins."""

from longwood.games.terrace.solver.capacity import COPIES, KINDS, NEVER, RANKS, Room, is_lost
from longwood.games.terrace.solver.packed import (
    Int,
    card_chain,
    card_rank,
    column_chain,
    column_high,
    column_low,
    height,
)
from longwood.games.terrace.solver.rows import COLS, FND, RES, ROW, WCOUNT, Given, Ints, unplayed
from longwood.games.terrace.solver.store import Store, give_back
from longwood.kernels.compiled import borrowing


@borrowing("int64(int64)", inline=True)
def kind_of(card: Int) -> Int:
    """Chain and rank of a card in one number."""
    return RANKS * card_chain(card) + card_rank(card)


@borrowing(f"boolean(Room, Given, {ROW})", Room, Given)
def is_row_lost(room: Room, given: Given, row: Ints) -> Int:
    """Whether a row is lost by capacity. `room` is that of the beam's start, of which a row takes a part."""
    count = 0
    for place in range(len(given.seq)):
        if unplayed(row, place):
            room.seq[count] = kind_of(given.seq[place])
            count += 1
    reserve = row[RES]
    for i in range(reserve):
        room.reserve[i] = kind_of(given.reserve[i])
    for kind in range(KINDS):
        room.built[kind] = room.laid[kind] = 0
    for k in range(2 * COPIES):
        for rank in range(height(row[FND], k)):
            room.built[RANKS * (k // COPIES) + rank] += 1
    is_full = 1
    for i in range(COLS, row.size):
        column = row[i]
        if column == 0:
            is_full = 0
            continue
        for rank in range(column_low(column), column_high(column) + 1):
            room.laid[RANKS * column_chain(column) + rank] += 1
    for left in range(reserve + 1):
        for place in range(count):
            room.left[left, place] = NEVER
    part = Room(
        room.seq[:count],
        room.reserve[:reserve],
        room.built,
        room.laid,
        room.left,
        room.work,
        row[WCOUNT],
        room.columns,
        room.fills,
        room.is_closed * is_full,
    )
    return is_lost(part)


@borrowing("int64(Store, Given, Room, int64, int64, int64)", Store, Given, Room)
def sift(store: Store, given: Given, room: Room, first: Int, last: Int, kept: Int) -> Int:
    """S0: ask the rows `first` to `last` of those that wait for the next stage; so many of those before were `kept`."""
    roots = store.roots
    for i in range(first, last + 1):
        if is_row_lost(room, given, store.pool[roots[i]]):
            give_back(store, roots[i])
        else:
            kept += 1
            roots[kept] = roots[i]
    if last == roots[0]:
        roots[0] = kept
    return kept
