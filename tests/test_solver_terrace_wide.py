"""Terrace on tables that no game of the house has: the kernels hold them, or say that they cannot, and keep a limit."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from longwood.core.game import STOCK, Deal
from longwood.games.terrace.player import PLAYER
from longwood.games.terrace.rules import RESERVE, WASTE, Terrace
from longwood.games.terrace.solver import packed, rows, store
from longwood.games.terrace.solver import solve as terrace
from longwood.games.terrace.solver.attempt import Beam
from longwood.games.terrace.solver.beam import expand
from longwood.games.terrace.solver.chain import expand_chain
from longwood.games.terrace.solver.digging import expand_dig
from longwood.games.terrace.solver.encode import encode, rules_of
from longwood.games.terrace.solver.plain import NONE, expand_plain
from longwood.games.terrace.solver.rows import Given
from longwood.games.terrace.solver.runs import LEFT_OUT, tidy
from longwood.games.terrace.solver.tuned import configs
from longwood.games.terrace.solver.widths import MOST_COLUMNS, MOST_RUN, MOST_SHARED, most_moves
from longwood.solver import Limit, Verdict, plain_search, solve, solver_for
from terraces import agree, late, walk, work_for

pytestmark = pytest.mark.solver

BASE = Terrace(slug="custom", title="Custom", about="", choose_base=False)
WAYS = (
    *[replace(BASE, columns=columns) for columns in (1, 3, 12, MOST_RUN, MOST_RUN + 1, 24, 60, 91)],
    replace(BASE, columns=60, in_suit=True, redeals=3),
    replace(BASE, columns=40, fill_from=(RESERVE, WASTE, STOCK)),
    replace(BASE, columns=14, fill_from=(WASTE, STOCK), redeals=2),
    replace(BASE, columns=20, reserve=0, redeals=1),
    replace(BASE, columns=6, reserve=40),
    replace(BASE, columns=4, reserve=90),
    replace(BASE, columns=9, reserve=12, fill_from=(WASTE, WASTE, STOCK, RESERVE)),
)


def way_id(game: Terrace) -> str:
    return f"{game.columns}-columns-{game.reserve}-reserve{'-in-suit' * game.in_suit}{'-fills' * bool(game.fill_from)}"


@pytest.mark.parametrize("game", WAYS, ids=way_id)
def test_kernel_and_rules_agree(game: Terrace) -> None:
    assert sum([agree(game, p) for number in range(2) for p in islice(walk(game, number), 0, 120, 6)]) > 10


@pytest.mark.parametrize("game", WAYS, ids=way_id)
def test_no_position_has_more_moves_than_there_is_room_for(game: Terrace) -> None:
    room = most_moves(game.columns)
    # Twice the room: what does not fit would be written past the end.
    out = np.zeros((2 * room, rows.COLS + game.columns), np.int64)
    for p in [*islice(walk(game, 3), 0, 200, 5), *[late(game, seed, 90) for seed in (1, 3, 5)]]:
        encoded = encode(game, p)
        assert expand_plain(encoded.root, encoded.given, out, NONE) < room
        assert expand_dig(encoded.root, encoded.given, out) < room


@pytest.mark.parametrize("game", WAYS, ids=way_id)
def test_nodes_are_kept_and_lines_are_legal(game: Terrace) -> None:
    for number in range(1, 5):
        p = game.start(Deal(number))
        found = terrace.best(game, p, Limit(nodes=3_000))
        assert found.nodes <= 3_000
        for m in found.line:
            assert m in game.moves(p)
            p = game.play(p, m)
        assert game.score(p) == found.score


@pytest.mark.parametrize("columns", [MOST_RUN, MOST_RUN + 1, 60])
def test_a_wide_table_is_won(columns: int) -> None:
    game = replace(BASE, columns=columns)
    assert solve(game, game.start(Deal(1)), Limit(nodes=20_000)).verdict is Verdict.WON


@pytest.mark.parametrize("game", WAYS, ids=way_id)
def test_a_beam_holds_no_more_than_the_memory_allowed(game: Terrace) -> None:
    start, limit = terrace.starts(game, game.start(Deal(1)), terrace.ALL)[0], Limit(memory=8_000_000)
    tried = 0
    for width, used in terrace.shapes(game, configs(game), limit.memory):
        for config in used:
            tried += 1
            # What is not the beam's own is the deal's: the weights, and the limits of the reserve.
            held = sum([array.nbytes for array in Beam(start, width, config, limit).arrays])
            assert held - config.weights.nbytes - start.limits.nbytes <= limit.memory
    assert tried > 1


@pytest.mark.parametrize("columns", [1, 60])
def test_a_clock_that_is_up_ends_the_search_before_it_begins(columns: int) -> None:
    game = replace(BASE, columns=columns, reserve=5)
    found = terrace.solve(game, game.start(Deal(2)), Limit(seconds=1e-9))
    assert (found.verdict, found.nodes) == (Verdict.UNKNOWN, 0)


def one_run(columns: int) -> tuple[Terrace, rows.Ints, Given]:
    """A tidy row whose columns are one run of single low ends, with all high ends different where that can be."""
    game = replace(BASE, columns=columns)
    row = np.zeros(rows.COLS + columns, np.int64)
    for i in range(columns):
        low = min(i // 2, 5)
        row[rows.COLS + i] = packed.column_word(0, low, min(6 + i // 2, 12), 0)
    # Foundations of the chain that are ready for several of its low ends, and a waste card that fits another.
    row[rows.FND] = 0x5310
    row[rows.WTOP], row[rows.WCOUNT], row[rows.LO], row[rows.PTR] = 0, 1, 1, 1
    tidy(row)
    seq = np.array([packed.card_word(0, 2, 0, 0)], np.int64)
    given = Given(seq, np.zeros(1, np.int64), np.zeros((2, 3), np.int64), rules_of(game))
    return game, row, given


def test_pairings_that_find_no_room_are_counted() -> None:
    game, row, given = one_run(MOST_RUN)
    # A run whose middle holds one low end alone: it is cut there in hundreds of ways.
    lows = [0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 4, 4, 4, 5, 5, 5]
    for i, low in enumerate(lows):
        row[rows.COLS + i] = packed.column_word(0, low, min(5 + i // 2, 12), 0)
    row[rows.FND] = 0x5432
    tidy(row)
    work, ctl = work_for(game), np.zeros(store.CONTROL, np.int64)
    ctl[store.CHAIN] = 1
    n = expand(row, given, work, ctl)
    assert MOST_SHARED <= n < len(work.out)
    # So the beam has dropped rows, and its end is no proof.
    assert ctl[store.DROPPED] == work.ends[LEFT_OUT] > 0
    # On the widest table of the house there is room for all.
    game, row, given = one_run(9)
    work = work_for(game)
    assert 0 < expand_chain(row, given, work) < MOST_SHARED
    assert work.ends[LEFT_OUT] == 0


def test_what_no_kernel_can_hold_is_left_to_the_plain_search() -> None:
    for game in (
        replace(BASE, columns=MOST_COLUMNS + 1, reserve=1),
        replace(BASE, columns=5, fill_from=(3,)),
    ):
        p = game.start(Deal(1))
        assert not terrace.fits(game, p)
        assert solver_for(game, p) is plain_search
    for game in WAYS:
        assert terrace.fits(game, game.start(Deal(1)))


def test_the_quick_player_sits_down_at_no_wide_table() -> None:
    assert PLAYER.knows(replace(BASE, columns=MOST_RUN))
    assert not PLAYER.knows(replace(BASE, columns=MOST_RUN + 1))
