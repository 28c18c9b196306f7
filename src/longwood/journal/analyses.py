"""What the analyst found in finished games: made once, kept beside the entries, with the version that made it."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from longwood.journal.accounts import SEED, Analysis
from longwood.journal.databases import writing
from longwood.journal.entries import Entry
from longwood.journal.filters import FINISHED, Filter, conditions
from longwood.journal.schema import ANALYSES, ENTRIES
from longwood.journal.sound import SOUND_ANALYSIS
from longwood.journal.store import COLUMNS, Journal, now, read_rows, said_unless_there

_E, _A = ENTRIES.c, ANALYSES.c
_JOINED = ENTRIES.outerjoin(ANALYSES, and_(_A.player == _E.player, _A.entry == _E.id))


def keep(journal: Journal, player: int, entry: str, found: Analysis, version: str, *, is_again: bool = False) -> bool:
    """Keep an analysis; one that is there already stays, unless it is made again or found nothing. False if it stays.

    Nothing is kept of a game that was deleted meanwhile.
    """
    row = {"player": player, "entry": entry, "version": version, "seed": SEED, "analysed": now()} | found._asdict()
    try:
        with said_unless_there(), writing(journal.engine) as connection:
            # A player who deletes the entry meanwhile waits until this is written, and then deletes it too.
            held = select(_E.id).where(_E.player == player, _E.id == entry).with_for_update(read=True, key_share=True)
            if connection.execute(held).first() is None:
                return False
            old = delete(ANALYSES).where(_A.player == player, _A.entry == entry)
            connection.execute(old if is_again else old.where(_A.chance.is_(None)))
            connection.execute(insert(ANALYSES).values(row))
    except IntegrityError:
        return False
    return True


def waiting(
    journal: Journal,
    player: int,
    wanted: Filter | None = None,
    *,
    newest: int | None = None,
    limit: int | None = None,
    other_than: str | None = None,
    or_left_alone: bool = False,
) -> list[Entry]:
    """Finished games that have no analysis, the newest first.

    With `newest`, only those among that number of newest games; with `other_than`, also those of another version;
    with `or_left_alone`, those in which nothing was found.
    """
    finished = [*conditions(player, wanted), _E.ending.in_([ending.value for ending in FINISHED])]
    lacks = _A.version.is_(None) if other_than is None else (_A.version.is_(None) | (_A.version != other_than))
    if or_left_alone:
        lacks |= _A.chance.is_(None)
    asked = select(*COLUMNS).select_from(_JOINED).where(*finished, lacks)
    if newest is not None:
        some = select(_E.id).where(*finished).order_by(_E.saved.desc(), _E.id.desc()).limit(newest)
        asked = asked.where(_E.id.in_(some.subquery().select()))
    asked = asked.order_by(_E.saved.desc(), _E.id.desc())
    with journal.reader() as connection:
        return read_rows(connection.execute(asked if limit is None else asked.limit(limit)))


def players_waiting(journal: Journal, limit: int) -> list[int]:
    """Players with finished games that have no analysis; the one who saved such a game last comes last."""
    ended = _E.ending.in_([ending.value for ending in FINISHED])
    asked = select(_E.player).select_from(_JOINED).where(ended, _E.deleted.is_(None), _A.version.is_(None))
    asked = asked.group_by(_E.player).order_by(func.max(_E.saved).desc()).limit(limit)
    with journal.reader() as connection:
        return [int(player) for (player,) in connection.execute(asked)][::-1]


def found_in(journal: Journal, player: int, ids: Sequence[str]) -> dict[str, Analysis]:
    """What was found in some games."""
    columns = [_A[name] for name in Analysis._fields]
    asked = select(_A.entry, *columns).where(_A.player == player, _A.entry.in_([*ids]), SOUND_ANALYSIS)
    with journal.reader() as connection:
        return {row[0]: Analysis(*row[1:]) for row in connection.execute(asked)}


def analyses_of(journal: Journal, player: int) -> list[dict[str, Any]]:
    """All that was found in the games of a player, as another journal takes it in."""
    with journal.reader() as connection:
        return [row._asdict() for row in connection.execute(select(ANALYSES).where(_A.player == player))]


def add_analyses(journal: Journal, player: int, found: Sequence[dict[str, Any]]) -> None:
    """Take in analyses from elsewhere, of games that are here and have none."""
    ended = _E.ending.in_([ending.value for ending in FINISHED])
    asked = select(_E.id).select_from(_JOINED).where(_E.player == player, ended, _A.version.is_(None))
    with journal.connection() as connection:
        lacking = {*connection.execute(asked).scalars()}
        rows = [row | {"player": player} for row in found if row["entry"] in lacking]
        if rows:
            connection.execute(insert(ANALYSES), rows)
