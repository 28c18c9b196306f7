"""The weights of the Forty Thieves evaluation, one set for each search of the portfolio."""

import numpy as np

from longwood.games.forty_thieves.solver.value import FEATURES

# tools/tune_forty_thieves.py learnt these from deals 100101 to 100300. A pair is the weight at the start of a game and
# what is added to it by the end. All have grown out of a set made by hand; the first, fitted to wins of several
# searches, is the best on deals that none of them has seen, the others fail on other deals than the first.
TABLE: dict[str, tuple[tuple[float, float], ...]] = {
    "cards on foundations": ((1.59, -0.94), (1.49, -1.30), (2.00, 0.00)),
    "cards dealt": ((-10.52, 6.77), (-14.90, 13.05), (-7.00, 0.00)),
    "a first space": ((6.73, -3.32), (6.04, -5.95), (6.00, 0.00)),
    "a second space": ((4.89, -1.63), (3.37, -2.66), (6.00, 0.00)),
    "each further space": ((3.89, -1.14), (3.15, -3.95), (4.00, 0.00)),
    "column that is a run from a king": ((-0.34, 0.02), (-2.64, 1.17), (4.00, 0.00)),
    "column that is a run from another card": ((-0.52, 0.06), (-0.63, 0.80), (0.00, 0.00)),
    "its cards below the base": ((-1.72, 0.80), (-3.07, 2.04), (0.00, 0.00)),
    "run from a king on other cards": ((-5.80, 6.16), (-2.01, 3.63), (-12.00, 3.00)),
    "buried cards": ((-0.35, 0.09), (0.47, -0.26), (-1.50, 0.00)),
    "columns with one buried card": ((-1.07, 2.02), (-2.43, 3.37), (0.00, 0.00)),
    "columns with two buried cards": ((-0.57, 2.14), (-1.94, 2.62), (0.00, 0.00)),
    "in-suit extension on buried cards": ((0.98, -0.55), (0.74, -0.84), (1.10, 0.00)),
    "in-suit extension in an own column": ((0.84, 0.31), (0.28, -0.16), (1.10, 0.00)),
    "card above a lower one of its suit, in a column": ((0.24, 1.06), (0.67, 0.17), (-1.10, 0.00)),
    "run above a lower card of its suit": ((-0.24, -0.09), (-0.33, -0.22), (0.00, 0.00)),
    "next stock cards that have a host": ((2.73, -1.47), (2.31, -3.37), (3.50, 0.00)),
    "next stock cards that fit a foundation": ((1.79, -0.42), (1.22, -1.01), (2.50, 0.00)),
    "later stock cards that have a host": ((1.16, -0.34), (1.45, -2.43), (0.00, 0.00)),
    "waste top has a host": ((3.27, -1.08), (4.02, -3.23), (2.70, 0.00)),
    "waste top fits a foundation": ((3.18, -1.10), (2.76, -3.89), (2.70, 0.00)),
    "column tops that have a host": ((0.02, -2.70), (1.84, -2.32), (0.00, 0.00)),
    "column tops that fit a foundation": ((0.18, 1.23), (0.24, -0.44), (0.00, 0.00)),
    "column tops that occur twice": ((-1.53, 0.87), (-2.05, 2.75), (0.00, 0.00)),
    "cards in the waste": ((-0.67, 0.37), (-1.28, 0.83), (0.00, 0.00)),
    "waste pair that packs on a column": ((2.20, -1.21), (1.74, -1.66), (2.70, 0.00)),
    "waste pair that follows to a foundation": ((2.06, -2.03), (3.87, -4.19), (0.00, 0.00)),
    "waste card above a lower one of its suit": ((-0.99, -0.52), (-0.70, 0.25), (-1.20, -1.20)),
    "lower ones of its suit under waste cards": ((-0.26, -0.05), (-0.01, -0.07), (-0.50, 0.00)),
    "wanted card in a column": ((1.39, 0.49), (1.74, -0.31), (0.00, 0.00)),
    "cards above a wanted card in a column": ((0.20, -0.83), (0.48, -1.34), (0.00, 0.00)),
    "wanted card in the waste": ((-0.22, 1.55), (0.02, 3.59), (0.00, 0.00)),
    "cards above a wanted card in the waste": ((-0.27, -0.38), (-0.46, -0.61), (0.00, 0.00)),
    "wanted card in the stock": ((1.04, -0.73), (2.31, -1.06), (0.00, 0.00)),
    "difference of the two foundations of a suit": ((-0.41, 0.02), (-0.72, 0.19), (0.00, 0.00)),
    "least foundation suit": ((-0.31, 0.40), (-0.54, 1.11), (0.00, 0.00)),
    "kings in the waste": ((1.55, -1.48), (2.32, -3.29), (0.00, 0.00)),
    "buried kings": ((0.36, -0.89), (0.40, -1.03), (0.00, 0.00)),
    "columns that one move empties": ((-0.21, -5.29), (3.91, -6.38), (0.00, 0.00)),
    "squares of waste": ((0.06, 0.90), (0.18, 1.91), (0.00, 0.00)),
}
WEIGHTS = tuple(np.array([TABLE[name] for name in FEATURES], np.float32).transpose(1, 2, 0).copy())
