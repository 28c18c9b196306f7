"""The solver of the Terrace family: ever wider beams, under several weightings, over every choice of the base card."""

from collections.abc import Iterator
from time import thread_time
from typing import NamedTuple

import numpy as np

from longwood.core.game import Move
from longwood.core.result import Found, FoundBest, Limit, Verdict
from longwood.games.terrace.rules import Terrace, TerracePosition
from longwood.games.terrace.solver import beam, chain, kernel
from longwood.games.terrace.solver.encode import encode
from longwood.games.terrace.solver.line import write
from longwood.games.terrace.solver.proof import NO_LIMIT, limits
from longwood.games.terrace.solver.weights import Config, configs

SLICE = 2_000
QUICK_WIDTH, FIRST_WIDTH, GROWTH = 16, 32, 4
"""One quick beam, then the whole portfolio, wider each time; in suit the whole portfolio from the quick width on."""


class Switches(NamedTuple):
    """What can be turned off to check it: R3 and R4 with H1, P1 and P3."""

    reduced: bool = True
    forced: bool = True
    deadlock: bool = True


ALL = Switches()


class Budget:
    """What is left of a limit."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.nodes = 0
        self._until = None if limit.seconds is None else thread_time() + limit.seconds

    def slice(self) -> int:
        """How many nodes may be searched before looking again; 0 if the budget is spent."""
        if self._until is not None and thread_time() >= self._until:
            return 0
        if self.limit.nodes is None:
            return SLICE
        return max(0, min(SLICE, self.limit.nodes - self.nodes))


class Start:
    """A position with its base card, and the moves that led to it."""

    def __init__(self, game: Terrace, p: TerracePosition, moves: tuple[Move, ...], switches: Switches) -> None:
        self.game = game
        self.p = p
        self.moves = moves
        self.encoded = encode(game, p)
        self.reduced = switches.reduced and not game.in_suit
        self.switches = switches
        self.row = self.encoded.root.copy()
        if self.reduced:
            chain.tidy(self.row)
        if switches.forced:
            while chain.forced(self.row, *self.encoded.context, self.reduced):
                pass
        self.is_won = not (self.row[kernel.LEFT] + self.row[kernel.WCOUNT] + self.row[kernel.RES])
        self.limits = limits(game, p)
        self.is_dead = switches.deadlock and not kernel.within(self.encoded.root[kernel.FND], self.limits[-1])

    def line(self, codes: list[int], *, finish: bool, brief: bool = False) -> tuple[Move, ...]:
        """A line of the search as moves from before the base card was chosen; if `brief`, its beginning."""
        if brief and self.moves:
            return self.moves
        if brief and codes:
            codes, finish = codes[:1], False
        writer = write(self.game, self.p, self.encoded, codes, reduced=self.reduced, forced=self.switches.forced)
        if finish:
            writer.finish()
        return (*self.moves, *writer.line)


def starts(game: Terrace, p: TerracePosition, switches: Switches) -> list[Start]:
    """The position, or each choice of the base card."""
    if p.base:
        return [Start(game, p, (), switches)]
    firsts = {m.src: m for m in reversed(game.moves(p))}
    return [Start(game, game.play(p, m), (m,), switches) for _, m in sorted(firsts.items())]


class Beam:
    """One beam of a certain width from one start, searched slice by slice."""

    def __init__(self, start: Start, width: int, config: Config, limit: Limit, *, aim: bool = False) -> None:
        self.start = start
        # What cannot be won may still score.
        self.limits = start.limits if start.switches.deadlock and not aim else np.full_like(start.limits, NO_LIMIT)
        width, cap = config.shape(width)
        passes = 1 + start.game.redeals
        slots = beam.slots_for(width, cap, passes)
        size = start.row.size
        traced = (limit.memory - beam.width_bytes(width, cap, passes, size)) // 8
        self.ctl = np.zeros(beam.CONTROL, dtype=np.int64)
        self.pool = np.empty((slots, size), dtype=np.int64)
        self.free = np.arange(slots - 1, -1, -1, dtype=np.int64)
        self.heaps = np.empty((beam.LEVELS, cap + 1), dtype=np.int64)
        self.heaps[:, 0] = 0
        self.link = np.empty(slots, dtype=np.int64)
        self.heads = np.empty(beam.LEVELS, dtype=np.int64)
        self.batch = np.empty(2 * width + cap + 1, dtype=np.int64)
        self.roots = np.zeros(width + 1, dtype=np.int64)
        self.parked = np.zeros(width + 1, dtype=np.int64)
        self.counts = np.zeros(width + 1, dtype=np.int64)
        self.trace = np.empty((min(traced, 100_000 + 20_000 * width), 2), dtype=np.int32)
        self.table = np.zeros((beam.table_size(width), 2), dtype=np.int64)
        self.weights = config.weights
        self.out = np.empty((256, size), dtype=np.int64)
        self.scratch = np.full(128 + 1024, -1, dtype=np.int64)
        ctl = self.ctl
        ctl[beam.WIDTH], ctl[beam.CAP], ctl[beam.AT_LEVEL] = width, cap, -1
        ctl[beam.ROUNDS] = 4 + width // 16
        ctl[beam.CHAIN], ctl[beam.FORCE], ctl[beam.DIG] = start.reduced, start.switches.forced, config.digs
        ctl[beam.FREE] = slots - 1
        row = self.pool[0]
        row[:] = start.row
        row[kernel.PARENT] = -1
        up = kernel.on_foundations(row[kernel.FND])
        row[kernel.LEVEL] = kernel.level_of(row)
        self.roots[:2] = 1, 0
        ctl[beam.BEST], ctl[beam.BEST_AT] = up, -1

    def run(self, nodes: int) -> int:
        """Search some more nodes: what the search came to."""
        return int(
            beam.run(
                self.ctl, self.pool, self.free, self.heaps, self.link, self.heads, self.batch, self.roots, self.parked,
                self.counts, self.trace, self.table, *self.start.encoded.context, self.limits, self.weights, self.out,
                self.scratch, nodes,
            )
        )  # fmt: skip

    @property
    def nodes(self) -> int:
        return int(self.ctl[beam.NODES])

    @property
    def best(self) -> int:
        """The most cards on foundations."""
        return int(self.ctl[beam.BEST])

    @property
    def is_complete(self) -> bool:
        """Whether no row was dropped: a wider beam of the same moves would see the same."""
        return not self.ctl[beam.DROPPED]

    def codes(self) -> list[int]:
        """The moves to the best row."""
        found, at = [], int(self.ctl[beam.BEST_AT])
        while at >= 0:
            found.append(int(self.trace[at, 1]))
            at = int(self.trace[at, 0])
        # The first entry is the start itself, to which no move leads.
        return found[-2::-1]


class Outcome(NamedTuple):
    """What a search came to; the score is the best possible if `is_proven`."""

    is_proven: bool
    score: int
    line: tuple[Move, ...]
    nodes: int


def shapes(game: Terrace, settings: list[Config], memory: int) -> Iterator[tuple[int, list[Config]]]:
    """Which beams to try: ever wider, as long as the memory allows with room for a trace."""
    width, used = QUICK_WIDTH, settings if game.in_suit else settings[:1]
    row = kernel.COLS + game.columns
    while memory > max([beam.width_bytes(*config.shape(width), 1 + game.redeals, row) for config in used]) * 1.5:
        yield width, used
        width, used = FIRST_WIDTH if used is not settings else width * GROWTH, settings


def search(
    game: Terrace,
    p: TerracePosition,
    limit: Limit,
    switches: Switches = ALL,
    *,
    aim: bool = False,
    brief: bool = False,
) -> Outcome:
    """Search until the game is won, its end is proven, or the budget is spent.

    With `aim` a start that cannot be won is searched too: it may still hold the best score. `brief` is for whoever
    needs no more of a line than its first move: to write all of it takes longer than most searches.
    """
    budget = Budget(limit)
    best = Outcome(False, game.score(p), (), 0)
    waiting = starts(game, p, switches)
    for start in waiting:
        if start.is_won:
            return Outcome(True, 104, start.line([], finish=True, brief=brief), 0)
    if not aim:
        waiting = [start for start in waiting if not start.is_dead]
    found = None
    done: set[Start] = set()
    dug: set[Start] = set()
    settings = [config for config in configs(game) if switches.reduced or not config.digs]
    for width, used in shapes(game, settings, limit.memory):
        for config in used:
            for start in waiting:
                if start in done or (config.digs and start in dug):
                    continue
                tried = Beam(start, width, config, limit, aim=aim)
                status = beam.RUNNING
                while status == beam.RUNNING and (nodes := budget.slice()):
                    before = tried.nodes
                    status = tried.run(nodes)
                    budget.nodes += tried.nodes - before
                if status == beam.WON:
                    line = start.line(tried.codes(), finish=True, brief=brief)
                    return Outcome(True, 104, line, budget.nodes)
                if tried.best > best.score:
                    best = best._replace(score=tried.best)
                    found = (start, tried.codes()) if aim else None
                if status == beam.EMPTY and tried.is_complete:
                    # Digging leaves moves out: its end proves nothing (H1).
                    (dug if config.digs else done).add(start)
                elif status == beam.RUNNING:
                    return _closed(best, found, budget, is_proven=False)
                # Two beams at once would take more than the memory allowed.
                del tried
        if len(done) == len(waiting):
            return _closed(best, found, budget, is_proven=True)
    return _closed(best, found, budget, is_proven=not waiting)


def _closed(best: Outcome, found: tuple[Start, list[int]] | None, budget: Budget, *, is_proven: bool) -> Outcome:
    line = found[0].line(found[1], finish=False) if found else ()
    return Outcome(is_proven, best.score, line, budget.nodes)


def fits(game: Terrace, position: TerracePosition) -> bool:
    """Whether the kernels can represent a position."""
    return True


def solve(game: Terrace, position: TerracePosition, limit: Limit, *, brief: bool = False) -> Found:
    """Whether the position can be won. The line is not yet checked; if `brief`, it is hardly more than a first move."""
    result = search(game, position, limit, brief=brief)
    if result.score == 104:
        return Found(Verdict.WON, result.line, result.nodes)
    return Found(Verdict.LOST if result.is_proven else Verdict.UNKNOWN, (), result.nodes)


def best(game: Terrace, position: TerracePosition, limit: Limit) -> FoundBest:
    """The best score found from the position, proven if it is all cards or the search was exhausted."""
    result = search(game, position, limit, aim=True)
    return FoundBest(result.score, result.line, result.is_proven, result.nodes)
