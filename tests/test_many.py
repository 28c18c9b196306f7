"""Many deals in one call say what each of them says by itself."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from longwood import GAMES, Deal, PositionError, Session
from longwood.core.game import AnyGame, Position
from longwood.core.result import VERDICTS, Found, Reason
from longwood.games import family_of
from longwood.notation import find_game
from longwood.solver import Limit, SolverError, best_score, solve
from longwood.solver.many import LOST, WON, Batch, solve_many

pytestmark = pytest.mark.solver

ONE_DECK = ["elevator", "triple-peaks", "triple-peaks-rounds-multiplier", "quatorze"]
TWO_DECKS = ["terrace", "generals-patience", "redheads", "forty-thieves"]
PLAIN = ["elevator,wraps=no", "quatorze,size=3"]
ARRAYS = ["numbers", "verdicts", "nodes", "scores", "score_proven", "lengths", "reasons"]
TYPES = ["uint64", "uint8", "int64", "int64", "bool", "int32", "uint8"]


def equal(one: Batch, other: Batch) -> bool:
    """All but the times and how many were replayed."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ARRAYS)


def agree_with_single_solves(game: AnyGame, numbers: range, limit: Limit) -> Batch:
    batch = solve_many(game, numbers, limit)
    assert [getattr(batch, name).dtype.name for name in ARRAYS] == TYPES
    assert {len(getattr(batch, name)) for name in [*ARRAYS, "seconds"]} == {len(numbers)} == {len(batch)}
    for i, number in enumerate(numbers):
        alone = solve(game, game.start(Deal(number)), limit)
        assert (batch.numbers[i], batch.nodes[i]) == (number, alone.nodes)
        assert VERDICTS[batch.verdicts[i]] is alone.verdict
        assert Reason(batch.reasons[i]) is alone.reason
        assert (alone.reason is Reason.NONE) == (batch.verdicts[i] != LOST)
    assert not batch.score_proven.any()
    assert (batch.scores == -1).all()
    assert batch.lines is None
    return batch


@pytest.mark.parametrize("slug", ONE_DECK)
@pytest.mark.parametrize("nodes", [None, 12, 900, 2_000])
def test_one_deck_is_what_single_solves_say(slug: str, nodes: int | None) -> None:
    batch = agree_with_single_solves(GAMES[slug], range(1, 61), Limit(nodes=nodes))
    if nodes is None:
        assert (batch.verdicts != 0).all()
        assert (batch.lengths > 0).tolist() == (batch.verdicts == WON).tolist()


@pytest.mark.parametrize("slug", [*TWO_DECKS, *PLAIN])
def test_other_games_are_what_single_solves_say(slug: str) -> None:
    agree_with_single_solves(find_game(slug), range(1, 9), Limit(nodes=3_000))


@pytest.mark.parametrize("slug", [*ONE_DECK, "elevator,wraps=no"])
@pytest.mark.parametrize("nodes", [None, 1_000])
def test_best_scores(slug: str, nodes: int | None) -> None:
    game, limit = find_game(slug), Limit(nodes=nodes or (2_000 if "," in slug else None))
    batch = solve_many(game, range(1, 13), limit, question="best", sample=0.5)
    for i, number in enumerate(batch.numbers.tolist()):
        alone = best_score(game, game.start(Deal(number)), limit)
        assert (batch.scores[i], batch.score_proven[i], batch.nodes[i]) == (alone.score, alone.is_proven, alone.nodes)
    assert not batch.verdicts.any()
    assert batch.replayed


def test_lines_are_replayed_records() -> None:
    for slug, limit in (("elevator", Limit()), ("terrace", Limit(nodes=6_000)), ("forty-thieves", Limit(nodes=6_000))):
        game = GAMES[slug]
        batch = solve_many(game, range(1, 13), limit, lines=True)
        short = solve_many(game, range(1, 13), limit, lines=True, short=True)
        assert batch.lines
        assert short.lines
        assert batch.replayed == batch.share.won > 0
        assert batch.verdicts.tolist() == short.verdicts.tolist()
        assert (short.lengths <= batch.lengths).all()
        for line, verdict, length in zip(batch.lines, batch.verdicts, batch.lengths, strict=True):
            session = Session.from_record(line)
            assert (session.is_won, len(session.acts)) == (verdict == WON, length)


def test_positions() -> None:
    game = GAMES["quatorze"]
    starts = [game.start(Deal(number)) for number in range(1, 9)]
    positions = [game.play(p, game.moves(p)[0]) for p in starts]
    batch = solve_many(game, positions, lines=True)
    assert batch.numbers.tolist() == list(range(8))
    assert [VERDICTS[code] for code in batch.verdicts] == [solve(game, p).verdict for p in positions]
    assert batch.lines
    for p, line in zip(positions, batch.lines, strict=True):
        assert Session.from_record(line).positions[0] == p
    assert equal(solve_many(game, positions, lines=True, jobs=2), batch)
    with pytest.raises(PositionError, match="No game of Quatorze"):
        solve_many(game, [Position(positions[0].piles[::-1])])


def test_the_sample_of_positions_is_the_same_however_they_are_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longwood.solver.spread.ROOM", 7)
    game = GAMES["quatorze"]
    positions = [game.start(Deal(number)) for number in range(1, 61)]
    whole = solve_many(game, positions, sample=0.3, seed=3)
    parts = solve_many(game, positions, sample=0.3, seed=3, jobs=2)
    assert equal(parts, whole)
    assert 0 < parts.replayed == whole.replayed < whole.share.won


@pytest.mark.parametrize("slug", ["elevator", "triple-peaks", "quatorze"])
def test_however_the_work_is_divided(slug: str) -> None:
    game, numbers = GAMES[slug], range(5, 2_505)
    whole = solve_many(game, numbers, sample=0.02, seed=3)
    parts = [solve_many(game, some, sample=0.02, seed=3) for some in (range(5, 800), list(range(800, 2_505)))]
    joined = Batch.joined(parts)
    threads = solve_many(game, np.array(numbers), sample=0.02, seed=3, jobs=2)
    for other in (joined, threads):
        assert equal(other, whole)
        assert other.replayed == whole.replayed > 0
    assert solve_many(game, numbers, sample=0).replayed == 0


def test_threads_do_not_disturb_each_other() -> None:
    game = GAMES["quatorze"]
    positions = [game.start(Deal(number)) for number in range(1, 401)]
    whole = solve_many(game, positions)
    with ThreadPoolExecutor(2) as pool:
        halves = list(pool.map(lambda some: solve_many(game, some), (positions[:200], positions[200:])))
    assert np.concatenate([half.nodes for half in halves]).tolist() == whole.nodes.tolist()


def test_a_solver_that_is_wrong_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    solver: Any = family_of(GAMES["elevator"]).own_solver
    right = solver.many

    def wrong(*args: Any, **asked: Any) -> Any:
        found = right(*args, **asked)
        found.verdicts[:] = WON
        return found

    monkeypatch.setattr(solver, "many", wrong)
    with pytest.raises(SolverError, match="disagree on verdicts of elevator"):
        solve_many(GAMES["elevator"], range(1, 50), sample=1)
    monkeypatch.setattr(solver, "solve", lambda *_, **__: Found(VERDICTS[WON], ()))
    with pytest.raises(SolverError, match="does not win"):
        solve_many(GAMES["elevator"], [1], lines=True)


def test_no_budget_and_no_memory() -> None:
    for slug in ("elevator", "quatorze", "triple-peaks", "forty-thieves"):
        for limit in (Limit(nodes=0), Limit(memory=1_000)):
            assert solve_many(GAMES[slug], range(3), limit).share.unknown == 3
            assert not solve_many(GAMES[slug], range(3), limit, question="best").score_proven.any()


def test_no_deals_and_bad_ones() -> None:
    game = GAMES["elevator"]
    assert len(solve_many(game, [])) == len(solve_many(game, range(0), jobs=2)) == 0
    for bad in ([-1], [2**53], [0.5], np.zeros((2, 2), np.int64)):
        with pytest.raises(ValueError, match="deals are numbers from 0 to"):
            solve_many(game, bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=re.escape('"luck" is not a question')):
        solve_many(game, [1], question="luck")  # type: ignore[arg-type]


def test_numpy_is_not_loaded_before_it_is_needed() -> None:
    code = "import sys, longwood, longwood.solver; longwood.GAMES; print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
