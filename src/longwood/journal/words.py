"""What the journal says to people, on the page and in the terminal alike."""

from datetime import date

from longwood.core.words import counted, ordinal
from longwood.games import find_variant
from longwood.games.variants import VariantError
from longwood.journal.entries import Ending, Entry
from longwood.journal.luck import Luck
from longwood.journal.statistics import CLEAN, FIRST, HARD, Milestone, News, Summary

STONES = {FIRST: "First win of {title}", CLEAN: "A win without undo", HARD: "A win of a very hard deal"}
NEWS_OF_STONES = {
    FIRST: "Your first win of {title}!",
    CLEAN: "Your first win without undo.",
    HARD: "You won a very hard deal.",
}
LEVEL_TITLES = ("", "Easy", "Medium", "Hard", "Very hard")
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def title_of(slug: str) -> str:
    """The title of a game; its slug where this table has it no more."""
    try:
        game = find_variant(slug)
    except VariantError:
        game = None
    return game.title if game else slug


def time_words(seconds: float) -> str:
    """As in 4:07, or 1:02:03."""
    whole = int(seconds)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def long_time_words(seconds: float) -> str:
    """As in 3 h 20 min."""
    minutes = int(seconds) // 60
    hours = minutes // 60
    if not minutes:
        return f"{int(seconds)} s"
    parts = [f"{hours:,} h"] if hours else []
    if minutes % 60:
        parts.append(f"{minutes % 60} min")
    return " ".join(parts)


def percent(share: float) -> str:
    """As in 41 %; what is not none and not all is not called so."""
    rounded = round(100 * share)
    if 0 < share < 1:
        rounded = min(max(rounded, 1), 99)
    return f"{rounded} %"


def day_words(day: date) -> str:
    """As in 18 November 2026."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def share_words(of: Summary) -> str:
    """As in: won 12 of 30 (40 %, likely 25 to 58 %)."""
    if not of.played:
        return "no finished game"
    low, high = percent(of.low).removesuffix(" %"), percent(of.high)
    return f"won {of.won:,} of {of.played:,} ({percent(of.share)}, likely {low} to {high})"


def stone_words(stone: Milestone) -> str:
    """A milestone in words."""
    return STONES[stone.name].format(title=title_of(stone.game))


def news_words(found: News, game: str) -> list[str]:
    """What is new about a win, the best first; few words, and none if nothing is."""
    title = title_of(game)
    lines = [NEWS_OF_STONES[name].format(title=title) for name in found.milestones]
    if found.best_seconds is not None:
        lines.append(f"New best time (was {time_words(found.best_seconds)}).")
    if found.best_acts is not None:
        lines.append(f"New shortest win (was {counted(found.best_acts, 'move')}).")
    if found.best_score is not None:
        lines.append(f"New best score (was {found.best_score}).")
    if found.streak > 1:
        longest = ", your longest streak" if found.is_longest_streak else ""
        lines.append(f"{found.streak} wins in a row{longest}.")
    if found.day_streak > 1:
        lines.append(f"{found.day_streak} days in a row.")
    if found.nth > 1:
        lines.append(f"Your {ordinal(found.nth)} win of {title}.")
    return lines


def share_text(entry: Entry, accuracy: float | None = None) -> str:
    """A finished game in two lines to show others: no card is named."""
    when = f"{day_words(date.fromisoformat(entry.day))}, " if entry.day else ""
    end = "won" if entry.ending is Ending.WON else "not won"
    used = [counted(number, noun) for number, noun in ((entry.undos, "undo"), (entry.help, "hint")) if number]
    facts = [f"{end} in {counted(entry.acts, 'move')}", time_words(entry.seconds)]
    facts.append(" and ".join(used) or "no help, no undo")
    if accuracy is not None:
        facts.append(f"accuracy {accuracy:.0f} %")
    return f"Longwood: {when}{title_of(entry.game)}\n{', '.join(facts)}"


def luck_words(of: Luck) -> list[str]:
    """Skill and luck in a few sentences, the result first."""
    low, high = percent(of.low).removesuffix(" %"), percent(of.high)
    return [
        f"You won {percent(of.share)} of {counted(of.games, 'analysed game')}.",
        f"With average luck it would be {percent(of.adjusted)} (likely {low} to {high}).",
        f"The analyst won {percent(of.analyst)} of these deals.",
    ]


def cost_words(of: Luck) -> str:
    """What play cost and what the cards gave, a game."""
    gave = "gave" if of.given >= 0 else "took"
    return (
        f"Per game your moves cost {points(of.cost)} of the win chance, and the cards {gave} {points(abs(of.given))}."
    )


def points(share: float) -> str:
    """As in 12 points; what is little is said to a tenth."""
    value = f"{100 * share:.1f}" if share < 0.0995 else f"{100 * share:.0f}"
    return f"{value.removesuffix('.0')} point{'' if value == '1.0' else 's'}"
