"""What is in the journal as the page sees it."""

from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from longwood.journal.accounts import Analysis
from longwood.journal.entries import ENTRY_FIELDS, Entry
from longwood.journal.filters import Filter
from longwood.journal.statistics import (
    Summary,
    calendar,
    day_streaks,
    milestones,
    over_time,
    summaries,
    summary,
    won_days,
)
from longwood.journal.store import Journal
from longwood.journal.words import LEVEL_TITLES, cost_words, luck_words, share_words, stone_words, title_of
from longwood.web.journal.answers import (
    EntryAnswer,
    JournalAnswer,
    MilestoneAnswer,
    StatisticsAnswer,
    TotalsAnswer,
)

MOST_DAYS = 366 * 5
"""Days that the calendar goes back."""
_SUMMARY_FIELDS = [field.name for field in fields(Summary)]


def entry_answer(entry: Entry, found: Analysis | None = None) -> EntryAnswer:
    """An entry as the page sees it, with what the analyst found in it."""
    known = found or Analysis()
    return EntryAnswer(
        **_facts(entry, ENTRY_FIELDS), title=title_of(entry.game), accuracy=known.accuracy, skill=known.skill,
        luck=known.luck, is_analysed=known.is_made,
    )  # fmt: skip


def statistics_answer(journal: Journal, player: int | None, wanted: Filter) -> StatisticsAnswer:
    """The journal in numbers, as the page sees it."""
    games = journal.games(player, wanted) if player is not None else []
    now, longest = day_streaks(won_days(games), datetime.now(UTC).date())
    return StatisticsAnswer(
        all=_totals("", "All games", summary(games)),
        games=[_totals(slug, title_of(slug), of) for slug, of in summaries(games, lambda game: game.game).items()],
        levels=[
            _totals(level, LEVEL_TITLES[int(level)], of)
            for level, of in sorted(summaries(games, lambda game: str(game.level or "")).items())
        ],
        months=over_time(games),
        days=calendar(games)[-MOST_DAYS:],
        day_streak=now,
        longest_day_streak=longest,
        milestones=[MilestoneAnswer(stone_words(stone), stone.id, stone.when) for stone in milestones(games)],
    )


def no_journal(problem: str) -> JournalAnswer:
    """What a page hears where nothing is kept."""
    return JournalAnswer(
        is_kept=False, is_shared=False, token="", problem=problem, note="", backup="", name="", unfinished=[],
        unfinished_count=0, today={}, has_won=False, recent=[], settings="",
    )  # fmt: skip


def _totals(key: str, title: str, of: Summary) -> TotalsAnswer:
    return TotalsAnswer(
        **_facts(of, _SUMMARY_FIELDS), key=key, title=title, words=share_words(of),
        luck_words=luck_words(of.luck) if of.luck else [], cost_words=cost_words(of.luck) if of.luck else "",
    )  # fmt: skip


def _facts(of: object, names: tuple[str, ...] | list[str]) -> dict[str, Any]:
    return {name: getattr(of, name) for name in names}
