"""The fair player: it follows the first fair hint at every move and sees no more than anybody at the table.

The win chance is the probability that this player wins.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from longwood.advice.chances import chances
from longwood.advice.hints import ranked_moves
from longwood.advice.ranking import Chance
from longwood.core.game import AnyGame
from longwood.games import family_of
from longwood.games.family import Effort
from longwood.solver.plain_search import is_goal

MOST_MOVES = 400
"""Whoever has made so many moves stops."""


class Decision(NamedTuple):
    """A position, the move that the fair player chose there, and what it knew of it."""

    position: Any
    chosen: Chance


def fair_game(game: AnyGame, start: Any, effort: Effort | None = None, seed: int = 0) -> Iterator[Decision]:
    """A game of the fair player, move by move; it ends where the game does, or where it would go in circles."""
    effort = effort or family_of(game).fair_effort
    p = start
    been = {game.key(p)}
    for _ in range(MOST_MOVES):
        if is_goal(game, start, p) or not game.moves(p):
            return
        chosen = ranked_moves(game, p, chances(game, p, effort, seed), effort, seed, been)[0]
        yield Decision(p, chosen)
        p = game.play(p, chosen.move)
        key = game.key(p)
        if key in been:
            return
        been.add(key)


def wins_fairly(game: AnyGame, start: Any, effort: Effort | None = None, seed: int = 0) -> bool:
    """Whether the fair player wins from a position; where rounds are dealt, whether it clears this one."""
    *_, last = [None, *fair_game(game, start, effort, seed)]
    return is_goal(game, start, game.play(last.position, last.chosen.move) if last else start)
