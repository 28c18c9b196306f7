"""Forty Thieves: verdicts, winning lines and best scores. docs/solver-forty-thieves.md explains them."""

from dataclasses import replace

from longwood.core.game import Game, Position
from longwood.core.result import Found, FoundBest, Limit, Verdict
from longwood.games.forty_thieves.solver import encode as encoding
from longwood.games.forty_thieves.solver.encode import encode
from longwood.games.forty_thieves.solver.expand import MOST
from longwood.games.forty_thieves.solver.portfolio import Portfolio, spend
from longwood.games.forty_thieves.solver.search import Search
from longwood.games.forty_thieves.solver.settle import ALL, DEAD
from longwood.kernels.spending import Budget

SLICE = 400
"""States expanded between two looks at the clock, at most."""


def fits(game: Game[Position], position: Position) -> bool:
    """Whether this solver can tell a position; the plain search answers for others."""
    return encoding.fits(position)


def solve(game: Game[Position], position: Position, limit: Limit, *, brief: bool = False) -> Found:
    """Whether the game can be won, and how; if `brief`, only how to begin."""
    budget = Budget(limit, SLICE)
    search = Portfolio(encode(position), limit.memory).run(budget)
    if search is None:
        return Found(Verdict.UNKNOWN)
    if search.score == MOST:
        return Found(Verdict.WON, search.line(game, position, 1 if brief else None), budget.nodes)
    return Found(Verdict.LOST if search.exhausted else Verdict.UNKNOWN, (), budget.nodes)


def best(game: Game[Position], position: Position, limit: Limit) -> FoundBest:
    """The best score found; proven if it is the most there is, or if the search has seen everything."""
    root = encode(position)
    budget = Budget(limit, SLICE)
    half = replace(
        limit,
        nodes=None if limit.nodes is None else (limit.nodes + 1) // 2,
        seconds=None if limit.seconds is None else limit.seconds / 2,
    )
    first_half = Budget(half, SLICE)
    first = Portfolio(root, limit.memory // 2).run(first_half)
    if first is None:
        return FoundBest(game.score(position), (), False, 0)
    if first.score == MOST:
        return FoundBest(MOST, first.line(game, position), True, first_half.nodes)
    # A dead position may still lead to more points: the second search leaves none out.
    second = Search(root, limit.memory // 2, ALL & ~DEAD)
    budget.spend(first_half.nodes)
    spend(second, budget)
    better = max((second, first), key=lambda search: search.score)
    proven = second.exhausted or better.score == MOST
    return FoundBest(better.score, better.line(game, position), proven, budget.nodes)
