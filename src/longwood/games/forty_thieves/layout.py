"""Where the piles of Forty Thieves lie: stock, waste and foundations in a row above the columns."""

from longwood.core.game import PileKind
from longwood.core.layout import Places, names_of, row
from longwood.games.forty_thieves.rules import FortyThieves


def places(game: FortyThieves, tall: bool) -> Places:
    """The table, wide or tall."""
    step = 1.02 if tall else 1.15
    columns = names_of(game, PileKind.COLUMN)
    above = ["s", "w", *names_of(game, PileKind.FOUNDATION)]
    across = max(len(columns), len(above))
    found = row(above, (across - len(above)) * step / 2, 0, step)
    return found | row(columns, (across - len(columns)) * step / 2, 1.2, step, fan_y=0.3 if tall else 0.22)
