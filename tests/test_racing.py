"""Races: who falls behind drops out, who might still be best does not, and no more games are played than were asked."""

from math import inf

import numpy as np
import pytest
from numpy.typing import NDArray

from longwood.kernels.racing import FIRST_ROUND, LEAST_WORLDS, drop_out, raced

pytestmark = pytest.mark.solver


def run(shares: list[float], games: int, drop: float = 3.0) -> tuple[list[int], list[int]]:
    """Wins and games of moves that win so many of a thousand worlds each, all in the same order of luck."""
    luck = np.random.default_rng(5).random((10_000, 1))

    def play_round(begin: int, end: int, racing: NDArray[np.uint8], won: NDArray[np.uint8]) -> None:
        won[begin:end] = (luck[begin:end] < np.array(shares)) & (racing == 1)

    found = raced(play_round, len(shares), games, drop)
    assert all(found.won[played:, i].sum() == 0 for i, played in enumerate(found.played))
    return found.wins, found.played.tolist()


def test_who_is_clearly_behind_drops_out_and_equals_stay() -> None:
    wins, played = run([0.6, 0.1, 0.6, 0.5], 4_000)
    assert played[0] == played[2] > played[3] > played[1] == FIRST_ROUND
    assert wins[0] == wins[2]
    assert 3_900 < sum(played) <= 4_000


def test_of_moves_that_are_nearly_equal_the_best_are_played_most() -> None:
    wins, played = run([0.5 + i / 70 for i in range(8)], 2_000)
    assert [played.count(worlds) for worlds in sorted(set(played))] == [4, 2, 2]
    assert wins[-1] == max(wins)
    assert sum(played) <= 2_000


def test_whoever_is_left_alone_goes_on_for_a_while() -> None:
    assert run([0.9, 0.0, 0.1], 5_000)[1] == [LEAST_WORLDS, FIRST_ROUND, FIRST_ROUND]
    assert run([0.5], 5_000)[1] == [LEAST_WORLDS]


def test_nobody_drops_out_of_a_duel() -> None:
    assert run([0.9, 0.0], 2 * 700, inf)[1] == [700, 700]
    assert run([0.9, 0.0, 0.5], 3 * 200, inf)[1] == [200] * 3
    assert run([0.9], 700, inf)[1] == [700]


def test_a_race_of_few_games_has_small_rounds() -> None:
    wins, played = run([0.1, 0.9, 0.2, 0.3, 0.1, 0.2], 240)
    assert played[1] == max(played)
    assert wins[1] == max(wins)
    assert min(played) < FIRST_ROUND
    assert sum(played) <= 240
    assert run([0.9, 0.0], 400)[1] == [100, 30]


def test_a_lucky_start_does_not_decide() -> None:
    won = np.zeros((9, 2), np.uint8)
    won[:, 0] = 1
    racing = np.ones(2, np.uint8)
    # Nine wins to none are three standard errors, less what is kept in hand.
    assert drop_out(won, 9, racing, 3.0) == 2
    assert drop_out(won, 9, racing, 2.5) == 1
    assert racing.tolist() == [1, 0]
