"""Finished games are analysed while nobody asks anything: a little at a time, the newest first, each one once."""

import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Event as Signal
from threading import Lock, Thread

import msgspec

from longwood import __version__
from longwood.journal import JournalError
from longwood.journal.accounts import Analysis, can_be_analysed, numbers_of
from longwood.journal.analyses import keep, players_waiting, waiting
from longwood.journal.entries import Entry
from longwood.web.analyst.pool import CLOSED, REPLACED, Pool
from longwood.web.analyst.wire import Event
from longwood.web.journal.keeper import Keeper

MOST_PLAYERS = 500
"""Players whose games are looked at; those who have been away for longest are left out."""
MOST_TRIES = 3
"""How often a piece may fail without being stopped; then the game is left to `longwood journal analyse`."""


@dataclass(frozen=True)
class Pace:
    """How eager the analysis is, in seconds."""

    tick: float = 1.0
    """Between two looks at whether there is something to do."""
    quiet: float = 5.0
    """After the last question that a player asked."""
    look: float = 60.0
    """Between two looks for games that were finished elsewhere."""
    longest: float = 300.0
    """At the workers for one game; what takes longer is left to `longwood journal analyse`."""
    rest: float = 0.0
    """How long to rest after each piece, as a multiple of what it took."""
    newest: int = 300
    """So many of a player's newest games; older ones are analysed by `longwood journal analyse`."""


LOCAL = Pace()
SHARED = Pace(quiet=10.0, longest=120.0, rest=1.0, newest=30)
"""Half of a worker's time at most, and fewer games of each player."""


class Stopped(Exception):
    """Somebody asked something, or the table is closed: later."""


class Failed(Exception):
    """The analyst broke off."""


class Background:
    """Analyses games in a thread of its own, by asking the pool when nobody else does."""

    def __init__(self, pool: Pool, keeper: Keeper, pace: Pace | None = None) -> None:
        self._pool, self._keeper = pool, keeper
        self.pace = pace or (SHARED if keeper.is_shared else LOCAL)
        self._players: OrderedDict[int, int] = OrderedDict()
        self._visits = 0
        self._is_first = True
        self._lock = Lock()
        self._closed = Signal()
        self._nudged = Signal()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin to look for games."""
        if self._keeper.is_kept and self._thread is None:
            self._thread = Thread(target=self._run, name="analysing", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop; what is not whole is begun again another time."""
        self._closed.set()
        self._nudged.set()
        if self._thread:
            self._thread.join(10)

    def saw(self, player: int) -> None:
        """A player has finished a game or looks at the journal: their games come first."""
        with self._lock:
            self._visits += 1
            self._players[player] = self._visits
            self._players.move_to_end(player)
            while len(self._players) > MOST_PLAYERS:
                self._players.popitem(last=False)
        self._nudged.set()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                found = self._next()
                if found:
                    self._analyse(*found)
                    continue
                self._nudged.wait(self.pace.look)
                self._nudged.clear()
            except Stopped:
                pass
            except JournalError:
                # It cannot be read or written now: whoever plays is told, and this is tried again.
                self._closed.wait(self.pace.look)
            self._closed.wait(self.pace.tick)

    def _next(self) -> tuple[int, Entry] | None:
        """The game to analyse next: the newest one of the player who was here last."""
        journal = self._keeper.open()
        if self._is_first and self._keeper.is_shared:
            # Whose games waited when the server ended.
            old = players_waiting(journal, MOST_PLAYERS)
            with self._lock:
                self._players = OrderedDict({each: 0 for each in old if each not in self._players} | self._players)
        self._is_first = False
        with self._lock:
            players = [*reversed(self._players.items())] if self._keeper.is_shared else [(journal.player(), 0)]
        for player, visit in players:
            found = waiting(journal, player, newest=self.pace.newest, limit=1)
            if found:
                return player, found[0]
            if self._keeper.is_shared:
                # Until they are seen again, which may be just now, there is nothing to do for them.
                with self._lock:
                    if self._players.get(player) == visit:
                        del self._players[player]
        return None

    def _analyse(self, player: int, entry: Entry) -> None:
        """Analyse one game, piece by piece. A piece that is stopped is asked for again; so nothing is lost by it."""
        if not can_be_analysed(entry.record):
            self._keep(player, entry, Analysis())
            return
        used, tries = 0.0, 0
        found: list[msgspec.Raw] = []
        pieces = [("weigh", {"numbers": str(number)}) for number in numbers_of(entry.record)]
        pieces += [("fairly", {}), ("par", {}), ("account", {"ending": entry.ending.value})]
        while pieces:
            kind, options = pieces[0]
            if kind == "account":
                options = {**options, "found": msgspec.json.encode(found).decode()}
            began = time.monotonic()
            try:
                data = self._asked(kind, entry.record, options)
            except Failed:
                tries += 1
                if tries < MOST_TRIES:
                    continue
                self._keep(player, entry, Analysis())
                return
            if data is None:
                continue  # stopped: it waits until it is quiet again
            found.append(data)
            pieces.pop(0)
            tries = 0
            took = time.monotonic() - began
            used += took
            if used > self.pace.longest and pieces:
                self._keep(player, entry, Analysis())
                return
            self._closed.wait(took * self.pace.rest)
        self._keep(player, entry, Analysis(**msgspec.json.decode(found[-1])))

    def _keep(self, player: int, entry: Entry, found: Analysis) -> None:
        keep(self._keeper.open(), player, entry.id, found, __version__)

    def _asked(self, kind: str, record: str, options: dict[str, str]) -> msgspec.Raw | None:
        """What the pool answers, once it has time; None if it was stopped."""
        heard: list[Event] = []
        is_over = Signal()

        def on_event(event: Event) -> None:
            heard.append(event)
            if event.is_last:
                is_over.set()

        while self._pool.ask_aside(kind, record, on_event, options, self.pace.quiet) is None:
            if self._closed.wait(self.pace.tick):
                raise Stopped
        is_over.wait()
        if self._closed.is_set():
            raise Stopped
        if heard[-1].name == "error":
            error = msgspec.json.decode(heard[-1].data)["error"]
            if error == CLOSED:
                raise Stopped
            if error == REPLACED:
                return None
            raise Failed
        found = [event for event in heard if not event.is_last and event.name != "waiting"]
        if not found:
            raise Failed
        return found[-1].data
