"""The quick player of the Terrace games that build foundations by colour, as the rest of the house asks it.

Its kernels are in race.py; the weights were made by tools/tune_quick_player.py.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import inf
from random import Random

import numpy as np
from numpy.typing import NDArray

from longwood.core.game import STOCK, Move
from longwood.games.quick_player import DROP, QuickPlayer
from longwood.games.terrace import race
from longwood.games.terrace.race import MOST_MET, Seat, new_seat, play_out
from longwood.games.terrace.rules import FIRST_COLUMN, FOUNDATIONS, WASTE, Terrace, TerracePosition
from longwood.games.terrace.solver.encode import Encoded, encode, sequence
from longwood.games.terrace.solver.packed import FOUNDATION, plain_move
from longwood.games.terrace.solver.rows import CARDS, PTR, Ints
from longwood.games.terrace.solver.runs import tidy
from longwood.games.terrace.solver.tuned import relative
from longwood.games.terrace.solver.weights import array_of
from longwood.games.terrace.solver.widths import is_wide
from longwood.kernels.mixing import word_of
from longwood.kernels.racing import Race, Round, raced

# fmt: off
FREE = {
    "reserve": -7760, "space": 103, "inv": -7, "blk": -78, "gap": -11, "up": 176, "waste": -68, "top": 70, "hosts": 98,
    "wgap": -1, "spread": -75, "dead": -55, "lone": 23, "head": -18, "second": -15, "miss": -341, "bury": -24,
    "miss2": 26, "bury2": -16, "gain": -109, "depth": -729, "decay": 47,
}
NARROW = {
    "reserve": -8490, "space": 100, "inv": -14, "blk": -54, "gap": -17, "up": 259, "waste": -65, "top": 65, "hosts": 78,
    "wgap": -1, "spread": -70, "dead": -98, "lone": 36, "head": -16, "second": -27, "miss": -312, "bury": -15,
    "miss2": 24, "bury2": -68, "gain": -127, "depth": -635, "decay": 42,
}
FILLED = {
    "reserve": -13942, "space": 52, "inv": -23, "blk": -90, "gap": -28, "up": 164, "waste": -96, "top": 56, "hosts": 69,
    "wgap": 9, "spread": -24, "dead": 22, "lone": 15, "head": -51, "second": 68, "miss": -116, "bury": -120,
    "miss2": -97, "bury2": 55, "gain": -73, "depth": -1127, "decay": 41,
}
FROM_RESERVE = {
    "reserve": -354, "space": -74, "inv": -39, "blk": 2, "gap": -25, "up": 415, "waste": -123, "top": 66, "hosts": 37,
    "wgap": -13, "spread": -21, "dead": 26, "lone": 45, "head": -53, "second": 61, "miss": 7, "bury": -54,
    "miss2": -16, "bury2": 27, "gain": -178, "depth": -67, "decay": 22,
}
# fmt: on
TUNED = dict.fromkeys(("terrace", "falling-stars", "wood"), FREE)
TUNED |= {"blondes-and-brunettes": NARROW, "signora": FILLED, "redheads": FROM_RESERVE}


@cache
def weights_for(game: Terrace) -> Ints:
    """The player's weights. That of the stock's next cards is none: nobody sees them."""
    return array_of(TUNED[relative(game)])


def sit(game: Terrace, places: int = 0, weights: Ints | None = None, firsts: int = 0) -> Seat:
    """A seat at the table of a game."""
    return new_seat(game.columns, weights_for(game) if weights is None else weights, places, firsts)


def codes_of(moves: Sequence[Move]) -> Ints:
    """Moves as the kernel names them: all foundations are one."""
    return np.array([plain_move(m.src, FOUNDATION if m.dst in FOUNDATIONS else m.dst) for m in moves], np.int64)


def play_on(game: Terrace, worlds: list[TerracePosition], moves: list[Move]) -> NDArray[np.uint8]:
    """Whether the quick player wins in each world (row) after each move (column). The worlds look alike."""
    won = np.zeros((len(worlds), len(moves)), np.uint8)
    if worlds[0].base:
        seat, firsts, encoded = sit(game, MOST_MET, firsts=len(moves)), codes_of(moves), encode(game, worlds[0])
        every = np.ones(len(moves), np.uint8)
        for i, world in enumerate(worlds):
            # Worlds look alike: what lies in another order is the stock, and the rows say nothing of that.
            seq, lower = sequence(game, world)
            race.play_each(encoded.root, encoded.given._replace(seq=seq, lower=lower), seat, firsts, every, won[i])
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


class Field:
    """The moves of a race, and which of them come to the same once all is done that can never hurt."""

    def __init__(self, game: Terrace, p: TerracePosition, moves: list[Move]) -> None:
        self.encoded, self.codes = encode(game, p), codes_of(moves)
        given, self.seat = self.encoded.given, sit(game, MOST_MET, firsts=len(moves))
        # A stock that was turned has been seen: its order stays. Of any other no more is known than its cards.
        seen = given.rules[CARDS] if p.turned else self.encoded.root[PTR]
        self.deck = np.sort(given.seq[seen : given.rules[CARDS]])
        race.lay(given, self.deck, self.seat.under, np.uint64(1))
        race.begin(self.encoded.root, given, self.seat, self.codes)
        here = self.encoded.root.copy()
        race.smooth(here, given)
        first: dict[bytes, int] = {}
        self.same = [first.setdefault(row.tobytes(), i) for i, row in enumerate(self.seat.firsts)]
        self.nothing = first.get(here.tobytes())
        """The moves that change nothing, if there are any: after them one can do what one could do before."""
        self.runners = [i for i in first.values() if i != self.nothing] or list(first.values())
        self.is_decided = any(
            m.dst in FOUNDATIONS and same == self.nothing for m, same in zip(moves, self.same, strict=True)
        )
        """Whether a card may go up that can never hurt: then no move is better."""

    def race(self, seed: int, games: int, drop: float) -> Race:
        """One runner for all moves that come to the same. What changes nothing is as good as the best."""
        seat, firsts = sit_again(self.seat, len(self.runners)), self.codes[self.runners]
        root, given = self.encoded.root, self.encoded.given

        def play_round(begin: int, end: int, racing: NDArray[np.uint8], won: NDArray[np.uint8]) -> None:
            race.play_round(root, given, self.deck, seat, firsts, np.uint64(seed), begin, end, racing, won)

        if drop == inf:
            # As many worlds as if each move had a runner of its own.
            games = games // len(self.codes) * len(firsts)
        elif self.is_decided or len(firsts) == 1:
            # There is nothing to choose: it is only about how many games are won.
            games //= 4
        found = raced(play_round, len(firsts), games, drop)
        wins, played = found.wins, found.played.tolist()
        best = max(range(len(firsts)), key=lambda i: (played[i], wins[i]))
        lane = {move: i for i, move in enumerate(self.runners)}
        lanes = [lane.get(same, best) for same in self.same]
        return Race(np.ascontiguousarray(found.won[:, lanes]), found.played[lanes])


def sit_again(seat: Seat, firsts: int) -> Seat:
    """The same seat, for so many moves."""
    return seat._replace(firsts=seat.firsts[:firsts])


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

    def race(
        self, game: Terrace, p: TerracePosition, moves: list[Move], seed: int, games: int, drop: float = DROP
    ) -> Race | None:
        if p.base:
            return Field(game, p, moves).race(seed, games, drop)
        return raced(base_rounds(game, p, moves, seed), len(moves), games, drop)

    def idle(self, game: Terrace, p: TerracePosition, moves: list[Move]) -> set[Move]:
        """Moves that only exchange tails."""
        return {m for m in moves if is_idle(game, p, m)} if p.base else set()

    def lost_share(self, game: Terrace, p: TerracePosition, seed: int) -> float:
        """By games in different moods: they would all be the same otherwise."""
        return round(lost_in_moods(game, p, MOODS, seed), 6)


def base_rounds(game: Terrace, p: TerracePosition, moves: list[Move], seed: int) -> Round:
    """The rounds of a race between base cards: the table is dealt after them, so that worlds are dealt as positions."""
    seat, cards = sit(game), sorted(p.piles[STOCK])

    def play_round(begin: int, end: int, racing: NDArray[np.uint8], won: NDArray[np.uint8]) -> None:
        for number in range(begin, end):
            stock = cards.copy()
            # Not for secrets: the same question must get the same answer.
            Random(f"{seed} {number}").shuffle(stock)  # noqa: S311
            world = replace(p, piles=(tuple(stock), *p.piles[1:]))
            for i in np.flatnonzero(racing).tolist():
                won[number, i] = played_out(encode(game, game.play(world, moves[i])), seat)

    return play_round


MOODS = 100
"""How often it plays a deal to say how hard that is."""

PLAYER = TerracePlayer()
