"""One beam of a certain width from one start, searched slice by slice."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from longwood.core.result import Limit
from longwood.games.terrace.solver import beam, sieve, store
from longwood.games.terrace.solver.capacity import Room
from longwood.games.terrace.solver.packed import on_foundations
from longwood.games.terrace.solver.proof import NO_LIMIT
from longwood.games.terrace.solver.rows import FND, LEVEL, PARENT, level_of
from longwood.games.terrace.solver.start import Start
from longwood.games.terrace.solver.store import Store, new_gaps, new_work
from longwood.games.terrace.solver.tuned import Config


class Beam:
    """A beam that goes on where it stopped; its rows take the memory of its width, its trace the rest of the limit."""

    def __init__(
        self, start: Start, width: int, config: Config, limit: Limit, *, aim: bool = False, asks: bool = False
    ) -> None:
        self.start = start
        # What cannot be won may still score.
        limits = start.limits if start.switches.deadlock and not aim else np.full_like(start.limits, NO_LIMIT)
        width, cap = config.shape(width)
        columns, size = start.game.columns, start.row.size
        passes = 1 + start.game.redeals
        slots = store.slots_for(width, cap, passes)
        traced = (limit.memory - store.width_bytes(width, cap, passes, size)) // 8
        heaps = np.empty((store.levels(columns), cap + 1), np.int64)
        heaps[:, 0] = 0
        self._store = Store(
            ctl=np.zeros(store.CONTROL, np.int64),
            pool=np.empty((slots, size), np.int64),
            free=np.arange(slots - 1, -1, -1, dtype=np.int64),
            heaps=heaps,
            link=np.empty(slots, np.int64),
            heads=np.empty(len(heaps), np.int64),
            batch=np.empty(2 * width + cap + 1, np.int64),
            roots=np.zeros(width + 1, np.int64),
            parked=np.zeros(width + 1, np.int64),
            later=np.zeros(width + 1, np.int64),
            trace=np.empty((min(traced, 100_000 + 20_000 * width), 2), np.int32),
            table=np.zeros((store.table_size(width), 2), np.uint64),
            limits=limits,
            weights=config.weights,
            gaps=new_gaps(),
            crowd=np.zeros(store.CROWDS, np.int64),
        )
        self._work = new_work(size, columns)
        self.ctl = ctl = self._store.ctl
        ctl[store.WIDTH], ctl[store.CAP], ctl[store.AT_LEVEL] = width, cap, -1
        ctl[store.ROUNDS] = 4 + width // 16
        ctl[store.CHAIN], ctl[store.FORCE], ctl[store.DIG] = start.reduced, start.switches.forced, config.digs
        ctl[store.FREE], ctl[store.ASKS] = slots - 1, asks
        row = self._store.pool[0]
        row[:] = start.row
        row[PARENT] = -1
        row[LEVEL] = level_of(row)
        self._store.roots[:2] = 1, 0
        ctl[store.BEST], ctl[store.BEST_AT] = on_foundations(row[FND]), -1

    def run(self, nodes: int) -> int:
        """Search some more nodes: what the search came to."""
        return int(beam.run(self._store, self.start.encoded.given, self._work, nodes))

    @property
    def waiting(self) -> int:
        """How many rows wait for the next stage."""
        return int(self._store.roots[0])

    def sift(self, room: Room, first: int, last: int, kept: int) -> int:
        """Ask P5 of some rows that wait for the next stage: how many of those asked so far are kept."""
        return int(sieve.sift(self._store, self.start.encoded.given, room, first, last, kept))

    @property
    def arrays(self) -> list[NDArray[Any]]:
        """All that it holds."""
        return [*self._store, *self._work]

    @property
    def nodes(self) -> int:
        return int(self.ctl[store.NODES])

    @property
    def best(self) -> int:
        """The most cards on foundations."""
        return int(self.ctl[store.BEST])

    @property
    def is_complete(self) -> bool:
        """Whether no row was dropped: a wider beam of the same moves would see the same."""
        return not self.ctl[store.DROPPED]

    def codes(self) -> list[int]:
        """The moves to the best row."""
        found, at = [], int(self.ctl[store.BEST_AT])
        while at >= 0:
            found.append(int(self._store.trace[at, 1]))
            at = int(self._store.trace[at, 0])
        # The first entry is the start itself, to which no move leads.
        return found[-2::-1]
