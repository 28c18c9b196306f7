"""What a room's quick player offers: it plays on in many worlds, seeing no more than the player does."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from longwood.core.game import Move

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from longwood.kernels.racing import Race

DROP = 3.0
"""A move drops out of a race when it is behind the leader by so many standard errors of their difference."""


class QuickPlayer(ABC):
    """A player quick enough to be asked a thousand times, and good enough to win some of its games."""

    def knows(self, game: Any) -> bool:
        """Whether it can play a game of its family."""
        return True

    @abstractmethod
    def play_on(
        self, game: Any, worlds: Sequence[Any], moves: list[Move], seed: int
    ) -> "tuple[NDArray[np.uint8], int]":
        """How often it wins each world (row) after each move (column), and out of how many times.

        The worlds look alike: what was not seen is all in which they differ.
        """

    def race(self, game: Any, p: Any, moves: list[Move], seed: int, games: int, drop: float = DROP) -> "Race | None":
        """A race between the moves of a position in worlds that look like it; None from those who do not race.

        It takes about so many games at the most. Two positions that look the same to the player get the same race.
        """
        return None

    def idle(self, game: Any, p: Any, moves: list[Move]) -> set[Move]:
        """The moves that change nothing that matters, as far as that is known."""
        return set()

    def lost_share(self, game: Any, p: Any, seed: int) -> float | None:
        """The share of its games that it loses of this very deal; None if more is needed to say how hard a deal is."""
        return None
