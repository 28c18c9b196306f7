"""Deals that can be won: one for a player who waits, and the daily one that is the same for everyone."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from hashlib import sha256
from importlib.resources.abc import Traversable
from random import Random
from typing import NamedTuple

from longwood.advice.difficulty import LEVELS, Difficulty, difficulty, is_judged_at_once, most_measured
from longwood.core.game import AnyGame, Deal, Move
from longwood.games import family_of
from longwood.notation import parse_record
from longwood.solver import Limit, Result, Verdict, solve

NUMBERS = range(1, 1_000_000)
"""Where deals are looked for: numbers that people can say to each other. Those on a shelf are no such numbers: they
were found, at great expense, from 3,000,001 on, and deals are what their numbers are."""


MOST_DEALS, MOST_PLAIN_DEALS = 1000, 200
"""Deals that are tried before it is given up; fewer where the plain search has to do it."""


class NoDeal(LookupError):
    """No deal of the kind was found; the message says so in a sentence."""


class Winnable(NamedTuple):
    """A deal that can be won, a line that wins it, and how hard it is."""

    number: int
    line: tuple[Move, ...]
    difficulty: Difficulty


def find_winnable(game: AnyGame, seed: int, level: int | None = None) -> Winnable:
    """A deal that can be won, by a seed; of a level, 1 to 4, if one is asked for. `NoDeal` if none turns up."""
    return _found(game, tried_deals(game, seed, level), level)


def tried_deals(game: AnyGame, seed: int, level: int | None = None) -> Iterator[Winnable | None]:
    """How `find_winnable` looks, step by step: None for each deal that will not do, those that do among them.

    It ends after as many as are worth trying: a game of the player's own may hardly ever be won.
    """
    # Not for secrets: the same seed, the same deal.
    random = Random(seed)  # noqa: S311
    if kept := _on_shelf(game, level):
        yield random.choice(kept)
    yield from _tried(game, [random.choice(NUMBERS) for _ in range(_most(game, level))], level)


def daily_deal(game: AnyGame, day: date) -> Winnable:
    """The deal of a day: the same for everyone who has this version of the solver. `NoDeal` if none turns up."""
    return _found(game, tried_daily(game, day))


def tried_daily(game: AnyGame, day: date) -> Iterator[Winnable | None]:
    """How `daily_deal` looks, step by step."""
    if kept := _on_shelf(game):
        yield kept[_hashed(f"{day.isoformat()} {game.slug}") % len(kept)]
    yield from _tried(game, [_hashed(f"{day.isoformat()} {game.slug} {i}") for i in range(_most(game))])


def _on_shelf(game: AnyGame, level: int | None = None) -> list[Winnable]:
    """What a shelf has of a level; asked for none it must have all of them, or every deal would be a hard one."""
    kept = shelf(game)
    if level is None:
        return list(kept) if _is_whole(kept) else []
    return [deal for deal in kept if deal.difficulty.level == level]


def _is_whole(kept: Sequence[Winnable]) -> bool:
    """Whether deals of every level are there."""
    return {deal.difficulty.level for deal in kept} == set(range(1, len(LEVELS) + 1))


def _most(game: AnyGame, level: int | None = None) -> int:
    if family_of(game).solver:
        return MOST_DEALS
    nodes, of_level = family_of(game).deal_nodes, _nodes(game, level)
    if level is None or not nodes or not of_level:
        return MOST_PLAIN_DEALS
    # Looking for an easy one takes less, so that more can be tried; in all no more is searched.
    return MOST_PLAIN_DEALS * nodes // min(of_level, nodes)


def _nodes(game: AnyGame, level: int | None) -> int | None:
    """The positions to search in a deal before the next one is tried."""
    nodes = family_of(game).deal_nodes
    if not nodes or not level or is_judged_at_once(game):
        return nodes
    # What takes more is too hard for levels 1 to 3. Level 4 has no such end: there the search ends where that of the
    # hardest measured deal did.
    most = int(most_measured(game, level))
    return max(most, nodes) if level == len(LEVELS) else max(most, 1)


def _tried(game: AnyGame, numbers: Iterable[int], level: int | None = None) -> Iterator[Winnable | None]:
    """For each number its deal if that can be won (and is of a level), else None."""
    is_quick = is_judged_at_once(game)
    limit = Limit(nodes=_nodes(game, level))
    for number in numbers:
        how_hard = difficulty(game, number) if level and is_quick else None
        if how_hard and how_hard.level != level:
            yield None
            continue
        found = solve(game, game.start(Deal(number)), limit)
        winnable = None
        if found.verdict is Verdict.WON:
            how_hard = how_hard or difficulty(game, number, found)
            if level in (None, how_hard.level):
                winnable = Winnable(number, found.line, how_hard)
        yield winnable


def _found(game: AnyGame, tried: Iterator[Winnable | None], level: int | None = None) -> Winnable:
    found = next((deal for deal in tried if deal), None)
    if not found:
        kind = f"{LEVELS[level - 1]} deal" if level else "winnable deal"
        nodes = _nodes(game, level)
        each = f" within {nodes:,} positions each" if nodes and not is_judged_at_once(game) else ""
        raise NoDeal(f"No {kind} was found among {_most(game, level):,} of {game.title}{each}; there may be others.")
    return found


def _hashed(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") % len(NUMBERS) + 1


def shelf_page(game: AnyGame) -> Traversable:
    """The file of a game's shelf, which may not be there: a line has the positions searched and a record that wins."""
    return family_of(game).data(f"{game.slug}.txt")


def shelf_wins(game: AnyGame) -> Iterator[tuple[int, Result]]:
    """The number of each deal on a game's shelf and the win that was found, without asking how hard the deal is."""
    page = shelf_page(game)
    for line in page.read_text().splitlines() if page.is_file() else ():
        nodes, text = line.split()
        record = parse_record(text)
        moves = tuple([m for act in record.acts for m in act])
        yield record.deal.number, Result(Verdict.WON, moves, int(nodes), 0.0)


@lru_cache(maxsize=200)
def shelf(game: AnyGame) -> tuple[Winnable, ...]:
    """Deals that are known to be winnable, in games and of levels where finding one takes too long; else none.

    They were found by tools/find_deals.py, and a test replays every line.
    """
    return tuple([Winnable(n, found.line, difficulty(game, n, found)) for n, found in shelf_wins(game)])
