"""Saving a game as it stands: nobody overwrites another, and an act costs a single statement."""

from dataclasses import fields
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, String, bindparam, case, func, insert, select, update

from longwood.journal import BadEntry, FullJournal
from longwood.journal.entries import Ending, Judged, Played, new_id
from longwood.journal.schema import ENTRIES, KEYS

_E = ENTRIES.c
_FACTS = [field.name for field in fields(Played)]


class Saved(NamedTuple):
    """What became of a save."""

    id: str
    """Another one than was asked for if somebody else plays that entry, or if it was closed: nobody is overwritten."""
    revision: int
    ending: Ending


class Save(NamedTuple):
    """A game to be saved: what the player tells, what the rules say, and when."""

    id: str
    based_on: int
    """The revision that the writer saw last, 0 for a new game."""
    facts: dict[str, Any]
    when: int
    seen: int
    """When a server saw the last act; 0 if none did."""

    @property
    def ending(self) -> Ending:
        """How the game stands with it."""
        return Ending(self.facts["ending"])


def save_of(id: str, based_on: int, played: Played, found: Judged, *, ending: Ending, when: int, seen: int) -> Save:
    """What is to be saved; `BadEntry` if the rules do not agree with the ending."""
    kind = Ending.WON if found.is_won else ending
    if kind is Ending.WON and not found.is_won:
        raise BadEntry("This game is not won: the rules say so.")
    if kind is Ending.STUCK and not found.is_stuck:
        raise BadEntry("This game is not stuck: there are legal moves.")
    facts = {name: getattr(played, name) for name in _FACTS} | {
        "game": found.game, "acts": found.acts, "score": found.score, "ending": kind.value,
    }  # fmt: skip
    if kind is not Ending.OPEN:
        facts["redo"] = ""
    return Save(id, based_on, facts, max(when, 0), seen)


def later(column: Any, moment: Any) -> Any:
    """The later of two moments: clocks may be set back, and an entry never goes back in time."""
    return case((column > moment, column), else_=moment)


def _given(name: str) -> Any:
    return bindparam(f"given_{name}", type_=_E[name].type)


_WHEN, _SEEN = _given("saved"), _given("last_seen")
# An entry is one game: of the same deal as long as it lives.
_DEAL = bindparam("given_deal", type_=String)
_IS_SAME_DEAL = func.substr(_E.record + "/", 1, func.length(_DEAL)) == _DEAL
# A game that came from elsewhere was not seen to grow: then all of its acts came at once.
_LEAP = case((_E.first_seen > 0, later(_E.leap, _given("acts") - _E.acts)), else_=_given("acts"))
_NEXT = (
    update(ENTRIES)
    .where(_E.id == _given("id"), _E.revision == _given("revision"), _E.ended.is_(None), _E.deleted.is_(None))
    .where(_IS_SAME_DEAL)
    .values(
        {name: _given(name) for name in (*_FACTS, "game", "acts", "score", "ending")}
        | {
            "revision": _E.revision + 1,
            "saved": later(_E.saved, _WHEN),
            "ended": case((_given("ending") == Ending.OPEN.value, None), else_=later(_E.saved, _WHEN)),
            "first_seen": case((_E.first_seen > 0, _E.first_seen), else_=_SEEN),
            "last_seen": later(_E.last_seen, _SEEN),
            "leap": case((_SEEN > 0, _LEAP), else_=_E.leap),
        }
    )
)
_NEXT_OF_PLAYER = _NEXT.where(_E.player == _given("player"))
_KEY = bindparam("given_key", type_=KEYS.c.key_hash.type)
_NEXT_OF_KEY = _NEXT.where(_E.player == select(KEYS.c.player).where(KEYS.c.key_hash == _KEY).scalar_subquery())


def continue_of(connection: Connection, save: Save, *, player: int = 0, key_hash: str = "") -> Saved | None:
    """Save the next revision of an open entry, of a player or of the one with a key; None if there is none.

    One statement, because this is what happens all the time.
    """
    given = save.facts | {"id": save.id, "revision": save.based_on, "saved": save.when, "last_seen": save.seen}
    found = {f"given_{name}": value for name, value in given.items()}
    found["given_deal"] = save.facts["record"].partition("/")[0] + "/"
    if key_hash:
        changed = connection.execute(_NEXT_OF_KEY, found | {"given_key": key_hash})
    else:
        changed = connection.execute(_NEXT_OF_PLAYER, found | {"given_player": player})
    return Saved(save.id, save.based_on + 1, save.ending) if changed.rowcount == 1 else None


def check_room(connection: Connection, player: int, new: int, most: int | None) -> None:
    """`FullJournal` if a player may not have so many entries more. Deleted ones count until they are gone for good."""
    if most is None or not new:
        return
    count = connection.execute(select(func.count()).select_from(ENTRIES).where(_E.player == player)).scalar_one()
    if count + new > most:
        raise FullJournal(f"This journal is full: it keeps {most:,} games of each player.")


def write(connection: Connection, player: int, save: Save, most: int | None = None) -> Saved:
    """Save a game: the next revision of its entry, or a new entry if somebody else was there first."""
    kind = save.ending
    is_end = kind is not Ending.OPEN
    if is_end:
        flush_commit(connection)
    if save.based_on > 0:
        done = continue_of(connection, save, player=player)
        if done:
            return done
    asked = select(_E.record, _E.revision, _E.ending).where(_E.player == player, _E.id == save.id)
    known = connection.execute(asked).one_or_none()
    id = save.id
    if known:
        if _is_same(known, save):
            # The answer to the same save was lost on its way: it is told again.
            return Saved(id, int(known.revision), kind)
        id = new_id()
    check_room(connection, player, 1, most)
    own = {
        "player": player,
        "id": id,
        "revision": 1,
        "started": max(save.when - int(save.facts["seconds"] * 1000), 0),
        "saved": save.when,
        "ended": save.when if is_end else None,
        "first_seen": save.seen,
        "last_seen": save.seen,
        "leap": save.facts["acts"] if save.seen else 0,
    }
    connection.execute(insert(ENTRIES).values(save.facts | own))
    return Saved(id, 1, kind)


def flush_commit(connection: Connection) -> None:
    """Have PostgreSQL put this transaction on the disk itself before it says that it is written."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL synchronous_commit TO on")


def _is_same(known: Row[Any, Any, Any], save: Save) -> bool:
    was = known.record, known.revision, known.ending
    return was == (save.facts["record"], save.based_on + 1, save.facts["ending"])
