"""How hard a deal is: harder than so many of 100 deals that can be won.

What is compared depends on what can be measured. Where a family brings a quick player it is how often that one loses
this very deal and, where worlds are decided at once and that is equal, how many cards the solver had to deal for its
win. Where it brings none it is the number of positions that the solver looks at before it finds a win.
"""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from longwood.advice.trials import own_quick_player
from longwood.core.game import STOCK, AnyGame, Deal
from longwood.core.words import ordinal
from longwood.games import family_of
from longwood.solver import Limit, Result, Verdict, solve

LEVELS = ("easy", "medium", "hard", "very hard")
"""A quarter of the deals that can be won each."""
GAMES_PLAYED = 3000
"""How often the quick player plays a deal where that takes no time."""
PATIENCE = 2_000_000
"""Positions searched to say how hard a deal is that was not solved before."""
MEASURED = range(2_000_001, 2_000_301)
"""The deals that a game without a table is measured by, when it is first asked about."""
ENOUGH = 8
"""After so many of them that can be won it is left at that."""
MOST_MEASURED = 20
"""So many whole budgets are spent on it in all: whoever asks is waiting."""


class Difficulty(NamedTuple):
    """A deal is harder than `percent` of 100 winnable ones; its level is 1 to 4."""

    percent: int
    level: int
    measure: float
    """What was compared: the share of games that the quick player lost, or positions searched."""

    @property
    def words(self) -> str:
        """The level in a word."""
        return LEVELS[self.level - 1]

    @property
    def rank_words(self) -> str:
        """The level, and where it stands among winnable deals: Medium (43rd percentile)."""
        place = f"{ordinal(self.percent)} percentile" if self.percent else "none is easier"
        return f"{self.words[0].upper()}{self.words[1:]} ({place})"


def is_judged_at_once(game: AnyGame) -> bool:
    """Whether it takes no solver to tell how hard a deal is, provided that it can be won."""
    return own_quick_player(game) is not None and not family_of(game).is_exact


def measure_of(game: AnyGame, number: int, found: Result | None = None) -> float:
    """What the difficulty of a winnable deal is measured by; the more, the harder. A win may have been found."""
    p = game.start(Deal(number))
    player = own_quick_player(game)
    lost = player.lost_share(game, p, number) if player else None
    if lost is not None:
        return lost
    found = found or solve(game, p, Limit(nodes=PATIENCE))
    if player is None:
        return float(found.nodes)
    moves = game.moves(p)
    won, each = player.play_on(game, [p] * (GAMES_PLAYED // (3 * len(moves)) + 1), moves, number)
    dealt = sum(m.src == STOCK for m in found.line)
    return round(1.0 - float(won.sum()) / (each * won.size) + dealt / 1_000_000, 6)


def difficulty(game: AnyGame, number: int, found: Result | None = None) -> Difficulty:
    """How hard a winnable deal is."""
    measure = measure_of(game, number, found)
    table = _percentiles(game)
    # Of deals that needed just as much half count as easier.
    percent = (bisect_left(table, measure) + bisect_right(table, measure)) * 50 // len(table)
    return Difficulty(percent, min(percent // 25, 3) + 1, measure)


def most_measured(game: AnyGame, level: int) -> float:
    """The measure that no deal of a level exceeds."""
    table = _percentiles(game)
    return float(table[len(table) * level // 4 - 1])


@lru_cache(maxsize=200)
def _percentiles(game: AnyGame) -> list[float]:
    """The measures that 1, 2, ... of 100 deals do not exceed, made by tools/measure_difficulty.py.

    A game that is not in the table of its room is measured by a few deals, winnable ones if a solver is needed anyway.
    Where hardly any deal is found to be winnable, there is nothing to compare with but the budget that each had: what
    takes a level more takes four times the positions.
    """
    family = family_of(game)
    table = family.data("difficulty.json")
    known: dict[str, Any] = json.loads(table.read_text()) if table.is_file() else {}
    if game.slug in known:
        return list(known[game.slug])
    measures = sorted(islice(_measured(game), ENOUGH))
    if len(measures) >= len(LEVELS):
        return measures
    return [(family.deal_nodes or PATIENCE) / 4 ** (len(LEVELS) - level) for level in range(1, len(LEVELS) + 1)]


def _measured(game: AnyGame) -> Iterator[float]:
    """The measures of deals, one after the other, until what may be spent on them is spent."""
    nodes = family_of(game).deal_nodes
    left = nodes * MOST_MEASURED if nodes else None
    for number in MEASURED:
        found = None
        if not is_judged_at_once(game):
            if left is not None and left <= 0:
                return
            found = solve(game, game.start(Deal(number)), Limit(nodes=nodes))
            left = None if left is None else left - found.nodes
            if found.verdict is not Verdict.WON:
                continue
        yield measure_of(game, number, found)
