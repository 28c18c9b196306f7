"""Forty Thieves: verdicts, winning lines and best scores. docs/solver-forty-thieves.md explains them."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from time import thread_time
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from longwood.core.cards import RANK, SUIT
from longwood.core.game import STOCK, Game, Move, Position
from longwood.core.result import Found, FoundBest, Limit, Verdict
from longwood.games.forty_thieves.rules import COLUMNS, FOUNDATIONS, WASTE, run_length
from longwood.games.forty_thieves.solver import kernel
from longwood.games.forty_thieves.solver import search as searching
from longwood.games.forty_thieves.solver import value as evaluation
from longwood.games.forty_thieves.solver.dead import WORK, is_dead
from longwood.games.forty_thieves.solver.settle import ALL, DEAD, advance
from longwood.games.forty_thieves.solver.weights import WEIGHTS

Array = npt.NDArray[Any]

SLICE = 400
"""States expanded between two looks at the clock."""
SHARES = (3, 1, 1)
"""How the searches of the portfolio divide states and memory: proofs of loss come mostly from the first."""
FIRST_TURN = 1000
"""States that a share stands for in the first round; each further round doubles it."""
CLOSING = 50_000
"""From how many states on a search with few open ones is left alone with the rest of the budget."""
NODE_BYTES = kernel.ROW + 8 + 12
SLOT_BYTES = 16
GROWTH_BYTES = SLOT_BYTES * 3 // 2 + NODE_BYTES // 3
"""For each slot of a hash table while it grows to that size: the old half and the new, and the states known by then."""
DEEPEST = 52
MOST = 1000


class Root(NamedTuple):
    """A position as the kernels see it, and what they look up about it."""

    row: Array
    mask: np.uint64
    talon: Array
    columns: Array
    runs: Array
    lower: Array
    places: Array
    below: Array


def encode(p: Position) -> Root:
    """Any position that play can reach."""
    piles = [p.piles[t] for t in COLUMNS]
    talon = p.piles[WASTE] + p.piles[STOCK][::-1]
    deepest = max(1, *[len(pile) for pile in piles])
    if len(talon) > 64 or deepest >= DEEPEST:
        raise ValueError("No deal of Forty Thieves leads to so many cards in the stock and waste or in a column.")
    row = np.zeros(kernel.ROW, np.int8)
    columns = np.zeros((10, deepest), np.int8)
    runs = np.zeros((10, deepest + 1), np.int8)
    below = np.zeros((10, deepest + 1), np.int16)
    for c, pile in enumerate(piles):
        columns[c, : len(pile)] = pile
        for depth in range(1, len(pile) + 1):
            runs[c, depth] = run_length(pile[:depth])
        pairs = 0
        for depth, card in enumerate(pile):
            pairs += sum(SUIT[card] == SUIT[under] and card > under for under in pile[:depth])
            below[c, depth] = pairs
        if pile:
            length = run_length(pile)
            row[kernel.DEPTH + c] = len(pile) - length
            row[kernel.BASE + c] = pile[-length]
            row[kernel.LENGTH + c] = length
    heights = [[0, 0] for _ in range(4)]
    for f in FOUNDATIONS:
        if p.piles[f]:
            pair = heights[SUIT[p.piles[f][0]]]
            pair[0 if pair[0] == 0 else 1] = len(p.piles[f])
    row[kernel.FOUNDATION : kernel.FOUNDATION + 8] = [h for pair in heights for h in sorted(pair, reverse=True)]
    row[kernel.DEALT] = len(p.piles[WASTE])
    lower = np.zeros(len(talon), np.uint64)
    for i, card in enumerate(talon):
        lower[i] = sum(1 << j for j in range(i) if SUIT[talon[j]] == SUIT[card] and talon[j] < card)
    places = np.zeros(52, np.uint64)
    for i, card in enumerate(talon):
        places[card] |= np.uint64(1 << i)
    mask = np.uint64((1 << len(talon)) - 1)
    return Root(row, mask, np.array(talon, np.int8), columns, runs, lower, places, below)


def legal_moves(root: Root, row: Array, mask: np.uint64) -> list[int]:
    """The kernel's moves of a state."""
    out = np.empty(kernel.MOST_MOVES, np.int32)
    return [int(m) for m in out[: kernel.moves(row, mask, root.talon, out)]]


def decode_move(p: Position, m: int) -> Move:
    """The move of the rules that a move of the kernel stands for."""
    src, dst, count = m & 15, (m >> 4) & 15, m >> 8
    if src == kernel.STOCK:
        return Move(STOCK, WASTE)
    pile = WASTE if src == kernel.WASTE else COLUMNS[src]
    if dst != kernel.TO_FOUNDATION:
        return Move(pile, COLUMNS[dst], count)
    card = p.piles[pile][-1]
    under = () if RANK[card] == 1 else (card - 1,)
    return Move(pile, next(f for f in FOUNDATIONS if p.piles[f][-1:] == under), count)


@cache
def random_keys() -> Array:
    """The numbers that a state's 128 bits are summed from."""
    # Any fixed numbers do; from a fixed seed the same search makes the same steps for ever.
    generator = np.random.Generator(np.random.PCG64(40))
    return generator.integers(0, 2**64, (2, 11, DEEPEST + 1, 14), np.uint64)


def features_of(root: Root, row: Array, mask: np.uint64) -> Array:
    """What the evaluation sees of a state."""
    waste = np.uint64(int(mask) & ((1 << int(row[kernel.DEALT])) - 1))
    sums = np.empty((66, evaluation.SUMS), np.float32)
    found = np.empty(evaluation.SIZE, np.float32)
    evaluation.sum_waste(waste, root.talon, root.lower, sums)
    evaluation.features(
        row, mask, root.talon, root.columns, root.lower, root.places, root.below, waste, sums, found
    )  # fmt: skip
    return found


class Search:
    """One search from a position, to be continued slice by slice."""

    def __init__(self, root: Root, memory: int, prunings: int = ALL, weights: Array = WEIGHTS[0]) -> None:
        self.root = root
        self.prunings = prunings
        self.weights = weights
        fixed = searching.CONTOURS * searching.BUCKETS * 4 + 1_000_000
        spare = max(memory - fixed, 0)
        # A hash table as large as fits while it grows, a power of two; the rest, once it has grown, for the states.
        slots = 1 << 12
        while slots * 2 * GROWTH_BYTES <= spare:
            slots *= 2
        room = max((spare - slots * SLOT_BYTES) // NODE_BYTES, 8 * kernel.MOST_MOVES)
        self.most_slots = slots
        # Memory that is never written to is never really taken: small searches stay small.
        self.rows = np.empty((room, kernel.ROW), np.int8)
        self.masks = np.empty(room, np.uint64)
        self.links = np.empty((room, 3), np.int32)
        self.heads = np.full((searching.CONTOURS, searching.BUCKETS), -1, np.int32)
        self.tops = np.full(searching.CONTOURS, -1, np.int32)
        self.table = np.zeros(2 * min(slots, 1 << 14), np.uint64)
        self.stats = np.zeros(searching.STATS, np.int64)
        self.forgot = False
        self._begin()

    def _begin(self) -> None:
        stats, row = self.stats, self.root.row.copy()
        trace = np.empty(128, np.int32)
        mask = np.uint64(
            advance(row, self.root.mask, -1, self.root.talon, self.root.columns, self.root.runs, self.prunings, trace)
        )
        self.rows[0], self.masks[0], self.links[0] = row, mask, (-1, 0, -1)
        stats[searching.USED] = 1
        stats[searching.FREE] = -1
        stats[searching.BEST] = kernel.score(row)
        dead = (
            self.prunings & DEAD
            and not kernel.spaces(row)
            and is_dead(row, mask, self.root.talon, self.root.columns, np.empty(WORK, np.int64))
        )
        if not dead:
            searching.insert(self.table, *searching.keys(row, mask, random_keys()))
            contour = searching.contour_of(row)
            self.heads[contour, 0] = 0
            self.tops[contour] = 0
            stats[searching.KEYS] = stats[searching.OPEN] = 1

    @property
    def nodes(self) -> int:
        return int(self.stats[searching.NODES])

    @property
    def score(self) -> int:
        return int(self.stats[searching.BEST])

    @property
    def exhausted(self) -> bool:
        """Whether every state has been looked at and none was forgotten."""
        return not self.forgot and not self.stats[searching.OPEN]

    @property
    def is_closing(self) -> bool:
        """Whether so few states are open that the search may soon have seen them all."""
        return not self.forgot and self.nodes >= CLOSING and 2 * int(self.stats[searching.OPEN]) < self.nodes

    def run(self, until: int) -> bool:
        """Go on until so many states are expanded; False when there is nothing left to do."""
        root, stats = self.root, self.stats
        while self.score < MOST and stats[searching.OPEN]:
            status = searching.search(
                root.talon, root.columns, root.runs, root.lower, root.places, root.below, random_keys(), self.weights,
                self.prunings, self.rows, self.masks, self.links, self.heads, self.tops, self.table, stats, until,
            )  # fmt: skip
            if status == searching.PAUSED:
                return True
            if status == searching.TABLE_FULL and len(self.table) < 2 * self.most_slots:
                table = np.zeros(2 * len(self.table), np.uint64)
                searching.rehash(self.table, table)
                self.table = table
            elif status in (searching.POOL_FULL, searching.TABLE_FULL):
                closed = int(stats[searching.USED] - stats[searching.FREED] - stats[searching.OPEN])
                # Expanded states are never forgotten: when they fill the memory, the search is at its end.
                if self.forgot and closed > 0.8 * min(len(self.rows), self.most_slots * 2 // 3):
                    return False
                self.forgot = True
                self.table[:] = 0
                searching.forget(
                    self.rows, self.masks, self.links, self.heads, self.tops, random_keys(), self.table, stats
                )
        return False

    def path(self) -> Iterator[int]:
        """The kernel's moves to the best state found, with those that settle each state."""
        root = self.root
        steps: list[int] = []
        node = int(self.stats[searching.BEST_NODE])
        while node > 0:
            steps.append(int(self.links[node, 1]))
            node = int(self.links[node, 0])
        row, mask = root.row.copy(), root.mask
        trace = np.empty(128, np.int32)
        for step in (-1, *reversed(steps)):
            if step >= 0:
                yield step
            mask = np.uint64(advance(row, mask, step, root.talon, root.columns, root.runs, self.prunings, trace))
            yield from [int(m) for m in trace[1 : 1 + trace[0]]]

    def line(self, game: Game[Position], p: Position, most: int | None = None) -> tuple[Move, ...]:
        """The same in moves of the rules, or so many of them."""
        line: list[Move] = []
        for step in islice(self.path(), most):
            line.append(decode_move(p, step))
            p = game.play(p, line[-1])
        return tuple(line)


class Portfolio:
    """Searches with different weights that take turns: what one misses for long another often finds at once."""

    def __init__(self, root: Root, memory: int) -> None:
        self.root = root
        self.memory = memory
        self.searches: list[Search] = []

    @property
    def nodes(self) -> int:
        return sum(search.nodes for search in self.searches)

    def run(self, nodes: int | None, end: float | None) -> Search:
        """Spend a budget of states or CPU time; returns the search that has decided, or the one with the best score."""
        total = sum(SHARES)
        turn = FIRST_TURN
        while True:
            idle = True
            for i, share in enumerate(SHARES):
                # All searches have the same states before them: where the first comes to an end, no other is needed.
                if i and self.searches[0].is_closing:
                    break
                if i == len(self.searches):
                    self.searches.append(Search(self.root, self.memory * share // total, weights=WEIGHTS[i]))
                search = self.searches[i]
                left = None if nodes is None else search.nodes + nodes - self.nodes
                goal = turn * share if left is None else min(turn * share, left)
                unfinished = _spend(search, goal, end)
                if search.score == MOST or search.exhausted:
                    return search
                idle = idle and not unfinished
                if self.nodes == nodes or (end is not None and thread_time() >= end):
                    idle = True
                    break
            if idle:
                return max(self.searches, key=lambda search: search.score)
            turn *= 2


def _spend(search: Search, nodes: int | None, end: float | None) -> bool:
    """Run a search until its nodes or the clock are spent; False if there is nothing left to do."""
    while nodes is None or search.nodes < nodes:
        if not search.run(search.nodes + SLICE if nodes is None else min(search.nodes + SLICE, nodes)):
            return False
        if end is not None and thread_time() >= end:
            break
    return True


def fits(game: Game[Position], position: Position) -> bool:
    """Whether the kernels can represent a position."""
    talon = len(position.piles[STOCK]) + len(position.piles[WASTE])
    return talon <= 64 and max([len(position.piles[t]) for t in COLUMNS]) < DEEPEST


def solve(game: Game[Position], position: Position, limit: Limit, *, brief: bool = False) -> Found:
    """Whether the game can be won, and how; if `brief`, only how to begin."""
    end = None if limit.seconds is None else thread_time() + limit.seconds
    portfolio = Portfolio(encode(position), limit.memory)
    search = portfolio.run(limit.nodes, end)
    if search.score == MOST:
        return Found(Verdict.WON, search.line(game, position, 1 if brief else None), portfolio.nodes)
    return Found(Verdict.LOST if search.exhausted else Verdict.UNKNOWN, (), portfolio.nodes)


def best(game: Game[Position], position: Position, limit: Limit) -> FoundBest:
    """The best score found; proven if it is the most there is, or if the search has seen everything."""
    start = thread_time()
    root = encode(position)
    portfolio = Portfolio(root, limit.memory // 2)
    half = None if limit.nodes is None else (limit.nodes + 1) // 2
    first = portfolio.run(half, None if limit.seconds is None else start + limit.seconds / 2)
    if first.score == MOST:
        return FoundBest(MOST, first.line(game, position), True, portfolio.nodes)
    # A dead position may still lead to more points: the second search leaves none out.
    second = Search(root, limit.memory // 2, ALL & ~DEAD)
    rest = None if limit.nodes is None else limit.nodes - portfolio.nodes
    _spend(second, rest, None if limit.seconds is None else start + limit.seconds)
    better = max((second, first), key=lambda search: search.score)
    proven = second.exhausted or better.score == MOST
    return FoundBest(better.score, better.line(game, position), proven, portfolio.nodes + second.nodes)
