"""The journal beside a server: opened once, asked in threads, so that nobody waits for a disk."""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Lock
from typing import TypeVar
from weakref import WeakValueDictionary

from longwood.core.words import shorten
from longwood.journal import BusyJournal, DamagedJournal, JournalError
from longwood.journal.databases import is_address
from longwood.journal.places import backups, open_journal
from longwood.journal.store import Journal
from longwood.journal.where import NONE

T = TypeVar("T")
THREADS = 12
NOT_KEPT = "This table keeps no journal."
MOST_ENTRIES = 50_000
"""Games of one player on a server that many share: whoever has more makes statistics slow, and fills the disk."""
GONE = "The journal's file was moved or deleted, so a new one was started."


class Keeper:
    """A journal that is opened when first asked for, and again after it was damaged."""

    def __init__(self, where: str = NONE, is_shared: bool = False) -> None:
        self.where = where
        self._is_shared = is_shared or is_address(where)
        self._journal: Journal | None = None
        self._threads: ThreadPoolExecutor | None = None
        self.problem = ""
        self.note = ""
        self._lock = Lock()
        self._long = asyncio.Lock()
        self._long_of: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._opened = date.min
        """On which day: with the day comes a backup."""

    @property
    def is_kept(self) -> bool:
        """Whether there is to be a journal at all."""
        return self.where != NONE

    @property
    def is_shared(self) -> bool:
        """Whether each browser has a journal of its own."""
        return self._is_shared

    def open(self) -> Journal:
        """The journal; `JournalError` says why there is none now."""
        if not self.is_kept:
            raise JournalError(NOT_KEPT)
        with self._lock:
            return self._open()

    def _open(self) -> Journal:
        found = self.opened
        if found:
            return found
        today = datetime.now(UTC).date()
        is_gone = self._journal is not None and not Path(self.where).expanduser().exists()
        try:
            if self._journal:
                self._journal.close()
                self._journal = None
            opened = open_journal(self.where)
        except JournalError as error:
            self.problem = str(error)
            raise
        opened.journal.most_entries = MOST_ENTRIES if self.is_shared else None
        self._journal, self._opened, self.problem = opened.journal, today, ""
        self.note = opened.note or (GONE if is_gone else self.note)
        return self._journal

    @property
    def opened(self) -> Journal | None:
        """The journal if it is open, its file is there and today's copy of it is made: then nobody need wait."""
        found = self._journal
        if not found or is_address(self.where):
            return found
        return found if self._opened == datetime.now(UTC).date() and found.is_in_place else None

    async def ask(self, work: Callable[[Journal], T]) -> T:
        """What some work with the journal comes to, done in a thread."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(THREADS, "journal")
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._done, work)

    async def ask_long(self, client: str, work: Callable[[Journal], T]) -> T:
        """The same for what may take long: one at a time, and of each client one in the queue, so that saves go on."""
        async with self._long_of.setdefault(client, asyncio.Lock()), self._long:
            return await self.ask(work)

    def _done(self, work: Callable[[Journal], T]) -> T:
        try:
            return work(self.open())
        except DamagedJournal:
            # It is moved aside and a new one begun, which takes what the page still has.
            with self._lock:
                if self._journal:
                    self._journal.close()
                    self._journal = None
            return work(self.open())

    @property
    def backup(self) -> str:
        """The date of the newest backup, where the journal was damaged and games may be missing."""
        if not self.note or not self._journal or not self._journal.path:
            return ""
        newest = next(iter(backups(self._journal.path)), None)
        return newest.stem.removeprefix(f"{Path(self.where).stem}-") if newest else ""

    def close(self) -> None:
        """Close the journal; what is being written is written to its end."""
        if self._threads:
            self._threads.shutdown()
        if self._journal:
            self._journal.close()
            self._journal = None


def say_at_start(keeper: Keeper) -> None:
    """Open the journal before there is a table, and say on standard error what is wrong with it: play goes on."""
    if not keeper.is_kept:
        return
    try:
        keeper.open()
    except BusyJournal as error:
        _say(f"{error} The table tries again when a game is to be kept.")
    except JournalError as error:
        _say(f"{error} Games are not kept.")
    if keeper.note:
        _say(keeper.note)


def _say(sentence: str) -> None:
    # The name of a file may hold what a terminal would obey.
    sys.stderr.write(f"longwood: {shorten(sentence, 1000)}\n")
