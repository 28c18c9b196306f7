"""The journal itself: entries of players in a database. What is closed is never edited."""

import secrets
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from longwood.journal.databases import connect, is_address, open_schema, reading, said, url_of, writing, writing_once
from longwood.journal.entries import A_DAY, ENTRY_FIELDS, Ending, Entry, Judged, Played, derived_id
from longwood.journal.filters import Filter, conditions
from longwood.journal.saves import Saved, check_room, continue_of, flush_commit, later, save_of, write
from longwood.journal.schema import ANALYSES, ENTRIES, KEYS, META, PLAYERS, SETTINGS, keep_once
from longwood.journal.sound import SOUND_ANALYSIS
from longwood.journal.statistics import Game

LOCAL_KEY = "local"
"""Nobody needs a key on a machine of their own."""
MOST_ON_PAGE = 500
DAYS_TO_UNDELETE = 30
"""Days after which a deleted entry is gone for good."""
_E, _A = ENTRIES.c, ANALYSES.c
COLUMNS = [ENTRIES.c[name] for name in ENTRY_FIELDS]
"""What an entry is read from."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Journal:
    """A database of entries. Safe to share between threads; several programs may have it open at once."""

    def __init__(self, where: str | Path, busy_seconds: float = 5.0) -> None:
        self.where = str(where)
        self.path = None if is_address(self.where) else Path(where)
        self.most_entries: int | None = None
        """How many entries a player may have; None for any number."""
        self.engine = connect(url_of(self.where), busy_seconds)
        try:
            self.version_before = open_schema(self.engine)
            with self.connection() as connection:
                self.name = keep_once(connection, "name", secrets.token_hex(4))
                self.secret = keep_once(connection, "secret", secrets.token_hex(32))
            self._file = _file_at(self.path)
        except BaseException:
            self.engine.dispose()
            raise

    @property
    def is_in_place(self) -> bool:
        """Whether the file is still the one that was opened: what is written to another one, nobody finds again."""
        return _file_at(self.path) == self._file

    @property
    def is_shared(self) -> bool:
        """Whether this is a database server, with the journals of many players."""
        return self.engine.dialect.name != "sqlite"

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def reader(self) -> Iterator[Connection]:
        """A connection that only reads."""
        with said(), reading(self.engine) as connection:
            yield connection

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A transaction that writes."""
        with said(), writing(self.engine) as connection:
            yield connection

    # Players.

    def player(self, key: str = LOCAL_KEY) -> int:
        """The player who has a key; one who is new gets a place."""
        known = self.known_player(key)
        if known is not None:
            return known
        moment = now()
        try:
            with said_unless_there(), writing(self.engine) as connection:
                found = connection.execute(insert(PLAYERS).values(created=moment).returning(PLAYERS.c.id)).scalar_one()
                connection.execute(insert(KEYS).values(key_hash=hashed(key), player=found, created=moment))
        except IntegrityError:
            # Two tabs came at once.
            again = self.known_player(key)
            assert again is not None
            return again
        return int(found)

    def known_player(self, key: str) -> int | None:
        """The player who has a key; None if nobody has it."""
        with self.reader() as connection:
            found = connection.execute(select(KEYS.c.player).where(KEYS.c.key_hash == hashed(key))).scalar()
        return None if found is None else int(found)

    # Writing entries.

    def save(
        self,
        player: int,
        id: str,
        based_on: int,
        played: Played,
        found: Judged,
        *,
        ending: Ending = Ending.OPEN,
        ago: int = 0,
        is_seen: bool = False,
        moment: int | None = None,
    ) -> Saved:
        """Save a game as it stands; a won one is closed by that, and so is one with an `ending`.

        `based_on` is the revision that the writer saw last, 0 for a new game. `ago` says how many milliseconds ago the
        last act was, if the save had to wait. `is_seen` says that a server saw this act, whose clock then counts.
        """
        at = now() if moment is None else moment
        seen = at if is_seen else 0
        asked = save_of(id, based_on, played, found, ending=ending, when=at - max(ago, 0), seen=seen)
        try:
            with said_unless_there(), writing(self.engine) as connection:
                saved = write(connection, player, asked, self.most_entries)
        except IntegrityError:
            # Somebody else began an entry of this name in the same moment: now it is seen.
            with self.connection() as connection:
                saved = write(connection, player, asked, self.most_entries)
        if saved.ending is not Ending.OPEN:
            self._flush()
        return saved

    def save_act(
        self, key: str, id: str, based_on: int, played: Played, found: Judged, *, ago: int = 0, is_seen: bool = False
    ) -> Saved | None:
        """Save one more act of an open game of the player with a key, in one statement; None if it takes `save`."""
        if based_on < 1 or found.is_won:
            return None
        at = now()
        seen = at if is_seen else 0
        asked = save_of(id, based_on, played, found, ending=Ending.OPEN, when=at - max(ago, 0), seen=seen)
        with said(), writing_once(self.engine) as connection:
            return continue_of(connection, asked, key_hash=hashed(key))

    def _flush(self) -> None:
        """Put what was committed on the disk itself: an ended game survives a power cut too."""
        if not self.is_shared:
            with said(), closing(self.engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")

    def end(self, player: int, id: str, ending: Ending, moment: int | None = None) -> bool:
        """Close an open game as it stands; False if there is none of that name, or it is closed."""
        at = now() if moment is None else moment
        with self.connection() as connection:
            flush_commit(connection)
            changed = connection.execute(
                update(ENTRIES)
                .where(_E.player == player, _E.id == id, _E.ended.is_(None), _E.deleted.is_(None))
                .values(ending=ending.value, ended=later(_E.saved, at), redo="", revision=_E.revision + 1)
            )
        if changed.rowcount == 1:
            self._flush()
        return changed.rowcount == 1

    def add(self, player: int, entries: Sequence[Entry]) -> int:
        """Take in entries from elsewhere; those that are here already stay as they are. Returns how many were new."""
        with self.connection() as connection:
            known = _there(connection, player, _E.id, [entry.id for entry in entries])
            # A bare record is any game that was played like that: who pastes a link of their own has it already.
            bare = {entry.record: entry.id for entry in entries if entry.id == derived_id(entry.record, 0)}
            known |= {bare[record] for record in _there(connection, player, _E.record, [*bare])}
            new = {entry.id: asdict(entry) | {"player": player} for entry in entries if entry.id not in known}
            rows = [row | {"ending": row["ending"].value, "deleted": None} for row in new.values()]
            check_room(connection, player, len(rows), self.most_entries)
            if rows:
                connection.execute(insert(ENTRIES), rows)
        return len(rows)

    def drop_senseless(self, player: int, ids: Sequence[str]) -> None:
        """Drop those of some entries that a damaged disk has made senseless: they are to be had from elsewhere."""
        readable = {entry.id for entry in self.entries(player, limit=None)}
        bad = [id for id in ids if id not in readable]
        with self.connection() as connection:
            for start in range(0, len(bad), 500):
                some = _E.id.in_(bad[start : start + 500])
                connection.execute(delete(ENTRIES).where(_E.player == player, some, _E.deleted.is_(None)))

    def delete(self, player: int, ids: Sequence[str], moment: int | None = None) -> int:
        """Delete entries, until `undelete` or for good after a while; returns how many there were."""
        return self._mark(player, ids, now() if moment is None else moment)

    def undelete(self, player: int, ids: Sequence[str]) -> int:
        """Have deleted entries back; returns how many there were."""
        return self._mark(player, ids, None)

    def _mark(self, player: int, ids: Sequence[str], deleted: int | None) -> int:
        is_other = _E.deleted.is_(None) if deleted is not None else _E.deleted.is_not(None)
        with self.connection() as connection:
            changed = connection.execute(
                update(ENTRIES).where(_E.player == player, _E.id.in_([*ids]), is_other).values(deleted=deleted)
            )
        return int(changed.rowcount)

    def tidy(self, moment: int | None = None) -> None:
        """Delete for good what was deleted long ago."""
        at = now() if moment is None else moment
        with self.connection() as connection:
            old = _E.deleted < at - DAYS_TO_UNDELETE * A_DAY
            gone = connection.execute(select(_E.player, _E.id).where(old)).all()
            for player, id in gone:
                connection.execute(delete(ANALYSES).where(_A.player == player, _A.entry == id))
            connection.execute(delete(ENTRIES).where(old))

    # Reading entries.

    def entries(
        self,
        player: int,
        wanted: Filter | None = None,
        limit: int | None = MOST_ON_PAGE,
        after: tuple[int, str] | None = None,
    ) -> list[Entry]:
        """Entries, the newest first; `after` is the time and the name of the last one that is known."""
        asked = select(*COLUMNS).where(*conditions(player, wanted))
        if after:
            asked = asked.where(or_(_E.saved < after[0], and_(_E.saved == after[0], _E.id < after[1])))
        asked = asked.order_by(_E.saved.desc(), _E.id.desc())
        with self.reader() as connection:
            rows = connection.execute(asked if limit is None else asked.limit(limit)).all()
        return read_rows(rows)

    def all_entries(self, player: int) -> Iterator[Entry]:
        """All entries, the oldest first, read part by part."""
        where = conditions(player, None)
        last: tuple[int, str] = (-1, "")
        while True:
            beyond = or_(_E.saved > last[0], and_(_E.saved == last[0], _E.id > last[1]))
            asked = select(*COLUMNS).where(*where, beyond).order_by(_E.saved, _E.id).limit(MOST_ON_PAGE)
            with self.reader() as connection:
                rows = connection.execute(asked).all()
            yield from read_rows(rows)
            if len(rows) < MOST_ON_PAGE:
                return
            last = (rows[-1].saved, rows[-1].id)

    def find(self, player: int, id: str) -> Entry | None:
        """An entry by its name."""
        return next(iter(self.entries(player, Filter(id=id), 1)), None)

    def count(self, player: int, wanted: Filter | None = None) -> int:
        """How many entries there are, those that make no sense too: every page asks that, and it has to be quick."""
        with self.reader() as connection:
            asked = select(func.count()).select_from(ENTRIES).where(*conditions(player, wanted, is_checked=False))
            return int(connection.execute(asked).scalar_one())

    def recent_games(self, player: int) -> list[str]:
        """The slugs that were played, the one played last first."""
        last = func.max(_E.saved)
        asked = (
            select(_E.game)
            .where(*conditions(player, None, is_checked=False))
            .group_by(_E.game)
            .order_by(last.desc(), _E.game)
        )
        with self.reader() as connection:
            return [game for game in connection.execute(asked.limit(MOST_ON_PAGE)).scalars() if isinstance(game, str)]

    @property
    def is_empty(self) -> bool:
        """Whether nobody has an entry here."""
        with self.reader() as connection:
            return connection.execute(select(_E.id).limit(1)).first() is None

    def last_deleted(self, player: int) -> list[str]:
        """The names of what was deleted last, together."""
        with self.reader() as connection:
            last = connection.execute(select(func.max(_E.deleted)).where(_E.player == player)).scalar()
            found = connection.execute(select(_E.id).where(_E.player == player, _E.deleted == last)).scalars()
            return [*found] if last is not None else []

    def games(self, player: int, wanted: Filter | None = None) -> list[Game]:
        """All entries as statistics see them, with what the analyst found in them, the oldest first."""
        # By hand: with ten thousand games each microsecond counts.
        order = func.coalesce(_E.ended, _E.saved)
        asked = (
            select(
                _E.id, _E.game, _E.ending, _E.started, order, _E.seconds, _E.acts, _E.score, _E.undos,
                _E.fair_hints + _E.seeing_hints + _E.verdicts + _E.chances, _E.day, _E.level, _E.offset,
                _A.accuracy, _A.skill, _A.luck, _A.chance, _A.is_analyst_won, _A.best_score,
            )
            .select_from(ENTRIES.outerjoin(ANALYSES, and_(_A.player == _E.player, _A.entry == _E.id, SOUND_ANALYSIS)))
            .where(*conditions(player, wanted))
            .order_by(order, _E.id)
        )  # fmt: skip
        with self.reader() as connection:
            return [Game._make(row) for row in connection.execute(asked)]

    # Settings.

    def settings(self, player: int) -> dict[str, str]:
        """What a player chose."""
        with self.reader() as connection:
            rows = connection.execute(select(SETTINGS.c.name, SETTINGS.c.value).where(SETTINGS.c.player == player))
            return {row.name: row.value for row in rows}

    def choose(self, player: int, chosen: dict[str, str]) -> None:
        """Keep what a player chose; other choices stay."""
        moment = now()
        with self.connection() as connection:
            for name, value in chosen.items():
                where = SETTINGS.c.player == player, SETTINGS.c.name == name
                if connection.execute(update(SETTINGS).where(*where).values(value=value, saved=moment)).rowcount == 0:
                    connection.execute(insert(SETTINGS).values(player=player, name=name, value=value, saved=moment))

    # The database as a whole.

    def meta(self, name: str) -> str:
        """A value that belongs to the journal as a whole; empty if there is none."""
        with self.reader() as connection:
            return str(connection.execute(select(META.c.value).where(META.c.name == name)).scalar() or "")

    def copy_to(self, path: Path) -> None:
        """Copy a local journal, whole, while it may be written to."""
        assert self.path
        with said():
            source, target = sqlite3.connect(self.path), sqlite3.connect(path)
            try:
                source.backup(target)
            finally:
                target.close()
                source.close()


@contextmanager
def said_unless_there() -> Iterator[None]:
    """As `said`, but a row that is there already is for the caller to know."""
    try:
        with said():
            yield
    except Exception as error:
        if isinstance(error.__cause__, IntegrityError):
            raise error.__cause__ from None
        raise


def _file_at(path: Path | None) -> tuple[int, int] | None:
    """Which file lies at a path; None if there is none."""
    try:
        found = path.stat() if path else None
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found else None


def _there(connection: Connection, player: int, column: Any, values: Sequence[str]) -> set[str]:
    """Which values of a column a player has in the journal."""
    found: set[str] = set()
    for start in range(0, len(values), 500):
        some = values[start : start + 500]
        found.update(connection.execute(select(column).where(_E.player == player, column.in_(some))).scalars())
    return found


def hashed(key: str) -> str:
    """What is kept of a key: nobody who reads the database can play as somebody else."""
    return sha256(key.encode()).hexdigest()


def read_rows(rows: Iterable[Row[Any]]) -> list[Entry]:
    """Rows of the table as entries. A row that a damaged disk has made senseless is left out: the others are good."""
    found = []
    for row in rows:
        values = row._asdict()
        with suppress(ValueError, TypeError, AttributeError):
            entry = Entry(**values | {"ending": Ending(values["ending"])})
            # No terminal obeys what a record holds.
            found.append(entry if entry.record.isprintable() else replace(entry, record=ascii(entry.record)[1:-1]))
    return found
