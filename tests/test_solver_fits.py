"""Positions typed in, such as no deal leads to: a kernel that takes one answers for it, others go to the plain search.

And a limit is kept on all of them, however small.
"""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from late import walk
from longwood import solver
from longwood.core.game import STOCK, AnyGame, Deal, Position
from longwood.games import GAMES
from longwood.games.forty_thieves.rules import COLUMNS, WASTE
from longwood.games.forty_thieves.solver import encode as encoding
from longwood.games.forty_thieves.solver import kernel, portfolio, search, state
from longwood.games.forty_thieves.solver import solve as thieves
from longwood.games.peaks.rules import PEAKS, PYRAMID
from longwood.games.peaks.solver import elevator, score, triple_peaks
from longwood.games.quatorze.solver import solve as quatorze
from longwood.kernels.spending import Budget
from longwood.solver import Limit, Verdict, plain_search, solver_for
from thieves import legal_moves

pytestmark = pytest.mark.solver

THIEVES = GAMES["forty-thieves"]
QUATORZE = GAMES["quatorze"]
HEAPS = [(GAMES["elevator"], PYRAMID, elevator), (GAMES["triple-peaks"], PEAKS, triple_peaks)]


def dealt(rng: random.Random, columns: list[int], waste: int) -> Position:
    """Forty Thieves with columns of so many cards and so many in the waste, the rest in the stock."""
    deck = [*range(52), *range(52)]
    rng.shuffle(deck)
    piles = [tuple(deck.pop() for _ in range(size)) for size in columns]
    return Position((tuple(deck[waste:]), tuple(deck[:waste]), *[()] * 8, *piles, *[()] * (10 - len(piles))))


def test_a_column_may_have_any_length() -> None:
    rng = random.Random(60)
    for sizes in ([60], [40, 24], [104], [52, 52], [7] * 10):
        p = dealt(rng, sizes, 2 if sum(sizes) < 100 else 0)
        assert thieves.fits(THIEVES, p)
        root = encoding.encode(p)
        row, mask = root.row.copy(), root.mask
        for _ in range(60):
            steps = legal_moves(root, row, mask)
            moves = [encoding.decode_move(p, step) for step in steps]
            assert set(moves) <= set(THIEVES.moves(p))
            assert {(m.src, m.count) for m in moves} == {(m.src, m.count) for m in THIEVES.moves(p)}
            if not steps:
                break
            step = rng.choice(steps)
            p = THIEVES.play(p, encoding.decode_move(p, step))
            mask = np.uint64(kernel.play(row, mask, step, root.cards))
            assert [state.depth_of(row, c) + state.length_of(row, c) for c in range(10)] == [
                len(p.piles[t]) for t in COLUMNS
            ]
        assert thieves.solve(THIEVES, p, Limit(nodes=300)).nodes <= 300
        assert solver.best_score(THIEVES, p, Limit(nodes=300), is_trusted=True).nodes <= 300


def test_a_talon_that_is_too_long_is_left_to_the_plain_search() -> None:
    p = dealt(random.Random(65), [4] * 9, 3)
    assert len(p.piles[STOCK]) + len(p.piles[WASTE]) == 68
    assert not thieves.fits(THIEVES, p)
    assert solver_for(THIEVES, p) is plain_search
    assert solver.solve(THIEVES, p, Limit(nodes=200), is_trusted=True).nodes <= 200


@pytest.mark.parametrize("memory", [100, search.LEAST_MEMORY - 1])
def test_without_memory_there_is_no_search_of_forty_thieves(memory: int) -> None:
    start = THIEVES.start(Deal(100_003))
    found = thieves.solve(THIEVES, start, Limit(memory=memory))
    assert (found.verdict, found.nodes) == (Verdict.UNKNOWN, 0)
    best = thieves.best(THIEVES, start, Limit(memory=memory))
    assert (best.score, best.line, best.is_proven, best.nodes) == (0, (), False, 0)


@pytest.mark.parametrize("memory", [3_000_000, 9_000_000, 14_000_000, 40_000_000])
def test_all_searches_of_a_portfolio_fit_into_its_memory(memory: int) -> None:
    tried = portfolio.Portfolio(encoding.encode(THIEVES.start(Deal(100_001))), memory)
    tried.run(Budget(Limit(nodes=8000), thieves.SLICE))
    assert len(tried.searches) == (3 if memory >= 5 * search.LEAST_MEMORY else 1)
    assert sum(part.nbytes for one in tried.searches for part in one.states) <= memory


def test_one_search_with_hardly_any_memory_still_finds_a_win() -> None:
    start = THIEVES.start(Deal(100_003))
    found = solver.solve(THIEVES, start, Limit(nodes=5000, memory=search.LEAST_MEMORY))
    assert found.verdict is Verdict.WON


def scattered(rng: random.Random, cells: list[int], stock: int) -> Position:
    """A grid with cards in these places only."""
    deck = rng.sample(range(52), 52)
    piles: list[tuple[int, ...]] = [()] * 25
    for cell in cells:
        piles[cell] = (deck.pop(),)
    return Position((tuple(deck[:stock]), *piles, tuple(deck[stock:])))


def test_a_grid_with_holes_is_understood_or_left_to_the_plain_search() -> None:
    rng = random.Random(14)
    counts = {True: 0, False: 0}
    misled = 0
    for _ in range(300):
        cells = rng.sample(range(rng.choice((0, 1)), 25), rng.randrange(2, 9))
        p = scattered(rng, cells, rng.randrange(6))
        fits = quatorze.fits(QUATORZE, p)
        assert fits == (0 in cells or len(p.piles[STOCK]) < 2)
        counts[fits] += 1
        known = plain_search.solve(QUATORZE, p, Limit(nodes=3000))
        assert known.verdict is not Verdict.UNKNOWN
        assert solver.solve(QUATORZE, p, is_trusted=True).verdict is known.verdict
        most = plain_search.best(QUATORZE, p, Limit(nodes=3000))
        assert solver.best_score(QUATORZE, p, is_trusted=True).score == most.score
        misled += quatorze.solve(QUATORZE, p, Limit()).verdict is not known.verdict
    assert min(counts.values()) > 50
    # It matters: the kernel alone would have taken some of them for won.
    assert misled


def late_heap(game: AnyGame, cells: Any, number: int, left: int) -> Any:
    """A position with so few cards in the heap that brute force sees through it."""
    played = walk(game, Deal(number), random.Random(number))
    return next((p for p in played if sum(len(p.piles[cell.pile]) for cell in cells) <= left), played[-1])


@pytest.mark.parametrize(("game", "cells", "module"), HEAPS, ids=["elevator", "triple-peaks"])
def test_a_heap_with_a_hole_is_left_to_the_plain_search(game: AnyGame, cells: Any, module: Any) -> None:
    refused = 0
    for number in range(25):
        p = late_heap(game, cells, number, 12)
        assert module.fits(game, p)
        covered = [cell for cell in cells if cell.covers and any(p.piles[pile] for pile in cell.covers)]
        held = [cell.pile for cell in covered if p.piles[cell.pile]]
        if not held:
            continue
        # A card under others goes to the bottom of the stock, which leaves a hole under them.
        piles = list(p.piles)
        piles[STOCK] = piles[held[0]] + piles[STOCK]
        piles[held[0]] = ()
        holed = replace(p, piles=tuple(piles))
        assert not module.fits(game, holed)
        known = plain_search.solve(game, holed, Limit(nodes=4000)).verdict
        assert solver.solve(game, holed, Limit(nodes=4000), is_trusted=True).verdict is known
        refused += known is not Verdict.UNKNOWN
    assert refused > 5


def test_a_run_longer_than_the_peaks_is_left_to_the_plain_search() -> None:
    game = GAMES["triple-peaks-multiplier"]
    p = late_heap(game, PEAKS, 3, 5)
    piles = list(p.piles)
    piles[WASTE] = piles[2] + piles[WASTE]
    piles[2] = ()
    long = replace(p, piles=tuple(piles))
    left = sum(len(long.piles[cell.pile]) for cell in PEAKS)
    assert len(long.piles[WASTE]) - 1 + left > 28
    assert solver_for(game, long) is plain_search
    assert solver.best_score(game, long, is_trusted=True).score == plain_search.best(game, long, Limit()).score


@pytest.mark.parametrize("slug", ["elevator", "triple-peaks", "triple-peaks-multiplier", "quatorze"])
def test_without_memory_there_is_no_search_of_one_deck(slug: str) -> None:
    game = GAMES[slug]
    start = game.start(Deal(1))
    found = solver.solve(game, start, Limit(memory=1000))
    assert (found.verdict, found.nodes) == (Verdict.UNKNOWN, 0)
    best = solver.best_score(game, start, Limit(memory=1000))
    assert (best.score, best.line, best.is_proven, best.nodes) == (0, (), False, 0)


def test_the_best_score_of_triple_peaks_takes_the_memory_that_it_is_given() -> None:
    game = GAMES["triple-peaks"]
    start = game.start(Deal(2))
    proven = solver.best_score(game, start)
    needed = score.least_memory()
    assert not solver.best_score(game, start, Limit(memory=needed - 1)).nodes
    small = score.Scratch(needed)
    assert sum(part.nbytes for record in (small.bounds, small.rooms) for part in record) <= needed
    tight = solver.best_score(game, start, Limit(memory=needed + 200))
    assert not tight.is_proven
    assert tight.score <= proven.score


def test_the_best_score_of_triple_peaks_stops_where_time_is_up() -> None:
    game = GAMES["triple-peaks"]
    for number in range(3):
        best = solver.best_score(game, game.start(Deal(number)), Limit(seconds=1e-9))
        assert not best.is_proven
        # The two passes that come first, and nothing more.
        assert best.nodes <= 2 * 22_932
