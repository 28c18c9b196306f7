"""Deals that can be won: one for a player who waits, and the daily one that is the same for everyone."""

from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import count
from random import Random
from typing import NamedTuple

from longwood.advice.difficulty import Difficulty, difficulty
from longwood.game import AnyGame, Deal, Move
from longwood.notation import parse_record
from longwood.solver import Limit, Verdict, solve

NUMBERS = range(1, 1_000_000_000)
"""Where deals are looked for: numbers that can be read out."""

NODES = {"terrace": 16_000, "forty-thieves": 4_000}
"""Positions to search in a deal before the next one is tried, where deals are not decided at once."""


class Winnable(NamedTuple):
    """A deal that can be won, a line that wins it, and how hard it is."""

    number: int
    line: tuple[Move, ...]
    difficulty: Difficulty


def winnable_deal(game: AnyGame, numbers: Iterable[int], level: int | None = None) -> Winnable | None:
    """The first of these deals that can be won (and is of a level, 1 to 4); None if there is none among them."""
    limit = Limit(nodes=NODES.get(game.family))
    for number in numbers:
        found = solve(game, game.start(Deal(number)), limit)
        if found.verdict is Verdict.WON:
            how_hard = difficulty(game, number, found.nodes)
            if level in (None, how_hard.level):
                return Winnable(number, found.line, how_hard)
    return None


def random_numbers(game: AnyGame, seed: int) -> Iterator[int]:
    """Deal numbers in an order that follows from the seed; for a game with a shelf of known deals, from that."""
    # Not for secrets.
    random = Random(seed)  # noqa: S311
    kept = shelf(game.slug)
    if kept:
        numbers = [*kept]
        random.shuffle(numbers)
        yield from numbers
    while True:
        yield random.choice(NUMBERS)


def find_winnable(game: AnyGame, seed: int, level: int | None = None) -> Winnable:
    """A deal that can be won, by a seed; of a level if one is asked for."""
    kept = shelf(game.slug)
    if kept and level is None:
        number = Random(seed).choice(sorted(kept))  # noqa: S311
        return Winnable(number, kept[number], difficulty(game, number))
    found = winnable_deal(game, random_numbers(game, seed), level)
    if found is None:
        raise AssertionError("random numbers do not end")
    return found


def daily_deal(game: AnyGame, day: date) -> Winnable:
    """The deal of a day: the same for everyone who has this version of the solver."""
    kept = shelf(game.slug)
    if kept:
        numbers = sorted(kept)
        number = numbers[_hashed(f"{day.isoformat()} {game.slug}") % len(numbers)]
        return Winnable(number, kept[number], difficulty(game, number))
    found = winnable_deal(game, (_hashed(f"{day.isoformat()} {game.slug} {i}") for i in count()))
    if found is None:
        raise AssertionError("hashes do not end")
    return found


def _hashed(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") % len(NUMBERS) + 1


@cache
def shelf(slug: str) -> dict[int, tuple[Move, ...]]:
    """Deals of a game that are known to be winnable, with a line that wins; only where finding one takes too long.

    They were found by tools/find_deals.py, and a test replays every line.
    """
    page = files("longwood.advice").joinpath("shelf", f"{slug}.txt")
    if not page.is_file():
        return {}
    records = [parse_record(line) for line in page.read_text().splitlines() if line]
    return {record.deal.number: tuple([m for act in record.acts for m in act]) for record in records}
