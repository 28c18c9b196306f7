"""Where each pile lies on the table: the only geometry, shared by every front end.

x and width count card widths, y and height count card heights, so a front end only has to choose the size of a card.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from longwood.core.game import AnyGame, Deal


class Place(NamedTuple):
    """The corner of a pile's first card, and the step from one card to the next where cards are spread out."""

    x: float
    y: float
    fan_x: float = 0.0
    fan_y: float = 0.0
    shown: int = 0
    """How many cards at the top are spread out at the most; 0 for all. Those below lie under the first of them."""


class Layout(NamedTuple):
    """A table of `width` by `height` that holds the piles at their usual length."""

    width: float
    height: float
    places: Mapping[str, Place]


@cache
def layout(game: AnyGame, tall: bool = False) -> Layout:
    """The table of a game: wide for a desktop, or tall for a phone held upright."""
    places = {name: _rounded(place) for name, place in _FAMILIES[game.family](game, tall).items()}
    if set(places) != set(game.piles):
        raise ValueError(f"the layout of {game.slug} does not hold the piles of the game")
    dealt = dict(zip(game.piles, map(len, game.start(Deal()).piles), strict=True))
    width = max(_extent(p.x, p.fan_x, _usual_length(game, name, dealt[name], p.shown)) for name, p in places.items())
    height = max(_extent(p.y, p.fan_y, _usual_length(game, name, dealt[name], p.shown)) for name, p in places.items())
    return Layout(round(width, 3), round(height, 3), MappingProxyType({name: places[name] for name in game.piles}))


def _rounded(place: Place) -> Place:
    x, y, fan_x, fan_y = [round(value, 3) for value in place[:4]]
    return Place(x, y, fan_x, fan_y, place.shown)


def _extent(corner: float, fan: float, cards: int) -> float:
    return corner + 1 + fan * (cards - 1)


# A column of Terrace starts with one card, one of Forty Thieves with four.
_COLUMN_LENGTHS = {"terrace": 9, "forty-thieves": 11}


def _usual_length(game: AnyGame, name: str, dealt: int, shown: int) -> int:
    """How many cards of a pile the table has room for; a longer pile is drawn tighter."""
    is_column = not game.has_cells and name[0] == "t"
    return max(min(dealt, shown or dealt), _COLUMN_LENGTHS.get(game.family, 9) if is_column else 1)


def _row(names: list[str], x: float, y: float, step: float, **fan: float) -> dict[str, Place]:
    return {name: Place(x + i * step, y, fan.get("fan_x", 0.0), fan.get("fan_y", 0.0)) for i, name in enumerate(names)}


def _names(game: AnyGame, letter: str) -> list[str]:
    return [name for name in game.piles if name[0] == letter and name[1:]]


def _terrace(game: AnyGame, tall: bool) -> dict[str, Place]:
    columns = _names(game, "t")
    # A phone held upright has no width to spare: the cards lie close, and the games of eight columns have larger ones.
    across = max(8, len(columns)) if tall else 9
    step = 1.025 if tall else 1.2
    width = (across - 1) * step + 1
    # The reserve lies open in a row of its own length: 21 cards in Redheads, 10 in Wood.
    reserve = len(game.start(Deal()).piles[game.pile_index["r"]])
    # On an upright table there is height to spare and no width: the reserve has a row to itself.
    left, top, down = (0.0, 1.15, 1.15) if tall else (2 * step + 0.4, 0.0, 0.0)
    # Rank and suit of every card are to be seen side by side, where there is room for that.
    fan = min(step if tall else 0.52, (width - left - 1) / max(reserve - 1, 1))
    places = {"s": Place(0, 0), "w": Place(step, 0), "r": Place(left, top, fan_x=fan)}
    places |= _row(_names(game, "f"), (across - 8) * step / 2, 1.15 + down, step)
    return places | _row(columns, (across - len(columns)) * step / 2, 2.3 + down, step, fan_y=0.3 if tall else 0.22)


def _forty_thieves(game: AnyGame, tall: bool) -> dict[str, Place]:
    step = 1.02 if tall else 1.15
    places = _row(["s", "w", *_names(game, "f")], 0, 0, step)
    return places | _row(_names(game, "t"), 0, 1.2, step, fan_y=0.3 if tall else 0.22)


def _quatorze(game: AnyGame, tall: bool) -> dict[str, Place]:
    left, top = (0.0, 1.35) if tall else (1.6, 0.0)
    end = 4 * 1.15 if tall else left + 4 * 1.15 + 1.6
    places = {"s": Place(0, 0), "d": Place(end, 0)}
    for i, row in enumerate("abcde"):
        places |= _row([f"{row}{column}" for column in range(1, 6)], left, top + 1.1 * i, 1.15)
    return places


def _heap(rows: list[list[str]], under: list[list[float]], top: float, rise: float) -> dict[str, Place]:
    return {
        name: Place(x, top + rise * i)
        for i, (names, xs) in enumerate(zip(rows, under, strict=True))
        for name, x in zip(names, xs, strict=True)
    }


def _triple_peaks(game: AnyGame, tall: bool) -> dict[str, Place]:
    step = 1.02 if tall else 1.1
    near = [i * step for i in range(10)]
    third = [x + step / 2 for x in near[:9]]
    second = [third[i + i // 2] + step / 2 for i in range(6)]
    peaks = [second[2 * i] + step / 2 for i in range(3)]
    rows = [_names(game, letter) for letter in "abcd"]
    rise = 0.8 if tall else 0.55
    below = 3 * rise + (1.6 if tall else 1.4)
    middle = (near[-1] + 1) / 2
    places = _heap(rows, [peaks, second, third, near], 0, rise)
    # The runs that are over lie apart, so that nobody takes them for the stock.
    run = {"s": Place(middle - 2.2, below), "d": Place(near[-1], below)}
    return places | run | {"w": Place(middle - 1, below, fan_x=0.5, shown=8)}


def _elevator(game: AnyGame, tall: bool) -> dict[str, Place]:
    step = 1.04 if tall else 1.1
    rows = [_names(game, letter) for letter in "abcdefg"]
    xs = [[(7 - len(row)) * step / 2 + i * step for i in range(len(row))] for row in rows]
    rise = 0.6 if tall else 0.45
    places = _heap(rows, xs, 0, rise)
    below = 6 * rise + 1.3
    stock = Place(1.2, below) if tall else Place(0, 0)
    waste = Place(2.5, below, fan_x=0.5, shown=8) if tall else Place(1.15, 0)
    return places | {"s": stock, "w": waste}


_FAMILIES: dict[str, Callable[[AnyGame, bool], dict[str, Place]]] = {
    "terrace": _terrace,
    "forty-thieves": _forty_thieves,
    "quatorze": _quatorze,
    "triple-peaks": _triple_peaks,
    "elevator": _elevator,
}
