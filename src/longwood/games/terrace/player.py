"""A quick player of the Terrace games that build foundations by colour, compiled: it sees what the player sees.

It makes the moves that can never hurt, then the one after which the table looks best, unless that looks clearly worse
than before: then it deals, if it can. How good a table looks is `solver.value`, with weights made for this player by
tools/tune_quick_player.py. A card that a move turns up is left out when the move is judged.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from longwood.core.game import STOCK, Move
from longwood.games.quick_player import QuickPlayer
from longwood.games.terrace.rules import FIRST_COLUMN, FOUNDATIONS, WASTE, Terrace, TerracePosition
from longwood.games.terrace.solver.chain import expand_chain
from longwood.games.terrace.solver.encode import Encoded, encode, sequence
from longwood.games.terrace.solver.forced import forced
from longwood.games.terrace.solver.packed import DEAL, FOUNDATION, Int, plain_move
from longwood.games.terrace.solver.plain import NONE, expand_plain
from longwood.games.terrace.solver.rows import (
    COLS,
    HI,
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
    copy_row,
    rest_word,
    unplayed,
)
from longwood.games.terrace.solver.runs import Work, tidy
from longwood.games.terrace.solver.store import new_gaps, new_work
from longwood.games.terrace.solver.tuned import relative
from longwood.games.terrace.solver.value import value
from longwood.games.terrace.solver.weights import W, array_of
from longwood.games.terrace.solver.widths import is_wide
from longwood.kernels.compiled import borrowing
from longwood.kernels.mixing import word_of
from longwood.kernels.records import I64, I64Table

MOST_STEPS = 600
MOST_MET, MOST_PLACES = 2048, 16
"""How many rows games of one world can note (a power of two), and at how many places each is looked for."""
MOODY = 100
"""By how much a mood can change what a move looks like: about half of what a card on a foundation is worth."""

# fmt: off
FREE = {
    "reserve": -7360, "inv": -17, "blk": -84, "gap": -17, "up": 190, "waste": -38, "top": 53, "space": 156, "hosts": 61,
    "wgap": 8, "spread": -69, "dead": -53, "lone": 40, "second": 26, "miss": -293, "bury": -47, "miss2": 39,
    "bury2": -12, "gain": -58, "depth": -445, "decay": 55,
}
FILLED = {
    "reserve": -10709, "inv": -34, "blk": -113, "gap": -51, "up": 104, "waste": -67, "top": 58, "space": 44,
    "hosts": 31, "wgap": 5, "spread": 33, "dead": 14, "lone": -61, "head": -39, "second": 325, "miss": -89,
    "bury": -161, "miss2": -83, "bury2": 49, "gain": -29, "depth": -769, "decay": 45,
}
FROM_RESERVE = {
    "reserve": -496, "blk": 4, "dead": 21, "bury": -80, "miss2": -20, "depth": -59, "gain": -87, "miss": 46,
    "waste": -85, "decay": 65, "head": -44, "top": 39, "spread": 23, "inv": -59, "second": 81, "bury2": 27,
    "lone": 53, "up": 362, "space": -13, "gap": -12,
}
# fmt: on
TUNED = dict.fromkeys(("terrace", "falling-stars", "blondes-and-brunettes", "wood"), FREE)
TUNED |= {"signora": FILLED, "redheads": FROM_RESERVE}


@cache
def weights_for(game: Terrace) -> Ints:
    """The player's weights. That of the stock's next cards is none: nobody sees them."""
    return array_of(TUNED[relative(game)])


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


def sit(game: Terrace, places: int = 0, weights: Ints | None = None) -> Seat:
    """A seat at a table; with places to note rows if several games of one world are to be played."""
    size = COLS + game.columns
    return Seat(
        weights=weights_for(game) if weights is None else weights,
        work=new_work(size, game.columns),
        gaps=new_gaps(),
        seen=np.empty(size, np.int64),
        row=np.empty(size, np.int64),
        trace=np.zeros(MOST_STEPS + 1, np.int64),
        met=np.empty((places, 2), np.int64),
    )


@borrowing(f"void({ROW}, {ROW}, {ROW})")
def unturned(row: Ints, child: Ints, to: Ints) -> None:
    """A child of a row without the cards that the move turned up."""
    copy_row(to, child)
    for place in range(row[PTR], child[PTR]):
        if unplayed(child, place):
            # It was dealt to the empty waste: no other card that is turned up is left to be seen.
            to[WCOUNT] -= 1
            to[WTOP] = -1
    to[PTR] = row[PTR]


@borrowing(f"int64({ROW}, {TABLE}, int64)")
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


@borrowing("UniTuple(int64, 2)(int64)")
def moody(mood: Int) -> tuple[Int, Int]:
    """The next mood, and how much better or worse a move looks in it. Without a mood (0) there is none."""
    if mood == 0:
        return 0, 0
    mood = word_of(mood)
    return mood, mood % (2 * MOODY + 1) - MOODY


@borrowing(f"UniTuple(int64, 2)({ROW}, Given, Seat, int64, int64)", Given, Seat)
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


@borrowing(f"void({ROW}, Given, Seat, {ROW}, uint8[::1])", Given, Seat)
def play_each(root: Ints, given: Given, seat: Seat, firsts: Ints, won: NDArray[np.uint8]) -> None:
    """Whether the player wins after each first move (a plain code)."""
    row, out = seat.row, seat.work.out
    for i in range(len(seat.met)):
        seat.met[i, 0] = 0
    for i in range(firsts.size):
        n = expand_plain(root, given, out, NONE)
        won[i] = 0
        for c in range(n):
            if out[c, MOVE] == firsts[i]:
                copy_row(row, out[c])
                tidy(row)
                end = play_out(row, given, seat, 0, i)
                won[i] = end if end < 2 else won[end - 2]
                break


def codes_of(moves: Sequence[Move]) -> Ints:
    """Moves as the kernel names them: all foundations are one."""
    return np.array([plain_move(m.src, FOUNDATION if m.dst in FOUNDATIONS else m.dst) for m in moves], np.int64)


def play_on(game: Terrace, worlds: list[TerracePosition], moves: list[Move]) -> NDArray[np.uint8]:
    """Whether the quick player wins in each world (row) after each move (column). The worlds look alike."""
    won = np.zeros((len(worlds), len(moves)), np.uint8)
    if worlds[0].base:
        seat, firsts, encoded = sit(game, MOST_MET), codes_of(moves), encode(game, worlds[0])
        for i, world in enumerate(worlds):
            # Worlds look alike: what lies in another order is the stock, and the rows say nothing of that.
            seq, lower = sequence(game, world)
            play_each(encoded.root, encoded.given._replace(seq=seq, lower=lower), seat, firsts, won[i])
        return won
    seat = sit(game)
    for i, world in enumerate(worlds):
        for j, m in enumerate(moves):
            won[i, j] = played_out(encode(game, game.play(world, m)), seat)
    return won


def played_out(encoded: Encoded, seat: Seat, mood: int = 0) -> bool:
    """Whether the player wins from a position in which the base card is known; the seat has its moves."""
    row = encoded.root.copy()
    tidy(row)
    return bool(play_out(row, encoded.given, seat, mood, 0))


def lost_in_moods(game: Terrace, p: TerracePosition, games: int, seed: int) -> float:
    """The share of games that the player loses in different moods, with each base card in turn where it picks one."""
    firsts = [p] if p.base else [game.play(p, m) for m in {m.src: m for m in game.moves(p)}.values()]
    seat, starts = sit(game), [encode(game, first) for first in firsts]
    # The numbers of deals leave room for this factor.
    won = [played_out(starts[i % len(starts)], seat, word_of(1000 * seed + i + 1)) for i in range(games)]
    return 1 - sum(won) / games


def is_idle(game: Terrace, p: TerracePosition, m: Move) -> bool:
    """Whether a move only exchanges the tails of two columns: what could be done before it can be done after it."""
    if m.src < FIRST_COLUMN or m.dst < FIRST_COLUMN:
        return False
    before, after = encode(game, p).root, encode(game, game.play(p, m)).root
    tidy(before)
    tidy(after)
    return bool((before == after).all())


class TerracePlayer(QuickPlayer):
    """The player as the rest of the house asks it. It leaves nothing to chance."""

    def knows(self, game: Terrace) -> bool:
        """Where foundations build by colour, the table is not too wide, and no space shows a new card."""
        if game.in_suit or is_wide(game):
            return False
        # The waste is never empty while there is a stock: after the waste the stock has nothing left to fill with.
        return STOCK not in game.fill_from or WASTE in game.fill_from[: game.fill_from.index(STOCK)]

    def play_on(
        self, game: Terrace, worlds: Sequence[TerracePosition], moves: list[Move], seed: int
    ) -> tuple[NDArray[np.uint8], int]:
        """One game after each move in each world."""
        return play_on(game, list(worlds), moves), 1

    def idle(self, game: Terrace, p: TerracePosition, moves: list[Move]) -> set[Move]:
        """Moves that only exchange tails."""
        return {m for m in moves if is_idle(game, p, m)} if p.base else set()

    def lost_share(self, game: Terrace, p: TerracePosition, seed: int) -> float:
        """By games in different moods: they would all be the same otherwise."""
        return round(lost_in_moods(game, p, MOODS, seed), 6)


MOODS = 100
"""How often it plays a deal to say how hard that is."""

PLAYER = TerracePlayer()
