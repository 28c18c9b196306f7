"""An entry: a played game's record line with a few facts. Everything else the journal says is computed from these."""

import re
import secrets
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from hashlib import blake2b

from longwood.core.words import shorten
from longwood.journal import BadEntry
from longwood.notation import MAX_RECORD, NotationError, parse_record
from longwood.session import IllegalMove, Session

A_DAY = 86_400_000
"""Milliseconds, as all times here."""
MOST_SECONDS = 10_000_000.0
"""Nobody sits at a game for four months."""
MOST = 1_000_000
"""The most of anything that is counted."""
ID = re.compile("[A-Za-z0-9_-]{8,40}", re.ASCII)
_REDO = re.compile("[a-z0-9./-]*", re.ASCII)
"""What acts are written with. Nobody plays them before they are wanted, so they are not replayed here."""


class Ending(StrEnum):
    """How a game ended, or that it has not."""

    OPEN = "open"
    WON = "won"
    STUCK = "stuck"
    GIVEN_UP = "given up"


SOURCES = ("page", "terminal", "import")


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What the player's side tells of a game; the rules read the rest off the record."""

    record: str
    seconds: float = 0.0
    """At play, as a clock that cannot be set has measured it."""
    undos: int = 0
    fair_hints: int = 0
    seeing_hints: int = 0
    verdicts: int = 0
    chances: int = 0
    day: str = ""
    """The date of the day's deal, if it was that."""
    level: int = 0
    """The level that was chosen, 1 to 4; 0 for none."""
    offset: int = 0
    """Minutes that the player's clock is ahead of UTC."""
    source: str = "page"
    redo: str = ""
    """What was undone and can be played again, as the end of a record."""

    def __post_init__(self) -> None:
        if len(self.record) + len(self.redo) > MAX_RECORD:
            raise BadEntry(f"This game is too long for the journal, which keeps {MAX_RECORD} characters at most.")
        if not 0 <= self.seconds <= MOST_SECONDS:
            raise BadEntry("The seconds at play are not a number that a clock shows.")
        if not all(0 <= getattr(self, name) <= MOST for name in COUNTS):
            raise BadEntry(f"Undos, hints and questions are counted from 0 to {MOST:,}.")
        if not _REDO.fullmatch(self.redo):
            raise BadEntry(f'"{shorten(self.redo)}" is not the end of a record, so it cannot be redone.')
        if self.source not in SOURCES:
            raise BadEntry(f'"{shorten(self.source)}" is no place that games come from.')
        if not (0 <= self.level <= 4 and abs(self.offset) <= 24 * 60):
            raise BadEntry("A level goes from 1 to 4, and a clock is at most a day ahead.")
        if self.day and not is_day(self.day):
            raise BadEntry(f'"{shorten(self.day)}" is not a date: write it as in 2026-11-16.')

    @property
    def help(self) -> int:
        """How often the analyst was asked."""
        return self.fair_hints + self.seeing_hints + self.verdicts + self.chances


_FIRST_DAY = date(1970, 1, 1)
COUNTS = ("undos", "fair_hints", "seeing_hints", "verdicts", "chances")


@dataclass(frozen=True, slots=True)
class Judged:
    """What the rules say of a record."""

    game: str
    acts: int
    score: int
    is_won: bool
    is_stuck: bool

    @property
    def ending(self) -> Ending:
        """Won is won. A player who is stuck may undo: such a game is closed by leaving it."""
        return Ending.WON if self.is_won else Ending.OPEN


def judged(record: str) -> Judged:
    """Replay a record; `BadEntry` says what the rules refuse."""
    try:
        return judged_session(Session.from_record(record))
    except (NotationError, IllegalMove) as error:
        raise BadEntry(str(error)) from None


def judged_session(session: Session) -> Judged:
    """What the rules say of a game as it stands."""
    return Judged(session.game.slug, len(session.acts), session.score, session.is_won, session.is_stuck)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Played):
    """A game in the journal. Times are milliseconds since 1970, UTC."""

    id: str
    game: str
    acts: int
    score: int
    ending: Ending
    started: int
    saved: int
    ended: int | None = None
    revision: int = 1
    """How often it was saved. Each save names the revision it is based on, so that none overwrites another."""
    first_seen: int = 0
    """When the server saw the first act, by its own clock; 0 if it did not."""
    last_seen: int = 0
    leap: int = 0
    """The most acts that came in at once: a game that the server saw grow has a small one."""

    @property
    def deal(self) -> str:
        """The deal, as in `slug.1`."""
        return self.record.partition("/")[0]

    @property
    def when(self) -> int:
        """The moment that the entry stands at in the order of games."""
        return self.ended if self.ended is not None else self.saved


ENTRY_FIELDS = tuple(field.name for field in fields(Entry))


def new_id() -> str:
    """A name for an entry that nobody else will have."""
    return secrets.token_hex(10)


def derived_id(record: str, started: int) -> str:
    """The name of an entry that came without one: the same each time, so that importing twice changes nothing."""
    return blake2b(f"{record} {started}".encode(), digest_size=10).hexdigest()


def imported(played: Played, found: Judged, *, id: str, started: int, ended: int | None, ending: str) -> Entry:
    """An entry from elsewhere. Whether it was won is what the rules say, whatever came with it."""
    if found.is_won:
        kind = Ending.WON
    elif ending == Ending.STUCK and found.is_stuck:
        kind = Ending.STUCK
    elif ending == Ending.GIVEN_UP:
        kind = Ending.GIVEN_UP
    else:
        kind = Ending.OPEN
    end = None if kind is Ending.OPEN else max(ended if ended is not None else started, started)
    told = {field.name: getattr(played, field.name) for field in fields(Played)}
    if kind is not Ending.OPEN:
        told["redo"] = ""
    return Entry(
        **told, id=id, game=found.game, acts=found.acts, score=found.score, ending=kind, started=started,
        saved=max(ended or started, started), ended=end,
    )  # fmt: skip


def closed(entry: Entry, ending: Ending, when: int) -> Entry:
    """The entry as it is once the game has ended."""
    return replace(entry, ending=ending, ended=max(when, entry.saved, entry.started), redo="")


def is_day(text: str) -> bool:
    """Whether a text is a date as in 2026-11-16."""
    try:
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII)) and bool(date.fromisoformat(text))
    except ValueError:
        return False


def local_day(when: int, offset: int) -> date:
    """The date on the player's own calendar."""
    return _day_since_1970((when + offset * 60_000) // A_DAY)


@lru_cache(4096)
def _day_since_1970(number: int) -> date:
    # Statistics ask for the day of every game, and many games have the same.
    return _FIRST_DAY + timedelta(days=number)


def time_text(when: int) -> str:
    """A moment as in 2026-11-16T09:30:00Z."""
    return datetime.fromtimestamp(when / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def parse_time(text: str) -> int:
    """The moment that a text names; `BadEntry` if it names none."""
    try:
        found = datetime.fromisoformat(text)
        moment = int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise BadEntry(f'"{shorten(text)}" is not a time: write it as in 2026-11-16T09:30:00Z.') from None
    if not 0 <= moment <= 4_102_444_800_000:
        raise BadEntry(f'"{shorten(text)}" is not a time of this century.')
    return moment


def checked_deal(text: str) -> str:
    """A deal or record as the journal would write it; the text itself if it is none."""
    try:
        return str(parse_record(text))
    except NotationError:
        return text
