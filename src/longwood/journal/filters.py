"""Which entries are wanted, and the conditions that say so to a database."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import or_

from longwood.journal.entries import Ending
from longwood.journal.schema import ENTRIES
from longwood.journal.sound import SOUND_ENTRY

_E = ENTRIES.c
_local_time = _E.saved + _E.offset * 60_000
"""A day is one of the player's own calendar."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which entries are wanted."""

    game: str = ""
    """A slug; the player's own variants of it are wanted too."""
    deal: str = ""
    endings: tuple[Ending, ...] = ()
    since: int = 0
    """From this moment on, as if the player's own clock showed UTC."""
    until: int = 0
    """Before this moment; 0 for no end."""
    level: int = 0
    is_daily: bool = False
    day: str = ""
    """The day's deal of this date."""
    id: str = ""


FINISHED = tuple([ending for ending in Ending if ending is not Ending.OPEN])


def conditions(player: int, wanted: Filter | None, *, is_checked: bool = True) -> list[Any]:
    """What holds for the entries of a player that are wanted and not deleted, and make sense."""
    found = [_E.player == player, _E.deleted.is_(None), *([SOUND_ENTRY] if is_checked else [])]
    if wanted is None:
        return found
    if wanted.id:
        found.append(_E.id == wanted.id)
    if wanted.game:
        found.append(or_(_E.game == wanted.game, _E.game.startswith(f"{wanted.game},", autoescape=True)))
    if wanted.deal:
        found.append(or_(_E.record == wanted.deal, _E.record.startswith(f"{wanted.deal}/", autoescape=True)))
    if wanted.endings:
        found.append(_E.ending.in_([ending.value for ending in wanted.endings]))
    if wanted.since:
        found.append(_local_time >= wanted.since)
    if wanted.until:
        found.append(_local_time < wanted.until)
    if wanted.level:
        found.append(_E.level == wanted.level)
    if wanted.is_daily:
        found.append(_E.day != "")
    if wanted.day:
        found.append(_E.day == wanted.day)
    return found
