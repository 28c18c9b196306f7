"""Whether a world can be won, and whether a quick player wins it: the answers that chances are made of.

A verdict here is one of hundreds behind an estimate. It has no line and is not replayed; what a player is told to be
proven comes from `longwood.solver`.
"""

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from longwood.advice.plain_player import PLAYER as PLAIN_PLAYER
from longwood.advice.worlds import worlds
from longwood.core.game import AnyGame, Move
from longwood.games import family_of
from longwood.games.quick_player import DROP
from longwood.solver import Limit, Verdict, solver_for
from longwood.solver.plain_search import is_goal

if TYPE_CHECKING:
    from longwood.games.family import Effort
    from longwood.games.quick_player import QuickPlayer
    from longwood.kernels.racing import Race

DICE = 1_000_003
"""Keeps the dice of games apart from those by which worlds are dealt."""
OBVIOUS = Limit(nodes=30)
"""What it takes to see that a move loses at once."""


class Trial(NamedTuple):
    """A verdict and, where a solver that does not decide at once found a win, the first move of it."""

    verdict: Verdict
    first: Move | None = None


def trial(game: AnyGame, before: Any, p: Any, limit: Limit) -> Trial:
    """Whether position `p` can be won, as quickly as can be told; `before` says which round is played."""
    if is_goal(game, before, p):
        return Trial(Verdict.WON)
    # Where every position is decided at once there is nothing to limit.
    found = solver_for(game, p).solve(game, p, Limit() if family_of(game).is_exact else limit, brief=True)
    return Trial(found.verdict, found.line[0] if found.line else None)


def quick_player(game: AnyGame) -> "QuickPlayer | None":
    """The player who is quick enough to play on in many worlds, and wins some of them; None if there is none."""
    family = family_of(game)
    # A family with a solver of its own knows better than to trust the plain player.
    return own_quick_player(game) if family.player or family.solver else PLAIN_PLAYER


def own_quick_player(game: AnyGame) -> "QuickPlayer | None":
    """The quick player that the game's own family brings, if it knows this game."""
    player = family_of(game).own_quick_player
    return player if player and player.knows(game) else None


def usual_effort(game: AnyGame) -> "Effort":
    """What a hint takes; where worlds tell all, no more than the fair player, to whom the number was fitted."""
    family = family_of(game)
    return family.effort if quick_player(game) else family.world_effort


class Glance(NamedTuple):
    """The moves after which a world is won or lost at a glance, and whether it can be won."""

    winners: set[Move]
    losers: set[Move]
    found: Trial


def glance(game: AnyGame, world: Any, moves: list[Move], limit: Limit) -> Glance:
    """What a quick player sees of a world that would take the solver long, and what the solver sees of it.

    A solver that decides at once is as quick, so nobody asks the player.
    """
    family, player = family_of(game), quick_player(game)
    if player and not family.is_exact:
        won, _ = player.play_on(game, [world], moves, 0)
        winners = {m for m, is_won in zip(moves, won[0].tolist(), strict=True) if is_won}
        return Glance(winners, set(), Trial(Verdict.WON) if winners else trial(game, world, world, limit))
    found = trial(game, world, world, limit)
    if found.verdict is not Verdict.UNKNOWN or not family.looks_ahead:
        return Glance(set(), set(), found)
    # What was too hard may become obvious: a move can bury what must come first.
    after = {m: trial(game, world, game.play(world, m), OBVIOUS).verdict for m in moves}
    winners = {m for m, verdict in after.items() if verdict is Verdict.WON}
    losers = {m for m, verdict in after.items() if verdict is Verdict.LOST}
    if winners:
        found = Trial(Verdict.WON)
    elif len(losers) == len(moves):
        found = Trial(Verdict.LOST)
    return Glance(winners, losers, found)


def race(game: AnyGame, p: Any, moves: list[Move], seed: int, games: int, drop: float = DROP) -> "Race | None":
    """A race between moves over about so many games, if there is a quick player.

    Two positions that look the same to the player get the same race.
    """
    player = quick_player(game)
    if player is None:
        return None
    return player.race(game, p, moves, seed, games, drop) or _race_in_worlds(player, game, p, moves, seed, games, drop)


def _race_in_worlds(
    player: "QuickPlayer", game: AnyGame, p: Any, moves: list[Move], seed: int, games: int, drop: float
) -> "Race":
    """A race of a player who does not race by itself: it plays on in one world after the other."""
    from longwood.kernels.racing import raced  # loads compiled code, which the rest of this module can do without

    some = worlds(game, p, seed)

    def play_round(begin: int, end: int, racing: NDArray[np.uint8], won: NDArray[np.uint8]) -> None:
        batch = list(islice(some, end - begin))
        still = np.flatnonzero(racing).tolist()
        won[begin:end, still], _ = player.play_on(game, batch, [moves[i] for i in still], DICE * (seed + 1) + begin)

    return raced(play_round, len(moves), games, drop)


def distinct_moves(game: AnyGame, p: Any, alike: Sequence[Any], *, is_seen: bool = False) -> dict[Move, Move]:
    """Each legal move and the first one that comes to the same thing, as far as the player can tell.

    That is looked up in worlds, never in the position itself unless all is seen: it could depend on hidden cards.
    """
    moves, twin = game.moves(p), family_of(game).twin
    if twin and not is_seen:
        twins = {m: found for m in moves if (found := twin(game, p, m))}
        if len(twins) == len(moves):
            return twins
    first: dict[Any, Move] = {}
    some = alike[:2]
    return {m: first.setdefault(tuple([game.key(game.play(w, m)) for w in some]), m) for m in moves}


def idle_moves(game: AnyGame, world: Any, moves: list[Move]) -> set[Move]:
    """The moves that change nothing that matters, as far as that is known."""
    player = quick_player(game)
    return player.idle(game, world, moves) if player else set()
