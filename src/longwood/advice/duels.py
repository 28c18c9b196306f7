"""Two moves side by side: the quick player plays on after both, in the same worlds."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longwood.advice.trials import play_on, race
from longwood.core.game import AnyGame, Move
from longwood.core.shares import Share


@dataclass(frozen=True, slots=True)
class Duel:
    """The games won after a move and after another one instead."""

    after: Share
    instead: Share
    error: float
    """The standard error of the difference. The worlds are the same, so that it is small where the moves are alike."""

    @property
    def lost(self) -> float:
        """By how much the move falls behind, less the error: luck should not look like a mistake."""
        return max(self.instead.least - self.after.least - self.error, 0.0)


def duel(game: AnyGame, batches: Iterable[tuple[list[Any], int]], m: Move, other: Move) -> Duel:
    """Play on after both moves, in all worlds of some batches, each with its seed."""
    counts = [play_on(game, batch, [m, other], seed) for batch, seed in batches]
    return _duel(np.concatenate([won for won, _ in counts]), counts[0][1])


def raced_duel(game: AnyGame, p: Any, m: Move, other: Move, seed: int, worlds: int) -> Duel | None:
    """A race of two in which nobody drops out, over as many of the worlds that a hint with this seed looks at.

    None where nobody races.
    """
    found = race(game, p, [m, other], seed, 2 * worlds, drop=inf)
    return None if found is None else _duel(found.won, 1)


def _duel(won: NDArray[np.uint8], each: int) -> Duel:
    """A duel from how often each world (row) was won after both moves, out of how many times."""
    games = each * len(won)
    # The games of one world hang together: what is independent is the worlds.
    differences = (won[:, 1].astype(np.int64) - won[:, 0]) / each
    after, instead = [Share(won=n, lost=games - n) for n in won.sum(axis=0, dtype=np.int64).tolist()]
    return Duel(after, instead, float(np.std(differences)) / len(won) ** 0.5)
