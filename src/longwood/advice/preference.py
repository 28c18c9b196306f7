"""The order in which a fair hint names moves: by the win chance, and then by what leads on."""

from collections.abc import Collection, Hashable
from typing import Any

from longwood.advice.chances import Chances
from longwood.advice.ranking import Chance
from longwood.advice.trials import distinct_moves
from longwood.advice.worlds import some_worlds
from longwood.core.game import AnyGame, Move
from longwood.games import family_of
from longwood.games.family import Effort
from longwood.solver import Limit, solver_for


def ranked_moves(
    game: AnyGame, p: Any, found: Chances, effort: Effort, seed: int, been: Collection[Hashable]
) -> list[Chance]:
    """The moves in the order in which a fair hint names them."""
    ranked = _led(game, p, found, effort, seed)
    # A move back to a known position turns no card up, so that looking at the real one reveals nothing.
    return sorted(ranked, key=lambda c: game.key(game.play(p, c.move)) in been)


def _led(game: AnyGame, p: Any, found: Chances, effort: Effort, seed: int) -> tuple[Chance, ...]:
    """The moves, the best first; where nobody won a world, those that the searches which got furthest began with."""
    is_known = found.share.won or not found.share.unknown or any(c.played and c.played.won for c in found.moves)
    if family_of(game).is_exact or is_known or len(found.moves) == 1:
        return found.moves
    worlds, _ = some_worlds(game, p, 3, seed)
    same_as = distinct_moves(game, p, worlds)
    votes: dict[Move, int] = {}
    for world in worlds:
        best = solver_for(game, world).best(game, world, Limit(nodes=effort.nodes))
        if best.line:
            m = same_as[best.line[0]]
            votes[m] = votes.get(m, 0) + 1
    # What is seen to lose comes last, however far a search got with it.
    return tuple(sorted(found.moves, key=lambda c: (c.share.lost, -votes.get(same_as[c.move], 0))))
