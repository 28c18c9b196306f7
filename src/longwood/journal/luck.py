"""Skill and luck over many games: how often the same play would win with average luck, beside the analyst's own games.

Each analysed game says what chance its deal gave the fair player, what play cost of that, what the cards gave, and
whether the fair player won the same deal when it played it. With average luck a player keeps of the analyst's wins what
play kept of its chance:

    kept     = (chance + skill) / chance          over the games of a kind; skill is never above 0
    adjusted = kept x the share of these deals that the analyst won

So luck is left out, and deals that were chosen because they can be won count no more for one than for the other.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Protocol

from longwood.core.shares import Z

LEAST = 5
"""Fewer games tell nothing."""


class Analysed(Protocol):
    """What is asked of a game."""

    @property
    def game(self) -> str: ...
    @property
    def ending(self) -> str: ...
    @property
    def skill(self) -> float | None: ...
    @property
    def luck(self) -> float | None: ...
    @property
    def chance(self) -> float | None: ...
    @property
    def is_analyst_won(self) -> bool | None: ...


@dataclass(frozen=True, slots=True)
class Luck:
    """What analysed games tell of skill and luck. Shares are of these games alone."""

    games: int
    share: float
    """What the player won of them."""
    adjusted: float
    """What the same play would win with average luck."""
    low: float
    """Its 95 % interval, by how play varies from game to game; the deals are taken as they are."""
    high: float
    analyst: float
    """What the analyst won of the same deals, playing each once and seeing no more than a player does."""
    cost: float
    """What play cost a game, on average, in shares of the win chance."""
    given: float
    """What the cards gave a game, on average."""


def luck_of(games: Iterable[Analysed]) -> Luck | None:
    """What analysed games tell; None if there are too few. Games of rounds, which have no one result, are left out."""
    kinds: defaultdict[str, list[Analysed]] = defaultdict(list)
    for game in games:
        if game.chance is not None and game.is_analyst_won is not None:
            kinds[game.game].append(game)
    count = sum([len(some) for some in kinds.values()])
    if count < LEAST:
        return None
    won = analyst = adjusted = variance = cost = given = 0.0
    for some in kinds.values():
        kept, error = _kept(some)
        fairly = sum([bool(game.is_analyst_won) for game in some])
        analyst += fairly
        adjusted += kept * fairly
        variance += (error * fairly) ** 2
        won += sum([game.ending == "won" for game in some])
        cost -= sum([game.skill or 0.0 for game in some])
        given += sum([game.luck or 0.0 for game in some])
    middle, margin = adjusted / count, Z * sqrt(variance) / count
    return Luck(
        games=count,
        share=won / count,
        adjusted=middle,
        low=max(middle - margin, 0.0),
        high=min(middle + margin, 1.0),
        analyst=analyst / count,
        cost=cost / count,
        given=given / count,
    )


def _kept(some: list[Analysed]) -> tuple[float, float]:
    """What play keeps of the analyst's chance in games of a kind, and the standard error of that."""
    count = len(some)
    chance = sum([game.chance or 0.0 for game in some]) / count
    if chance <= 0:
        return 0.0, 0.0
    skills = [game.skill or 0.0 for game in some]
    mean = sum(skills) / count
    # Of a single game nobody knows how much play varies: as much as it can.
    spread = sum([(skill - mean) ** 2 for skill in skills]) / (count - 1) if count > 1 else chance**2 / 4
    return min(max(1 + mean / chance, 0.0), 1.0), sqrt(spread / count) / chance
