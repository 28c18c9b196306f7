"""The journal itself: entries of players in a database. What is closed is never edited."""

import secrets
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, case, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from longwood.journal import BadEntry
from longwood.journal.databases import connect, is_address, open_schema, reading, said, url_of, writing
from longwood.journal.entries import ENTRY_FIELDS, Ending, Entry, Judged, Played, new_id
from longwood.journal.schema import ANALYSES, ENTRIES, KEYS, META, PASSES, PLAYERS, SETTINGS, keep_once
from longwood.journal.statistics import Game

LOCAL_KEY = "local"
"""Who plays on a machine of their own needs no key."""
MOST_ON_PAGE = 500
DAYS_TO_UNDELETE = 30
"""After so many days a deleted entry is gone for good."""
_DAY = 86_400_000
_E, _A = ENTRIES.c, ANALYSES.c
_COLUMNS = [ENTRIES.c[name] for name in ENTRY_FIELDS]
_FACTS = [field.name for field in fields(Played)]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Saved(NamedTuple):
    """What became of a save."""

    id: str
    """Another one than was asked for if somebody else plays that entry, or if it was closed: nobody is overwritten."""
    revision: int
    ending: Ending


@dataclass(frozen=True, slots=True)
class Filter:
    """Which entries are wanted."""

    game: str = ""
    """A slug; the player's own variants of it are wanted too."""
    deal: str = ""
    endings: tuple[Ending, ...] = ()
    since: int = 0
    until: int = 0
    """Before this moment; 0 for no end."""
    level: int = 0
    is_daily: bool = False
    day: str = ""
    """The day's deal of this date."""
    id: str = ""


class Journal:
    """A database of entries. Safe to share between threads; several programs may have it open at once."""

    def __init__(self, where: str | Path, busy_seconds: float = 5.0) -> None:
        self.where = str(where)
        self.path = None if is_address(self.where) else Path(where)
        self.engine = connect(url_of(self.where), busy_seconds)
        try:
            self.version_before = open_schema(self.engine)
            with self._writing() as connection:
                self.name = keep_once(connection, "name", secrets.token_hex(4))
                self.secret = keep_once(connection, "secret", secrets.token_hex(32))
        except BaseException:
            self.engine.dispose()
            raise

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
    def _reading(self) -> Iterator[Connection]:
        with said(), reading(self.engine) as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
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
        with self._reading() as connection:
            found = connection.execute(select(KEYS.c.player).where(KEYS.c.key_hash == hashed(key))).scalar()
        return None if found is None else int(found)

    def forget_player(self, player: int) -> None:
        """Delete all that is known of a player, at once and for good."""
        with self._writing() as connection:
            _forget(connection, player)

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
        kind = Ending.WON if found.is_won else ending
        if kind is Ending.WON and not found.is_won:
            raise BadEntry("This game is not won: the rules say so.")
        if kind is Ending.STUCK and not found.is_stuck:
            raise BadEntry("This game is not stuck: there are legal moves.")
        when = max(at - max(ago, 0), 0)
        facts = {name: getattr(played, name) for name in _FACTS} | {
            "game": found.game, "acts": found.acts, "score": found.score, "ending": kind.value,
        }  # fmt: skip
        is_end = kind is not Ending.OPEN
        if is_end:
            facts["redo"] = ""
        try:
            with said_unless_there(), writing(self.engine) as connection:
                saved = self._saved(connection, player, id, based_on, facts, when, at if is_seen else 0)
        except IntegrityError:
            # Somebody else began an entry of this name in the same moment: now it is seen.
            with self._writing() as connection:
                saved = self._saved(connection, player, id, based_on, facts, when, at if is_seen else 0)
        if is_end:
            self._flush()
        return saved

    @staticmethod
    def _saved(
        connection: Connection, player: int, id: str, based_on: int, facts: dict[str, Any], when: int, seen: int
    ) -> Saved:
        kind = Ending(facts["ending"])
        is_end = kind is not Ending.OPEN
        if is_end and connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL synchronous_commit TO on")
        if based_on > 0:
            changed = connection.execute(
                update(ENTRIES)
                .where(_E.player == player, _E.id == id, _E.revision == based_on)
                .where(_E.ended.is_(None), _E.deleted.is_(None))
                .values(
                    facts
                    | {
                        "revision": based_on + 1,
                        # Clocks may be set back; an entry never goes back in time.
                        "saved": _later(_E.saved, when),
                        "ended": _later(_E.saved, when) if is_end else None,
                        "first_seen": case((_E.first_seen > 0, _E.first_seen), else_=seen),
                        "last_seen": _later(_E.last_seen, seen),
                        "leap": _later(_E.leap, facts["acts"] - _E.acts) if seen else _E.leap,
                    }
                )
            )
            if changed.rowcount == 1:
                return Saved(id, based_on + 1, kind)
        known = connection.execute(select(*_COLUMNS).where(_E.player == player, _E.id == id)).one_or_none()
        if known:
            if _is_same(known, facts["record"], based_on, kind):
                # The answer to the same save was lost on its way: it is told again.
                return Saved(id, int(known.revision), kind)
            id = new_id()
        own = {
            "player": player,
            "id": id,
            "revision": 1,
            "started": max(when - int(facts["seconds"] * 1000), 0),
            "saved": when,
            "ended": when if is_end else None,
            "first_seen": seen,
            "last_seen": seen,
            "leap": facts["acts"] if seen else 0,
        }
        connection.execute(insert(ENTRIES).values(facts | own))
        return Saved(id, 1, kind)

    def _flush(self) -> None:
        """Put what was committed on the disk itself: an ended game survives a power cut too."""
        if not self.is_shared:
            with said(), closing(self.engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")

    def end(self, player: int, id: str, ending: Ending, moment: int | None = None) -> bool:
        """Close an open game as it stands; False if there is none of that name, or it is closed."""
        at = now() if moment is None else moment
        with self._writing() as connection:
            changed = connection.execute(
                update(ENTRIES)
                .where(_E.player == player, _E.id == id, _E.ended.is_(None), _E.deleted.is_(None))
                .values(ending=ending.value, ended=_later(_E.saved, at), redo="", revision=_E.revision + 1)
            )
        return changed.rowcount == 1

    def add(self, player: int, entries: Sequence[Entry]) -> int:
        """Take in entries from elsewhere; those that are here already stay as they are. Returns how many were new."""
        with self._writing() as connection:
            known: set[str] = set()
            ids = [entry.id for entry in entries]
            for start in range(0, len(ids), 500):
                some = ids[start : start + 500]
                known.update(connection.execute(select(_E.id).where(_E.player == player, _E.id.in_(some))).scalars())
            new = {entry.id: asdict(entry) | {"player": player} for entry in entries if entry.id not in known}
            rows = [row | {"ending": row["ending"].value, "deleted": None} for row in new.values()]
            if rows:
                connection.execute(insert(ENTRIES), rows)
        return len(rows)

    def delete(self, player: int, ids: Sequence[str], moment: int | None = None) -> int:
        """Delete entries, until `undelete` or for good after a while; returns how many there were."""
        return self._mark(player, ids, now() if moment is None else moment)

    def undelete(self, player: int, ids: Sequence[str]) -> int:
        """Have deleted entries back; returns how many there were."""
        return self._mark(player, ids, None)

    def _mark(self, player: int, ids: Sequence[str], deleted: int | None) -> int:
        is_other = _E.deleted.is_(None) if deleted is not None else _E.deleted.is_not(None)
        with self._writing() as connection:
            changed = connection.execute(
                update(ENTRIES).where(_E.player == player, _E.id.in_([*ids]), is_other).values(deleted=deleted)
            )
        return int(changed.rowcount)

    def tidy(self, moment: int | None = None) -> None:
        """Delete for good what was deleted long ago."""
        at = now() if moment is None else moment
        with self._writing() as connection:
            old = _E.deleted < at - DAYS_TO_UNDELETE * _DAY
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
        asked = select(*_COLUMNS).where(*_wanted(player, wanted or Filter()))
        if after:
            asked = asked.where(or_(_E.saved < after[0], and_(_E.saved == after[0], _E.id < after[1])))
        asked = asked.order_by(_E.saved.desc(), _E.id.desc())
        with self._reading() as connection:
            rows = connection.execute(asked if limit is None else asked.limit(limit)).all()
        return [_entry(row) for row in rows]

    def find(self, player: int, id: str) -> Entry | None:
        """An entry by its name."""
        return next(iter(self.entries(player, Filter(id=id), 1)), None)

    def count(self, player: int, wanted: Filter | None = None) -> int:
        """How many entries there are."""
        with self._reading() as connection:
            asked = select(func.count()).select_from(ENTRIES).where(*_wanted(player, wanted or Filter()))
            return int(connection.execute(asked).scalar_one())

    @property
    def is_empty(self) -> bool:
        """Whether nobody has an entry here."""
        with self._reading() as connection:
            return connection.execute(select(_E.id).limit(1)).first() is None

    def last_deleted(self, player: int) -> list[str]:
        """The names of what was deleted last, together."""
        with self._reading() as connection:
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
                _A.accuracy, _A.skill, _A.luck, _A.chance, _A.best_score,
            )
            .select_from(ENTRIES.outerjoin(ANALYSES, and_(_A.player == _E.player, _A.entry == _E.id)))
            .where(*_wanted(player, wanted or Filter()))
            .order_by(order, _E.id)
        )  # fmt: skip
        with self._reading() as connection:
            return [Game._make(row) for row in connection.execute(asked)]

    # Settings.

    def settings(self, player: int) -> dict[str, str]:
        """What a player chose."""
        with self._reading() as connection:
            rows = connection.execute(select(SETTINGS.c.name, SETTINGS.c.value).where(SETTINGS.c.player == player))
            return {row.name: row.value for row in rows}

    def choose(self, player: int, chosen: dict[str, str]) -> None:
        """Keep what a player chose; other choices stay."""
        moment = now()
        with self._writing() as connection:
            for name, value in chosen.items():
                where = SETTINGS.c.player == player, SETTINGS.c.name == name
                if connection.execute(update(SETTINGS).where(*where).values(value=value, saved=moment)).rowcount == 0:
                    connection.execute(insert(SETTINGS).values(player=player, name=name, value=value, saved=moment))

    # Analyses.

    def keep_analysis(self, player: int, entry: str, version: str, **found: float | int | bool | None) -> None:
        """Keep what the analyst found in a game: accuracy, skill, luck, chance, best_score, is_best_proven."""
        with self._writing() as connection:
            connection.execute(delete(ANALYSES).where(_A.player == player, _A.entry == entry))
            connection.execute(
                insert(ANALYSES).values(player=player, entry=entry, version=version, analysed=now(), **found)
            )

    def unanalysed(self, player: int, version: str, limit: int = 10) -> list[Entry]:
        """Finished games that this version of the analyst has not looked at, the newest first."""
        asked = (
            select(*_COLUMNS)
            .select_from(ENTRIES.outerjoin(ANALYSES, and_(_A.player == _E.player, _A.entry == _E.id)))
            .where(_E.player == player, _E.deleted.is_(None), _E.ended.is_not(None))
            .where(or_(_A.version.is_(None), _A.version != version))
            .order_by(_E.saved.desc())
            .limit(limit)
        )
        with self._reading() as connection:
            return [_entry(row) for row in connection.execute(asked)]

    # The database as a whole.

    def meta(self, name: str) -> str:
        """A value that belongs to the journal as a whole; empty if there is none."""
        with self._reading() as connection:
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

    def connection(self) -> Any:
        """A transaction that writes, for what stands beside the entries."""
        return self._writing()


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


def hashed(key: str) -> str:
    """What is kept of a key: nobody who reads the database can play as somebody else."""
    return sha256(key.encode()).hexdigest()


def _forget(connection: Connection, player: int) -> None:
    for table in (ENTRIES, SETTINGS, ANALYSES, PASSES, KEYS):
        connection.execute(delete(table).where(table.c.player == player))
    connection.execute(delete(PLAYERS).where(PLAYERS.c.id == player))


def _later(column: Any, moment: Any) -> Any:
    return case((column > moment, column), else_=moment)


def _is_same(known: Row[Any], record: str, based_on: int, ending: Ending) -> bool:
    return bool(known.record == record and known.revision == based_on + 1 and known.ending == ending.value)


def _entry(row: Row[Any]) -> Entry:
    values = row._asdict()
    return Entry(**values | {"ending": Ending(values["ending"])})


def _wanted(player: int, wanted: Filter) -> list[Any]:
    found = [_E.player == player, _E.deleted.is_(None)]
    if wanted.id:
        found.append(_E.id == wanted.id)
    if wanted.game:
        found.append(or_(_E.game == wanted.game, _E.game.startswith(f"{wanted.game},", autoescape=True)))
    if wanted.deal:
        found.append(or_(_E.record == wanted.deal, _E.record.startswith(f"{wanted.deal}/", autoescape=True)))
    if wanted.endings:
        found.append(_E.ending.in_([ending.value for ending in wanted.endings]))
    if wanted.since:
        found.append(_E.saved >= wanted.since)
    if wanted.until:
        found.append(_E.saved < wanted.until)
    if wanted.level:
        found.append(_E.level == wanted.level)
    if wanted.is_daily:
        found.append(_E.day != "")
    if wanted.day:
        found.append(_E.day == wanted.day)
    return found
