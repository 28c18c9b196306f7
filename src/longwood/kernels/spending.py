"""Spending a limit: nodes to the last one, seconds slice by slice. It compiles nothing, so it loads at once."""

from math import inf
from time import thread_time

from longwood.core.result import Limit

ENDLESS = 2**62
"""More nodes than any search can visit."""
FIRST_SLICE = 50
SHORT, LONG = 0.004, 0.016
"""Slices grow while they take less than the one of these, in seconds, and shrink when they take more than the other."""


def most_nodes(limit: Limit) -> int:
    """The nodes that a limit allows."""
    return ENDLESS if limit.nodes is None else limit.nodes


class Clock:
    """The thread's CPU time until a moment, or for ever."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else thread_time() + seconds

    @property
    def is_up(self) -> bool:
        """Whether the time is over."""
        return self._end is not None and thread_time() >= self._end

    @property
    def left(self) -> float:
        """The seconds until then."""
        return inf if self._end is None else max(self._end - thread_time(), 0.0)


class Budget:
    """What is left of a limit. Ask for a slice, search so many nodes, say how many that were, and ask again.

    A search that goes on where it stopped finds the same whatever the slices, so they may follow the clock: on a wide
    table a node can take a thousand times longer than on a narrow one, and a limit of a second is kept on both.
    """

    def __init__(self, limit: Limit, most: int) -> None:
        self.clock = Clock(limit.seconds)
        self.nodes = 0
        """Nodes spent."""
        self._all = most_nodes(limit)
        self._most = most
        self._slice = most if limit.seconds is None else min(FIRST_SLICE, most)
        self._asked = thread_time()

    @property
    def left(self) -> int:
        """Nodes not yet spent."""
        return max(self._all - self.nodes, 0)

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self.left == 0 or self.clock.is_up

    def slice(self) -> int:
        """How many nodes may be searched before asking again; 0 if the limit is spent."""
        if self.is_spent:
            return 0
        self._asked = thread_time()
        return min(self._slice, self.left)

    def spend(self, nodes: int) -> None:
        """So many nodes of the slice were searched."""
        self.nodes += nodes
        took = thread_time() - self._asked
        if took > LONG:
            self._slice = max(int(nodes * LONG / took), 1)
        elif took < SHORT:
            self._slice = min(self._slice * 2, self._most)
