"""The weightings that steer the search, one or more for each way to play. tools/tune_terrace.py finds them."""

from collections.abc import Mapping
from typing import NamedTuple

from longwood.games.terrace.rules import RESERVE, Terrace
from longwood.games.terrace.solver.rows import Ints
from longwood.games.terrace.solver.weights import START, array_of
from longwood.games.terrace.solver.widths import is_wide


class Config(NamedTuple):
    """A beam's weighting, and its shape: few rows a stage and many a level find other wins than the other way round."""

    weights: Ints
    width: float
    """Rows kept for a stage, as a share of the nominal width."""
    digs: bool
    """Whether to use digging moves, where suits matter: then an empty beam proves nothing."""
    cap: float
    """Further rows kept for each level, as a share of those for a stage."""

    def shape(self, width: int) -> tuple[int, int]:
        """How many rows a stage and a level keep at a nominal width."""
        own = max(4, int(width * self.width))
        return own, max(4, int(own * self.cap))


def config(values: Mapping[str, int], *, digs: bool = False) -> Config:
    """A weighting for a beam."""
    merged = START | dict(values)
    return Config(array_of(values), merged["width"] / 100, digs, merged["cap"] / 100)


# fmt: off
FREE = {
    "reserve": -1906, "inv": -80, "blk": 9, "up": 101, "waste": -63, "top": 25, "next": -11, "hosts": -8, "dead": 7,
    "lone": -89, "second": 182, "miss": -19, "bury": -16, "miss2": -37, "depth": -680,
}
FILLED = {
    "reserve": -1906, "inv": -34, "blk": -42, "up": 101, "waste": -63, "top": 25, "next": 11, "hosts": -8, "wgap": 43,
    "dead": 7, "lone": -89, "second": 187, "miss": -19, "bury": -74, "miss2": -17, "depth": -680,
}
FROM_RESERVE = {"reserve": -204, "blk": 4, "wgap": 43, "dead": 17, "bury": 7, "miss2": 13, "depth": -246}
IN_SUIT = {
    "reserve": -1115, "inv": -20, "blk": 46, "gap": -40, "up": 120, "waste": -150, "top": 60, "next": -15,
    "hosts": -25, "spread": -66, "dead": 7, "lone": -89, "second": 202, "miss": -9, "bury": -16, "miss2": -37,
    "bury2": -38, "depth": -680, "cap": 15,
}
# fmt: on
SETS = {"free": FREE, "filled": FILLED, "from reserve": FROM_RESERVE, "in suit": IN_SUIT}
"""The tuned weightings by what fills a space, and that of the game that builds in suit."""


def portfolio(values: dict[str, int]) -> tuple[dict[str, int], ...]:
    """A tuned weighting in several shapes, and the weights that all tuning began with in one.

    Of 44 hard deals, beams of one shape at width 256 win 6 to 8 each, five different shapes 16 together, and one shape
    at width 1024, which takes as long as these five, 9.
    """
    return (
        values | {"crowd": -10},
        values | {"width": 25, "cap": 100},
        {"width": 50, "cap": 30},
        values | {"width": 60, "cap": 20, "crowd": -50},
        values | {"width": 50, "cap": 30},
    )


TUNED: dict[str, tuple[dict[str, int], ...]] = {
    "terrace": portfolio(FREE),
    "falling-stars": portfolio(FREE),
    "blondes-and-brunettes": portfolio(FREE),
    "wood": portfolio(FREE),
    "signora": portfolio(FILLED),
    "redheads": portfolio(FROM_RESERVE),
    "generals-patience": portfolio(IN_SUIT),
}


def relative(game: Terrace) -> str:
    """The way to play whose weightings suit a custom one."""
    if game.slug in TUNED:
        return game.slug
    if game.in_suit:
        return "generals-patience"
    if RESERVE in game.fill_from:
        return "redheads"
    return "signora" if game.fill_from else "falling-stars"


def configs(game: Terrace) -> list[Config]:
    """The weightings for a way to play; a custom one takes those of its nearest relative."""
    digs = game.in_suit or is_wide(game)
    found = [config(values, digs=digs) for values in TUNED[relative(game)]]
    # What can be decided by trying everything needs every move.
    return [*found, config(TUNED[relative(game)][0])] if digs else found
