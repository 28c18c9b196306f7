"""The fair player: it follows the first fair hint at every move and sees no more than anybody at the table.

The win chance is the probability that this player wins.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from longwood.advice.calibration import CERTAIN
from longwood.advice.chances import chances
from longwood.advice.preference import ranked_moves
from longwood.advice.ranking import Chance
from longwood.advice.trials import distinct_moves, quick_player
from longwood.advice.worlds import count_worlds, some_worlds
from longwood.core.game import AnyGame, Move
from longwood.games import family_of
from longwood.games.family import Effort
from longwood.solver import Limit, Verdict, solve
from longwood.solver.plain_search import is_goal

MOST_MOVES = 400
"""Whoever has made so many moves stops."""


class Decision(NamedTuple):
    """A position, the move that the fair player chose there, and what it knew of it: nothing if there was no choice."""

    position: Any
    chosen: Chance


def fair_effort(game: AnyGame) -> Effort:
    """What the fair player spends on a move."""
    family = family_of(game)
    return family.fair_effort if quick_player(game) else family.world_effort


def fair_game(game: AnyGame, start: Any, effort: Effort | None = None, seed: int = 0) -> Iterator[Decision]:
    """A game of the fair player, move by move; it ends where the game does, or where it would go in circles."""
    effort = effort or fair_effort(game)
    p = start
    been = {game.key(p)}
    for _ in range(MOST_MOVES):
        if is_goal(game, start, p) or not game.moves(p):
            return
        if count_worlds(game, p) == 1:
            # Nothing is hidden any more: whoever finds a win plays it to its end, and a loss is a loss.
            found = solve(game, p, Limit(nodes=family_of(game).budget(0)))
            yield from _along(game, p, found.line)
            if found.verdict is not Verdict.UNKNOWN:
                return
        chosen = _only(game, p, seed) or ranked_moves(game, p, chances(game, p, effort, seed), effort, seed, been)[0]
        yield Decision(p, chosen)
        p = game.play(p, chosen.move)
        key = game.key(p)
        if key in been:
            return
        been.add(key)


def _only(game: AnyGame, p: Any, seed: int) -> Chance | None:
    """The only thing to do, if there is no more: nobody needs to know how good it is."""
    same_as = distinct_moves(game, p, some_worlds(game, p, 2, seed)[0])
    first, *others = dict.fromkeys(same_as.values())
    return None if others else Chance(first)


def _along(game: AnyGame, p: Any, line: tuple[Move, ...]) -> Iterator[Decision]:
    """A win that is proven."""
    for m in line:
        yield Decision(p, Chance(m, CERTAIN[True]))
        p = game.play(p, m)


def wins_fairly(game: AnyGame, start: Any, effort: Effort | None = None, seed: int = 0) -> bool:
    """Whether the fair player wins from a position; where rounds are dealt, whether it clears this one."""
    *_, at_the_end = wins_so_far(game, start, effort, seed)
    return at_the_end


def wins_so_far(game: AnyGame, start: Any, effort: Effort | None = None, seed: int = 0) -> Iterator[bool]:
    """Whether the fair player has won: at the start, and after each of its moves."""
    yield is_goal(game, start, start)
    for position, chosen in fair_game(game, start, effort, seed):
        yield is_goal(game, start, game.play(position, chosen.move))
