"""Whether a world can be won, and whether a quick player wins it: the answers that chances are made of.

A verdict here is one of hundreds behind an estimate. It has no line and is not replayed; what a player is told to be
proven comes from `longwood.solver`.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, TypeGuard, cast

import numpy as np
from numpy.typing import NDArray

from longwood.core.game import STOCK, AnyGame, Move
from longwood.core.result import Found
from longwood.games.peaks.heap import Cell
from longwood.games.peaks.rules import PEAKS, PYRAMID
from longwood.games.terrace.rules import WASTE, Terrace
from longwood.solver import Limit, Verdict
from longwood.solver.plain import is_goal

HEAPS: dict[str, tuple[Cell, ...]] = {"triple-peaks": PEAKS, "elevator": PYRAMID}
OBVIOUS = Limit(nodes=30)
"""What it takes to see that a move loses at once."""
REPEATS = 3
"""How often the quick player plays the same heap: its choices are partly left to chance."""


class Trial(NamedTuple):
    """A verdict and, where the solver found a win of a game of two decks, the first move of it."""

    verdict: Verdict
    first: Move | None = None


def trial(game: AnyGame, before: Any, p: Any, limit: Limit) -> Trial:
    """Whether position `p` can be won, as quickly as can be told; `before` says which round is played."""
    if is_goal(game, before, p):
        return Trial(Verdict.WON)
    if game.family == "quatorze":
        return Trial(_quatorze(p))
    if game.family in HEAPS:
        return Trial(_heap(game.family, p))
    found = _two_decks(game, p, limit)
    return Trial(found.verdict, found.line[0] if found.line else None)


def _two_decks(game: AnyGame, p: Any, limit: Limit) -> Found:
    if game.family == "terrace":
        from longwood.games.terrace.solver import solve as terrace

        return terrace.solve(cast("Terrace", game), p, limit, brief=True)
    from longwood.games.forty_thieves.solver import solve as forty_thieves

    return forty_thieves.solve(game, p, limit, brief=True)


def _heap(family: str, p: Any) -> Verdict:
    from longwood.games.peaks.solver.search import heap_of, reach
    from longwood.games.peaks.solver.triple_peaks import WIDTHS

    heap = heap_of(HEAPS[family], p.piles)
    reached = reach(heap, Limit(), WIDTHS if family == "triple-peaks" else ())
    return Verdict.WON if reached.last == len(heap.tables.masks) - 1 else Verdict.LOST


@cache
def _quatorze_scratch() -> Any:
    from longwood.games.quatorze.solver.solve import Scratch

    return Scratch()


def _quatorze(p: Any) -> Verdict:
    from longwood.games.quatorze.solver.kernel import WON
    from longwood.games.quatorze.solver.solve import grid_of, search

    is_won = search(grid_of(p), Limit(), _quatorze_scratch()) == WON
    return Verdict.WON if is_won else Verdict.LOST


def has_quick_player(game: AnyGame) -> bool:
    """Whether there is a player who is quick enough to play on in many worlds, and wins some of them."""
    return game.decks == 1 or has_terrace_player(game)


def has_terrace_player(game: AnyGame) -> TypeGuard[Terrace]:
    """Whether the quick player of Terrace knows a game: foundations build by colour, and no space shows a new card."""
    if not isinstance(game, Terrace) or game.in_suit:
        return False
    # The waste is never empty while there is a stock: after the waste the stock has nothing left to fill with.
    return STOCK not in game.fill_from or WASTE in game.fill_from[: game.fill_from.index(STOCK)]


class Glance(NamedTuple):
    """The moves after which a world is won or lost at a glance, and whether it can be won."""

    winners: set[Move]
    losers: set[Move]
    found: Trial


def glance(game: AnyGame, world: Any, moves: list[Move], limit: Limit) -> Glance:
    """What a quick player sees of a world that would take the solver long, and what the solver sees of it.

    With one deck the solver is as quick, so nobody asks the player.
    """
    if has_terrace_player(game):
        won, _ = played_on(game, [world], moves, 0)
        winners = {m for m, is_won in zip(moves, won[0].tolist(), strict=True) if is_won}
        return Glance(winners, set(), Trial(Verdict.WON) if winners else trial(game, world, world, limit))
    found = trial(game, world, world, limit)
    if found.verdict is not Verdict.UNKNOWN or game.family != "terrace":
        return Glance(set(), set(), found)
    # Where foundations build in suit, what was too hard may become obvious: a move can bury what must come first.
    after = {m: trial(game, world, game.play(world, m), OBVIOUS).verdict for m in moves}
    winners = {m for m, verdict in after.items() if verdict is Verdict.WON}
    losers = {m for m, verdict in after.items() if verdict is Verdict.LOST}
    if winners:
        found = Trial(Verdict.WON)
    elif len(losers) == len(moves):
        found = Trial(Verdict.LOST)
    return Glance(winners, losers, found)


def played_on(game: AnyGame, worlds: Sequence[Any], moves: list[Move], seed: int) -> tuple[NDArray[np.uint8], int]:
    """How often the quick player wins each world (row) after each move (column), and out of how many times.

    The worlds look alike: what was not seen is all in which they differ.
    """
    if game.family == "quatorze":
        from longwood.games.quatorze.player import played_on as play_grids

        return play_grids(list(worlds), moves, seed + 1), 1
    if has_terrace_player(game):
        from longwood.games.terrace.player import played_on as play_terraces

        # This player leaves nothing to chance.
        return play_terraces(game, list(worlds), moves), 1
    from longwood.games.peaks.player import played_on as play_heaps

    return play_heaps(HEAPS[game.family], list(worlds), moves, REPEATS, seed + 1), REPEATS


def distinct_moves(game: AnyGame, p: Any, worlds: Sequence[Any], *, is_seen: bool = False) -> dict[Move, Move]:
    """Each legal move and the first one that comes to the same thing, as far as the player can tell.

    That is looked up in worlds, never in the position itself unless all is seen: it could depend on hidden cards.
    """
    if game.family == "quatorze" and len(p.piles[STOCK]) > 1 and not is_seen:
        # Both cells are refilled with cards that no one knows: which one first makes no difference beforehand.
        return {m: min(m, Move(m.dst, m.src)) for m in game.moves(p)}
    first: dict[Any, Move] = {}
    some = worlds[:2]
    return {m: first.setdefault(tuple([game.key(game.play(w, m)) for w in some]), m) for m in game.moves(p)}


def idle_moves(game: AnyGame, world: Any, moves: list[Move]) -> set[Move]:
    """The moves that change nothing that matters, as far as that is known."""
    if not has_terrace_player(game) or not world.base:
        return set()
    from longwood.games.terrace.player import is_idle

    return {m for m in moves if is_idle(game, world, m)}
