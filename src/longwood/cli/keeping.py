"""The game at the terminal, in the journal: saved after every line, and resumed from there."""

import time
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from longwood.journal import JournalError
from longwood.journal.entries import COUNTS, Ending, Played, judged_session, new_id
from longwood.journal.where import NONE
from longwood.notation import NotationError, act_text
from longwood.session import IllegalMove, Session

if TYPE_CHECKING:
    from longwood.journal.entries import Entry
    from longwood.journal.store import Journal

LONGEST_PAUSE = 600.0
"""Seconds after which nobody counts as sitting there any more."""


class Bookmark(NamedTuple):
    """Where a game stands in the journal."""

    id: str
    revision: int


class Kept:
    """The journal beside a game at the terminal. What is wrong with it is said once, and play goes on."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._journal: Journal | None = None
        self._player = 0
        self._is_open = False
        self.problem = ""
        """Why nothing is kept; empty if all is well."""
        self.note = ""
        """What the player should know about the journal."""
        self._begin(None)

    def _begin(self, entry: "Entry | None") -> None:
        self.bookmark = Bookmark(entry.id, entry.revision) if entry else None
        self._last = entry.record if entry else ""
        self._seconds = entry.seconds if entry else 0.0
        self._counts = {name: getattr(entry, name, 0) for name in COUNTS}
        self._day, self._level = (entry.day, entry.level) if entry else ("", 0)
        self._since = time.monotonic()
        self._is_closed = False
        self._is_counted = False
        """Whether something was counted that is not saved yet."""

    def open(self) -> "Journal | None":
        """The journal, opened when first needed: whoever only runs a script has nothing to keep."""
        from longwood.journal.places import open_journal

        if self._journal and not self._journal.is_in_place:
            # Its file was moved or deleted: what is written there, nobody finds again.
            self._journal.close()
            self._journal, self._is_open = None, False
        if not self._is_open and self._where != NONE:
            self._is_open = True
            try:
                self._journal, self.note = open_journal(self._where)
                self._player = self._journal.player()
            except JournalError as error:
                self.problem = str(error)
        return self._journal

    def unfinished(self) -> "list[Entry]":
        """Open games, the one that was played last first."""
        from longwood.journal.filters import Filter

        journal = self.open()
        try:
            return journal.entries(self._player, Filter(endings=(Ending.OPEN,))) if journal else []
        except JournalError as error:
            self.problem = str(error)
            return []

    def resume(self, entry: "Entry") -> Session:
        """Sit down at an open game again; what was undone can be redone."""
        session = Session.from_record(entry.record)
        played = len(session.acts)
        # What was undone came with an import, perhaps, and nobody has replayed it: the game itself is what counts.
        with suppress(NotationError, IllegalMove):
            for act in entry.redo.split("/") if entry.redo else ():
                session.play(*act.split("."))
        while len(session.acts) > played:
            session.undo()
        self._begin(entry)
        return session

    def sit_down(self, session: Session, day: str = "", level: int = 0) -> None:
        """Begin a game, perhaps a deal of a day or of a level; if it is an open one of the journal, resume that one."""
        record = str(session.record)
        same = [entry for entry in self.unfinished() if entry.record == record] if session.acts else []
        self._begin(same[0] if same else None)
        self._day, self._level = day or self._day, level or self._level
        self._last = record

    def count(self, what: str, times: int = 1) -> None:
        """The player took something back, or asked the analyst."""
        self._counts[what] += times
        self._is_counted = True

    def keep(self, session: Session) -> list[str]:
        """Save the game as it stands now; returns what is new about it, if it has just been won."""
        from longwood.journal.statistics import news
        from longwood.journal.words import news_words

        self._tick()
        record = str(session.record)
        is_asked = self._is_counted and self.bookmark and not self._is_closed
        if (record == self._last and not is_asked) or not (session.acts or self.bookmark):
            return []
        if self._is_closed and self._last.startswith(f"{record}/"):
            return []  # looking back at a game that has ended
        journal = self.open()
        if not journal:
            return []
        if self._is_closed:
            # Another way to go on from there is another game.
            self._is_closed, self.bookmark = False, None
        self._last = record
        try:
            bookmark = self.bookmark or Bookmark(new_id(), 0)
            saved = journal.save(self._player, *bookmark, self._played(session), judged_session(session))
            self.bookmark = Bookmark(saved.id, saved.revision)
            self.problem, self._is_counted = "", False
            if saved.ending is Ending.WON:
                self._is_closed = True
                found = news(journal.games(self._player), saved.id)
                return news_words(found, session.game.slug) if found else []
        except JournalError as error:
            self.problem = str(error)
        return []

    def leave(self, session: Session, gives_up: bool = False) -> bool:
        """The player goes: a stuck game has ended, any other one stays open. Returns whether it was closed."""
        if not self._journal or not self.bookmark or self._is_closed:
            return False
        ending = Ending.GIVEN_UP if gives_up else Ending.STUCK if session.is_stuck else None
        if ending is None:
            return False
        try:
            self._is_closed = self._journal.end(self._player, self.bookmark.id, ending)
        except JournalError as error:
            self.problem = str(error)
        return self._is_closed

    def close(self) -> None:
        """Done with the journal."""
        if self._journal:
            self._journal.close()

    def _tick(self) -> None:
        now = time.monotonic()
        self._seconds += min(now - self._since, LONGEST_PAUSE)
        self._since = now

    def _played(self, session: Session) -> Played:
        offset = datetime.now().astimezone().utcoffset()
        return Played(
            record=str(session.record),
            seconds=self._seconds,
            offset=int(offset.total_seconds() // 60) if offset else 0,
            source="terminal",
            redo="/".join([act_text(session.game, act) for act in session.undone]),
            day=self._day,
            level=self._level,
            **self._counts,
        )


def resumed(kept: Kept) -> Session:
    """The open game that was played last; `NotationError` if there is none."""
    games = kept.unfinished()
    if not games:
        raise NotationError(kept.problem or "There is no unfinished game: name a game to play.")
    return kept.resume(games[0])
