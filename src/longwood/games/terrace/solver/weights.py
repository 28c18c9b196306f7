"""The weights that steer the Terrace search and its quick player, declared once: name, meaning, default.

The kernels' places, the tuning tools and the table in docs/solver-terrace.md all come from here. To add a weight, add a
row and count what it is about in value.py.
"""

from collections import namedtuple
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt


class Weight(NamedTuple):
    """A weight: what one of each is worth, in hundredths of a card on a foundation."""

    name: str
    meaning: str
    default: int = 0
    """What all tuning began with."""
    step: int = 20
    """How far a step of tuning goes at least."""
    least: int | None = None
    most: int | None = None
    of: str = "both"
    """Who has it: the beam, the player, or both."""

    def within(self, value: int) -> int:
        """A value, or the nearest one that makes sense."""
        value = value if self.least is None else max(self.least, value)
        return value if self.most is None else min(self.most, value)


LOOKS = (
    Weight("reserve", "a card in the reserve", -1000, step=250),
    Weight("space", "an empty column", 160, step=40),
    Weight("inv", "a pair of waste cards, the upper one higher, of one family", -106, step=26),
    Weight("blk", "a waste card above a lower one of its family"),
    Weight("gap", "a card that a column's low end still waits for", -70),
    Weight("up", "a card on a foundation", 100, step=25),
    Weight("waste", "a card in the waste", -40),
    Weight("top", "the waste's top card has a place to go"),
    Weight("next", "one of the next six cards of the stock has a place to go", of="beam"),
    Weight("hosts", "a different card that can be packed on"),
    Weight("wgap", "a card that the waste's top card still waits for"),
    Weight("spread", "a card between the lowest and the highest foundation of a family"),
    Weight("dead", "a column that ends in a base card"),
    Weight("lone", "a column of one card"),
    Weight("head", "a rank of a column's high end"),
    Weight("second", "a second empty column and each further one", 160, step=40),
    Weight("miss", "a card that the reserve's top card waits for and that is in no column"),
    Weight("bury", "such a card that is not in the stock either"),
    Weight("miss2", "the same as `miss` for the next reserve card"),
    Weight("bury2", "the same as `bury` for the next reserve card"),
    Weight("crowd", "a row with the same foundations and reserve that came to the stage before", step=10, of="beam"),
    Weight("gain", "what a move must gain to be better than a deal", of="player"),
)
"""What has one place in the kernels' array, in this order. `crowd` and `gain` are no part of a row's value."""

DEPTH = (
    Weight("depth", "a card that the reserve's top card still waits for", -240, step=60),
    Weight("decay", "that weight for each reserve card further down, in percent of the one above", 60, 8, 0, 100),
)
"""What the last places of the array are made of: one for each of the uppermost reserve cards."""

SHAPE = (
    Weight("cap", "further rows kept for each level, in percent of those for a stage", 10, 5, 2, 100, of="beam"),
    Weight("width", "rows kept for a stage, in percent of the nominal width", 100, 10, 10, 100, of="beam"),
)
"""The form of a beam, which no kernel reads from the array."""

WEIGHTS = (*LOOKS, *DEPTH, *SHAPE)
START = {weight.name: weight.default for weight in WEIGHTS}

RESERVE_CARDS = 8
"""The cards of the reserve, from the top, that `depth` is about."""
DEPTHS = len(LOOKS)
"""Where in the array their weights begin."""

W: Any = namedtuple("W", [weight.name for weight in LOOKS])(*range(len(LOOKS)))  # names are above
"""The places by name: kernels read `weights[W.space]`."""


def array_of(values: Mapping[str, int]) -> npt.NDArray[np.int64]:
    """A weighting as the kernels read it; what is not named has its default."""
    if unknown := set(values) - set(START):
        raise ValueError(f"There is no weight {min(unknown)!a}.")
    merged = START | dict(values)
    weights = np.zeros(DEPTHS + RESERVE_CARDS, dtype=np.int64)
    for weight in LOOKS:
        weights[getattr(W, weight.name)] = merged[weight.name]
    for i in range(RESERVE_CARDS):
        weights[DEPTHS + i] = round(merged["depth"] * (merged["decay"] / 100) ** i)
    return weights


def changed(values: Mapping[str, int]) -> dict[str, int]:
    """What a weighting says besides defaults, in the order of the declaration."""
    return {name: values[name] for name, default in START.items() if values.get(name, default) != default}


def table(sets: Mapping[str, Mapping[str, int]]) -> str:
    """The table of all weights in Markdown: what they mean, their defaults, and some weightings."""
    rows = [["weight", "what one of each is worth", "default", *sets], ["---"] * 2 + ["--:"] * (1 + len(sets))]
    for weight in WEIGHTS:
        meaning = weight.meaning + ("" if weight.of == "both" else f" ({weight.of} only)")
        tuned = [str(values[weight.name]) if weight.name in values else "" for values in sets.values()]
        rows.append([f"`{weight.name}`", meaning, str(weight.default), *tuned])
    return "\n".join(["| " + " | ".join(row) + " |" for row in rows])
