"""The weightings that steer the search, one or more for each way to play. tools/tune_terrace.py finds them."""

from typing import NamedTuple

import numpy as np

from longwood.games.terrace import RESERVE, Terrace
from longwood.solver.terrace_kernel import Ints
from longwood.solver.terrace_value import DEPTHS, WEIGHTS


class Config(NamedTuple):
    """What is worth how much, and how many rows a level keeps as a share of the width."""

    weights: Ints
    cap: float


START = {
    "reserve": -1000, "space": 160, "inv": -106, "blk": 0, "gap": -70, "up": 100, "waste": -40, "top": 0, "next": 0,
    "hosts": 0, "wgap": 0, "spread": 0, "dead": 0, "lone": 0, "head": 0, "second": 160, "miss": 0,
    "bury": 0, "miss2": 0, "bury2": 0, "depth": -240,
    "decay": 60, "cap": 10,
}  # fmt: skip
NAMES = tuple(START)


def config(values: dict[str, int]) -> Config:
    """The weights as the kernel reads them."""
    merged = START | values
    weights = np.zeros(WEIGHTS, dtype=np.int64)
    for i, name in enumerate(NAMES[:DEPTHS]):
        weights[i] = merged[name]
    for i in range(WEIGHTS - DEPTHS):
        weights[DEPTHS + i] = round(merged["depth"] * (merged["decay"] / 100) ** i)
    return Config(weights, merged["cap"] / 100)


# fmt: off
FREE = {
    "reserve": -1906, "inv": -80, "blk": 9, "up": 101, "waste": -63, "top": 25, "next": -11, "hosts": -8, "dead": 7,
    "lone": -89, "second": 182, "miss": -19, "bury": -16, "miss2": -37, "depth": -680,
}
FREE_2 = {
    "reserve": -319, "inv": -80, "blk": 18, "up": 101, "waste": -87, "top": 25, "next": -11, "hosts": -8, "dead": 15,
    "lone": -160, "second": 208, "miss": -9, "bury": -16, "miss2": -17, "bury2": -30, "depth": -1197, "cap": 12,
}
FILLED = {
    "reserve": -1906, "inv": -80, "blk": -42, "up": 101, "waste": -63, "top": 25, "next": -11, "hosts": -8, "wgap": 43,
    "dead": 7, "lone": -89, "second": 187, "miss": -19, "bury": -50, "miss2": -17, "depth": -680,
}
FROM_RESERVE = {"reserve": -204, "blk": 4, "wgap": 43, "dead": 17, "bury": 7, "miss2": 13, "depth": -246}
# fmt: on

TUNED: dict[str, tuple[dict[str, int], ...]] = {
    "terrace": (FREE, FREE_2),
    "falling-stars": (FREE, FREE_2),
    "blondes-and-brunettes": (FREE, FREE_2),
    "wood": (FREE, FREE_2),
    "signora": (FILLED,),
    "redheads": (FROM_RESERVE,),
    "generals-patience": (FREE,),
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
    return [config(values) for values in TUNED[relative(game)]]
