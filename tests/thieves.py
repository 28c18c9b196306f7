"""What ties the kernel of Forty Thieves to the rules, for the tests of its solver."""

import numpy as np

from longwood.games.forty_thieves.solver import kernel, state
from longwood.games.forty_thieves.solver.encode import Array, Root


def legal_moves(root: Root, row: Array, mask: np.uint64) -> list[int]:
    """The kernel's moves of a state."""
    out = np.empty(state.MOST_MOVES, np.int32)
    return [int(m) for m in out[: kernel.moves(row, mask, root.cards, out)]]
