"""Forecasts and what became of them: games of the fair player, with the win chance of every position."""

from typing import NamedTuple

from longwood.advice.calibration import Sample, unseen_share
from longwood.advice.chances import chances
from longwood.advice.fair_player import fair_game
from longwood.advice.ranking import OPEN, Chance
from longwood.core.game import AnyGame, Deal
from longwood.games.family import Effort
from longwood.solver.plain_search import is_goal


class Forecast(NamedTuple):
    """The win chance of a position of a game, what it was made from, and whether the game was won."""

    deal: int
    number: int
    win: float
    is_proven: bool
    sample: Sample
    unseen: float
    is_won: bool
    worlds: float | None = None
    """At some positions, the share of worlds that could be won by someone who sees all the cards."""


def sample_of(chance: Chance) -> Sample:
    """What a look found of a move."""
    played, share = chance.played, chance.share
    games = (played.least, played.trials) if played else (0.0, 0)
    return Sample(*games, share.least, share.most - share.least, share.trials) if share.trials else Sample(*games)


def forecasts(game: AnyGame, number: int, effort: Effort | None = None, every: int = 0) -> list[Forecast]:
    """All positions of the fair player's game of a deal in which it had a choice.

    One in `every` so many gets its share of worlds, too.
    """
    p = start = game.start(Deal(number))
    found = []
    for i, (before, chosen) in enumerate(fair_game(game, start, effort, seed=number)):
        unseen = unseen_share(game, before)
        is_asked = every and chosen.win is not OPEN and (number + i) % every == 0
        share = chances(game, before, seed=number).share.middle if is_asked else None
        p = game.play(p, chosen.move)
        if chosen.win is not OPEN:
            found.append((i, chosen, unseen, share))
    is_won = is_goal(game, start, p)
    return [
        Forecast(number, i, chance.win.value, chance.win.is_proven, sample_of(chance), unseen, is_won, share)
        for i, chance, unseen, share in found
    ]
