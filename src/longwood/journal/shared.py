"""Many players in one journal: names, the way to another device, and who won the day's deal."""

import secrets
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from longwood.journal import BadEntry
from longwood.journal.databases import writing
from longwood.journal.schema import ANALYSES, ENTRIES, KEYS, PASSES, PLAYERS, SETTINGS
from longwood.journal.store import Journal, hashed, now, said_unless_there

LONGEST_NAME = 30
PASS_MINUTES = 15
_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without those that are mistaken for others."""
_CODE = 10


def name_of(journal: Journal, player: int) -> str:
    """The name that a player chose for the leaderboard; empty if none."""
    with journal.connection() as connection:
        return str(connection.execute(select(PLAYERS.c.name).where(PLAYERS.c.id == player)).scalar() or "")


def choose_name(journal: Journal, player: int, name: str) -> str:
    """Take a name for the leaderboard, or none; `BadEntry` if somebody else has it."""
    clean = " ".join(name.split())
    if len(clean) > LONGEST_NAME or not clean.isprintable():
        raise BadEntry(f"A name has up to {LONGEST_NAME} characters that can be printed.")
    values = {"name": clean or None, "folded_name": clean.casefold() or None}
    try:
        with said_unless_there(), writing(journal.engine) as connection:
            connection.execute(update(PLAYERS).where(PLAYERS.c.id == player).values(**values))
    except IntegrityError:
        raise BadEntry("Somebody else has this name: choose another one.") from None
    return clean


def new_pass(journal: Journal, player: int, moment: int | None = None) -> str:
    """A code that takes the journal to another device: once, and for a short time."""
    at = now() if moment is None else moment
    code = "".join(secrets.choice(_LETTERS) for _ in range(_CODE))
    with journal.connection() as connection:
        connection.execute(delete(PASSES).where((PASSES.c.expires < at) | (PASSES.c.player == player)))
        connection.execute(
            insert(PASSES).values(code_hash=hashed(code), player=player, expires=at + PASS_MINUTES * 60_000)
        )
    return f"{code[:5]}-{code[5:]}"


def redeem(journal: Journal, code: str, key: str, other: int | None, moment: int | None = None) -> int:
    """Give a new key to the player of a code; returns the player. `BadEntry` if the code is none, or was used.

    The games that this browser had before (`other`) go along, so that none is lost. The old device keeps its key: both
    are kept, because a player may have several.
    """
    at = now() if moment is None else moment
    clean = "".join(letter for letter in code.upper() if letter in _LETTERS)
    with journal.connection() as connection:
        found = connection.execute(
            delete(PASSES).where(PASSES.c.code_hash == hashed(clean), PASSES.c.expires >= at).returning(PASSES.c.player)
        ).scalar()
        if found is None:
            raise BadEntry("This code is not valid: it may be mistyped, used or too old. Ask for a new one.")
        player = int(found)
        if other is not None and other != player:
            taken = select(ENTRIES.c.id).where(ENTRIES.c.player == player)
            for table, column in ((ENTRIES, ENTRIES.c.id), (ANALYSES, ANALYSES.c.entry)):
                connection.execute(
                    update(table).where(table.c.player == other, column.not_in(taken)).values(player=player)
                )
                connection.execute(delete(table).where(table.c.player == other))
            connection.execute(delete(SETTINGS).where(SETTINGS.c.player == other))
            connection.execute(delete(PASSES).where(PASSES.c.player == other))
            connection.execute(delete(KEYS).where(KEYS.c.player == other))
            connection.execute(delete(PLAYERS).where(PLAYERS.c.id == other))
        connection.execute(insert(KEYS).values(key_hash=hashed(key), player=player, created=at))
    return player


class DayWin(NamedTuple):
    """A win of a day's deal, as the server saw it."""

    player: int
    name: str
    record: str
    acts: int
    undos: int
    help: int
    first_seen: int
    last_seen: int
    leap: int


def day_wins(journal: Journal, day: str, game: str, deal: str, most: int = 1000) -> list[DayWin]:
    """Wins of a day's deal by players who chose a name, in the order in which the server saw them end."""
    e = ENTRIES.c
    asked = (
        select(
            e.player, PLAYERS.c.name, e.record, e.acts, e.undos,
            e.fair_hints + e.seeing_hints + e.verdicts + e.chances, e.first_seen, e.last_seen, e.leap,
        )
        .join(PLAYERS, PLAYERS.c.id == e.player)
        .where(e.day == day, e.game == game, e.ending == "won", e.deleted.is_(None), PLAYERS.c.name.is_not(None))
        .where(e.first_seen > 0, e.record.startswith(f"{deal}/", autoescape=True))
        .order_by(e.last_seen)
        .limit(most)
    )  # fmt: skip
    with journal.connection() as connection:
        return [DayWin._make(row) for row in connection.execute(asked)]
