"""Verdicts that get better with time, and the lines behind them, kept for whoever follows them."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from longwood.core.game import AnyGame, Move
from longwood.games import family_of
from longwood.solver import Limit, Result, Verdict, solve


class KnownWins:
    """Wins that were found: whoever plays along one is told its next move, not the first of another win.

    Without this, hints could lead round in circles: each first move of a win, none of them the second.
    """

    def __init__(self, most: int = 50_000) -> None:
        self._most = most
        self._rest: OrderedDict[tuple[str, Any], tuple[Move, ...]] = OrderedDict()

    def remember(self, game: AnyGame, p: Any, line: tuple[Move, ...]) -> None:
        """Keep a win for every position along it."""
        for at in range(len(line)):
            self._rest[game.slug, p] = line[at:]
            self._rest.move_to_end((game.slug, p))
            p = game.play(p, line[at])
        while len(self._rest) > self._most:
            self._rest.popitem(last=False)

    def get(self, game: AnyGame, p: Any) -> tuple[Move, ...] | None:
        """What is left of a win that leads through this position."""
        return self._rest.get((game.slug, p))


def verdict(game: AnyGame, p: Any, limit: Limit | None = None, wins: KnownWins | None = None) -> Result:
    """Whether a position can be won, within one budget."""
    known = wins.get(game, p) if wins else None
    if known:
        return Result(Verdict.WON, known, 0, 0.0)
    found = solve(game, p, limit)
    if wins and found.verdict is Verdict.WON:
        wins.remember(game, p, found.line)
    return found


def verdicts(game: AnyGame, p: Any, wins: KnownWins | None = None) -> Iterator[Result]:
    """Verdicts within ever larger budgets, until one is not UNKNOWN."""
    for nodes in family_of(game).budgets:
        found = verdict(game, p, Limit(nodes=nodes), wins)
        yield found
        if found.verdict is not Verdict.UNKNOWN:
            return
