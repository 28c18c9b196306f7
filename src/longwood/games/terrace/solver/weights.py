"""The weightings that steer the search, one or more for each way to play. tools/tune_terrace.py finds them."""

from typing import NamedTuple

import numpy as np

from longwood.games.terrace.rules import RESERVE, Terrace
from longwood.games.terrace.solver.kernel import Ints
from longwood.games.terrace.solver.value import DEPTHS, WEIGHTS


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


START = {
    "reserve": -1000, "space": 160, "inv": -106, "blk": 0, "gap": -70, "up": 100, "waste": -40, "top": 0, "next": 0,
    "hosts": 0, "wgap": 0, "spread": 0, "dead": 0, "lone": 0, "head": 0, "second": 160, "miss": 0,
    "bury": 0, "miss2": 0, "bury2": 0, "crowd": 0, "depth": -240,
    "decay": 60, "cap": 10, "width": 100,
}  # fmt: skip
NAMES = tuple(START)


def config(values: dict[str, int], *, digs: bool = False) -> Config:
    """The weights as the kernel reads them."""
    merged = START | values
    weights = np.zeros(WEIGHTS, dtype=np.int64)
    for i, name in enumerate(NAMES[:DEPTHS]):
        weights[i] = merged[name]
    for i in range(WEIGHTS - DEPTHS):
        weights[DEPTHS + i] = round(merged["depth"] * (merged["decay"] / 100) ** i)
    return Config(weights, merged["width"] / 100, digs, merged["cap"] / 100)


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
    found = [config(values, digs=game.in_suit) for values in TUNED[relative(game)]]
    # What can be decided by trying everything needs every move.
    return [*found, config(TUNED[relative(game)][0])] if game.in_suit else found
