"""Where piles lie on the table: the words of the only geometry there is, and a layout that suits most games.

x and width count card widths, y and height count card heights, so a front end only has to choose the size of a card.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from longwood.core.game import AnyGame, Deal, PileKind


class Place(NamedTuple):
    """The corner of a pile's first card, and the step from one card to the next where cards are spread out."""

    x: float
    y: float
    fan_x: float = 0.0
    fan_y: float = 0.0
    shown: int = 0
    """How many cards at the top are spread out at the most; 0 for all. Those below lie under the first of them."""


Places = dict[str, Place]


class Layout(NamedTuple):
    """A table of `width` by `height` that holds the piles at their usual length."""

    width: float
    height: float
    places: Mapping[str, Place]


COLUMN_LENGTH = 9
"""How many cards a column has room for; a longer one is drawn tighter."""


def laid_out(game: AnyGame, places: Places, column_length: int = COLUMN_LENGTH) -> Layout:
    """The table that some places make."""
    if set(places) != set(game.piles):
        raise ValueError(f"the layout of {game.slug} does not hold the piles of the game")
    found = {name: _rounded(places[name]) for name in game.piles}
    dealt = [len(pile) for pile in game.start(Deal()).piles]
    width = height = 0.0
    for (_, place), kind, count in zip(found.items(), game.kinds, dealt, strict=True):
        # Room for the cards that are dealt, and in a column for more to come.
        cards = max(min(count, place.shown or count), column_length if kind is PileKind.COLUMN else 1)
        width = max(width, place.x + 1 + place.fan_x * (cards - 1))
        height = max(height, place.y + 1 + place.fan_y * (cards - 1))
    return Layout(round(width, 3), round(height, 3), MappingProxyType(found))


def _rounded(place: Place) -> Place:
    x, y, fan_x, fan_y = [round(value, 3) for value in place[:4]]
    return Place(x, y, fan_x, fan_y, place.shown)


def row(names: Sequence[str], x: float, y: float, step: float, *, fan_x: float = 0.0, fan_y: float = 0.0) -> Places:
    """Piles side by side."""
    return {name: Place(x + i * step, y, fan_x, fan_y) for i, name in enumerate(names)}


def below_columns(y: float, fan_y: float) -> float:
    """Where piles lie that stay at the foot of a table, below columns: a front end may put them lower still."""
    return y + 1 + fan_y * (COLUMN_LENGTH - 1) + 0.15


def names_of(game: AnyGame, *kinds: PileKind) -> list[str]:
    """The piles of some kinds, in the order of the game."""
    return [name for name, kind in zip(game.piles, game.kinds, strict=True) if kind in kinds]


def usual_places(game: AnyGame, tall: bool) -> Places:
    """Stock and waste, cells and foundations in a row, a reserve or a grid below it, then the columns.

    On a tall table with columns stock and waste lie at its foot, within reach of a thumb.
    """
    step = 1.05 if tall else 1.2
    thumbed = names_of(game, PileKind.WASTE, PileKind.STOCK) if tall and PileKind.COLUMN in game.kinds else []
    left = names_of(game, PileKind.STOCK, PileKind.WASTE, PileKind.CELL)
    left = [name for name in left if name not in thumbed]
    right = names_of(game, PileKind.FOUNDATION, PileKind.DISCARD)
    columns, grid = names_of(game, PileKind.COLUMN), names_of(game, PileKind.PLACE)
    reserves = names_of(game, PileKind.RESERVE)
    letters = sorted({name[0] for name in grid})
    across = max([len(columns), *[int(name[1:]) for name in grid], 4])
    if not tall:
        across = max(across, len(left) + len(right))
    width = (across - 1) * step + 1
    places: Places = {}
    top = 0.0
    for names, is_right in ((left, False), (right, True)):
        rows = [names[i : i + across] for i in range(0, len(names), across)]
        for i, names_of_row in enumerate(rows):
            # What is left of the stock and what is right of it share a row where there is room for both.
            if is_right and i == 0 and len(left) + len(names_of_row) > across:
                top += 1.15
            x = width - 1 - (len(names_of_row) - 1) * step if is_right else 0.0
            places |= row(names_of_row, x, top, step)
            top += 1.15 if i + 1 < len(rows) else 0.0
    top += 1.2 if left or right else 0.0
    dealt = dict(zip(game.piles, game.start(Deal()).piles, strict=True))
    for name in reserves:
        fan = min(0.52, (width - 1) / max(len(dealt[name]) - 1, 1))
        places[name] = Place(0.0, top, fan_x=fan)
        top += 1.15
    for letter in letters:
        for name in [name for name in grid if name[0] == letter]:
            places[name] = Place((int(name[1:]) - 1) * step, top)
        top += 1.1
    fan = 0.3 if tall else 0.22
    # In the order of a right hand: the stock in the corner.
    places |= row(thumbed[::-1], width - 1 - (len(thumbed) - 1) * step, below_columns(top, fan), step)
    return places | row(columns, (across - len(columns)) * step / 2, top, step, fan_y=fan)
