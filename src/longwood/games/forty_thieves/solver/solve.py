"""Forty Thieves: verdicts, winning lines and best scores. docs/solver-forty-thieves.md explains them."""

from dataclasses import replace

from longwood.core.game import Game, Position
from longwood.core.result import Found, FoundBest, Limit, Reason, Verdict
from longwood.games.forty_thieves.certificate import written
from longwood.games.forty_thieves.rules import FortyThieves
from longwood.games.forty_thieves.solver import encode as encoding
from longwood.games.forty_thieves.solver import state
from longwood.games.forty_thieves.solver.dead import is_dead, stuck_cards
from longwood.games.forty_thieves.solver.encode import encode
from longwood.games.forty_thieves.solver.expand import MOST, room
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
    search = Portfolio(encode(position), limit.memory, proving=True).run(budget)
    if search is None:
        return Found(Verdict.UNKNOWN)
    if search.score == MOST:
        line = search.line(game, position, 1 if brief else None)
        return Found(Verdict.WON, line, budget.nodes, length=sum(1 for _ in search.path()) if brief else len(line))
    if not search.exhausted:
        return Found(Verdict.UNKNOWN, (), budget.nodes)
    return Found(Verdict.LOST, (), budget.nodes, Reason.SEARCHED if budget.nodes else Reason.COLUMNS)


def certificate(game: FortyThieves, position: Position) -> list[str] | None:
    """The lines of a certificate, if the position is dead as it lies."""
    root = encode(position)
    work = room().dead
    if state.spaces(root.row) or not is_dead(root.row, root.mask, root.cards, work):
        return None
    return written(game, position, *stuck_cards(work))


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
