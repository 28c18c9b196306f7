"""The tables, and how a database of an older version becomes one of this version. Versions only go up."""

from collections.abc import Callable

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import IntegrityError

from longwood.journal import DamagedJournal, NewerJournal

TABLES = MetaData()

META = Table("meta", TABLES, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))
"""The version of the schema, the name of this journal and the secret that its tokens are made with."""

PLAYERS = Table(
    "players",
    TABLES,
    Column("id", Integer, primary_key=True),
    Column("name", String(30)),
    Column("folded_name", String(60), unique=True),
    Column("created", BigInteger, nullable=False),
)

KEYS = Table(
    "keys",
    TABLES,
    Column("key_hash", String(64), primary_key=True),
    Column("player", Integer, nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)
"""The keys of browsers. A player may play at several devices, each with a key of its own."""

ENTRIES = Table(
    "entries",
    TABLES,
    # What statistics read stands first: SQLite then never looks at the record, which is most of a row.
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("id", String(40), primary_key=True),
    Column("game", String(200), nullable=False),
    Column("ending", String(10), nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("saved", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("deleted", BigInteger),
    Column("seconds", Float, nullable=False),
    Column("acts", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("undos", Integer, nullable=False),
    Column("fair_hints", Integer, nullable=False),
    Column("seeing_hints", Integer, nullable=False),
    Column("verdicts", Integer, nullable=False),
    Column("chances", Integer, nullable=False),
    Column("day", String(10), nullable=False),
    Column("level", Integer, nullable=False),
    Column("offset", Integer, nullable=False),
    Column("source", String(10), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("first_seen", BigInteger, nullable=False),
    Column("last_seen", BigInteger, nullable=False),
    Column("leap", Integer, nullable=False),
    Column("record", Text, nullable=False),
    Column("redo", Text, nullable=False),
)
Index("entries_by_time", ENTRIES.c.player, ENTRIES.c.saved)
Index(
    "entries_of_a_day",
    ENTRIES.c.day,
    ENTRIES.c.game,
    sqlite_where=ENTRIES.c.day != "",
    postgresql_where=ENTRIES.c.day != "",
)

SETTINGS = Table(
    "settings",
    TABLES,
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
    Column("saved", BigInteger, nullable=False),
)

PASSES = Table(
    "passes",
    TABLES,
    Column("code_hash", String(64), primary_key=True),
    Column("player", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
)
"""Codes that take a journal to another device, each once and for a short time."""

ANALYSES = Table(
    "analyses",
    TABLES,
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("entry", String(40), primary_key=True),
    Column("version", String(40), nullable=False),
    Column("accuracy", Float),
    Column("skill", Float),
    Column("luck", Float),
    Column("chance", Float),
    Column("best_score", Integer),
    Column("is_best_proven", Boolean),
    Column("analysed", BigInteger, nullable=False),
    # From version 2 on.
    Column("seed", BigInteger),
    Column("decisions", Integer),
    Column("given_up", Float),
    Column("is_analyst_won", Boolean),
)
"""What a version of the analyst found in a finished game, as `accounts.Analysis` says."""


def _create(connection: Connection) -> None:
    TABLES.create_all(connection)


def _widen_analyses(connection: Connection) -> None:
    known = {column["name"] for column in inspect(connection).get_columns("analyses")}
    for name, kind in {
        "seed": "BIGINT",
        "decisions": "INTEGER",
        "given_up": "FLOAT",
        "is_analyst_won": "BOOLEAN",
    }.items():
        # A new database has them from the start.
        if name not in known:
            connection.execute(text(f"ALTER TABLE analyses ADD COLUMN {name} {kind}"))


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (_create, _widen_analyses)
"""Each makes a version of the one before. A released one is never changed: the next change is one more of them."""

VERSION = len(MIGRATIONS)


def version_of(connection: Connection) -> int:
    """The version of a database; 0 for one that holds nothing yet."""
    if not inspect(connection).has_table("meta"):
        return 0
    found = connection.execute(select(META.c.value).where(META.c.name == "version")).scalar()
    try:
        return int(found or 0)
    except ValueError:
        raise DamagedJournal("The journal does not say which version it has.") from None


def migrate(connection: Connection) -> int:
    """Bring a database up to this version, all of it or nothing; returns the version it had."""
    before = version_of(connection)
    if before > VERSION:
        raise NewerJournal(
            f"This journal has version {before}, from a newer Longwood; this one knows versions up to {VERSION}. "
            "Nothing was changed: update Longwood, or choose another journal with --journal."
        )
    if before == VERSION:
        return before
    for step in MIGRATIONS[before:]:
        step(connection)
    connection.execute(META.delete().where(META.c.name == "version"))
    connection.execute(META.insert().values(name="version", value=str(VERSION)))
    return before


def keep_once(connection: Connection, name: str, value: str) -> str:
    """A value that is written once: what stands there already is what counts."""
    known = connection.execute(select(META.c.value).where(META.c.name == name)).scalar()
    if known is not None:
        return str(known)
    try:
        with connection.begin_nested():
            connection.execute(META.insert().values(name=name, value=value))
    except IntegrityError:
        return str(connection.execute(select(META.c.value).where(META.c.name == name)).scalar())
    return value
