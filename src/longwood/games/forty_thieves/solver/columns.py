"""What the Forty Thieves evaluation sees of the columns."""

from typing import Any

from longwood.games.forty_thieves.solver.state import (
    COLUMNS,
    KING,
    base_of,
    bit,
    depth_of,
    has,
    height_of,
    length_of,
    top_of,
)
from longwood.games.forty_thieves.solver.weights import W
from longwood.kernels.compiled import i64, inlined


@inlined
def _see_buried(s: Any, c: Any, cards: Any, wanted: Any, f: Any) -> Any:
    """The features of a column in which cards lie under the run."""
    depth, length = depth_of(s, c), length_of(s, c)
    f[W.buried] += depth
    if depth == 1:
        f[W.one_buried] += 1.0
    elif depth == 2:
        f[W.two_buried] += 1.0
    if height_of(base_of(s, c)) == KING:
        f[W.burying_kings] += 1.0
    f[W.runs_on_buried] += length - 1
    below = cards.below
    f[W.over_lower] += below[c, depth]
    f[W.runs_over_lower] += (below[c, depth] - below[c, depth - 1]) * (length - 1)
    for i in range(depth):
        card = i64(cards.columns[c, i])
        if has(wanted, card):
            f[W.wanted_buried] += 1.0
            f[W.over_wanted_buried] += depth - i - 1 + length
        if height_of(card) == KING:
            f[W.buried_kings] += 1.0


@inlined
def see_columns(s: Any, cards: Any, hosted: Any, wanted: Any, f: Any) -> Any:
    """The features of the columns that are not empty."""
    for c in range(COLUMNS):
        length = length_of(s, c)
        if length == 0:
            continue
        base = base_of(s, c)
        top = bit(top_of(s, c))
        if depth_of(s, c):
            _see_buried(s, c, cards, wanted, f)
        else:
            if height_of(base) == KING:
                f[W.king_columns] += 1.0
            else:
                f[W.run_columns] += 1.0
                f[W.run_column_ranks] += height_of(base) * 0.1
            f[W.runs_alone] += length - 1
            if has(hosted, base) or (length == 1 and wanted & top):
                f[W.one_move_empties] += 1.0
        if hosted & top:
            f[W.tops_hosted] += 1.0
        if wanted & top:
            f[W.tops_wanted] += 1.0
