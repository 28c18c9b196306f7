"""What the journal answers, and what it is sent: typed structs."""

import msgspec


class EntryAnswer(msgspec.Struct, frozen=True):
    """A game in the journal. Times are milliseconds since 1970, UTC."""

    id: str
    revision: int
    record: str
    game: str
    title: str
    ending: str
    started: int
    saved: int
    ended: int | None
    seconds: float
    acts: int
    score: int
    undos: int
    fair_hints: int
    seeing_hints: int
    verdicts: int
    chances: int
    day: str
    level: int
    redo: str


class JournalAnswer(msgspec.Struct, frozen=True):
    """Whether games are kept, and what a page needs to begin with."""

    is_kept: bool
    is_shared: bool
    """Whether many players have their journals here."""
    token: str
    """What every change has to bring along."""
    problem: str
    """Why nothing can be kept at the moment."""
    note: str
    """What the player should know about the journal."""
    backup: str
    """The date of a backup that has games which are not here."""
    name: str
    """The player's name for the leaderboard."""
    unfinished: list[EntryAnswer]
    unfinished_count: int
    today: dict[str, str]
    """How the deals of today ended, by game."""
    settings: str
    """What the player chose, as the page wrote it."""


class SavedAnswer(msgspec.Struct, frozen=True):
    """Where a game stands now: perhaps under another name, if somebody else plays the one that was named."""

    id: str
    revision: int
    ending: str
    news: list[str]
    """What is new about a win."""
    share: str
    """A text for others, which names no card."""


class EntriesAnswer(msgspec.Struct, frozen=True):
    """A page of the history."""

    entries: list[EntryAnswer]
    count: int
    """How many there are in all."""
    after: str
    """Where the next page begins; empty at the end."""


class TotalsAnswer(msgspec.Struct, frozen=True):
    """Games in numbers."""

    key: str
    title: str
    played: int
    won: int
    stuck: int
    given_up: int
    open: int
    share: float
    low: float
    high: float
    streak: int
    longest_streak: int
    best_seconds: float | None
    mean_seconds: float | None
    best_acts: int | None
    mean_acts: float | None
    best_score: int | None
    best_possible: int | None
    seconds: float
    analysed: int
    accuracy: float | None
    words: str


class MonthAnswer(msgspec.Struct, frozen=True):
    """A month of play."""

    month: str
    played: int
    won: int
    accuracy: float | None


class DayAnswer(msgspec.Struct, frozen=True):
    """A day of play."""

    day: str
    played: int
    won: int
    is_deal_won: bool


class MilestoneAnswer(msgspec.Struct, frozen=True):
    """Something that was done for the first time."""

    words: str
    id: str
    when: int


class StatisticsAnswer(msgspec.Struct, frozen=True):
    """The journal in numbers."""

    all: TotalsAnswer
    games: list[TotalsAnswer]
    levels: list[TotalsAnswer]
    months: list[MonthAnswer]
    days: list[DayAnswer]
    day_streak: int
    longest_day_streak: int
    milestones: list[MilestoneAnswer]


class ImportedAnswer(msgspec.Struct, frozen=True):
    """What became of an import."""

    new: int
    known: int
    problems: list[str]


class ChangedAnswer(msgspec.Struct, frozen=True):
    """How many entries were changed."""

    changed: int


class PassAnswer(msgspec.Struct, frozen=True):
    """A code that takes the journal to another device."""

    code: str
    minutes: int


class NameAnswer(msgspec.Struct, frozen=True):
    """The player's name for the leaderboard."""

    name: str


class LeaderAnswer(msgspec.Struct, frozen=True):
    """A win of the day's deal."""

    name: str
    seconds: float | None
    """Between the first and the last move, as the server saw them; none if it did not see the game grow."""
    acts: int
    undos: int
    is_you: bool


class LeadersAnswer(msgspec.Struct, frozen=True):
    """Who won the day's deal."""

    day: str
    game: str
    title: str
    deal: str
    without_help: list[LeaderAnswer]
    with_help: list[LeaderAnswer]


class SaveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as it stands."""

    id: str
    based_on: int
    record: str
    seconds: float = 0.0
    undos: int = 0
    fair_hints: int = 0
    seeing_hints: int = 0
    verdicts: int = 0
    chances: int = 0
    day: str = ""
    level: int = 0
    offset: int = 0
    redo: str = ""
    ago: float = 0.0
    ending: str = "open"


class IdsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Entries by name."""

    ids: list[str]


class EndRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open game that has ended."""

    id: str
    ending: str


class TextRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text: an import, a name, a code, settings."""

    text: str
