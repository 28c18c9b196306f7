"""What no game of Quatorze can come to."""

from collections import Counter

from longwood.core.cards import RANK
from longwood.core.game import STOCK, Position
from longwood.games.quatorze.rules import Quatorze


def flaw(game: Quatorze, p: Position) -> str:
    """Why a position cannot come up; empty if nothing speaks against it."""
    grid = p.piles[1 : game.discard]
    gone = Counter(RANK[card] for card in p.piles[game.discard])
    if any(gone[rank] != gone[14 - rank] for rank in range(1, 7)) or gone[7] % 2:
        return "the discard pile is not made of pairs that add up to 14"
    if p.piles[STOCK] and () in grid:
        return "the stock fills an empty place at once"
    if () in grid and any(grid[grid.index(()) :]):
        return "the grid closes up, so no empty place comes before a card"
    return ""
