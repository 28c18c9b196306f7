"""What the journal answers, and what it is sent. What an entry or a summary has is stated there and not again here."""

from dataclasses import dataclass

import msgspec

from longwood.journal.entries import Entry, Played
from longwood.journal.statistics import Day, Month, Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryAnswer(Entry):
    """A game in the journal. Times are milliseconds since 1970, UTC."""

    title: str
    accuracy: float | None = None
    """In per cent, as the analyst found; none if it has not looked yet, or there was nothing to decide."""
    skill: float | None = None
    """What play cost of the win chance, from 0 down."""
    luck: float | None = None
    """What the cards gave."""
    is_analysed: bool = False


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
    has_won: bool
    """Whether the player has ever won a game."""
    recent: list[str]
    """The ways to play that the player knows, the one played last first."""
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
    """A finished game in a few words for others, which name no card."""


class ToShareAnswer(msgspec.Struct, frozen=True):
    """A finished game in a few words for others, which name no card."""

    text: str
    accuracy: float | None
    is_analysed: bool
    """Whether the analyst has looked at it: then the accuracy is there, if there was anything to decide."""


class EntriesAnswer(msgspec.Struct, frozen=True):
    """A page of the history."""

    entries: list[EntryAnswer]
    count: int
    """How many there are in all."""
    after: str
    """Where the next page begins; empty at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsAnswer(Summary):
    """Games in numbers."""

    key: str
    title: str
    words: str
    luck_words: list[str]
    """Skill and luck in a few sentences; none if too few games are analysed."""
    cost_words: str
    """What play cost and what the cards gave, a game."""


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
    months: list[Month]
    days: list[Day]
    day_streak: int
    longest_day_streak: int
    milestones: list[MilestoneAnswer]


class ImportedAnswer(msgspec.Struct, frozen=True):
    """What became of an import."""

    new: int
    known: int
    refused: int
    problems: list[str]
    """What is wrong with the first of those that were refused."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveRequest(Played):
    """A game as it stands."""

    id: str
    based_on: int
    ago: float = 0.0
    ending: str = "open"


class IdsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Entries by name."""

    ids: list[str] = []


class EndRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open game that has ended."""

    id: str
    ending: str


class TextRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text: an import, a name, a code, settings."""

    text: str


class ImportRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games to take in; a long text comes in parts."""

    text: str
    before: int = 0
    """How many lines or entries the parts before this one had."""
