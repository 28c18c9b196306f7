"""The journal in numbers, for people and for programs."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from longwood import __version__
from longwood.cli.output import Output
from longwood.core.words import counted
from longwood.journal.entries import time_text
from longwood.journal.words import (
    LEVEL_TITLES,
    cost_words,
    day_words,
    long_time_words,
    luck_words,
    percent,
    share_words,
    stone_words,
    time_words,
    title_of,
)

if TYPE_CHECKING:
    from longwood.journal.filters import Filter
    from longwood.journal.statistics import Summary
    from longwood.journal.store import Journal


def numbers(book: "Journal", player: int, asked: "Filter") -> dict[str, object]:
    """The journal in numbers, for programs."""
    from longwood.journal.statistics import day_streaks, milestones, month, summaries, summary, won_days

    games = book.games(player, asked)
    now, longest = day_streaks(won_days(games), datetime.now(UTC).date())

    def facts(of: "Summary") -> dict[str, object]:
        return asdict(of)

    return {
        "version": __version__,
        "all": facts(summary(games)),
        "games": {slug: facts(of) for slug, of in summaries(games, lambda g: g.game).items()},
        "levels": {level: facts(of) for level, of in summaries(games, lambda g: str(g.level or "")).items()},
        "months": {name: facts(of) for name, of in summaries(games, month).items()},
        "days": {"streak": now, "longest": longest},
        "milestones": [stone._asdict() | {"when": time_text(stone.when)} for stone in milestones(games)],
    }


def say_numbers(out: Output, book: "Journal", player: int, asked: "Filter | None" = None) -> None:
    """The journal in numbers, for people."""
    from longwood.journal.statistics import day_streaks, milestones, month, summaries, summary, won_days

    games = book.games(player, asked)
    if not games:
        out.say("The journal is empty. longwood, or longwood play, starts a game.")
        return
    whole = summary(games)
    out.say(
        f"You {share_words(whole)} in {long_time_words(whole.seconds)}." if whole.played else "No finished game yet."
    )
    if whole.played:
        out.say(f"Streak: {counted(whole.streak, 'win')}, longest {whole.longest_streak}.")
    days = won_days(games)
    if days:
        now, longest = day_streaks(days, datetime.now(UTC).date())
        out.say(f"Deals of the day won: {len(days)}. Daily streak: {now}, longest {longest}.")
    if whole.accuracy is not None:
        left = whole.played - whole.analysed
        more = f"; longwood journal analyse looks at the other {left:,}" if left else ""
        out.say(f"Accuracy: {whole.accuracy:.0f} %, from {counted(whole.analysed, 'analysed game')}{more}.")
    elif whole.played and not whole.analysed:
        out.say("No game is analysed yet: longwood journal analyse tells skill from luck.")
    if whole.luck:
        out.say(" ".join(luck_words(whole.luck)))
        out.say(cost_words(whole.luck))
    _say_table(out, "Game", {title_of(slug): of for slug, of in summaries(games, lambda g: g.game).items()})
    levels = sorted(summaries(games, lambda g: str(g.level or "")).items())
    if levels:
        _say_table(out, "Level", {LEVEL_TITLES[int(level)]: of for level, of in levels}, has_scores=False)
    months = dict(sorted(summaries(games, month).items(), reverse=True)[:12])
    if len(months) > 1:
        _say_table(out, "Month", months, has_scores=False)
    stones = milestones(games)
    if stones:
        out.say("\nMilestones:")
        for stone in stones[-8:]:
            day = datetime.fromtimestamp(stone.when / 1000).astimezone().date()
            out.say(f"  {day_words(day)}: {stone_words(stone)}")


def _say_table(out: Output, name: str, rows: dict[str, "Summary"], *, has_scores: bool = True) -> None:
    """A row for each. Where a row is of several games it has no best score: each game counts in its own way."""
    out.say()
    width = max(len(name), *[len(title) for title in rows])
    scores = "  best score" if has_scores else ""
    out.line(f"{name:{width}}  played   won    share  streak  best time  fewest moves{scores}  accuracy")
    for title, of in rows.items():
        share = percent(of.share) if of.played else "-"
        best = time_words(of.best_seconds) if of.best_seconds is not None else "-"
        score = "-" if of.best_score is None else str(of.best_score)
        if of.best_score is not None and of.best_possible is not None:
            score += f" of {of.best_possible}"
        accuracy = "-" if of.accuracy is None else f"{of.accuracy:.0f} %"
        out.line(
            f"{title:{width}}  {of.played:6}  {of.won:4}  {share:>7}  {of.longest_streak:6}  {best:>9}  "
            f"{of.best_acts or '-':>12}{f'  {score:>10}' if has_scores else ''}  {accuracy:>8}"
        )
