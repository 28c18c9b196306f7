"""Why a position is lost: the certificate of an argument, and the reason in words."""

from longwood.certificates import certificate_words, check_certificate
from longwood.core.game import AnyGame, Position
from longwood.core.result import Reason, Result, Verdict
from longwood.core.words import counted
from longwood.games.family import Argues
from longwood.solver import SolverError, solver_for

__all__ = ["certificate", "loss_words"]


def certificate(game: AnyGame, position: Position) -> str | None:
    """A text that `check_certificate` accepts, if an argument without a search proves a position lost.

    It has been checked: one that the checker refuses raises `SolverError`.
    """
    solver = solver_for(game, position)
    lines = solver.certificate(game, position) if isinstance(solver, Argues) and not game.won(position) else None
    if lines is None:
        return None
    text = "\n".join(lines) + "\n"
    if not check_certificate(game, position, text):
        raise SolverError(f"The solver of {game.slug} argued a loss that its certificate does not prove.")
    return text


def loss_words(game: AnyGame, position: Position, result: Result) -> list[str]:
    """Why a position is lost, in sentences; none if it is not."""
    if result.verdict is not Verdict.LOST:
        return []
    text = None if result.reason is Reason.SEARCHED else certificate(game, position)
    if text:
        return certificate_words(game, position, text)
    positions = counted(result.nodes, "position")
    return [f"Every line of play was searched to its end: {positions}, none of which leads to a win."]
