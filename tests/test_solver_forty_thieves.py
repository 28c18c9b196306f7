"""Forty Thieves: the kernel plays by the rules, the search never lies."""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

import transcripts
from late import endgame, late_positions
from longwood import solver
from longwood.core.cards import parse_cards
from longwood.core.game import Deal, Move, Position
from longwood.games import GAMES
from longwood.games.forty_thieves.rules import FOUNDATIONS
from longwood.games.forty_thieves.solver import kernel, state
from longwood.games.forty_thieves.solver import solve as thieves
from longwood.games.forty_thieves.solver.crowding import look_of
from longwood.games.forty_thieves.solver.dead import AREAS, is_dead
from longwood.games.forty_thieves.solver.encode import Array, Root, decode_move, encode, random_keys
from longwood.games.forty_thieves.solver.expand import CLOSED, MOST, NEXT, USED, keys
from longwood.games.forty_thieves.solver.search import CROWDING, NODE_BYTES, Search
from longwood.games.forty_thieves.solver.settle import ALL, DEAD, JOIN, PROVING, SAFE, SPACES, TAILS, TRACE, advance
from longwood.games.forty_thieves.solver.state import NO_MOVE
from longwood.solver import Limit, Verdict
from longwood.solver import plain_search as search
from thieves import legal_moves

pytestmark = pytest.mark.solver

GAME = GAMES["forty-thieves"]
MEMORY = 60_000_000
KEYS = random_keys()


def rules_moves(p: Position) -> list[Move]:
    """The legal moves; of foundations that take the same cards only the first, because the kernel sees them as one."""
    moves: dict[object, Move] = {}
    for m in GAME.moves(p):
        moves.setdefault((m.src, m.count) if m.dst in FOUNDATIONS else m, m)
    return list(moves.values())


def decode(root: Root, row: Array, mask: np.uint64) -> tuple[object, ...]:
    """Stock, waste, columns and foundation heights of a state of the kernel."""
    talon = root.cards.talon.tolist()
    dealt = int(state.dealt_of(row))
    columns = []
    for c in range(10):
        depth, base, length = (int(part(row, c)) for part in (state.depth_of, state.base_of, state.length_of))
        columns.append((*root.cards.columns[c, :depth].tolist(), *range(base, base - length, -1)))
    waste = tuple(card for i, card in enumerate(talon[:dealt]) if int(mask) >> i & 1)
    heights = sorted(int(height(row, suit)) for suit in range(4) for height in (state.greater, state.lesser))
    return (tuple(talon[: dealt - len(talon) - 1 : -1]), waste, *columns, heights)


def plain(p: Position) -> tuple[object, ...]:
    """The same of a position."""
    return (*p.piles[:2], *p.piles[10:], sorted(len(p.piles[f]) for f in FOUNDATIONS))


def verdict(p: Position, prunings: int = ALL, nodes: int = 20_000) -> Verdict:
    """What a search with only these prunings finds."""
    tried = Search(encode(p), MEMORY, prunings)
    tried.run(nodes)
    if tried.score == MOST:
        return Verdict.WON
    return Verdict.LOST if tried.exhausted else Verdict.UNKNOWN


# The kernel and the rules


def test_kernel_agrees_with_the_rules_on_random_walks() -> None:
    rng = random.Random(1)
    for number in range(12):
        # Endgames have spaces and long runs, which a random game seldom sees.
        p = GAME.start(Deal(number)) if number % 2 else endgame(rng)
        root = encode(p)
        row, mask = root.row.copy(), root.mask
        for _ in range(250):
            assert decode(root, row, mask) == plain(p)
            assert state.score(row) == GAME.score(p)
            steps = legal_moves(root, row, mask)
            assert sorted(decode_move(p, step) for step in steps) == sorted(rules_moves(p))
            eager = [step for step in steps if state.source(step) != state.STOCK]
            if not steps:
                break
            step = rng.choice(eager if eager and rng.random() < 0.8 else steps)
            mask = np.uint64(kernel.play(row, mask, step, root.cards))
            p = GAME.play(p, decode_move(p, step))
            # A state is told from where the search began: any position must do for that.
            if rng.random() < 0.05:
                root = encode(p)
                row, mask = root.row.copy(), root.mask


def perft(p: Position, plies: int) -> int:
    moves = rules_moves(p)
    return len(moves) if plies == 1 else sum(perft(GAME.play(p, m), plies - 1) for m in moves)


def test_perft_equals_that_of_the_rules() -> None:
    rng = random.Random(9)
    positions = [GAME.start(Deal(number)) for number in range(3)]
    positions += list(late_positions(GAME, range(6), range(1, 60)))
    positions += [endgame(rng) for _ in range(8)]
    totals = []
    for p in positions:
        root = encode(p)
        totals.append(kernel.perft(root.row, root.mask, root.cards, 3))
        assert totals[-1] == perft(p, 3)
    assert sum(totals) > 2000


def test_positions_of_the_transcripts_are_understood() -> None:
    names = transcripts.slots(GAME)
    seen = 0
    for transcript in transcripts.read("forty-thieves"):
        for step in transcript.steps[::15]:
            slots = step["state"]["slots"]
            p = Position(tuple(parse_cards(slots[name].upper()) for name in names))
            root = encode(p)
            assert decode(root, root.row, root.mask) == plain(p)
            steps = legal_moves(root, root.row, root.mask)
            assert sorted(decode_move(p, m) for m in steps) == sorted(rules_moves(p))
            seen += 1
    assert seen > 500


# The search and the plain search


def agree(positions: Iterator[Position], nodes: int) -> Counter[Verdict]:
    """The verdicts of the plain search where it comes to one; ours must be the same."""
    verdicts: Counter[Verdict] = Counter()
    for p in positions:
        expected = search.solve(GAME, p, Limit(nodes=nodes)).verdict
        verdicts[expected] += 1
        if expected is not Verdict.UNKNOWN:
            assert thieves.solve(GAME, p, Limit(nodes=50_000, memory=MEMORY)).verdict is expected, p
    return verdicts


@pytest.mark.slow
def test_verdicts_are_those_of_the_plain_search() -> None:
    rng = random.Random(2)
    verdicts = agree(late_positions(GAME, range(40), range(1, 8)), 100)
    verdicts += agree((endgame(rng) for _ in range(20)), 200)
    assert verdicts[Verdict.WON] >= 5
    assert verdicts[Verdict.LOST] >= 15


@pytest.mark.proof
def test_verdicts_are_those_of_the_plain_search_on_thousands() -> None:
    rng = random.Random(3)
    verdicts = agree(late_positions(GAME, range(100, 2600), range(1, 10)), 120)
    verdicts += agree((endgame(rng) for _ in range(300)), 800)
    assert verdicts[Verdict.WON] >= 100
    assert verdicts[Verdict.LOST] >= 1000


def without_each_pruning(positions: Iterator[Position]) -> Counter[Verdict]:
    """The verdicts without any pruning; with the quick ones, all, and all but one they must be the same, if any."""
    verdicts: Counter[Verdict] = Counter()
    for p in positions:
        expected = verdict(p, 0)
        verdicts[expected] += 1
        for prunings in (ALL, PROVING, ALL & ~SAFE, ALL & ~JOIN, ALL & ~TAILS, ALL & ~SPACES, ALL & ~DEAD):
            assert {expected, verdict(p, prunings)} - {Verdict.UNKNOWN} in ({Verdict.WON}, {Verdict.LOST}, set()), (
                prunings,
                p,
            )
    return verdicts


@pytest.mark.slow
def test_no_pruning_changes_a_verdict() -> None:
    rng = random.Random(4)
    verdicts = without_each_pruning(endgame(rng, lowest=4) for _ in range(60))
    assert verdicts[Verdict.WON] >= 5
    assert verdicts[Verdict.LOST] >= 5


@pytest.mark.proof
def test_no_pruning_changes_a_verdict_on_many() -> None:
    rng = random.Random(5)
    verdicts = without_each_pruning(endgame(rng, lowest=3) for _ in range(1000))
    assert verdicts[Verdict.WON] >= 100
    assert verdicts[Verdict.LOST] >= 100


# Traps of two decks


def position(foundations: str, *columns: str, waste: str = "", stock: str = "") -> Position:
    """Foundations by their top cards, columns as text."""
    piles = [tuple(range(top // 13 * 13, top + 1)) for top in parse_cards(foundations)]
    piles += [()] * (8 - len(piles)) + [parse_cards(column) for column in columns] + [()] * (10 - len(columns))
    return Position((parse_cards(stock), parse_cards(waste), *piles))


def settled(p: Position, prunings: int) -> tuple[object, ...]:
    """The position after the moves that need no thought."""
    root = encode(p)
    row = root.row.copy()
    trace = np.empty(TRACE, np.int32)
    mask = advance(row, root.mask, NO_MOVE, root.cards, prunings, trace)
    return decode(root, row, np.uint64(mask))


def test_safe_autoplay_waits_for_both_foundations() -> None:
    # One foundation of spades takes the 6, but the other stands at 3: the 5S in the waste may yet need the 6S.
    early = position("5S3S", "KD6S", "KD", waste="4S5SKH")
    assert settled(early, SAFE) == plain(early)
    ready = position("5S5S", "KD6S", "KD", waste="KH")
    assert settled(ready, SAFE) == plain(GAME.play(ready, Move(10, 2)))


def test_playing_a_card_too_early_can_lose() -> None:
    # The 5H must host the 4H that covers the ace; a search that played it as "safe" on one ready foundation would lose.
    rng = random.Random(6)
    needed = 0
    for _ in range(150):
        p = endgame(rng)
        greedy = p
        while early := [m for m in GAME.moves(greedy) if m.dst in FOUNDATIONS and m.count == 1]:
            greedy = GAME.play(greedy, early[0])
        needed += verdict(p) is Verdict.WON and verdict(greedy) is Verdict.LOST
    assert needed


def test_equal_cards_in_different_places_are_both_tried() -> None:
    p = position("6S6S", "KD7S", "QD7S", *["KH"] * 8)
    root = encode(p)
    steps = legal_moves(root, root.row, root.mask)
    sources = {state.source(m) for m in steps if state.target(m) == state.TO_FOUNDATION}
    assert sources == {0, 1}
    after = [keys(encode(GAME.play(p, Move(10 + c, 2))).row, root.mask, KEYS) for c in (0, 1)]
    assert after[0] != after[1]


def test_a_run_may_be_split_again_after_it_was_joined() -> None:
    # Prunings 2 and 3 once joined runs again as soon as they were split, and called this position lost.
    columns = ("JHJDTSKSKS", "JCJC7DKHQH", "8C8S9DKC8D", "QC9S9D9STD", "KH7S8DTCQD", "THJHQSQHJS", "8H8CTSQDJD",
               "JS8SKD9CTC", "9HTDTHKDQC", "KC9H9CQS7C")  # fmt: skip
    p = position("6C7C7D6D8H7H6S7S", *columns)
    assert search.solve(GAME, p, Limit(nodes=3000)).verdict is Verdict.WON
    assert solver.solve(GAME, p, Limit(nodes=3000), is_trusted=True).verdict is Verdict.WON


def test_a_space_is_kept_when_runs_are_joined() -> None:
    p = position("4S4S", "KDTS9S", "8S7S", *["KH"] * 7, waste="KC")
    joined = settled(p, JOIN)
    assert joined[2] == parse_cards("KDTS9S8S7S")
    assert joined[3] == ()


# The answers


def test_a_dead_position_is_lost_at_once() -> None:
    # Nothing can ever leave a column: each top card waits for a card that lies under it or its equal.
    columns = ["2S2SKS", "2H2HKH", "2D2DKD", "2C2CKC", "3S3SKS", "3H3HKH", "3D3DKD", "3C3CKC", "4S4SQS", "4H4HQH"]
    found = solver.solve(GAME, position("", *columns, waste="ASAHADAC", stock="5S6H7D8C"), is_trusted=True)
    assert found.verdict is Verdict.LOST
    assert found.nodes == 0


def test_a_card_under_one_that_had_to_go_up_is_the_second_of_its_rank() -> None:
    # One 3S can go up; then the 3S under it needs the second ace and the second two of spades.
    stuck = ["2H2HKH", "2D2DKD", "2C2CKC", "3H3HKH", "3D3DKD", "3C3CKC", "4H4HQH", "4D4DQD", "4C4CQC"]
    lost = solver.solve(GAME, position("2S", "3S3S", *stuck, stock="4S5S"), is_trusted=True)
    assert (lost.verdict, lost.nodes) == (Verdict.LOST, 0)
    root = encode(position("2S", "3S3S", *stuck, stock="2SAS"))
    assert not is_dead(root.row, root.mask, root.cards, np.empty(AREAS, np.int64))


def test_same_nodes_same_answer() -> None:
    p = GAME.start(Deal(100_004))
    answers = [thieves.solve(GAME, p, Limit(nodes=1234)) for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0].nodes == 1234


def test_a_budget_of_seconds_ends() -> None:
    found = thieves.solve(GAME, GAME.start(Deal(100_001)), Limit(seconds=0.01))
    assert found.verdict is Verdict.UNKNOWN


def test_what_is_forgotten_is_never_called_lost() -> None:
    # Deal 100010 is lost. With hardly any memory the search forgets states, and must not claim a proof.
    p = GAME.start(Deal(100_010))
    small = Search(encode(p), 3_000_000)
    small.run(400_000)
    assert small.forgot
    assert not small.exhausted
    assert thieves.solve(GAME, p, Limit(nodes=400_000, memory=3_000_000)).verdict is Verdict.UNKNOWN


def test_memory_is_bounded() -> None:
    small = Search(encode(GAME.start(Deal(100_001))), 20_000_000)
    small.run(30_000)
    held = sum(part.nbytes for part in small.states)
    assert held <= 20_000_000


def test_crowding_changes_the_order_only() -> None:
    """A search that avoids crowds opens the same states until none is left, and counts each that it expands."""
    rng = random.Random(11)
    seen = 0
    for p in [*late_positions(GAME, range(3000, 3040), range(1, 12)), *[endgame(rng) for _ in range(10)]]:
        crowded, spread = (Search(encode(p), MEMORY, crowding=crowding) for crowding in (0, CROWDING))
        for each in (crowded, spread):
            each.run(20_000)
        if crowded.exhausted:
            assert spread.exhausted
            assert spread.nodes == crowded.nodes == int(spread.states.counts.sum())
            seen += crowded.nodes
    assert seen > 1000


def test_a_crowd_lets_others_go_first() -> None:
    found = []
    for crowding in (0, CROWDING):
        each = Search(encode(GAME.start(Deal(100_001))), MEMORY, crowding=crowding)
        each.run(2_000)
        closed = np.flatnonzero(each.states.links[: each.stats[USED], NEXT] == CLOSED)
        found.append(len({look_of(each.states.rows[node]) for node in closed.tolist()}))
    assert found[1] > 1.5 * found[0]


@pytest.mark.parametrize("memory", [5_000_000, 13_000_000])
def test_memory_is_bounded_while_the_hash_table_grows(memory: int) -> None:
    growing = Search(encode(GAME.start(Deal(100_001))), memory)
    old, grown = growing.states.table.nbytes, 0
    for until in range(500, 20_000, 500):
        growing.run(until)
        # Memory that no state has been written to is not taken yet.
        states = growing.states
        taken = int(growing.stats[USED]) * NODE_BYTES + states.heads.nbytes + states.table.nbytes + states.counts.nbytes
        if growing.states.table.nbytes > old:
            taken += old
            grown += 1
        assert taken <= memory
        old = growing.states.table.nbytes
    assert grown


def test_best_score_is_that_of_the_plain_search() -> None:
    rng = random.Random(7)
    positions = [*late_positions(GAME, range(2000, 2040), range(1, 8)), *[endgame(rng, lowest=4) for _ in range(5)]]
    assert compare_best(positions, 100) >= 15


@pytest.mark.proof
def test_best_score_is_that_of_the_plain_search_on_a_thousand() -> None:
    rng = random.Random(8)
    positions = [*late_positions(GAME, range(3000, 5600), range(1, 8)), *[endgame(rng, lowest=3) for _ in range(100)]]
    assert compare_best(positions, 120) >= 1000


def compare_best(positions: list[Position], nodes: int) -> int:
    """How many positions the plain search has seen through; there our best score must be the same, and proven."""
    proven = 0
    for p in positions:
        expected = search.best(GAME, p, Limit(nodes=nodes))
        if expected.is_proven:
            found = solver.best_score(GAME, p, Limit(nodes=100_000, memory=MEMORY), is_trusted=True)
            assert (found.score, found.is_proven) == (expected.score, True), p
            proven += 1
    return proven


def test_best_score_without_a_proof_has_a_line() -> None:
    start = GAME.start(Deal(100_001))
    found = solver.best_score(GAME, start, Limit(nodes=2000))
    assert not found.is_proven
    assert 0 < found.score < 1000
    assert found.line


def test_any_point_of_a_game_can_be_asked() -> None:
    start = GAME.start(Deal(100_003))
    line = solver.solve(GAME, start, Limit(nodes=20_000)).line
    p = start
    for m in line:
        p = GAME.play(p, m)
    assert GAME.won(p)
    p = start
    for number, m in enumerate(line):
        if number % 40 == 0:
            assert thieves.solve(GAME, p, Limit(nodes=5000)).verdict is not Verdict.LOST
        p = GAME.play(p, m)


@pytest.mark.frozen
def test_the_search_makes_the_same_steps_as_before() -> None:
    # A signature of the whole search: any change of moves, prunings, order or weights shows here.
    found = [thieves.solve(GAME, GAME.start(Deal(number)), Limit(nodes=3000)) for number in range(100_001, 100_021)]
    assert sum(f.verdict is Verdict.WON for f in found) == 7
    assert sum(f.nodes for f in found) == 48_180
