"""The solver of the Terrace family: ever wider beams, under several weightings, over every choice of the base card."""

from collections.abc import Iterator
from typing import NamedTuple

from longwood.core.game import Move
from longwood.core.result import Found, FoundBest, Limit, Reason, Verdict
from longwood.games.terrace.rules import Terrace, TerracePosition
from longwood.games.terrace.solver import beam
from longwood.games.terrace.solver.attempt import Beam
from longwood.games.terrace.solver.proof import certificate
from longwood.games.terrace.solver.proving import may_prove, proves
from longwood.games.terrace.solver.rows import COLS
from longwood.games.terrace.solver.start import ALL, Start, Switches, starts
from longwood.games.terrace.solver.store import width_bytes
from longwood.games.terrace.solver.tuned import Config, configs
from longwood.games.terrace.solver.widths import fits
from longwood.kernels.spending import Budget

__all__ = ["ALL", "Beam", "Outcome", "Start", "Switches", "best", "certificate", "fits", "search", "solve", "starts"]

SLICE = 2_000
"""Nodes between two looks at the clock, at most."""
QUICK_WIDTH, FIRST_WIDTH, GROWTH = 16, 32, 4
"""One quick beam, then the whole portfolio, wider each time; in suit the whole portfolio from the quick width on."""


class Outcome(NamedTuple):
    """What a search came to; the score is the best possible if `is_proven`."""

    is_proven: bool
    score: int
    line: tuple[Move, ...]
    nodes: int
    reason: Reason = Reason.SEARCHED
    """Of a loss: a search, or an argument (P3, P5)."""


def shapes(game: Terrace, settings: list[Config], memory: int) -> Iterator[tuple[int, list[Config]]]:
    """Which beams to try: ever wider, as long as the memory allows with room for a trace."""
    width, used = QUICK_WIDTH, settings if game.in_suit else settings[:1]
    row = COLS + game.columns
    while memory > max([width_bytes(*config.shape(width), 1 + game.redeals, row) for config in used]) * 1.5:
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
    budget = Budget(limit, SLICE)
    best = Outcome(False, game.score(p), (), 0)
    waiting = starts(game, p, switches)
    for start in waiting:
        if start.is_won:
            return Outcome(True, 104, start.line([], finish=True, brief=brief), 0)
    if not aim:
        waiting = [start for start in waiting if not start.is_dead]
        if not waiting:
            return best._replace(is_proven=True, reason=Reason.RESERVE)
    found = None
    done: set[Start] = set()
    dug: set[Start] = set()
    settings = [config for config in configs(game) if switches.reduced or not config.digs]
    for width, used in shapes(game, settings, limit.memory):
        if width > QUICK_WIDTH and not aim:
            # Asked once, of what the quick beam has not won: most of that would be asked in vain.
            refuted = [start for start in waiting if start not in done and start.is_refuted]
            done.update(refuted)
            if len(refuted) == len(waiting):
                best = best._replace(reason=Reason.CAPACITY)
        if len(done) == len(waiting):
            break
        for config in used:
            for start in waiting:
                if start in done or (config.digs and start in dug):
                    continue
                tried = Beam(start, width, config, limit, aim=aim)
                status = beam.RUNNING
                while status == beam.RUNNING and (nodes := budget.slice()):
                    before = tried.nodes
                    status = tried.run(nodes)
                    budget.spend(tried.nodes - before)
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
        if width > QUICK_WIDTH and not aim:
            asked = [start for start in waiting if start not in done and may_prove(start, width, limit)]
            done.update([start for start in asked if proves(start, width, used[0], limit, budget)])
    return _closed(best, found, budget, is_proven=len(done) == len(waiting))


def _closed(best: Outcome, found: tuple[Start, list[int]] | None, budget: Budget, *, is_proven: bool) -> Outcome:
    line = found[0].line(found[1], finish=False) if found else ()
    return Outcome(is_proven, best.score, line, budget.nodes, best.reason)


def solve(game: Terrace, position: TerracePosition, limit: Limit, *, brief: bool = False) -> Found:
    """Whether the position can be won. The line is not yet checked; if `brief`, it is hardly more than a first move."""
    result = search(game, position, limit, brief=brief)
    if result.score == 104:
        return Found(Verdict.WON, result.line, result.nodes)
    if not result.is_proven:
        return Found(Verdict.UNKNOWN, (), result.nodes)
    return Found(Verdict.LOST, (), result.nodes, result.reason)


def best(game: Terrace, position: TerracePosition, limit: Limit) -> FoundBest:
    """The best score found from the position, proven if it is all cards or the search was exhausted."""
    result = search(game, position, limit, aim=True)
    return FoundBest(result.score, result.line, result.is_proven, result.nodes)
