"""Where the piles of Forty Thieves lie: stock, waste and foundations above the columns, on a tall table at its foot."""

from longwood.core.game import PileKind
from longwood.core.layout import Places, below_columns, names_of, row
from longwood.games.forty_thieves.rules import FortyThieves


def places(game: FortyThieves, tall: bool) -> Places:
    """The table, wide or tall."""
    columns, foundations = names_of(game, PileKind.COLUMN), names_of(game, PileKind.FOUNDATION)
    if tall:
        # Within reach of a thumb; the columns have all the width.
        step, fan, top = 1.02, 0.3, 1.15
        across = max(len(columns), len(foundations))
        found = row(foundations, (across - len(foundations)) * step / 2, 0, step)
        found |= row(["w", "s"], (across - 2) * step, below_columns(top, fan), step)
    else:
        step, fan, top = 1.15, 0.22, 1.2
        above = ["s", "w", *foundations]
        across = max(len(columns), len(above))
        found = row(above, (across - len(above)) * step / 2, 0, step)
    return found | row(columns, (across - len(columns)) * step / 2, top, step, fan_y=fan)
