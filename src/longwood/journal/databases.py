"""Databases: SQLite in a file or PostgreSQL by its address, opened, checked, and their faults in a sentence."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from longwood.journal import BadEntry, BusyJournal, DamagedJournal, FullJournal, JournalError
from longwood.journal.schema import TABLES, migrate

BUSY_SECONDS = 5.0
"""How long a write waits for another program's."""
_MIGRATING = 7_108_297
"""A number of our own, by which PostgreSQL lets one server at a time change the schema."""


def is_address(where: str) -> bool:
    """Whether a journal is named by an address of a server, not by a file."""
    return "://" in where


def url_of(where: str) -> URL:
    """The address of a database; `JournalError` if it is none that can be used."""
    if not is_address(where):
        return URL.create("sqlite", database=str(Path(where)))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise JournalError(
            "The journal's address cannot be read: write it as in postgresql://user@host/name."
        ) from None
    if url.get_backend_name() == "sqlite" and url.database:
        return url
    if url.get_backend_name() != "postgresql":
        raise JournalError("A journal is a file, or a database at an address as in postgresql://user@host/name.")
    return url.set(drivername="postgresql+psycopg")


def connect(url: URL, busy_seconds: float = BUSY_SECONDS, most: int = 12) -> Engine:
    """An engine for a database; nothing is opened yet."""
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": busy_seconds, "check_same_thread": False}, pool_size=most)
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
        return engine
    try:
        return create_engine(
            url,
            pool_size=most,
            max_overflow=most,
            pool_timeout=busy_seconds,
            # An act need not wait for the disk: it survives the end of the server in any way, and ended games wait.
            connect_args={
                "connect_timeout": 5,
                "application_name": "longwood",
                "options": "-c synchronous_commit=off",
            },
        )
    except ImportError:
        raise JournalError("For PostgreSQL the package psycopg is needed: pip install 'longwood[postgres]'.") from None


_CACHE_KILOBYTES = 512


def _prepare(connection: sqlite3.Connection, _: Any) -> None:
    # Transactions begin where we say so: only then is a change of the schema all or nothing.
    connection.isolation_level = None
    # One damaged letter must not hide all games.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    connection.execute("PRAGMA journal_mode = WAL")
    # What was committed survives any end of the program. Ended games survive a power cut too: `Journal` sees to it.
    connection.execute("PRAGMA synchronous = NORMAL")
    # A server has a dozen connections: at two megabytes each, as is the default, they would take more than all games.
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}")


def _begin(connection: Connection) -> None:
    # A writer says so at the start: two that read first and then write would refuse each other.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def open_schema(engine: Engine) -> int:
    """Make the tables, or bring those of an older version up to date; returns the version that was found."""
    with said(), writing(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
        found = migrate(connection)
        if engine.dialect.name == "sqlite":
            # A letter of a column's name may be damaged, which no check of the file finds out.
            for table in TABLES.sorted_tables:
                connection.execute(select(table).limit(0))
        return found


def check_file(path: Path) -> None:
    """`DamagedJournal` if the file is no database, or one whose pages do not fit together."""
    if not path.exists() or path.stat().st_size == 0:
        return
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as connection:
            if _passes(connection, "integrity_check"):
                return
            if _passes(connection, "quick_check"):
                # Only an index is wrong: it is made anew from the rows, and nothing is lost.
                connection.execute("REINDEX")
                if _passes(connection, "integrity_check"):
                    return
    except (UnicodeDecodeError, sqlite3.IntegrityError):
        # What is wrong with it in words that quote it, or rows that cannot all be true.
        pass
    except sqlite3.DatabaseError as error:
        raise told(error) from None
    raise DamagedJournal("The journal is damaged.")


def _passes(connection: sqlite3.Connection, check: str) -> bool:
    found = connection.execute(f"PRAGMA {check}(1)").fetchone()
    return bool(found and found[0] == "ok")


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


@contextmanager
def writing_once(engine: Engine) -> Iterator[Connection]:
    """For a single statement that writes: for PostgreSQL it is its own transaction, which saves two round trips."""
    if engine.dialect.name != "postgresql":
        with writing(engine) as connection:
            yield connection
        return
    with engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT")
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that only reads: for PostgreSQL without a transaction, which would cost two more round trips."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="AUTOCOMMIT")
        yield connection


@contextmanager
def said() -> Iterator[None]:
    """What a database complains of, as a `JournalError`."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise told(error) from error


def told(error: Exception) -> JournalError:
    """What is wrong with a database, in a sentence."""
    origin = error.orig if isinstance(error, DBAPIError) and error.orig else error
    code = getattr(origin, "sqlite_errorcode", None)
    primary = code & 0xFF if code is not None else None
    if isinstance(origin, OSError) and not isinstance(origin, sqlite3.Error):
        if origin.errno in (errno.ENOSPC, errno.EDQUOT):
            return FullJournal("The journal cannot be written: the disk is full.")
        return JournalError(f"The journal cannot be used: {origin.strerror or origin}.")
    if primary == sqlite3.SQLITE_FULL or getattr(origin, "sqlstate", "") == "53100":
        return FullJournal("The journal cannot be written: the disk is full.")
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return BusyJournal("The journal is locked by another program.")
    is_other = primary == sqlite3.SQLITE_ERROR and str(origin).startswith("no such ")
    if is_other or primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DamagedJournal("The journal is damaged.")
    if primary == sqlite3.SQLITE_READONLY:
        return JournalError("The journal cannot be written: its file may only be read.")
    if primary == sqlite3.SQLITE_CANTOPEN:
        return JournalError("The journal cannot be opened: its folder cannot be used.")
    if primary == sqlite3.SQLITE_IOERR:
        return FullJournal("The journal cannot be written: the disk reports an error.")
    if isinstance(error, DataError):
        # PostgreSQL keeps no NUL. Sent again, it would be refused again.
        return BadEntry("This holds a character that the journal cannot keep.")
    if isinstance(error, (PoolTimeout, OperationalError)) and not isinstance(origin, sqlite3.Error):
        return BusyJournal("The journal's database cannot be reached.")
    return JournalError(f"The journal cannot be used: {type(origin).__name__}.")
