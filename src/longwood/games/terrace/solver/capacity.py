"""P5: which positions are lost because more cards must be out at some moment than the columns hold.

The argument, with the numbers of its points, is in docs/solver-terrace.md. `certificate_capacity.py` is the same in
plain Python, which checks what is claimed here; tests compare the two.
"""

from typing import NamedTuple

from longwood.games.terrace.solver.packed import Int
from longwood.kernels.compiled import borrowing, inlined
from longwood.kernels.records import I64, I64Table, Number

RANKS, COPIES = 13, 4
KINDS = 2 * RANKS
"""A chain and a rank: of each kind there are four cards."""
SIDE = COPIES + 1
"""None to all cards of a rank may be on foundations, and none to all in columns."""
NEVER = 1_000
"""More than any number of columns, or cards dealt."""

# The rows of `work`: of each kind the cards that are out, that may be out, that are at least on foundations, and the
# columns that may begin with one; then, for two ranks in turn, the columns needed down to it, by the cards of this
# rank on foundations and in columns.
OUT, MAY, UP, ROOTS, COST = range(5)
ROWS = COST + 2


class Room(NamedTuple):
    """A position as the argument sees it, and room to work in."""

    seq: I64
    """The kinds of waste and stock in the order of dealing."""
    reserve: I64
    """The kinds of the reserve, from the bottom."""
    built: I64
    """How many cards of each kind lie on foundations."""
    laid: I64
    """How many lie in columns."""
    left: I64Table
    """For each number of cards left in the reserve: with how many cards dealt each card of `seq` can have left."""
    work: I64Table
    waste: Number
    columns: Number
    fills: Number
    """Whether the reserve fills spaces."""
    is_closed: Number
    """Whether each column begins with a card that lay in a column or in the reserve, as long as there is a reserve."""


@inlined
def _least(work: Int, chain: Int, most: Int) -> Int:
    """The fewest columns that the cards of a chain need; more than `most` is as good as never (point 2)."""
    # Above the highest rank there is nothing.
    work[COST + RANKS % 2, 0] = 0
    least = above_out = above_may = above_up = 0
    for rank in range(RANKS - 1, -1, -1):
        kind = RANKS * chain + rank
        out, may, up, roots = work[OUT, kind], work[MAY, kind], work[UP, kind], work[ROOTS, kind]
        here, there = COST + (rank + 1) % 2, COST + rank % 2
        least = NEVER
        for built in range(up, may + 1):
            for held in range(max(0, out - built), may - built + 1):
                cost = NEVER
                for above_built in range(above_up, min(above_may, built) + 1):
                    for above in range(max(0, above_out - above_built), above_may - above_built + 1):
                        heads = max(0, held - above)
                        if heads <= roots:
                            cost = min(cost, work[here, SIDE * above_built + above] + heads)
                work[there, SIDE * built + held] = cost
                least = min(least, cost)
        if least > most:
            return NEVER
        above_out, above_may, above_up = out, may, up
    return least


@borrowing("boolean(Room, int64, int64, int64, int64, int64)", Room)
def _holds(room: Room, reserve: Int, first: Int, dealt: Int, covered: Int, columns: Int) -> Int:
    """Whether so many columns hold what is out: the dealt cards from `first` on, and of those before `covered` any that
    left before `covered` was dealt (points 1 to 3)."""
    work = room.work
    for kind in range(KINDS):
        work[OUT, kind] = room.built[kind] + room.laid[kind]
        work[UP, kind] = room.built[kind]
        work[ROOTS, kind] = COPIES
        if room.is_closed and reserve:
            work[ROOTS, kind] = room.laid[kind]
    for place in range(reserve, len(room.reserve)):
        kind = room.reserve[place]
        work[OUT, kind] += 1
        work[UP, kind] += 1 - room.fills
        work[ROOTS, kind] += 1
    for place in range(first, dealt):
        work[OUT, room.seq[place]] += 1
    for kind in range(KINDS):
        work[MAY, kind] = work[OUT, kind]
    for place in range(covered):
        if room.left[reserve, place] <= covered:
            work[MAY, room.seq[place]] += 1
    needed = _least(work, 0, columns)
    return needed <= columns and needed + _least(work, 1, columns - needed) <= columns


@borrowing("void(Room, int64, int64)", Room)
def _unwind(room: Room, reserve: Int, dealt: Int) -> None:
    """Let the waste's cards leave, from the top, as far as they may."""
    for place in range(dealt - 1, -1, -1):
        if room.left[reserve, place] == NEVER:
            if not _holds(room, reserve, place, dealt, place, room.columns):
                return
            room.left[reserve, place] = dealt


@borrowing("boolean(Room, int64, int64, int64, int64)", Room)
def _goes_up(room: Room, reserve: Int, first: Int, dealt: Int, covered: Int) -> Int:
    """Whether a card of each rank below the reserve's top card may be on a foundation."""
    top = room.reserve[reserve - 1]
    for kind in range(top - top % RANKS, top):
        is_out = room.built[kind] + room.laid[kind] > 0
        for place in range(reserve, len(room.reserve)):
            is_out |= room.reserve[place] == kind
        for place in range(first, dealt):
            is_out |= room.seq[place] == kind
        for place in range(covered):
            is_out |= room.seq[place] == kind and room.left[reserve, place] <= covered
        if not is_out:
            return False
    return True


@borrowing("boolean(Room, int64, int64)", Room)
def _releases(room: Room, reserve: Int, dealt: Int) -> Int:
    """Whether the reserve's top card may leave now, whichever card is then the top of the waste (point 4)."""
    for top in range(dealt - 1, -2, -1):
        if top + 1 < dealt and room.left[reserve, top + 1] == NEVER:
            return False
        covered = max(top, 0)
        if not _holds(room, reserve - 1, top + 1, dealt, covered, room.columns):
            continue
        if not room.fills or _goes_up(room, reserve, top + 1, dealt, covered):
            return True
        # A column was emptied for it: the others held what was out.
        if _holds(room, reserve, top + 1, dealt, covered, room.columns - 1):
            return True
    return False


@borrowing("int64(Room)", Room)
def unwind(room: Room) -> Int:
    """Fill `left`; returns how many cards never leave the reserve (point 5)."""
    count, cards = len(room.seq), len(room.reserve)
    reached = cards
    for dealt in range(room.waste, count + 1):
        reserve = cards
        while reserve >= reached:
            if reserve < cards:
                for place in range(count):
                    room.left[reserve, place] = min(room.left[reserve, place], room.left[reserve + 1, place])
            _unwind(room, reserve, dealt)
            if reserve == reached and reserve:
                # What has left so far counts for the smaller reserve too.
                for place in range(count):
                    room.left[reserve - 1, place] = room.left[reserve, place]
                if _releases(room, reserve, dealt):
                    reached -= 1
            reserve -= 1
    return reached


@borrowing("boolean(Room)", Room)
def is_lost(room: Room) -> Int:
    """Whether some card never leaves reserve, waste and stock (point 5)."""
    stays = unwind(room)
    for place in range(len(room.seq)):
        stays += room.left[0, place] == NEVER
    return stays > 0
