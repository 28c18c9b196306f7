"""Proven verdicts, winning lines and best scores: pick a family's kernel, run it, replay its line through the rules."""

from collections.abc import Callable, Iterable
from importlib import import_module
from time import thread_time
from typing import Any, Protocol, cast

from longwood.core.game import AnyGame, Move, Position
from longwood.core.result import Best, Found, FoundBest, Limit, Result, Verdict
from longwood.notation import move_text
from longwood.solver.plain import is_goal
from longwood.solver.shorten import shortened

__all__ = ["FAMILIES", "Best", "Limit", "Result", "SolverError", "Verdict", "best_score", "solve", "warm"]


class Kernel(Protocol):
    """What the module of a family offers. Importing it compiles its kernels, or loads them from the cache."""

    def solve(self, game: AnyGame, position: Any, limit: Limit) -> Found: ...

    def best(self, game: AnyGame, position: Any, limit: Limit) -> FoundBest: ...


FAMILIES: dict[str, str] = {
    "terrace": "longwood.games.terrace.solver.solve",
    "forty-thieves": "longwood.games.forty_thieves.solver.solve",
    "quatorze": "longwood.games.quatorze.solver.solve",
    "triple-peaks": "longwood.games.peaks.solver.triple_peaks",
    "elevator": "longwood.games.peaks.solver.elevator",
}
"""The module that solves each family; none is imported, and neither is Numba, before it is needed."""


class SolverError(RuntimeError):
    """A kernel's line that the rules refuse: a bug of the solver, never an answer."""


def kernel(family: str) -> Kernel:
    """The module that solves a family, ready to answer."""
    return cast("Kernel", import_module(FAMILIES[family]))


def warm(families: Iterable[str] | None = None, report: Callable[[str], None] | None = None) -> None:
    """Compile or load the kernels of some families, by default of all; `report` is told each one before it starts."""
    for family in FAMILIES if families is None else families:
        if report:
            report(family)
        kernel(family)


def solve(game: AnyGame, position: Position, limit: Limit | None = None) -> Result:
    """Whether a position can be won (where rounds are dealt: its round cleared), with a line that wins it."""
    limit = limit or Limit()
    solver = kernel(game.family)
    started = thread_time()
    if game.won(position):
        return Result(Verdict.WON, (), 0, thread_time() - started)
    if _is_spent(limit):
        return Result(Verdict.UNKNOWN, (), 0, thread_time() - started)
    found = solver.solve(game, position, limit)
    line: tuple[Move, ...] = ()
    if found.verdict is Verdict.WON:
        line, end = _checked(game, position, found.line)
        if not is_goal(game, position, end):
            raise SolverError(f"The solver of {game.slug} found a line that does not win: {_line_text(game, line)}.")
    return Result(found.verdict, line, found.nodes, thread_time() - started)


def best_score(game: AnyGame, position: Position, limit: Limit | None = None) -> Best:
    """The best score that can be reached (where rounds are dealt: in this round), with a line that reaches it."""
    limit = limit or Limit()
    solver = kernel(game.family)
    started = thread_time()
    if game.won(position) or _is_spent(limit):
        return Best(game.score(position), (), game.won(position), 0, thread_time() - started)
    found = solver.best(game, position, limit)
    line, end = _checked(game, position, found.line)
    reached = game.score(end)
    if reached != found.score:
        raise SolverError(
            f"The solver of {game.slug} promised a score of {found.score}, but its line reaches {reached}: "
            f"{_line_text(game, line)}."
        )
    return Best(found.score, line, found.is_proven, found.nodes, thread_time() - started)


def _is_spent(limit: Limit) -> bool:
    return (limit.nodes is not None and limit.nodes <= 0) or (limit.seconds is not None and limit.seconds <= 0)


def _checked(game: AnyGame, position: Position, line: tuple[Move, ...]) -> tuple[tuple[Move, ...], Position]:
    """A line that the rules allow, shortened, and the position at its end."""
    end = _replayed(game, position, line)
    # With one deck every move takes a card out of play for good, so that no line has anything to drop.
    if game.decks == 1:
        return line, end
    short = shortened(game, position, line)
    return short, _replayed(game, position, short)


def _replayed(game: AnyGame, position: Position, line: tuple[Move, ...]) -> Position:
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
