"""A race between moves: all are played on in the same worlds, and those that fall behind drop out.

Worlds and dice are the same for every move, so that moves differ by what they do and not by luck.
"""

from collections.abc import Callable
from math import ceil, inf, log2
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from longwood.kernels.compiled import borrowing, i64, u64
from longwood.kernels.mixing import GAMMA, fraction, next_state, split_mix

FIRST_ROUND, GROWTH = 30, 4
"""The worlds of the first round; a later one adds this part of all before it, and no fewer than the first."""
LEAST_ROUND = 8
"""In a race of few games rounds have fewer worlds, so that there are some, but not fewer than this."""
LEAST_WORLDS = 400
"""Whoever is left alone in a race goes on so far: its wins are told, too. In a race of few games it is a quarter."""

Round = Callable[[int, int, NDArray[np.uint8], NDArray[np.uint8]], None]
"""Plays worlds from one number up to another: which moves are in the race, and the table that takes the wins."""


class Race(NamedTuple):
    """How the moves of a race fared: all were played on in the same worlds, and those that fell behind dropped out."""

    won: NDArray[np.uint8]
    """1 where a world (row) was won after a move (column)."""
    played: NDArray[np.int64]
    """In how many worlds a move was played on: the first ones. Those with the most were in the race to its end."""

    @property
    def wins(self) -> list[int]:
        """How many worlds were won after each move."""
        found: list[int] = self.won.sum(axis=0, dtype=np.int64).tolist()
        return found


def raced(play_round: Round, moves: int, games: int, drop: float) -> Race:
    """A race of about so many games at the most, until one move is left.

    Moves drop out when they are clearly behind. So that the best are played most, the worse half drops out too each
    time that a part of the games is spent, down to two. Nobody does if `drop` is infinite.
    """
    least = min(LEAST_WORLDS, games if moves == 1 else max(games // 4, 1))
    one_round = max(LEAST_ROUND, min(FIRST_ROUND, games // (4 * moves)))
    won = np.zeros((max(games // min(moves, 2), least), moves), np.uint8)
    played = np.zeros(moves, np.int64)
    racing = np.ones(moves, np.uint8)
    parts = max(ceil(log2(moves)), 1)
    worlds, stay, spent, part = 0, moves, 0, 1
    while True:
        rest = least - worlds if stay == 1 and drop < inf else min((games - spent) // stay, len(won) - worlds)
        more = min(max(one_round, worlds // GROWTH), rest)
        if more < 1:
            return Race(won[:worlds], played)
        play_round(worlds, worlds + more, racing, won)
        spent += more * stay
        worlds += more
        played[racing == 1] = worlds
        if stay == 1 or drop == inf:
            continue
        stay = drop_out(won, worlds, racing, drop)
        while part < parts and spent >= games * part // parts:
            stay = _halve(won[:worlds], racing, ceil(moves / 2**part))
            part += 1


def _halve(won: NDArray[np.uint8], racing: NDArray[np.uint8], keep: int) -> int:
    """Leave no more than so many moves in the race, the best so far; how many stay."""
    wins = won.sum(axis=0, dtype=np.int64)
    order = sorted(np.flatnonzero(racing).tolist(), key=lambda i: -int(wins[i]))
    racing[order[keep:]] = 0
    return len(order[:keep])


@borrowing("int64(uint8[:, ::1], int64, uint8[::1], float64)")
def drop_out(won: Any, worlds: Any, racing: Any, drop: Any) -> Any:
    """Take moves out of the race that are clearly behind the leader after so many worlds; how many stay."""
    moves = won.shape[1]
    leader, most = -1, -1
    for i in range(moves):
        if racing[i]:
            wins = 0
            for w in range(worlds):
                wins += i64(won[w, i])
            if wins > most:
                leader, most = i, wins
    stay = 0
    for i in range(moves):
        if not racing[i]:
            continue
        ahead, apart = 0, 0
        for w in range(worlds):
            difference = i64(won[w, leader]) - i64(won[w, i])
            ahead += difference
            apart += difference * difference
        # The sum of the differences has about this variance; one more keeps a lucky start from deciding.
        if ahead * ahead > drop * drop * (apart + 1.0):
            racing[i] = 0
        else:
            stay += 1
    return stay


@borrowing("uint64(uint64, int64)")
def world_dice(seed: Any, world: Any) -> Any:
    """The dice with which a world is dealt; the next throw begins the games that are played in it."""
    return split_mix(seed + u64(world) * GAMMA) | u64(1)


@borrowing("int64(uint8[::1], uint8[::1], uint64)")
def deal_out(unseen: Any, deck: Any, state: Any) -> Any:
    """Shuffle cards of which only the count of each rank is known; how many there are."""
    size = 0
    for rank in range(len(unseen)):
        for _ in range(unseen[rank]):
            deck[size] = rank
            size += 1
    for last in range(size - 1, 0, -1):
        state = next_state(state)
        pick = i64(fraction(state) * (last + 1))
        deck[last], deck[pick] = deck[pick], deck[last]
    return size
