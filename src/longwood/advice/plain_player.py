"""The quick player of every game that brings none: the rules alone, moves near the head of the list more often."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longwood.core.game import AnyGame, Move
from longwood.games.quick_player import QuickPlayer
from longwood.solver.plain_search import STEADY, game_by_lot, is_goal


class PlainPlayer(QuickPlayer):
    """It sees nothing that is hidden, because it looks at the list of moves only."""

    def play_on(
        self, game: AnyGame, worlds: Sequence[Any], moves: list[Move], seed: int
    ) -> tuple[NDArray[np.uint8], int]:
        """One game after each move in each world."""
        # Not for secrets: the same question must get the same answer.
        random = Random(seed)  # noqa: S311
        won = np.zeros((len(worlds), len(moves)), np.uint8)
        for i, world in enumerate(worlds):
            for j, m in enumerate(moves):
                won[i, j] = _is_won(game, world, game.play(world, m), random)
        return won, 1


def _is_won(game: AnyGame, start: Any, p: Any, random: Random) -> bool:
    """Whether a game by lot from a position wins; `start` says which round is played."""
    return any(is_goal(game, start, end) for _, end in game_by_lot(game, p, random, STEADY))


PLAYER = PlainPlayer()
