"""How hard a deal is: harder than so many of 100 deals that can be won.

What is compared depends on what can be measured. Where there is a quick player it is how often that one loses this
very deal and, with one deck, where that is equal, how many cards the solver had to deal for its win. Where there is
none it is the number of positions that the solver looks at before it finds a win.
"""

import json
from bisect import bisect_left, bisect_right
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from longwood.advice.trials import has_terrace_player, played_on
from longwood.core.game import STOCK, AnyGame, Deal
from longwood.solver import Limit, Result, solve

LEVELS = ("easy", "medium", "hard", "very hard")
"""A quarter of the deals that can be won each."""
GAMES_PLAYED = 3000
"""How often the quick player plays a deal of one deck."""
MOODS = 100
"""How often the one of Terrace does, each time in another mood: its games are longer, and else all the same."""


class Difficulty(NamedTuple):
    """A deal is harder than `percent` of 100 winnable ones; its level is 1 to 4."""

    percent: int
    level: int
    effort: float
    """What was compared: the share of games that the quick player lost, or positions searched."""

    @property
    def words(self) -> str:
        """The level in a word."""
        return LEVELS[self.level - 1]

    @property
    def rank_words(self) -> str:
        """Where it stands among others."""
        return f"harder than {self.percent} of 100 winnable deals" if self.percent else "none is easier"


def is_judged_at_once(game: AnyGame) -> bool:
    """Whether it takes no solver to tell how hard a deal is, provided that it can be won."""
    return has_terrace_player(game)


def effort_of(game: AnyGame, number: int, found: Result | None = None) -> float:
    """What the difficulty of a winnable deal is measured by; the more, the harder. A win may have been found."""
    p = game.start(Deal(number))
    if has_terrace_player(game):
        from longwood.games.terrace.player import lost_in_moods

        return round(lost_in_moods(game, p, MOODS, number), 6)
    found = found or solve(game, p, Limit(nodes=2_000_000))
    if game.decks == 2:
        return float(found.nodes)
    moves = game.moves(p)
    won, each = played_on(game, [p] * (GAMES_PLAYED // (3 * len(moves)) + 1), moves, number)
    dealt = sum(m.src == STOCK for m in found.line)
    return round(1.0 - float(won.sum()) / (each * won.size) + dealt / 1_000_000, 6)


def difficulty(game: AnyGame, number: int, found: Result | None = None) -> Difficulty:
    """How hard a winnable deal is."""
    effort = effort_of(game, number, found)
    table = _percentiles()[game.slug]
    # Of deals that needed just as much half count as easier.
    percent = (bisect_left(table, effort) + bisect_right(table, effort)) // 2
    return Difficulty(percent, min(percent // 25, 3) + 1, effort)


def most_effort(game: AnyGame, level: int) -> float:
    """The effort that no measured deal of a level exceeds."""
    return float(_percentiles()[game.slug][25 * level - 1])


@cache
def _percentiles() -> dict[str, Any]:
    """By game the efforts that 1, 2, ... of 100 deals do not need more than, made by tools/measure_difficulty.py."""
    found: dict[str, Any] = json.loads(files("longwood.advice").joinpath("difficulty.json").read_text())
    return found
