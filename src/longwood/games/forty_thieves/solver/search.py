"""One search of Forty Thieves from a position, to be continued slice by slice."""

from collections.abc import Iterator
from itertools import islice

import numpy as np

from longwood.core.game import Game, Move, Position
from longwood.games.forty_thieves.solver import state
from longwood.games.forty_thieves.solver.capacity import is_refuted
from longwood.games.forty_thieves.solver.crowding import PLACES
from longwood.games.forty_thieves.solver.dead import is_dead
from longwood.games.forty_thieves.solver.encode import Array, Root, decode_move, random_keys
from longwood.games.forty_thieves.solver.expand import (
    BEST,
    BEST_NODE,
    BUCKETS,
    CONTOURS,
    FREE,
    FREED,
    KEYS,
    LINKS,
    MOST,
    MOVE,
    NODES,
    OPEN,
    PARENT,
    PAUSED,
    POOL_FULL,
    STATS,
    TABLE_FULL,
    USED,
    Knobs,
    States,
    contour_of,
    expand,
    forget,
    keys,
    room,
)
from longwood.games.forty_thieves.solver.settle import ALL, CAPACITY, DEAD, advance
from longwood.games.forty_thieves.solver.state import NO_MOVE
from longwood.games.forty_thieves.solver.weights import WEIGHTS
from longwood.kernels.tables import copy_keys, insert

CLOSING = 50_000
"""From how many states on a search with few open ones is left alone with the rest of the budget."""
NODE_BYTES = state.ROW + 8 + 4 * LINKS
SLOT_BYTES = 16
GROWTH_BYTES = SLOT_BYTES * 3 // 2 + NODE_BYTES // 3
"""For each slot of a hash table while it grows to that size: the old half and the new, and the states known by then."""
FIRST_SLOTS, LEAST_SLOTS = 1 << 14, 1 << 12
LEAST_ROOM = 8 * state.MOST_MOVES
FIXED_BYTES = CONTOURS * BUCKETS * 4 + PLACES * 2 + 1_000_000
"""The buckets, the counts of looks, and what the tables of a position and the work areas take at most."""
LEAST_MEMORY = FIXED_BYTES + LEAST_SLOTS * SLOT_BYTES + LEAST_ROOM * NODE_BYTES
"""With fewer bytes there is no search."""
CROWDING = 6
"""What `Knobs.crowding` is if nothing else is said: a point and a half."""


class Search:
    """A search with some weights and prunings, in so many bytes, but never less than LEAST_MEMORY."""

    def __init__(
        self, root: Root, memory: int, prunings: int = ALL, weights: Array = WEIGHTS[0], crowding: int = CROWDING
    ) -> None:
        self.root = root
        self.knobs = Knobs(random_keys(), weights, prunings, crowding)
        self.work = room(proving=bool(prunings & CAPACITY))
        spare = max(memory - FIXED_BYTES, 0)
        # A hash table as large as fits while it grows, a power of two; the rest, once it has grown, for the states.
        slots = LEAST_SLOTS
        while slots * 2 * GROWTH_BYTES <= spare:
            slots *= 2
        rows = max((spare - slots * SLOT_BYTES) // NODE_BYTES, LEAST_ROOM)
        self.most_slots = slots
        # Memory that is never written to is never really taken: small searches stay small.
        self.states = States(
            rows=np.empty((rows, state.ROW), np.int8),
            masks=np.empty(rows, np.uint64),
            links=np.empty((rows, LINKS), np.int32),
            heads=np.full((CONTOURS, BUCKETS), -1, np.int32),
            tops=np.full(CONTOURS, -1, np.int32),
            table=np.zeros((min(slots, FIRST_SLOTS), 2), np.uint64),
            counts=np.zeros(PLACES, np.uint16),
            stats=np.zeros(STATS, np.int64),
        )
        self.stats = self.states.stats
        self.forgot = False
        self._begin()

    def _begin(self) -> None:
        """Open the first state, unless it is dead."""
        cards, stats, states = self.root.cards, self.stats, self.states
        row = self.root.row.copy()
        mask = np.uint64(advance(row, self.root.mask, NO_MOVE, cards, self.knobs.prunings, self.work.trace))
        states.rows[0], states.masks[0], states.links[0] = row, mask, (-1, 0, -1, 0)
        stats[USED] = 1
        stats[FREE] = -1
        stats[BEST] = state.score(row)
        may_die = self.knobs.prunings & DEAD and not state.spaces(row)
        if not (may_die and is_dead(row, mask, cards, self.work.dead)):
            insert(states.table, *keys(row, mask, self.knobs.random))
            contour = contour_of(row)
            states.heads[contour, 0] = 0
            states.tops[contour] = 0
            stats[KEYS] = stats[OPEN] = 1

    def give_up_if_refuted(self) -> None:
        """Close the first state if pruning 6 refutes it as it lies."""
        row, mask, cards, work = self.states.rows[0], self.states.masks[0], self.root.cards, self.work
        if self.stats[OPEN] and is_refuted(row, mask, cards.talon, cards.columns, work.capacity, work.suits):
            self.states.heads[:] = -1
            self.states.tops[:] = -1
            self.stats[OPEN] = 0

    @property
    def nodes(self) -> int:
        return int(self.stats[NODES])

    @property
    def score(self) -> int:
        return int(self.stats[BEST])

    @property
    def exhausted(self) -> bool:
        """Whether every state has been looked at and none was forgotten."""
        return not self.forgot and not self.stats[OPEN]

    @property
    def is_closing(self) -> bool:
        """Whether so few states are open that the search may soon have seen them all."""
        return not self.forgot and self.nodes >= CLOSING and 2 * int(self.stats[OPEN]) < self.nodes

    def run(self, until: int) -> bool:
        """Go on until so many states are expanded; False when there is nothing left to do."""
        while self.score < MOST and self.stats[OPEN]:
            status = expand(self.root.cards, self.knobs, self.states, self.work, until)
            if status == PAUSED:
                return True
            if status in (POOL_FULL, TABLE_FULL) and not self._make_room(status):
                return False
        return False

    def _make_room(self, status: int) -> bool:
        """Let the hash table grow, or forget states (S6); False if neither helps."""
        table = self.states.table
        if status == TABLE_FULL and len(table) < self.most_slots:
            larger = np.zeros((2 * len(table), 2), np.uint64)
            copy_keys(table, larger)
            self.states = self.states._replace(table=larger)
            return True
        closed = int(self.stats[USED] - self.stats[FREED] - self.stats[OPEN])
        # Expanded states are never forgotten: when they fill the memory, the search is at its end.
        if self.forgot and closed > 0.8 * min(len(self.states.rows), self.most_slots * 2 // 3):
            return False
        self.forgot = True
        table[:] = 0
        forget(self.states, self.knobs.random)
        return True

    def path(self) -> Iterator[int]:
        """The kernel's moves to the best state found, with those that settle each state."""
        links = self.states.links
        steps: list[int] = []
        node = int(self.stats[BEST_NODE])
        while node > 0:
            steps.append(int(links[node, MOVE]))
            node = int(links[node, PARENT])
        row, mask = self.root.row.copy(), self.root.mask
        trace = self.work.trace
        for step in (NO_MOVE, *reversed(steps)):
            if step != NO_MOVE:
                yield step
            mask = np.uint64(advance(row, mask, step, self.root.cards, self.knobs.prunings, trace))
            yield from [int(m) for m in trace[1 : 1 + trace[0]]]

    def line(self, game: Game[Position], p: Position, most: int | None = None) -> tuple[Move, ...]:
        """The same in moves of the rules, or so many of them."""
        line: list[Move] = []
        for step in islice(self.path(), most):
            line.append(decode_move(p, step))
            p = game.play(p, line[-1])
        return tuple(line)
