"""A beam that only looks for a proof: it drops no row, and leaves out those that are lost by capacity (P5, S0)."""

from longwood.core.result import Limit
from longwood.games.terrace.solver import beam
from longwood.games.terrace.solver.attempt import Beam
from longwood.games.terrace.solver.capacity import Room
from longwood.games.terrace.solver.refutation import room_for
from longwood.games.terrace.solver.rows import COLS, LEFT
from longwood.games.terrace.solver.start import Start
from longwood.games.terrace.solver.store import width_bytes
from longwood.games.terrace.solver.tuned import Config
from longwood.kernels.spending import Budget

MOST_STOCK = 60
"""With more cards in the stock, as at the start of a game, P5 takes long and says little."""
MOST_WIDTH = 2_048
"""It asks no more rows than these."""
NODES = 100
"""A row that P5 is asked of counts as so many nodes."""
AT_ONCE = 8
"""Rows asked between two looks at the clock."""


def may_prove(start: Start, width: int, limit: Limit) -> bool:
    """Whether to look for a proof from here, at this width."""
    game = start.game
    return (
        start.switches.capacity
        and start.switches.sifts
        and not (game.in_suit or game.redeals)
        and start.row[LEFT] <= MOST_STOCK
        and width <= MOST_WIDTH
        and width_bytes(width, width, 1, COLS + game.columns) * 1.5 < limit.memory
    )


def proves(start: Start, width: int, config: Config, limit: Limit, budget: Budget) -> bool:
    """Whether each way to play comes to rows that are lost. Gives up where it would drop a row, or ask too many."""
    tried = Beam(start, width, config._replace(width=1.0, cap=1.0), limit, asks=True)
    room, most = room_for(start.game, start.p), width
    while tried.is_complete and (nodes := budget.slice()):
        before = tried.nodes
        status = tried.run(nodes)
        budget.spend(tried.nodes - before)
        if status == beam.STAGE:
            rows = tried.waiting
            most -= rows
            if most < 0 or NODES * rows > budget.left or not sifted(tried, room, rows, budget):
                return False
        elif status != beam.RUNNING:
            return status == beam.EMPTY and tried.is_complete
    return False


def sifted(tried: Beam, room: Room, rows: int, budget: Budget) -> bool:
    """Leave out what is lost of the rows that wait; whether the time was enough."""
    kept = 0
    for first in range(1, rows + 1, AT_ONCE):
        if not budget.slice():
            return False
        last = min(first + AT_ONCE - 1, rows)
        kept = tried.sift(room, first, last, kept)
        budget.spend(NODES * (last - first + 1))
    return True
