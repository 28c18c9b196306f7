"""The weights."""

import numpy as np

from longwood.solver.forty_thieves_value import FEATURES, SIZE

W = dict(zip(FEATURES, [0.0] * SIZE))
W.update(
    {
        "cards on foundations": 2.0,
        "cards dealt": -7.0,
        "a first space": 6.0,
        "a second space": 6.0,
        "each further space": 4.0,
        "column that is a run from a king": 4.0,
        "run from a king on other cards": -12.0,
        "buried cards": -1.5,
        "in-suit extension on buried cards": 1.1,
        "in-suit extension in an own column": 1.1,
        "card above a lower one of its suit, in a column": -1.1,
        "next stock cards that have a host": 3.5,
        "next stock cards that fit a foundation": 2.5,
        "waste top has a host": 2.7,
        "waste top fits a foundation": 2.7,
        "waste pair that packs on a column": 2.7,
        "waste card above a lower one of its suit": -1.2,
        "lower ones of its suit under waste cards": -0.5,
    }
)
WEIGHTS = np.zeros((2, SIZE), np.float32)
WEIGHTS[0] = list(W.values())
WEIGHTS[1][FEATURES.index("run from a king on other cards")] = 3
WEIGHTS[1][FEATURES.index("waste card above a lower one of its suit")] = -1.2
