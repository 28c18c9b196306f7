"""What the journal shows, as pure functions over the games in it: shares, streaks, bests, days, milestones."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from longwood.core.shares import wilson
from longwood.journal.entries import local_day
from longwood.journal.luck import Luck, luck_of

VERY_HARD = 4
"""The hardest level."""
WON, OPEN = "won", "open"


class Game(NamedTuple):
    """An entry as statistics see it. They come in the order in which they ended."""

    id: str
    game: str
    ending: str
    started: int
    when: int
    """When it ended, or was last played."""
    seconds: float
    acts: int
    score: int
    undos: int
    help: int
    """How often the analyst was asked."""
    day: str
    level: int
    offset: int
    accuracy: float | None = None
    skill: float | None = None
    luck: float | None = None
    chance: float | None = None
    is_analyst_won: bool | None = None
    best_score: int | None = None

    @property
    def is_won(self) -> bool:
        """Whether it was won."""
        return self.ending == WON

    @property
    def is_finished(self) -> bool:
        """Whether it has ended."""
        return self.ending != OPEN

    @property
    def date(self) -> date:
        """The date on the player's calendar."""
        return local_day(self.when, self.offset)


@dataclass(frozen=True, slots=True)
class Summary:
    """Games in numbers. Shares, streaks and means are of finished games; an open one is only counted."""

    played: int
    won: int
    stuck: int
    given_up: int
    open: int
    share: float
    """The share won of what was finished."""
    low: float
    """The 95 % interval of the share won."""
    high: float
    streak: int
    """Wins in a row up to now."""
    longest_streak: int
    best_seconds: float | None
    mean_seconds: float | None
    best_acts: int | None
    mean_acts: float | None
    best_score: int | None
    best_possible: int | None
    """The best score that the analyst knows of on a deal of the best one here."""
    seconds: float
    """All time at play."""
    analysed: int
    accuracy: float | None
    """Mean of the analysed games that had something to decide."""
    luck: Luck | None
    """Skill and luck of the analysed games; None if there are too few."""


def summary(games: Sequence[Game]) -> Summary:
    """Games in numbers; they come in the order in which they ended."""
    finished = [game for game in games if game.ending != OPEN]
    wins = [game for game in finished if game.ending == WON]
    # A game that came as a bare record or link says nothing of its time.
    times = [game.seconds for game in wins if game.seconds]
    low, high = wilson(len(wins), len(finished))
    now, longest = streaks([game.ending == WON for game in finished])
    best = max([game.score for game in finished], default=None)
    return Summary(
        played=len(finished),
        won=len(wins),
        stuck=sum([game.ending == "stuck" for game in finished]),
        given_up=sum([game.ending == "given up" for game in finished]),
        open=len(games) - len(finished),
        share=len(wins) / len(finished) if finished else 0.0,
        low=low,
        high=high,
        streak=now,
        longest_streak=longest,
        best_seconds=min(times, default=None),
        mean_seconds=_mean(times),
        best_acts=min([game.acts for game in wins], default=None),
        mean_acts=_mean([game.acts for game in wins]),
        best_score=best,
        # Several games may have the best score, and only some of them be analysed.
        best_possible=max([game.best_score or 0 for game in finished if game.score == best], default=None) or None,
        seconds=sum([game.seconds for game in games]),
        analysed=sum([game.chance is not None for game in finished]),
        accuracy=_mean([game.accuracy for game in finished if game.accuracy is not None]),
        luck=luck_of(finished),
    )


def summaries(games: Iterable[Game], key: Callable[[Game], str]) -> dict[str, Summary]:
    """Games in numbers by what a key says of them; those without a key are left out. The most played come first."""
    groups: defaultdict[str, list[Game]] = defaultdict(list)
    for game in games:
        if name := key(game):
            groups[name].append(game)
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    return {name: summary(group) for name, group in ordered}


def month(game: Game) -> str:
    """The month on the player's calendar, as in 2026-11."""
    return _month_of(game.date)


@lru_cache(4096)
def _month_of(day: date) -> str:
    return day.isoformat()[:7]


def streaks(wins: Iterable[bool]) -> tuple[int, int]:
    """The run of wins at the end, and the longest one."""
    now = longest = 0
    for is_won in wins:
        now = now + 1 if is_won else 0
        if now > longest:
            longest = now
    return now, longest


def day_streaks(days: Iterable[date], today: date) -> tuple[int, int]:
    """Days in a row up to today (a day on which nobody has played yet does not end it), and the most there were."""
    found = set(days)
    longest = 0
    for day in found:
        if day - _A_DAY not in found:
            length = 1
            while day + length * _A_DAY in found:
                length += 1
            longest = max(longest, length)
    end = today if today in found else today - _A_DAY
    now = 0
    while end - now * _A_DAY in found:
        now += 1
    return now, longest


_A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Day:
    """A day of play."""

    day: date
    played: int
    won: int
    is_deal_won: bool
    """Whether a deal of that day was won, on the day itself."""


def calendar(games: Sequence[Game]) -> list[Day]:
    """The days with a finished game, the first one first."""
    played: defaultdict[date, list[bool]] = defaultdict(list)
    for game in games:
        if game.ending != OPEN:
            played[game.date].append(game.ending == WON)
    deals = won_days(games)
    days = sorted({*played, *deals})
    return [Day(day, len(played[day]), sum(played[day]), day in deals) for day in days]


def won_days(games: Iterable[Game]) -> set[date]:
    """The dates whose deal was won on the day itself. The day's deal changes at midnight UTC, for everyone."""
    wins = [game for game in games if game.day and game.ending == WON]
    return {date.fromisoformat(game.day) for game in wins if local_day(game.when, 0).isoformat() == game.day}


@dataclass(frozen=True, slots=True)
class Month:
    """A month of play."""

    month: str
    played: int
    won: int
    accuracy: float | None


def over_time(games: Iterable[Game]) -> list[Month]:
    """Wins and accuracy by month, the first one first."""
    return [Month(name, s.played, s.won, s.accuracy) for name, s in sorted(summaries(games, month).items()) if s.played]


class Milestone(NamedTuple):
    """Something that was done for the first time."""

    name: str
    game: str
    id: str
    when: int


FIRST, CLEAN, HARD = "first win", "no undo", "very hard"


def milestones(games: Iterable[Game]) -> list[Milestone]:
    """The first win of each game, the first without an undo, the first of a very hard deal."""
    found: dict[tuple[str, str], Milestone] = {}
    for game in games:
        if not game.is_won:
            continue
        done = [(FIRST, game.game)]
        if not game.undos:
            done.append((CLEAN, ""))
        if game.level == VERY_HARD:
            done.append((HARD, ""))
        for name, of in done:
            found.setdefault((name, of), Milestone(name, game.game, game.id, game.when))
    return [*found.values()]


class News(NamedTuple):
    """What a win is, compared with all that came before."""

    nth: int
    """Of its game."""
    streak: int
    is_longest_streak: bool
    best_seconds: float | None
    """The best time before, if this one is better."""
    best_acts: int | None
    """The fewest moves before, if these are fewer."""
    best_score: int | None
    milestones: tuple[str, ...]
    day_streak: int


def news(games: Sequence[Game], id: str) -> News | None:
    """What is new about a game that was won; None if there is none of that name."""
    at = next((i for i, game in enumerate(games) if game.id == id and game.is_won), None)
    if at is None:
        return None
    game, before = games[at], games[:at]
    same = [other for other in before if other.game == game.game]
    old = summary(same)
    now, _ = streaks([other.is_won for other in games[: at + 1] if other.is_finished])
    _, longest = streaks([other.is_won for other in before if other.is_finished])
    # Where every win has the same score, a score is no news; where it has not, it beats what was lost too.
    is_score = len({other.score for other in same if other.is_won}) > 1
    days = won_days(games[: at + 1])
    # What the clock shows as the same time is no better one.
    is_quicker = old.best_seconds is not None and game.seconds > 0 and int(game.seconds) < int(old.best_seconds)
    is_today = bool(game.day) and date.fromisoformat(game.day) in days
    return News(
        nth=old.won + 1,
        streak=now,
        is_longest_streak=now > longest and longest > 0,
        best_seconds=old.best_seconds if is_quicker else None,
        best_acts=old.best_acts if old.best_acts is not None and game.acts < old.best_acts else None,
        best_score=old.best_score if is_score and old.best_score is not None and game.score > old.best_score else None,
        milestones=tuple([stone.name for stone in milestones(games[: at + 1]) if stone.id == id]),
        day_streak=day_streaks(days, date.fromisoformat(game.day))[0] if is_today else 0,
    )


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
