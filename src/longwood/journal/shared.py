"""Many players in one journal: names, the way to another device, and who won the day's deal."""

import secrets
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from longwood.journal import BadEntry
from longwood.journal.databases import writing
from longwood.journal.entries import A_DAY, new_id, parse_time
from longwood.journal.schema import ANALYSES, ENTRIES, KEYS, PASSES, PLAYERS, SETTINGS
from longwood.journal.store import Journal, hashed, now, said_unless_there

LONGEST_NAME = 30
PASS_MINUTES = 15
_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without those that are mistaken for others."""
_CODE = 10


def name_of(journal: Journal, player: int) -> str:
    """The name that a player chose for the leaderboard; empty if none."""
    with journal.reader() as connection:
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
            name = connection.execute(select(PLAYERS.c.name).where(PLAYERS.c.id == other)).scalar()
            _keep_apart(connection, player, other)
            taken = select(ENTRIES.c.id).where(ENTRIES.c.player == player)
            # The analyses first: once the entries have moved, all of them are taken.
            for table, column in ((ANALYSES, ANALYSES.c.entry), (ENTRIES, ENTRIES.c.id)):
                connection.execute(
                    update(table).where(table.c.player == other, column.not_in(taken)).values(player=player)
                )
                connection.execute(delete(table).where(table.c.player == other))
            connection.execute(delete(SETTINGS).where(SETTINGS.c.player == other))
            connection.execute(delete(PASSES).where(PASSES.c.player == other))
            connection.execute(delete(KEYS).where(KEYS.c.player == other))
            connection.execute(delete(PLAYERS).where(PLAYERS.c.id == other))
            if name:
                # Only a player who has none takes it over.
                unnamed = PLAYERS.c.id == player, PLAYERS.c.name.is_(None)
                connection.execute(update(PLAYERS).where(*unnamed).values(name=name, folded_name=name.casefold()))
        connection.execute(insert(KEYS).values(key_hash=hashed(key), player=player, created=at))
    return player


def _keep_apart(connection: Connection, player: int, other: int) -> None:
    """Name entries anew that two players have under one name, as after an import, but played on in different ways."""
    mine, e = ENTRIES.alias().c, ENTRIES.c
    asked = select(e.id).where(e.player == other, mine.player == player, mine.id == e.id, mine.record != e.record)
    for id in connection.execute(asked).scalars().all():
        name = new_id()
        connection.execute(update(ENTRIES).where(e.player == other, e.id == id).values(id=name))
        where = ANALYSES.c.player == other, ANALYSES.c.entry == id
        connection.execute(update(ANALYSES).where(*where).values(entry=name))


def forget_player(journal: Journal, player: int) -> None:
    """Delete all that is known of a player, at once and for good."""
    with journal.connection() as connection:
        for table in (ENTRIES, SETTINGS, ANALYSES, PASSES, KEYS):
            connection.execute(delete(table).where(table.c.player == player))
        connection.execute(delete(PLAYERS).where(PLAYERS.c.id == player))


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
    """The first win of each player who chose a name, of a day's deal on the day itself, in the order of their ends.

    Times are those of the server, which saw the games.
    """
    e, begin = ENTRIES.c, parse_time(day)
    help = e.fair_hints + e.seeing_hints + e.verdicts + e.chances
    of_deal = e.day == day, e.game == game, e.record.startswith(f"{deal}/", autoescape=True)
    on_the_day = e.first_seen >= max(begin, 1), e.last_seen < begin + A_DAY
    # Of each player one, or else whoever wins again and again leaves no room for the others.
    nth = func.row_number().over(partition_by=e.player, order_by=[e.last_seen, e.id]).label("nth")
    columns = e.player, PLAYERS.c.name, e.record, e.acts, e.undos, help.label("help"), e.first_seen, e.last_seen, e.leap
    wins_of = (
        select(*columns, nth)
        .join(PLAYERS, PLAYERS.c.id == e.player)
        .where(*of_deal, *on_the_day, e.ending == "won", e.deleted.is_(None), PLAYERS.c.name.is_not(None))
        .subquery()
    )
    told = [wins_of.c[name] for name in DayWin._fields]
    asked = select(*told).where(wins_of.c.nth == 1).order_by(wins_of.c.last_seen).limit(most)
    # Help stays help where the deal was begun anew without it, and also if that game was deleted.
    helped = select(e.player, func.min(e.first_seen)).where(*of_deal, help > 0).group_by(e.player)
    with journal.reader() as connection:
        since: dict[int, int] = {row[0]: row[1] for row in connection.execute(helped)}
        wins = [DayWin._make(row) for row in connection.execute(asked)]
    return [
        win if since.get(win.player, win.last_seen) >= win.last_seen else win._replace(help=max(win.help, 1))
        for win in wins
    ]
