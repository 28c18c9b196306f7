"""The weights of the Forty Thieves evaluation; tools/tune_forty_thieves.py looks for better ones."""

import numpy as np

from longwood.solver.forty_thieves_value import FEATURES

# The weight at the start of a game, and what is added to it by the end. A feature that is not named counts nothing.
TABLE: dict[str, tuple[float, float]] = {
    "cards on foundations": (2.0, 0.0),
    "cards dealt": (-7.0, 0.0),
    "a first space": (6.0, 0.0),
    "a second space": (6.0, 0.0),
    "each further space": (4.0, 0.0),
    "column that is a run from a king": (4.0, 0.0),
    "run from a king on other cards": (-12.0, 3.0),
    "buried cards": (-1.5, 0.0),
    "in-suit extension on buried cards": (1.1, 0.0),
    "in-suit extension in an own column": (1.1, 0.0),
    "card above a lower one of its suit, in a column": (-1.1, 0.0),
    "next stock cards that have a host": (3.5, 0.0),
    "next stock cards that fit a foundation": (2.5, 0.0),
    "waste top has a host": (2.7, 0.0),
    "waste top fits a foundation": (2.7, 0.0),
    "waste pair that packs on a column": (2.7, 0.0),
    "waste card above a lower one of its suit": (-1.2, -1.2),
    "lower ones of its suit under waste cards": (-0.5, 0.0),
}
WEIGHTS = np.array([TABLE.get(name, (0.0, 0.0)) for name in FEATURES], np.float32).T.copy()
