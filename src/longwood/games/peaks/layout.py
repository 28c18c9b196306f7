"""Where the piles of a heap lie: rows that overlap, and stock and waste beside or below them."""

from longwood.core.game import AnyGame
from longwood.core.layout import Place, Places


def _rows(game: AnyGame, letters: str) -> list[list[str]]:
    return [[name for name in game.piles if name[0] == letter and name[1:]] for letter in letters]


def _heap(rows: list[list[str]], under: list[list[float]], top: float, rise: float) -> Places:
    return {
        name: Place(x, top + rise * i)
        for i, (names, xs) in enumerate(zip(rows, under, strict=True))
        for name, x in zip(names, xs, strict=True)
    }


def peaks_places(game: AnyGame, tall: bool) -> Places:
    """The table of Triple Peaks, wide or tall."""
    # On an upright table the cards of a row lie on each other's edge: their index is seen, and they are larger.
    step = 0.84 if tall else 1.1
    near = [i * step for i in range(10)]
    third = [x + step / 2 for x in near[:9]]
    second = [third[i + i // 2] + step / 2 for i in range(6)]
    peaks = [second[2 * i] + step / 2 for i in range(3)]
    rise = 0.85 if tall else 0.55
    below = 3 * rise + (1.7 if tall else 1.4)
    middle = (near[-1] + 1) / 2
    found = _heap(_rows(game, "abcd"), [peaks, second, third, near], 0, rise)
    # The runs that are over lie apart, so that nobody takes them for the stock.
    left = 0.4 if tall else middle - 2.2
    run = {"s": Place(left, below), "d": Place(near[-1] - (0.4 if tall else 0), below)}
    return found | run | {"w": Place(left + 1.2, below, fan_x=0.5, shown=8)}


def elevator_places(game: AnyGame, tall: bool) -> Places:
    """The table of Elevator, wide or tall."""
    step = 0.92 if tall else 1.1
    rows = _rows(game, "abcdefg")
    xs = [[(7 - len(row)) * step / 2 + i * step for i in range(len(row))] for row in rows]
    rise = 0.72 if tall else 0.45
    found = _heap(rows, xs, 0, rise)
    below = 6 * rise + 1.3
    # So far left that the whole fan of the waste has room.
    stock = Place(0.7, below) if tall else Place(0, 0)
    waste = Place(1.95, below, fan_x=0.5, shown=8) if tall else Place(1.15, 0)
    return found | {"s": stock, "w": waste}
