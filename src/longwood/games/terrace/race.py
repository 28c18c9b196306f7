"""The quick player of the Terrace games that build foundations by colour, and its races, compiled.

It makes the moves that can never hurt, then the one after which the table looks best, unless that looks clearly worse
than before: then it deals, if it can. How good a table looks is `solver.value`; the weights are in player.py. A card
that a move turns up is left out when the move is judged.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from longwood.games.terrace.solver.chain import expand_chain
from longwood.games.terrace.solver.forced import forced
from longwood.games.terrace.solver.packed import DEAL, Int
from longwood.games.terrace.solver.plain import NONE, expand_plain
from longwood.games.terrace.solver.rows import (
    CARDS,
    COLS,
    HI,
    KINDS,
    LEFT,
    LO,
    MOVE,
    PTR,
    RES,
    ROW,
    TABLE,
    WCOUNT,
    WTOP,
    Given,
    Ints,
    compare,
    copy_row,
    rest_word,
    unplayed,
)
from longwood.games.terrace.solver.runs import Work, tidy
from longwood.games.terrace.solver.store import new_gaps, new_work
from longwood.games.terrace.solver.value import value
from longwood.games.terrace.solver.weights import W
from longwood.kernels.compiled import borrowing, i64
from longwood.kernels.mixing import fraction, next_state, word_of
from longwood.kernels.racing import world_dice
from longwood.kernels.records import I64, I64Table

MOST_STEPS = 600
MOST_MET, MOST_PLACES = 2048, 16
"""How many rows games of one world can note (a power of two), and at how many places each is looked for."""
MOODY = 100
"""By how much a mood can change what a move looks like: about half of what a card on a foundation is worth."""


class Seat(NamedTuple):
    """What a player has before it."""

    weights: I64
    work: Work
    gaps: I64
    """What `value` measured last."""
    seen: I64
    """A row as it looks without the cards that a move turned up."""
    row: I64
    """The row of the game that is being played."""
    trace: I64
    """The number of moves, and then the moves."""
    met: I64Table
    """Where games of the same world dealt: a key and the game."""
    firsts: I64Table
    """The rows after the moves of a race."""
    under: I64Table
    """Space for `compare`."""


def new_seat(columns: int, weights: Ints, places: int = 0, firsts: int = 0) -> Seat:
    """A seat at a table; with places to note rows if several games of one world are to be played."""
    size = COLS + columns
    return Seat(
        weights=weights,
        work=new_work(size, columns),
        gaps=new_gaps(),
        seen=np.empty(size, np.int64),
        row=np.empty(size, np.int64),
        trace=np.zeros(MOST_STEPS + 1, np.int64),
        met=np.empty((places, 2), np.int64),
        firsts=np.zeros((firsts, size), np.int64),
        under=np.empty((KINDS, 2), np.int64),
    )


@borrowing(f"void({ROW}, {ROW}, {ROW})", inline=True)
def unturned(row: Ints, child: Ints, to: Ints) -> None:
    """A child of a row without the cards that the move turned up."""
    copy_row(to, child)
    for place in range(row[PTR], child[PTR]):
        if unplayed(child, place):
            # It was dealt to the empty waste: no other card that is turned up is left to be seen.
            to[WCOUNT] -= 1
            to[WTOP] = -1
    to[PTR] = row[PTR]


@borrowing(f"int64({ROW}, {TABLE}, int64)", inline=True)
def first_there(row: Ints, met: Ints, game: Int) -> Int:
    """The game that came to a tidy row before, or -1: then it is noted for this one, if there is room."""
    # Foundations are implied by the rest.
    key = word_of(row[LO] ^ word_of(row[HI] ^ word_of(rest_word(row))))
    for i in range(COLS, row.size):
        key = word_of(key ^ row[i])
    # 0 is a free place.
    key |= 1
    for i in range(MOST_PLACES):
        at = (key + i) & (met.shape[0] - 1)
        if met[at, 0] == key:
            return met[at, 1]
        if met[at, 0] == 0:
            met[at, 0], met[at, 1] = key, game
            break
    return -1


@borrowing("UniTuple(int64, 2)(int64)", inline=True)
def moody(mood: Int) -> tuple[Int, Int]:
    """The next mood, and how much better or worse a move looks in it. Without a mood (0) there is none."""
    if mood == 0:
        return 0, 0
    mood = word_of(mood)
    return mood, mood % (2 * MOODY + 1) - MOODY


@borrowing(f"UniTuple(int64, 2)({ROW}, Given, Seat, int64, int64)", Given, Seat, inline=True)
def choose(row: Ints, given: Given, seat: Seat, n: Int, mood: Int) -> tuple[Int, Int]:
    """The move out of n that looks best, unless a deal (the last of them) looks better; and the mood after it."""
    weights, out, gaps = seat.weights, seat.work.out, seat.gaps
    best, most = -1, 0
    if out[n - 1, MOVE] == DEAL:
        n -= 1
        best = n
        if n > 0:
            most = value(row, given, weights, gaps) + weights[W.gain]
        mood, more = moody(mood)
        most += more
    for c in range(n):
        child = out[c]
        if child[PTR] != row[PTR]:
            unturned(row, child, seat.seen)
            child = seat.seen
        mood, more = moody(mood)
        looks = value(child, given, weights, gaps) + more
        if best < 0 or looks > most:
            best, most = c, looks
    return best, mood


@borrowing(f"int64({ROW}, Given, Seat, int64, int64)", Given, Seat)
def play_out(row: Ints, given: Given, seat: Seat, mood: Int, game: Int) -> Int:
    """Play a tidy row in place: 0 if the game is lost, 1 if it is won, 2 + n if it met game n and ends like that one.

    The trace gets the number of moves, and them. In a mood (any number but 0) moves look somewhat better or worse than
    they are. In `met` games of the same world, in no mood, note where they dealt: moves that come to the same in
    another order lead there too. Where it has no places none meets another.
    """
    out, trace = seat.work.out, seat.trace
    trace[0] = 0
    while trace[0] < MOST_STEPS:
        while forced(row, given, 1) != 0:
            pass
        if row[LEFT] + row[WCOUNT] + row[RES] == 0:
            return 1
        n = expand_chain(row, given, seat.work)
        if n == 0:
            return 0
        best, mood = choose(row, given, seat, n, mood)
        if out[best, MOVE] == DEAL and len(seat.met) > 0:
            other = first_there(row, seat.met, game)
            if other >= 0:
                return 2 + other
        copy_row(row, out[best])
        trace[0] += 1
        trace[trace[0]] = row[MOVE]
    return 0


@borrowing(f"void({ROW}, Given)", Given)
def smooth(row: Ints, given: Given) -> None:
    """Put a row into its own form, with all moves made that can never hurt."""
    tidy(row)
    while forced(row, given, 1) != 0:
        pass
    row[MOVE] = 0


@borrowing(f"int64({ROW}, Given, Seat, {ROW})", Given, Seat)
def begin(root: Ints, given: Given, seat: Seat, firsts: Ints) -> Int:
    """Make the row after each first move (a plain code), tidy and with all that can never hurt; how many were found."""
    out = seat.work.out
    n, found = expand_plain(root, given, out, NONE), 0
    for i in range(firsts.size):
        for c in range(n):
            if out[c, MOVE] == firsts[i]:
                copy_row(seat.firsts[i], out[c])
                smooth(seat.firsts[i], given)
                found += 1
                break
    return found


@borrowing("void(Seat)", Seat)
def forget(seat: Seat) -> None:
    """Another world: nobody has been anywhere yet."""
    for i in range(len(seat.met)):
        seat.met[i, 0] = 0


@borrowing(f"void(Given, {ROW}, {TABLE}, uint64)", Given)
def lay(given: Given, deck: Ints, under: Ints, state: Any) -> None:
    """Shuffle the cards of a stock, which are given in an order that says nothing, behind those of the waste."""
    seq, lower = given.seq, given.lower
    first = given.rules[CARDS] - deck.size
    for i in range(deck.size):
        seq[first + i] = deck[i]
    for last in range(deck.size - 1, 0, -1):
        state = next_state(state)
        pick = i64(fraction(state) * (last + 1))
        seq[first + last], seq[first + pick] = seq[first + pick], seq[first + last]
    compare(seq, lower, under)


@borrowing(f"void({ROW}, Given, Seat, {ROW}, uint8[::1], uint8[::1])", Given, Seat)
def play_each(
    root: Ints, given: Given, seat: Seat, firsts: Ints, racing: NDArray[np.uint8], won: NDArray[np.uint8]
) -> None:
    """Whether the player wins after each first move (a plain code) that is in the race."""
    forget(seat)
    begin(root, given, seat, firsts)
    for i in range(firsts.size):
        if racing[i]:
            copy_row(seat.row, seat.firsts[i])
            end = play_out(seat.row, given, seat, 0, i)
            won[i] = end if end < 2 else won[end - 2]


@borrowing(f"void({ROW}, Given, {ROW}, Seat, {ROW}, uint64, int64, int64, uint8[::1], uint8[:, ::1])", Given, Seat)
def play_round(
    root: Ints,
    given: Given,
    deck: Ints,
    seat: Seat,
    firsts: Ints,
    seed: Any,
    first: Int,
    end: Int,
    racing: NDArray[np.uint8],
    won: NDArray[np.uint8],
) -> None:
    """Play the moves that are in the race on, in worlds from `first` to `end`. `given` is overwritten."""
    for world in range(first, end):
        lay(given, deck, seat.under, world_dice(seed, world))
        play_each(root, given, seat, firsts, racing, won[world])
