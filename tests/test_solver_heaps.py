"""Elevator and Triple Peaks: the kernels know the rules, and their verdicts are those of the reference search."""

import random
from typing import Any

import numpy as np
import pytest

import transcripts
from late import late_positions, walk
from longwood import solver
from longwood.core.cards import shuffled
from longwood.core.game import AnyGame, Deal, Move
from longwood.games import GAMES
from longwood.games.peaks.rules import PEAKS, PYRAMID
from longwood.games.peaks.solver import elevator, triple_peaks
from longwood.games.peaks.solver.heaps import heap_tables
from longwood.games.peaks.solver.search import DEAL, Heap, heap_of, reach
from longwood.solver import Limit, Verdict
from longwood.solver import plain_search as search
from plain_heaps import plain_size

pytestmark = pytest.mark.solver

SLUGS = [slug for slug, game in GAMES.items() if game.family in ("elevator", "triple-peaks")]
FILES = [file for file in transcripts.files() if transcripts.game_of(file).slug in SLUGS]
HEAPS = {"elevator": PYRAMID, "triple-peaks": PEAKS}


def kernel_moves(heap: Heap) -> dict[Move, tuple[int, int]]:
    """The moves that the tables allow, each with the set and the rank on the waste after it."""
    tables, found = heap.tables, {}
    for e in range(tables.first[heap.start], tables.first[heap.start + 1]):
        cell = int(tables.cells[e])
        rank = int(heap.ranks[cell])
        if heap.top and (rank - heap.top) % 13 in (1, 12):
            found[Move(heap.cells[cell].pile, 1)] = (int(tables.targets[e]), rank)
    if len(heap.stock):
        found[DEAL] = (heap.start, int(heap.stock[0]))
    return found


def assert_same_moves(game: AnyGame, p: Any) -> None:
    heap = heap_of(HEAPS[game.family], p.piles)
    known = kernel_moves(heap)
    assert set(known) == set(game.moves(p))
    for m, (reached, rank) in known.items():
        after = game.play(p, m)
        if game.has_rounds and after.round > p.round:
            assert reached == len(heap.tables.masks) - 1
            continue
        then = heap_of(heap.cells, after.piles)
        assert (then.start, then.top) == (reached, rank)
        assert then.stock.tolist() == heap.stock[m == DEAL :].tolist()


def test_tables_hold_every_set() -> None:
    for cells, sets, edges in ((PYRAMID, 1430, 5005), (PEAKS, 22932, 119364)):
        tables = heap_tables(cells)
        assert (len(tables.masks), len(tables.cells)) == (sets, edges)
        assert np.all(np.diff([mask.bit_count() for mask in tables.masks.tolist()]) >= 0)
        assert tables.index[(1 << len(cells)) - 1] == sets - 1


@pytest.mark.parametrize("slug", SLUGS)
def test_random_walks_agree_with_the_rules(slug: str) -> None:
    game = GAMES[slug]
    for number in range(5):
        for p in walk(game, Deal(number), random.Random(number)):
            assert_same_moves(game, p)


@pytest.mark.parametrize("slug", SLUGS)
def test_perft_agrees_with_the_rules(slug: str) -> None:
    game = GAMES[slug]

    def by_rules(p: Any, depth: int) -> int:
        return 1 if depth == 0 else sum(by_rules(game.play(p, m), depth - 1) for m in game.moves(p))

    def by_tables(heap: Heap, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for m, (reached, rank) in kernel_moves(heap).items():
            after = heap._replace(start=reached, top=rank, stock=heap.stock[m == DEAL :])
            total += by_tables(after, depth - 1)
        return total

    for number in range(3):
        p = walk(game, Deal(number), random.Random(number))[8]
        assert by_rules(p, 6) == by_tables(heap_of(HEAPS[game.family], p.piles), 6)


@pytest.mark.proof
@pytest.mark.parametrize("file", FILES)
def test_recorded_games_bear_witness(file: str) -> None:
    game = transcripts.game_of(file)
    for transcript in list(transcripts.read(file))[::4]:
        positions = transcripts.positions(game, transcript)
        for p in positions:
            assert_same_moves(game, p)
        # Walking back: what was reached in the end can be reached from every position before it.
        has_won, most, round = False, 0, None
        for p in positions[:0:-1][::7]:
            if game.has_rounds and p.round != round:
                has_won, most, round = round is not None, 0, p.round
            result = solver.solve(game, p)
            has_won = has_won or game.won(p)
            assert not has_won or result.verdict is Verdict.WON
            has_won = result.verdict is Verdict.WON
            best = solver.best_score(game, p)
            assert best.is_proven
            assert best.score >= max(most, game.score(p))
            most = best.score


def verdicts_agree(game: AnyGame, numbers: range, before_the_end: range, nodes: int) -> dict[Verdict, int]:
    counts = dict.fromkeys(Verdict, 0)
    for p in late_positions(game, numbers, before_the_end):
        known = search.solve(game, p, Limit(nodes=nodes)).verdict
        result = solver.solve(game, p)
        assert known in (result.verdict, Verdict.UNKNOWN)
        counts[known] += 1
    return counts


@pytest.mark.parametrize("slug", ["elevator", "triple-peaks", "triple-peaks-rounds"])
def test_verdicts_are_those_of_the_reference_search(slug: str) -> None:
    counts = verdicts_agree(GAMES[slug], range(60), range(2, 20), 200)
    assert counts[Verdict.LOST] > 15


@pytest.mark.proof
@pytest.mark.parametrize(("slug", "least"), [("elevator", 800), ("triple-peaks", 500), ("triple-peaks-rounds", 500)])
def test_lost_means_lost_on_thousands_of_positions(slug: str, least: int) -> None:
    counts = verdicts_agree(GAMES[slug], range(10_000, 11_200), range(4, 24), 600)
    assert counts[Verdict.LOST] > least


@pytest.mark.proof
def test_fresh_deals_are_as_a_search_without_pruning_says() -> None:
    numbers = range(20_000, 20_300)
    decks = [shuffled(1, number) for number in numbers]
    scores, _ = elevator.best_scores(numbers)
    assert scores.tolist() == [plain_size(PYRAMID, deck) for deck in decks]
    clear, _ = triple_peaks.verdicts(numbers)
    assert clear.tolist() == [plain_size(PEAKS, deck) == 28 for deck in decks]
    assert not clear.all()


def test_a_beam_changes_no_verdict() -> None:
    game = GAMES["triple-peaks"]
    lost = 0
    for number in range(80):
        heap = heap_of(PEAKS, walk(game, Deal(number), random.Random(number))[number % 20].piles)
        full = len(heap.tables.masks) - 1
        plain = reach(heap, Limit()).last == full
        for widths in ((1,), (8, 64), (500,)):
            assert (reach(heap, Limit(), widths).last == full) == plain
        lost += not plain
    assert lost > 4


def test_batches_say_what_single_positions_say() -> None:
    numbers = range(300, 350)
    scores, _ = elevator.best_scores(numbers)
    clear, _ = triple_peaks.verdicts(numbers)
    for number, score, is_clear in zip(numbers, scores.tolist(), clear.tolist(), strict=True):
        game = GAMES["elevator"]
        assert solver.best_score(game, game.start(Deal(number))).score == score
        assert (solver.solve(game, game.start(Deal(number))).verdict is Verdict.WON) == (score == 28)
        peaks = GAMES["triple-peaks"]
        assert (solver.solve(peaks, peaks.start(Deal(number))).verdict is Verdict.WON) == is_clear


def test_a_small_budget_is_unknown_and_a_sufficient_one_exact() -> None:
    game = GAMES["elevator"]
    start = game.start(Deal(1))
    enough = solver.solve(game, start)
    assert enough.verdict is Verdict.LOST
    assert solver.solve(game, start, Limit(nodes=enough.nodes)).verdict is Verdict.LOST
    assert solver.solve(game, start, Limit(nodes=enough.nodes - 1)).verdict is Verdict.UNKNOWN
    partial = solver.best_score(game, start, Limit(nodes=200))
    assert not partial.is_proven
    assert 0 < partial.score < solver.best_score(game, start).score
    peaks = GAMES["triple-peaks"]
    assert solver.solve(peaks, peaks.start(Deal(1)), Limit(nodes=100)).verdict is Verdict.UNKNOWN


@pytest.mark.frozen
def test_node_signature() -> None:
    # A change of the search shows here: say in the commit why it changed.
    scores, elevator_nodes = elevator.best_scores(range(1, 501))
    clear, peaks_nodes = triple_peaks.verdicts(range(1, 501))
    assert (int(scores.sum()), int((scores == 28).sum()), elevator_nodes) == (12506, 72, 643591)
    assert (int(clear.sum()), peaks_nodes) == (488, 831933)
