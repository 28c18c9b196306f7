"""Crowding: of many states that look alike the search expands some, and then others first.

States look alike if as many cards are buried in every column and the same cards begin the runs that lie on nothing.
This changes the order only: whoever is put back still waits.
"""

from math import log2
from typing import Any

from longwood.games.forty_thieves.solver.state import COLUMNS, base_of, bit, depth_of, length_of
from longwood.kernels.compiled import borrowing, i64, u64
from longwood.kernels.mixing import scrambled

PLACES = 1 << 16
"""Where states that look alike are counted. Two looks may share a place: then both wait a little longer."""
MOST_COUNT = 65_535


@borrowing("int64(int8[::1])")
def look_of(s: Any) -> Any:
    """The place at which states that look like this one are counted."""
    depths = u64(0)
    bases = u64(0)
    for c in range(COLUMNS):
        depths = depths * u64(0x9E3779B97F4A7C15) + u64(depth_of(s, c))
        if length_of(s, c) and depth_of(s, c) == 0:
            bases += bit(base_of(s, c))
    return i64(scrambled(scrambled(depths) + bases) & u64(PLACES - 1))


@borrowing("int64(int64, int64)")
def put_back(crowding: Any, count: Any) -> Any:
    """By how many buckets a state falls of which so many like it have been expanded: as many for each doubling."""
    return i64(crowding * log2(1.0 + count))
