"""Where the piles of Quatorze lie: the grid between stock and discard pile, or below them."""

from longwood.core.layout import Place, Places
from longwood.games.quatorze.rules import Quatorze


def places(game: Quatorze, tall: bool) -> Places:
    """The table, wide or tall."""
    left, top = (0.0, 1.36) if tall else (1.6, 0.0)
    step, rise = (1.06, 1.05) if tall else (1.15, 1.08)
    width = (game.size - 1) * step
    found = {"s": Place(0, 0), "d": Place(width if tall else left + width + 1.6, 0)}
    return found | {
        name: Place(left + step * (i % game.size), top + rise * (i // game.size))
        for i, name in enumerate(game.piles[1:-1])
    }
