"""The weights of the Forty Thieves evaluation: each is declared here, once.

A declaration has a name, says what is counted and gives, for each search of the portfolio, the weight at the start of a
game and what is added to it by its end. The kernels' places, the tuning tool and the table in
docs/solver-forty-thieves.md all come from here. To add a weight, add a row and count what it is about in value.py.

tools/tune_forty_thieves.py learnt these from deals 100101 to 100300. All have grown out of a set made by hand; the
first, fitted to wins of several searches, is the best on deals that none of them has seen, the others fail on other
deals than the first.
"""

from collections import namedtuple
from typing import Any, NamedTuple

import numpy as np

Pair = tuple[float, float]


class Weight(NamedTuple):
    """A feature and what it counts for, in each of the three searches."""

    name: str
    meaning: str
    first: Pair
    second: Pair
    third: Pair


DECLARED = (
    Weight("on_foundations", "cards on foundations", (1.59, -0.94), (1.49, -1.30), (2.00, 0.00)),
    Weight("cards_dealt", "cards dealt, in tens", (-10.52, 6.77), (-14.90, 13.05), (-7.00, 0.00)),
    Weight("first_space", "a first space", (6.73, -3.32), (6.04, -5.95), (6.00, 0.00)),
    Weight("second_space", "a second space", (4.89, -1.63), (3.37, -2.66), (6.00, 0.00)),
    Weight("more_spaces", "each further space", (3.89, -1.14), (3.15, -3.95), (4.00, 0.00)),
    Weight("king_columns", "columns that are a run from a king", (-0.34, 0.02), (-2.64, 1.17), (4.00, 0.00)),
    Weight("run_columns", "columns that are a run from another card", (-0.52, 0.06), (-0.63, 0.80), (0.00, 0.00)),
    Weight("run_column_ranks", "ranks below their first card, in tens", (-1.72, 0.80), (-3.07, 2.04), (0.00, 0.00)),
    Weight("burying_kings", "runs from a king on other cards", (-5.80, 6.16), (-2.01, 3.63), (-12.00, 3.00)),
    Weight("buried", "buried cards", (-0.35, 0.09), (0.47, -0.26), (-1.50, 0.00)),
    Weight("one_buried", "columns with one buried card", (-1.07, 2.02), (-2.43, 3.37), (0.00, 0.00)),
    Weight("two_buried", "columns with two buried cards", (-0.57, 2.14), (-1.94, 2.62), (0.00, 0.00)),
    Weight("runs_on_buried", "cards that continue a run on buried cards", (0.98, -0.55), (0.74, -0.84), (1.10, 0.00)),
    Weight("runs_alone", "cards that continue a run in its own column", (0.84, 0.31), (0.28, -0.16), (1.10, 0.00)),
    Weight("over_lower", "pairs of a card over a lower one of its suit", (0.24, 1.06), (0.67, 0.17), (-1.10, 0.00)),
    Weight("runs_over_lower", "lower ones under the rest of a run", (-0.24, -0.09), (-0.33, -0.22), (0.00, 0.00)),
    Weight("next_hosted", "next six stock cards that have a host", (2.73, -1.47), (2.31, -3.37), (3.50, 0.00)),
    Weight("next_wanted", "next six stock cards that fit a foundation", (1.79, -0.42), (1.22, -1.01), (2.50, 0.00)),
    Weight("later_hosted", "ten stock cards after those that have a host", (1.16, -0.34), (1.45, -2.43), (0.00, 0.00)),
    Weight("waste_top_hosted", "the top of the waste has a host", (3.27, -1.08), (4.02, -3.23), (2.70, 0.00)),
    Weight("waste_top_wanted", "the top of the waste fits a foundation", (3.18, -1.10), (2.76, -3.89), (2.70, 0.00)),
    Weight("tops_hosted", "column tops that have a host", (0.02, -2.70), (1.84, -2.32), (0.00, 0.00)),
    Weight("tops_wanted", "column tops that fit a foundation", (0.18, 1.23), (0.24, -0.44), (0.00, 0.00)),
    Weight("tops_twice", "column tops that occur twice", (-1.53, 0.87), (-2.05, 2.75), (0.00, 0.00)),
    Weight("in_waste", "cards in the waste", (-0.67, 0.37), (-1.28, 0.83), (0.00, 0.00)),
    Weight("waste_builds", "waste cards on the next lower one", (2.20, -1.21), (1.74, -1.66), (2.70, 0.00)),
    Weight("waste_follows", "waste cards on the next higher one", (2.06, -2.03), (3.87, -4.19), (0.00, 0.00)),
    Weight("waste_over_lower", "waste cards over a lower of their suit", (-0.99, -0.52), (-0.70, 0.25), (-1.20, -1.20)),
    Weight("waste_covered", "pairs of such a card and a lower one", (-0.26, -0.05), (-0.01, -0.07), (-0.50, 0.00)),
    Weight("wanted_buried", "buried cards that fit a foundation", (1.39, 0.49), (1.74, -0.31), (0.00, 0.00)),
    Weight("over_wanted_buried", "cards that lie on those", (0.20, -0.83), (0.48, -1.34), (0.00, 0.00)),
    Weight("wanted_in_waste", "waste cards that fit a foundation", (-0.22, 1.55), (0.02, 3.59), (0.00, 0.00)),
    Weight("over_wanted_in_waste", "cards that lie on those, in tens", (-0.27, -0.38), (-0.46, -0.61), (0.00, 0.00)),
    Weight("wanted_in_stock", "stock cards that fit a foundation", (1.04, -0.73), (2.31, -1.06), (0.00, 0.00)),
    Weight("apart", "difference of the two foundations, over the suits", (-0.41, 0.02), (-0.72, 0.19), (0.00, 0.00)),
    Weight("least_suit", "cards on the foundations of the least suit", (-0.31, 0.40), (-0.54, 1.11), (0.00, 0.00)),
    Weight("waste_kings", "kings in the waste", (1.55, -1.48), (2.32, -3.29), (0.00, 0.00)),
    Weight("buried_kings", "buried kings", (0.36, -0.89), (0.40, -1.03), (0.00, 0.00)),
    Weight("one_move_empties", "columns that one move empties", (-0.21, -5.29), (3.91, -6.38), (0.00, 0.00)),
    Weight("waste_squared", "the square of the waste's size, in hundreds", (0.06, 0.90), (0.18, 1.91), (0.00, 0.00)),
)
SIZE = len(DECLARED)
W: Any = namedtuple("W", [weight.name for weight in DECLARED])(*range(SIZE))
"""The place of each feature in a row of features or of weights."""
WEIGHTS = tuple(np.array([weight[2:] for weight in DECLARED], np.float32).transpose(1, 2, 0).copy())
"""For each search of the portfolio the weights at the start and what is added to them by the end."""


def table() -> list[str]:
    """The rows of the table in the docs: name, meaning and the pairs of the three searches."""
    rows = []
    for name, meaning, *pairs in DECLARED:
        cells = [f"{first:.2f} {added:+.2f}" for first, added in pairs]
        rows.append(f"| `{name}` | {meaning} | {' | '.join(cells)} |")
    return rows
