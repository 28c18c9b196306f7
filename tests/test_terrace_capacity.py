"""The capacity argument of docs/solver-terrace.md (P5): it never refutes a win, and kernel and plain Python agree."""

from dataclasses import replace

import pytest

from longwood.core.game import STOCK, Deal
from longwood.core.result import Limit
from longwood.games.terrace.certificate_capacity import told, written
from longwood.games.terrace.rules import RESERVE, WASTE, Terrace
from longwood.games.terrace.solver import refutation
from longwood.games.terrace.solver.proving import may_prove, proves
from longwood.games.terrace.solver.sieve import is_row_lost
from longwood.games.terrace.solver.solve import ALL, SLICE, search, starts
from longwood.games.terrace.solver.tuned import configs
from longwood.kernels.spending import Budget
from longwood.session import Session
from longwood.solver import plain_search
from terraces import TERRACE, few_columns, walk
from tools.terrace_capacity import is_refuted

pytestmark = pytest.mark.solver

REDHEADS = next(game for game in TERRACE if game.slug == "redheads")
OTHER_FILLS = replace(REDHEADS, slug="custom-4", fill_from=(WASTE, RESERVE, STOCK))
LOST_BY_WHAT_FOLLOWS = (
    "redheads.100010/t5-f2/t5-f2/w-t7/t8-t1/t3-t7/w-t7/t1-t7/s-w/w-f7/s-w/t7-t1/s-w/w-t1/s-w/w-f7/s-w/s-w/s-w/w-t3/"
    "s-w/s-w/s-w/w-t5/s-w/w-t5"
)
WAYS = [*[game for game in TERRACE if not game.in_suit], OTHER_FILLS]


def test_deals_of_redheads() -> None:
    refuted = [number for number in (1, 2, 3, 80, 295, 484) if is_refuted(REDHEADS, REDHEADS.start(Deal(number)))]
    assert refuted == [80, 295, 484]


def test_nothing_is_said_of_suits_and_redeals() -> None:
    assert not is_refuted(replace(REDHEADS, redeals=1), REDHEADS.start(Deal(80)))
    assert not is_refuted(replace(REDHEADS, in_suit=True), REDHEADS.start(Deal(80)))


@pytest.mark.slow
@pytest.mark.parametrize("game", WAYS, ids=lambda game: game.slug)
def test_the_kernel_refutes_what_plain_python_refutes(game: Terrace) -> None:
    found = {True: 0, False: 0}
    positions = [few_columns(game, seed, 8 + seed % 14) for seed in range(60)]
    # Of whole games only a few positions: the plain argument takes its time.
    walked = [p for p in walk(game, 1) if p.base]
    positions += [(game, p) for p in (walked[len(walked) // 2], walked[-1])]
    for some, p in positions:
        expected, kept = told(some, p), refutation.stuck(some, p)
        assert (kept and written(*kept)) == expected
        found[expected is not None] += 1
    assert min(found.values()) > 2, found


def test_a_deal_is_lost_by_capacity_alone() -> None:
    p = REDHEADS.start(Deal(80))
    found = search(REDHEADS, p, Limit(nodes=5_000))
    assert found.is_proven
    assert found.score < 104
    assert not search(REDHEADS, p, Limit(nodes=5_000), ALL._replace(capacity=False)).is_proven
    # A lost deal may still score, so the best score is not proven.
    assert not search(REDHEADS, p, Limit(nodes=5_000), aim=True).is_proven


def test_a_position_is_lost_because_all_that_follows_is() -> None:
    p = Session.from_record(LOST_BY_WHAT_FOLLOWS).position
    assert not refutation.is_refuted(REDHEADS, p)
    assert search(REDHEADS, p, Limit(nodes=12_000)).is_proven
    assert not search(REDHEADS, p, Limit(nodes=12_000), ALL._replace(sifts=False)).is_proven
    assert not search(REDHEADS, p, Limit(nodes=12_000), aim=True).is_proven


def test_a_proof_keeps_to_its_budget() -> None:
    p = Session.from_record(LOST_BY_WHAT_FOLLOWS).position
    whole = search(REDHEADS, p, Limit(nodes=12_000)).nodes
    assert whole < 12_000
    for nodes in (whole - 1, whole - 150, whole - 350):
        found = search(REDHEADS, p, Limit(nodes=nodes))
        assert not found.is_proven
        assert found.nodes == nodes


@pytest.mark.parametrize("game", WAYS, ids=lambda game: game.slug)
def test_rows_are_asked_as_positions_are(game: Terrace) -> None:
    found = {True: 0, False: 0}
    for seed in range(60):
        few, p = few_columns(game, seed, 8 + seed % 14)
        expected = refutation.is_refuted(few, p)
        start = starts(few, p, ALL)[0]
        assert is_row_lost(refutation.room_for(few, p), start.encoded.given, start.encoded.root) == expected
        found[expected] += 1
    assert min(found.values()) > 2, found


@pytest.mark.slow
@pytest.mark.parametrize("game", WAYS, ids=lambda game: game.slug)
def test_what_a_proving_beam_proves_is_lost_for_the_plain_search(game: Terrace) -> None:
    proven = won = 0
    for seed in range(300, 600):
        few, p = few_columns(game, seed, 8 + seed % 8)
        judge = plain_search.best(few, p, Limit(nodes=1000))
        start = starts(few, p, ALL)[0]
        assert may_prove(start, 64, Limit())
        is_lost = proves(start, 64, configs(few)[0], Limit(), Budget(Limit(), SLICE))
        assert not (is_lost and judge.score == 104), seed
        won += judge.score == 104
        proven += is_lost and not start.is_refuted
    assert won > 100
    assert proven > 2


@pytest.mark.slow
@pytest.mark.parametrize("game", WAYS, ids=lambda game: game.slug)
def test_no_position_of_a_winning_line_is_refuted(game: Terrace) -> None:
    won = 0
    for number in range(1, 25):
        p = game.start(Deal(number))
        found = search(game, p, Limit(nodes=10_000))
        for i, move in enumerate(found.line if found.score == 104 else ()):
            if p.base and i % 7 == number % 7:
                assert not refutation.is_refuted(game, p), (number, i)
                won += 1
            p = game.play(p, move)
    assert won > 80


@pytest.mark.slow
@pytest.mark.parametrize("game", WAYS, ids=lambda game: game.slug)
def test_what_is_refuted_is_lost_for_the_plain_search(game: Terrace) -> None:
    lost = refuted = won = 0
    for seed in range(300):
        few, p = few_columns(game, seed, 8 + seed % 8)
        judge = plain_search.best(few, p, Limit(nodes=1000))
        if judge.score == 104:
            assert not refutation.is_refuted(few, p), seed
            won += 1
        elif judge.is_proven:
            lost += 1
            refuted += refutation.is_refuted(few, p)
    assert won > 100
    assert refuted > 2, lost
