"""The win chance: how likely the fair player is to win from here, playing on with what can be seen.

It is estimated from what a look at a move finds, through weights that were fitted, for each game, to games which that
player really played. `tools/calibrate.py` makes the weights, `benchmarks/reliability.py` checks them on other games.
"""

import json
from functools import lru_cache
from math import exp, log, sqrt
from typing import Any, NamedTuple

from longwood.core.game import AnyGame
from longwood.core.shares import Share, Z
from longwood.games import family_of
from longwood.games.family import Effort

VAGUE = 0.5
"""A guess with an interval wider than this says nothing."""


class WinChance(NamedTuple):
    """The probability that the fair player wins, with a 95 % interval of what was sampled."""

    value: float
    low: float
    high: float
    is_proven: bool = False
    """Whether it is certain: the game is over, or nothing can change the outcome."""
    is_fitted: bool = True
    """Whether it was fitted to games of the fair player; a rough guess otherwise."""

    @property
    def percent(self) -> int:
        """In per cent; 0 and 100 are kept for what is proven."""
        rounded = round(100 * self.value)
        return rounded if self.is_proven else min(max(rounded, 1), 99)

    @property
    def is_vague(self) -> bool:
        """Whether it could be nearly anything. What was fitted is true on average, however little was looked at."""
        return self.high - self.low > VAGUE and not self.is_fitted

    @property
    def words(self) -> str:
        """The number as people read it."""
        if self.is_proven:
            return f"{self.percent} %"
        return "under 1 %" if self.value < 0.005 else "over 99 %" if self.value > 0.995 else f"about {self.percent} %"

    @property
    def span(self) -> str:
        """The interval as people read it; no estimate lies between 0 and 0, nor between 100 and 100."""
        return f"{min(round(100 * self.low), 99)} to {max(round(100 * self.high), 1)} %"


CERTAIN = {True: WinChance(1.0, 1.0, 1.0, True), False: WinChance(0.0, 0.0, 0.0, True)}
"""The chance of what is proven to be won, or lost."""


class Calibration(NamedTuple):
    """The weights of what a look finds, for the log odds of a win."""

    base: float = 0.0
    quick: float = 0.0
    """Of the log odds that the quick player wins a game that it plays on."""
    worlds: float = 0.0
    """Of the log odds that a world can be won by someone who sees all the cards; what is not decided counts half."""
    won: float = 0.0
    """Of the log odds that a world is seen to be winnable; what is not decided is none of these."""
    lost: float = 0.0
    """Of the log odds that a world is seen to be lost."""
    unseen: float = 0.0
    """Of the share of the deck that nobody has seen yet."""
    unseen_squared: float = 0.0
    won_unseen: float = 0.0
    """Of both together: a world that someone wins who sees all the cards tells less, the more of them are unseen."""
    is_fitted: bool = True

    @property
    def needs_worlds(self) -> bool:
        """Whether the number rests on worlds that were solved."""
        return bool(self.worlds or self.won or self.lost)


BY_GAMES = Calibration(quick=1.0, is_fitted=False)
BY_BOTH = Calibration(quick=0.5, worlds=0.5, is_fitted=False)
BY_WORLDS = Calibration(worlds=1.0, is_fitted=False)
"""What stands in where nothing was fitted: the shares as they are."""


def shares_alone(weights: Calibration) -> Calibration:
    """The shares that the weights rest on, as they are."""
    return BY_BOTH if weights.quick and weights.needs_worlds else BY_GAMES if weights.quick else BY_WORLDS


class Sample(NamedTuple):
    """What a look at a move found: a share of games won, of worlds won, of worlds not decided, with how many each."""

    played: float
    games: int
    won: float = 0.0
    undecided: float = 0.0
    worlds: int = 0

    @property
    def lost(self) -> float:
        """The share of worlds lost."""
        return max(1 - self.won - self.undecided, 0.0)


def features(found: Sample, unseen: float) -> tuple[float, ...]:
    """What the weights multiply, after the base."""
    quick = _log_odds(found.played, found.games) if found.games else 0.0
    shares = (found.won + found.undecided / 2, found.won, found.lost)
    worlds = [_log_odds(share, found.worlds) if found.worlds else 0.0 for share in shares]
    return quick, *worlds, unseen, unseen * unseen, worlds[1] * unseen


def win_chance(weights: Calibration, found: Sample, unseen: float, games: int | None = None) -> WinChance:
    """The win chance after a move; in how many `games` it was played on, if its share was told beside the best one."""
    quick, middle, won, lost, some, squared, both = features(found, unseen)
    odds = (
        weights.base
        + weights.quick * quick
        + weights.worlds * middle
        + weights.won * won
        + weights.lost * lost
        + weights.unseen * some
        + weights.unseen_squared * squared
        + weights.won_unseen * both
    )
    error = sqrt(
        (weights.quick * _error(found.played, found.games if games is None else games)) ** 2
        + (weights.worlds * _world_error(found)) ** 2
        + ((weights.won + weights.won_unseen * unseen) * _world_error(found._replace(undecided=0.0))) ** 2
        + (weights.lost * _world_error(found._replace(won=found.lost, undecided=0.0))) ** 2
    )
    low, high = odds - Z * error, odds + Z * error
    if found.worlds and not weights.is_fitted:
        # Nobody knows what the worlds that were not decided are worth: they count both ways.
        slope = weights.worlds or weights.won
        low -= slope * (middle - _log_odds(found.won, found.worlds))
        high += slope * (_log_odds(found.won + found.undecided, found.worlds) - middle)
    return WinChance(_share(odds), _share(low), _share(high), is_fitted=weights.is_fitted)


def unseen_share(game: AnyGame, p: Any) -> float:
    """The share of the deck that the player has not seen."""
    return sum(game.unseen(p).values()) / (52 * game.decks)


def calibration(game: AnyGame, *, plays: bool, solves: bool) -> Calibration:
    """The weights for a game, by what a look at it finds: games played on, worlds solved, or both."""
    known = _fitted(game)
    if known and (plays or not known.quick) and (solves or not known.needs_worlds):
        return known
    return BY_BOTH if plays and solves else BY_GAMES if plays else BY_WORLDS


def number_effort(game: AnyGame, effort: Effort) -> Effort:
    """As much of an effort as the win chance rests on: no worlds are solved where games alone tell it."""
    known = _fitted(game)
    return effort._replace(worlds=0) if known and not known.needs_worlds else effort


@lru_cache(maxsize=200)
def _fitted(game: AnyGame) -> Calibration | None:
    """The fitted weights: those of the game itself, or those of the game that it is a variant of."""
    family = family_of(game)
    table = family.data("calibration.json")
    known: dict[str, Any] = json.loads(table.read_text()) if table.is_file() else {}
    slug, mark, _ = game.slug.partition(",")
    # A variant that the family's players do not know has others, to whom the weights do not apply.
    if slug not in known or not (family.player or family.solver):
        return None
    weights = {name: known[slug][name] for name in Calibration._fields if name in known[slug]}
    return Calibration(**weights, is_fitted=not mark)


def certain(share: Share, *, is_all: bool) -> WinChance | None:
    """The chance where all worlds were looked at and leave no doubt: no world can be won, or the only one can."""
    if is_all and share.lost == share.trials:
        return CERTAIN[False]
    return CERTAIN[True] if is_all and share.trials == share.won == 1 else None


def _log_odds(share: float, trials: int) -> float:
    """The log odds of a share, half a trial away from both ends."""
    won = share * trials
    return log((won + 0.5) / (trials - won + 0.5))


def _error(share: float, trials: int) -> float:
    """The standard error of the log odds."""
    won = share * trials
    return sqrt(1 / (won + 0.5) + 1 / (trials - won + 0.5)) if trials else 0.0


def _world_error(found: Sample) -> float:
    """The standard error of the log odds of worlds, of which those not decided count half."""
    if not found.worlds:
        return 0.0
    middle = found.won + found.undecided / 2
    # A little more than was seen to vary: a few worlds that are all alike do not say that the next one is.
    variance = found.won + found.undecided / 4 - middle**2 + 0.1 / found.worlds
    smoothed = (middle * found.worlds + 0.5) / (found.worlds + 1)
    return sqrt(max(variance, 0.0) / found.worlds) / (smoothed * (1 - smoothed))


def _share(odds: float) -> float:
    return 1 / (1 + exp(-odds)) if odds > -700 else 0.0
