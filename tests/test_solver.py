"""The front of the solvers: what it lets through, and what it refuses."""

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from late import late_positions
from longwood import solver
from longwood.advice.deals import shelf_wins
from longwood.core.game import AnyGame, Deal, Move
from longwood.core.result import Found, FoundBest
from longwood.games import GAMES, family_of
from longwood.solver import Limit, SolverError, Verdict
from longwood.solver import plain_search as search

pytestmark = pytest.mark.solver

FORTY_THIEVES = GAMES["forty-thieves"]


def use(monkeypatch: pytest.MonkeyPatch, **answers: Any) -> None:
    """Put a kernel in place of the real one that gives these answers, right or wrong."""
    functions = {name: (lambda *_, answer=answer: answer) for name, answer in answers.items()}
    monkeypatch.setattr(solver, "solver_for", lambda game, position: SimpleNamespace(**functions))


def test_a_line_with_an_illegal_move_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, solve=Found(Verdict.WON, (Move(0, 1), Move(3, 2))), best=FoundBest(0, (Move(3, 2),), True))
    start = FORTY_THIEVES.start(Deal(1))
    with pytest.raises(SolverError, match="refuse at move 2: s-w/f2-f1"):
        solver.solve(FORTY_THIEVES, start)
    with pytest.raises(SolverError, match="refuse at move 1"):
        solver.best_score(FORTY_THIEVES, start)


def test_a_line_that_does_not_win_or_score_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, solve=Found(Verdict.WON, (Move(0, 1),)), best=FoundBest(5, (Move(0, 1),), True))
    start = FORTY_THIEVES.start(Deal(1))
    with pytest.raises(SolverError, match="does not win: s-w"):
        solver.solve(FORTY_THIEVES, start)
    with pytest.raises(SolverError, match="promised a score of 5, but its line reaches 0"):
        solver.best_score(FORTY_THIEVES, start)


def test_a_round_cleared_counts_as_won(monkeypatch: pytest.MonkeyPatch) -> None:
    game: AnyGame = GAMES["triple-peaks-rounds"]
    monkeypatch.setattr(solver, "solver_for", lambda game, position: search)
    verdicts = set()
    for p in late_positions(game, range(40), range(3, 9)):
        result = solver.solve(game, p)
        verdicts.add(result.verdict)
        best = solver.best_score(game, p)
        assert best.is_proven
        assert best.score >= game.score(p)
    assert verdicts == {Verdict.WON, Verdict.LOST}


@pytest.mark.parametrize("limit", [Limit(nodes=0), Limit(seconds=0.0)])
def test_no_budget_is_unknown(monkeypatch: pytest.MonkeyPatch, limit: Limit) -> None:
    use(monkeypatch)
    start = FORTY_THIEVES.start(Deal(1))
    assert solver.solve(FORTY_THIEVES, start, limit).verdict is Verdict.UNKNOWN
    best = solver.best_score(FORTY_THIEVES, start, limit)
    assert (best.score, best.line, best.is_proven) == (0, (), False)


def test_a_family_without_a_solver_has_the_plain_search() -> None:
    for game in GAMES.values():
        family = family_of(game)
        assert solver.solver_for(game, game.start(Deal(1))) is (family.own_solver if family.solver else search)


def test_numba_waits_until_a_kernel_is_needed() -> None:
    code = "import sys, longwood.solver; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": ":".join(sys.path)}).returncode == 0


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_no_budget_of_nodes_is_exceeded(game: AnyGame) -> None:
    start = game.start(Deal(3))
    for nodes in (1, 300):
        limit = Limit(nodes=nodes)
        assert max(solver.solve(game, start, limit).nodes, solver.best_score(game, start, limit).nodes) <= nodes


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["terrace", "wood", "redheads", "generals-patience", "forty-thieves"])
def test_a_brief_answer_is_the_beginning_of_the_whole_one(slug: str) -> None:
    game = GAMES[slug]
    solve: Any = solver.solver_for(game, game.start(Deal(1))).solve
    # Some that can be won, where few can.
    numbers = [number for number, found in shelf_wins(game) if found.nodes < 4000][:3]
    positions = [game.start(Deal(number)) for number in (*numbers, *range(1, 6))]
    won = 0
    for p in [*positions, *late_positions(game, range(10), range(20, 60))]:
        whole, brief = solve(game, p, Limit(nodes=4000)), solve(game, p, Limit(nodes=4000), brief=True)
        assert (brief.verdict, brief.nodes) == (whole.verdict, whole.nodes)
        assert brief.line == whole.line[: len(brief.line)]
        assert bool(brief.line) == bool(whole.line)
        won += bool(brief.line)
    assert won
