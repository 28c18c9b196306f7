"""Where the piles of Terrace lie: stock, waste and reserve, the eight foundations, the columns."""

from longwood.core.game import PileKind
from longwood.core.layout import Place, Places, below_columns, names_of, row
from longwood.games.terrace.rules import Terrace


def places(game: Terrace, tall: bool) -> Places:
    """The table, wide or tall."""
    columns = names_of(game, PileKind.COLUMN)
    # A phone held upright has no width to spare: the cards lie close, and the games of eight columns have larger ones.
    across = max(8 if tall else 9, len(columns))
    step = 1.025 if tall else 1.2
    width = (across - 1) * step + 1
    # On an upright table there is height to spare and no width: the reserve has a row to itself, and stock and waste
    # lie at the foot, within reach of a thumb.
    left = 0.0 if tall else 2 * step + 0.4
    down = 0.3 if tall else 0.22
    # The reserve lies open in a row of its own length: rank and suit of every card side by side, if there is room.
    fan = min(step if tall else 0.52, (width - left - 1) / max(game.reserve - 1, 1))
    found = {"r": Place(left, 0, fan_x=fan)}
    found |= row(["w", "s"], width - 1 - step, below_columns(2.3, down), step) if tall else row(["s", "w"], 0, 0, step)
    found |= row(names_of(game, PileKind.FOUNDATION), (across - 8) * step / 2, 1.15, step)
    return found | row(columns, (across - len(columns)) * step / 2, 2.3, step, fan_y=down)
