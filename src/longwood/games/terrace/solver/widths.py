"""How wide a table may be for which part of the solver. Nothing is compiled here: whoever only asks need not wait."""

from longwood.core.game import STOCK
from longwood.games.terrace.rules import RESERVE, WASTE, Terrace, TerracePosition

MOST_RUN = 16
"""Columns that a run may have (R3), and so a table that is searched by reduced moves."""
MOST_SHARED = 256
"""Children of a row after which no more ways to share out a run's high ends are added. The tables of the games never
have so many; where one has, the beam counts what it left out and proves nothing."""
MOST_COLUMNS = 200
"""A pile's number has 8 bits in a move, and the last one has another meaning."""


def is_wide(game: Terrace) -> bool:
    """Whether a table has more columns than a run may have: it is searched by plain moves, as if suits mattered."""
    return game.columns > MOST_RUN


def fits(game: Terrace, p: TerracePosition) -> bool:
    """Whether the kernels can hold every position of a game; what they cannot is left to the plain search."""
    return 1 <= game.columns <= MOST_COLUMNS and set(game.fill_from) <= {STOCK, WASTE, RESERVE}


def most_moves(columns: int) -> int:
    """Rows that a position's moves need at most, and one more to work in.

    A card finds at most four hosts, all of one rank and chain, and digging adds no more moves than there are cards. Of
    reduced moves there are no more than are shared, and three for each column.
    """
    return max(MOST_SHARED + 4 * MOST_RUN, 128 + 7 * columns)
