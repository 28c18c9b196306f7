"""Proven verdicts, winning lines and best scores: ask a family's solver, replay its line through the rules."""

from collections.abc import Callable, Iterable
from time import thread_time
from typing import Any, cast

from longwood.core.game import AnyGame, Move, Position
from longwood.core.result import Best, Limit, Reason, Result, Verdict
from longwood.games import FAMILIES, family_of
from longwood.games.family import Family, Solver
from longwood.laid import check_position
from longwood.notation import move_text
from longwood.solver import plain_search
from longwood.solver.plain_search import is_goal
from longwood.solver.shorten import shortened

__all__ = [
    "Best",
    "Limit",
    "Reason",
    "Result",
    "SolverError",
    "Verdict",
    "best_score",
    "is_spent",
    "plain_verdict",
    "replayed",
    "solve",
    "solver_for",
    "warm",
]


class SolverError(RuntimeError):
    """A solver's line that the rules refuse: a bug of the solver, never an answer."""


def solver_for(game: AnyGame, position: Any) -> Solver:
    """Who solves a position: the family's own solver, or the plain search where that cannot."""
    own = family_of(game).own_solver
    return own if own and own.fits(game, position) else cast("Solver", plain_search)


def warm(families: Iterable[Family] | None = None, report: Callable[[Family], None] | None = None) -> None:
    """Compile or load the kernels of some families, by default of all; `report` is told each one before it starts."""
    for family in FAMILIES.values() if families is None else families:
        if report:
            report(family)
        _ = family.own_solver


def solve(game: AnyGame, position: Position, limit: Limit | None = None, *, is_trusted: bool = False) -> Result:
    """Whether a position can be won (where rounds are dealt: its round cleared), with a line that wins it.

    `PositionError` if no game can come to the position; one that is known to come from play may be trusted.
    """
    limit = limit or Limit()
    if not is_trusted:
        check_position(game, position)
    solver = solver_for(game, position)
    started = thread_time()
    if game.won(position):
        return Result(Verdict.WON, (), 0, thread_time() - started)
    if is_spent(limit):
        return Result(Verdict.UNKNOWN, (), 0, thread_time() - started)
    found = solver.solve(game, position, limit)
    line: tuple[Move, ...] = ()
    if found.verdict is Verdict.WON:
        line, end = _checked(game, position, found.line)
        if not is_goal(game, position, end):
            raise SolverError(f"The solver of {game.slug} found a line that does not win: {_line_text(game, line)}.")
    return Result(found.verdict, line, found.nodes, thread_time() - started, found.reason)


def plain_verdict(game: AnyGame, position: Position, limit: Limit | None = None) -> Result:
    """What the plain search says of a position: it knows the rules alone, so it can judge a family's solver."""
    started = thread_time()
    found = plain_search.solve(game, position, limit or Limit())
    return Result(found.verdict, found.line, found.nodes, thread_time() - started, found.reason)


def best_score(game: AnyGame, position: Position, limit: Limit | None = None, *, is_trusted: bool = False) -> Best:
    """The best score that can be reached (where rounds are dealt: in this round), with a line that reaches it.

    `PositionError` if no game can come to the position; one that is known to come from play may be trusted.
    """
    limit = limit or Limit()
    if not is_trusted:
        check_position(game, position)
    solver = solver_for(game, position)
    started = thread_time()
    if game.won(position) or is_spent(limit):
        return Best(game.score(position), (), game.won(position), 0, thread_time() - started)
    found = solver.best(game, position, limit)
    line, end = _checked(game, position, found.line)
    reached = game.score(end)
    if reached != found.score:
        raise SolverError(
            f"The solver of {game.slug} promised a score of {found.score}, but its line reaches {reached}: "
            f"{_line_text(game, line)}."
        )
    is_proven = found.is_proven or game.is_perfect(end)
    return Best(found.score, line, is_proven, found.nodes, thread_time() - started)


def is_spent(limit: Limit) -> bool:
    return (limit.nodes is not None and limit.nodes <= 0) or (limit.seconds is not None and limit.seconds <= 0)


def _checked(game: AnyGame, position: Position, line: tuple[Move, ...]) -> tuple[tuple[Move, ...], Position]:
    """A line that the rules allow, shortened, and the position at its end."""
    end = replayed(game, position, line)
    if not family_of(game).is_shortened:
        return line, end
    short = shortened(game, position, line)
    return short, replayed(game, position, short)


def replayed(game: AnyGame, position: Position, line: tuple[Move, ...]) -> Position:
    """The position at the end of a line, every move of which the rules have allowed."""
    for number, m in enumerate(line, 1):
        if m not in game.moves(position):
            raise SolverError(
                f"The solver of {game.slug} found a line that the rules refuse at move {number}: "
                f"{_line_text(game, line)}."
            )
        position = game.play(position, m)
    return position


def _line_text(game: AnyGame, line: tuple[Move, ...]) -> str:
    return "/".join([move_text(game, m) for m in line]) or "no move"
