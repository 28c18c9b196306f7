"""The best score of Triple Peaks and Elevator: brute force on late positions, a second algorithm on fresh deals."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from late import late_positions, walk
from longwood import solver
from longwood.core.cards import shuffled
from longwood.core.game import AnyGame, Deal
from longwood.games import GAMES
from longwood.games.peaks.rules import PEAKS, TriplePeaks
from longwood.games.peaks.solver import score, score_kernel, triple_peaks
from longwood.games.peaks.solver.search import heap_of
from longwood.solver import Limit
from longwood.solver import plain_search as search
from plain_heaps import plain_best_score

pytestmark = pytest.mark.solver

TRIPLE_PEAKS = [game for game in GAMES.values() if isinstance(game, TriplePeaks)]
SLUGS = [slug for slug, game in GAMES.items() if game.family in ("elevator", "triple-peaks")]


def best_scores_agree(game: AnyGame, positions: Any, nodes: int) -> int:
    compared = 0
    for p in positions:
        known = search.best(game, p, Limit(nodes=nodes))
        best = solver.best_score(game, p)
        assert best.is_proven
        if known.is_proven:
            assert best.score == known.score
            compared += 1
        else:
            assert best.score >= known.score
    return compared


@pytest.mark.parametrize("slug", SLUGS)
def test_brute_force_agrees(slug: str) -> None:
    game = GAMES[slug]
    assert best_scores_agree(game, late_positions(game, range(30), range(2, 16)), 200) > 12


@pytest.mark.proof
@pytest.mark.parametrize("slug", ["elevator", "triple-peaks", "triple-peaks-multiplier"])
def test_brute_force_agrees_on_a_thousand_positions(slug: str) -> None:
    game = GAMES[slug]
    assert best_scores_agree(game, late_positions(game, range(5000, 6300), range(3, 16)), 400) >= 1000


@pytest.mark.proof
@pytest.mark.parametrize("slug", ["triple-peaks-rounds", "triple-peaks-rounds-multiplier"])
def test_brute_force_agrees_where_rounds_are_dealt(slug: str) -> None:
    game = GAMES[slug]
    assert best_scores_agree(game, late_positions(game, range(6300, 6600), range(3, 16)), 400) >= 200


@pytest.mark.proof
@pytest.mark.parametrize("slug", ["triple-peaks", "triple-peaks-rounds"])
def test_points_never_fall_below_zero(slug: str) -> None:
    game = GAMES[slug]
    rng = random.Random(1)
    positions = [replace(p, points=rng.randrange(12)) for p in late_positions(game, range(7000, 7300), range(4, 20))]
    assert best_scores_agree(game, positions, 800) >= 200
    # It matters: with points to lose, the best gain is smaller on some of these positions.
    gains = [solver.best_score(game, replace(p, points=0)).score for p in positions]
    assert gains != [solver.best_score(game, replace(p, points=1000)).score - 1000 for p in positions]


@pytest.mark.parametrize("game", TRIPLE_PEAKS, ids=lambda game: game.slug)
def test_points_of_many_rounds_are_no_matter(game: TriplePeaks) -> None:
    start = game.start(Deal(3))
    rich = replace(start, points=10**12)
    assert solver.best_score(game, rich).score - 10**12 <= solver.best_score(game, start).score
    assert solver.best_score(game, rich).score > 10**12


@pytest.mark.proof
@pytest.mark.parametrize("game", TRIPLE_PEAKS[:2], ids=lambda game: game.slug)
def test_a_second_algorithm_agrees_on_fresh_deals(game: TriplePeaks) -> None:
    numbers = range(2000, 2040)
    known = [plain_best_score(game, shuffled(1, number)) for number in numbers]
    assert triple_peaks.best_scores(game, numbers).tolist() == known
    assert [solver.best_score(game, game.start(Deal(number))).score for number in numbers[:20]] == known[:20]


@pytest.mark.proof
def test_bounds_change_no_score(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = []
    for game in TRIPLE_PEAKS:
        for number in range(40):
            played = walk(game, Deal(number), random.Random(number))
            p = next((p for p in played if sum(map(len, p.piles[3:])) <= 12), played[-1])
            positions.append((game, p, solver.best_score(game, p)))
    bound = score_kernel.bound

    def boundless(*args: Any) -> Any:
        """The bound's tables with promises that no score can reach."""
        nodes = bound(*args)
        bounds = args[-1]
        for table in (bounds.rest, bounds.fresh, bounds.values):
            table[:] = 10**8
        return nodes

    monkeypatch.setattr(score, "bound", boundless)
    visited = 0
    for game, p, best in positions:
        without = solver.best_score(game, p)
        assert (without.score, without.is_proven) == (best.score, True)
        visited += without.nodes - best.nodes
    assert visited > 0


def test_a_spent_budget_gives_a_line_but_no_proof() -> None:
    for game in TRIPLE_PEAKS:
        start = game.start(Deal(2))
        proven = solver.best_score(game, start)
        tables = len(heap_of(PEAKS, start.piles).tables.masks)
        for nodes in (1, tables, proven.nodes - 1):
            best = solver.best_score(game, start, Limit(nodes=nodes))
            assert not best.is_proven
            assert 0 <= best.score <= proven.score
            assert best.nodes <= nodes
            assert best == replace(solver.best_score(game, start, Limit(nodes=nodes)), seconds=best.seconds)
        assert solver.best_score(game, start, Limit(nodes=proven.nodes)).is_proven


def test_stamps_may_grow_old() -> None:
    game = TRIPLE_PEAKS[0]
    scratch = score.Scratch(Limit().memory)
    known = score.best(game, game.start(Deal(5)), Limit(), scratch)
    scratch.answer[score_kernel.STAMP] = 2**31
    scratch.rooms.seen[:] = 1
    assert score.best(game, game.start(Deal(5)), Limit(), scratch) == known


@pytest.mark.frozen
def test_node_signature() -> None:
    # A change of the search shows here: say in the commit why it changed.
    totals = []
    for game in TRIPLE_PEAKS[:2]:
        results = [solver.best_score(game, game.start(Deal(number))) for number in range(1, 21)]
        totals.append((sum(best.score for best in results), sum(best.nodes for best in results)))
    assert totals == [(2815, 1594711), (1089495, 596936)]
    assert np.mean([len(best.line) for best in results]) > 28
