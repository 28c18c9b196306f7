"""What a request asks for: filters, numbers and places in the history; what makes no sense is refused in a sentence."""

from collections.abc import Mapping

from longwood.core.words import shorten
from longwood.journal import BadEntry
from longwood.journal.entries import A_DAY, ID, Ending, checked_deal, is_day, parse_time
from longwood.journal.filters import Filter
from longwood.notation import NotationError, find_game


def ending_of(text: str) -> Ending:
    """The ending that a text names."""
    try:
        return Ending(text)
    except ValueError:
        raise BadEntry(f'"{shorten(text)}" is not an ending.') from None


def day_of(text: str) -> str:
    """A date as in 2026-11-16."""
    if not is_day(text):
        raise BadEntry(f'"{shorten(text)}" is not a date: write it as in 2026-11-16.')
    return text


def filter_of(asked: Mapping[str, str]) -> Filter:
    """Which entries are wanted."""
    since, until = asked.get("since", ""), asked.get("until", "")
    try:
        game = find_game(asked["game"]).slug if asked.get("game") else ""
    except NotationError as error:
        raise BadEntry(str(error)) from None
    return Filter(
        game=game,
        deal=checked_deal(asked.get("deal", "")),
        endings=(ending_of(asked["ending"]),) if asked.get("ending") else (),
        since=parse_time(day_of(since)) if since else 0,
        until=parse_time(day_of(until)) + A_DAY if until else 0,
        level=number_of(asked.get("level", ""), 0, 4),
        is_daily=asked.get("daily", "") == "1",
    )


def number_of(text: str, other: int, most: int) -> int:
    """A number from 1 on; the other one if none is given."""
    if not text:
        return other
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= most):
        raise BadEntry(f'"{shorten(text)}" is not a number from 1 to {most}.')
    return int(text)


def place_in_history(text: str) -> tuple[int, str] | None:
    """Where a page of the history begins: the time and the name of the last entry that is known."""
    if not text:
        return None
    saved, _, id = text.partition(",")
    if not (saved.isascii() and saved.isdecimal() and len(saved) < 17 and ID.fullmatch(id)):
        raise BadEntry(f'"{shorten(text)}" is no place in the history.')
    return int(saved), id
