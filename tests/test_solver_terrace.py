"""The Terrace kernel is tied to the rules, its reductions to brute force, and its verdicts to both."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import transcripts
from docs import ROOT
from longwood.core.cards import SUIT
from longwood.core.game import STOCK, Deal, Move
from longwood.games.terrace.rules import FOUNDATIONS, RESERVE, WASTE, Terrace, TerracePosition
from longwood.games.terrace.solver import packed, rows
from longwood.games.terrace.solver import solve as terrace
from longwood.games.terrace.solver.chain import expand_chain
from longwood.games.terrace.solver.digging import expand_dig
from longwood.games.terrace.solver.encode import chain_of, encode, family_of, rank_of, rules_of
from longwood.games.terrace.solver.forced import forced
from longwood.games.terrace.solver.line import Writer
from longwood.games.terrace.solver.proof import limits
from longwood.games.terrace.solver.rows import Given
from longwood.games.terrace.solver.runs import tidy
from longwood.solver import Limit, Verdict, best_score, solve
from longwood.solver import plain_search as search
from terraces import ALL_WAYS, TERRACE, agree, facts, few_columns, is_reserve_dead, late, walk, work_for

pytestmark = pytest.mark.solver


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL_WAYS, ids=lambda game: game.slug)
def test_kernel_and_rules_agree_on_random_walks(game: Terrace) -> None:
    checked = sum([agree(game, p) for number in range(2) for p in islice(walk(game, number), 1, 200, 2) if p.base])
    assert checked > 100


@pytest.mark.proof
@pytest.mark.parametrize("game", ALL_WAYS, ids=lambda game: game.slug)
def test_verdict_and_best_score_agree_with_the_plain_search(game: Terrace) -> None:
    seen = {Verdict.WON: 0, Verdict.LOST: 0}
    for seed in range(400):
        few, p = few_columns(game, seed, 8 + seed % 6)
        judge = search.best(few, p, Limit(nodes=600))
        if not judge.is_proven or few.won(p):
            continue
        # Both replay their lines through the rules. Some of these reserves are larger than the deal's.
        found = solve(few, p, Limit(nodes=100_000), is_trusted=True)
        best = best_score(few, p, Limit(nodes=100_000), is_trusted=True)
        assert found.verdict is (Verdict.WON if judge.score == 104 else Verdict.LOST), seed
        assert (best.score, best.is_proven) == (judge.score, True), seed
        seen[found.verdict] += 1
    assert min(seen.values()) > 5, seen


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL_WAYS, ids=lambda game: game.slug)
def test_a_digging_move_leads_where_its_moves_lead_by_the_rules(game: Terrace) -> None:
    seen: Counter[tuple[int, bool]] = Counter()
    for seed in range(150):
        # Many columns: more to dig in.
        first = late(game, seed, 20 + seed % 19)
        for p in [first, *[game.play(first, m) for m in game.moves(first) if m.dst == STOCK]]:
            encoded = encode(game, p)
            out = work_for(game).out
            n = expand_dig(encoded.root, encoded.given, out)
            for child in out[:n]:
                code = int(child[rows.MOVE])
                if packed.cards_dug(code):
                    writer = Writer(game, p)
                    writer.plain(code)
                    facts(game, writer.p, child, encoded.given.seq)
                    seen[packed.move_dst(code), not p.piles[WASTE] and p.piles[STOCK] != ()] += 1
    assert min(seen[packed.FOUNDATION, False], seen[packed.DIG_ALL, False]) > 2
    assert not game.in_suit or seen[packed.DIG_ALL, True]


PLAIN = terrace.Switches(reduced=False, forced=False, deadlock=False, capacity=False, sifts=False)
WAYS = {
    "reduced": PLAIN._replace(reduced=True),
    "forced": PLAIN._replace(forced=True),
    "deadlock": PLAIN._replace(deadlock=True),
    "capacity": PLAIN._replace(capacity=True),
    "sifts": PLAIN._replace(capacity=True, sifts=True),
    "all": terrace.ALL,
}


@pytest.mark.proof
@pytest.mark.parametrize("game", ALL_WAYS, ids=lambda game: game.slug)
def test_each_reduction_leaves_verdict_and_best_score_as_they_are(game: Terrace) -> None:
    seen = {True: 0, False: 0}
    # Digging beams take their share first, so the whole may need more nodes than the plain search alone.
    limit = Limit(nodes=300_000)
    for seed in range(240):
        few, p = few_columns(game, seed, 12 + seed % 14)
        plain = terrace.search(few, p, Limit(nodes=30_000), PLAIN, aim=True)
        if not plain.is_proven:
            continue
        seen[plain.score == 104] += 1
        for name, switches in WAYS.items():
            aimed = terrace.search(few, p, limit, switches, aim=True)
            assert (aimed.is_proven, aimed.score) == (True, plain.score), (seed, name)
            found = terrace.search(few, p, limit, switches)
            assert (found.is_proven, found.score == 104) == (True, plain.score == 104), (seed, name)
    assert min(seen.values()) > 10, seen


def recorded(file: str, games: int) -> Iterator[TerracePosition]:
    """The positions of a file's first recorded games."""
    game = transcripts.game_of(file)
    names = transcripts.slots(game)
    for transcript in islice(transcripts.read(file), games):
        p = game.start(transcript.deal)
        for step in transcript.steps:
            move = step["move"]
            text = "deal" if move["kind"] == "deal" else f"{move['from']}:{move['count']}>{move['to']}"
            legal = {transcripts.recorded_move(game, names, m): m for m in game.moves(p)}
            if text not in legal:
                break  # where we deviate from the reference program on purpose
            p = game.play(p, legal[text])
            yield p


@pytest.mark.parametrize("file", [file for file in transcripts.files() if file.startswith("terrace")])
def test_kernel_reads_any_recorded_position(file: str) -> None:
    game = transcripts.game_of(file)
    assert isinstance(game, Terrace)
    checked = [agree(game, p) for i, p in enumerate(recorded(file, 4)) if i % 31 == 0 and p.base]
    assert len(checked) > 8


@pytest.mark.parametrize("game", ALL_WAYS, ids=lambda game: game.slug)
def test_a_forced_move_waits_until_every_foundation_of_its_family_is_ready(game: Terrace) -> None:
    made = 0
    for seed in range(60):
        few, p = few_columns(game, seed, 12 + seed % 14)
        encoded = encode(few, p)
        row = encoded.root.copy()
        code = forced(row, encoded.given, False)
        if not code:
            continue
        made += 1
        src = packed.move_src(code)
        card = p.piles[src][-1]
        rank = rank_of(card, p.base)
        up = Counter([c for f in FOUNDATIONS for c in p.piles[f]])
        # No card that could go below it on a foundation, or on it in a column, is still in play: of both decks.
        below = [c for c in range(52) if rank and rank_of(c, p.base) == rank - 1]
        under = [c for c in below if family_of(few, c, p.base) == family_of(few, card, p.base)]
        on_it = [c for c in below if chain_of(c, p.base) == chain_of(card, p.base)] if src > 10 else []
        assert all(up[c] == 2 for c in under + on_it)
        assert src == RESERVE or len(p.piles[src]) > 1
        facts(few, few.play(p, Move(src, next(m.dst for m in few.moves(p) if m.src == src))), row, encoded.given.seq)
    assert made > 5


def test_a_run_that_is_cut_keeps_every_pairing() -> None:
    # 9..4 and 6..5 of one chain, all else of that chain's low cards up: the 5 can leave either a lone 6 or 9..6.
    game = replace(TERRACE[0], columns=2)
    row = np.zeros(rows.COLS + 2, dtype=np.int64)
    row[rows.COLS] = packed.column_word(0, 4, 9, 0)
    row[rows.COLS + 1] = packed.column_word(0, 5, 6, 0)
    row[rows.FND] = 0x4445
    row[rows.WTOP] = -1
    tidy(row)
    work = work_for(game)
    nothing = np.zeros(1, dtype=np.int64)
    n = expand_chain(row, Given(nothing, nothing, np.zeros((1, 3), dtype=np.int64), rules_of(game)), work)
    after = {
        tuple([(packed.column_low(c), packed.column_high(c)) for c in child[rows.COLS :].tolist()])
        for child in work.out[:n]
    }
    # The 4 played: 9..5 and 6..5 in one run. The 5 played: both ways. Nothing can be packed away.
    assert after == {((5, 6), (5, 9)), ((4, 6), (6, 9)), ((4, 9), (6, 6))}


def test_the_reserve_counts_both_decks() -> None:
    game = TERRACE[1]  # in suit
    p = next(p for p in walk(game, 1) if p.base)
    king = [c for c in range(52) if rank_of(c, p.base) == 12]
    jack, queen = (
        next(c for c in range(52) if rank_of(c, p.base) == rank and SUIT[c] == SUIT[king[0]]) for rank in (10, 11)
    )
    for reserve, dead in (
        ((queen, queen, king[0]), True),
        ((queen, king[0]), False),
        ((queen, king[0], king[0]), True),
        # Under the king goes the other queen, so this one needs both jacks.
        ((jack, queen, king[0]), True),
        ((queen, jack, king[0]), False),
        ((jack, queen), False),
    ):
        piles = (*p.piles[:RESERVE], reserve, *p.piles[RESERVE + 1 :])
        assert is_reserve_dead(game, replace(p, piles=piles)) is dead
        assert not is_reserve_dead(replace(game, fill_from=(RESERVE,)), replace(p, piles=piles))


@pytest.mark.proof
@pytest.mark.parametrize("game", ALL_WAYS, ids=lambda game: game.slug)
def test_a_dead_reserve_is_lost_for_the_plain_search(game: Terrace) -> None:
    judged = 0
    for seed in range(700):
        few, p = few_columns(game, seed, 8 + seed % 8)
        if is_reserve_dead(few, p):
            judge = search.best(few, p, Limit(nodes=2000))
            assert judge.score < 104, seed
            judged += judge.is_proven
    assert judged > (-1 if RESERVE in game.fill_from else 20)


def test_a_limit_of_the_reserve_ends_with_its_cause() -> None:
    game = TERRACE[1]  # in suit
    p = next(p for p in walk(game, 1) if p.base)
    kinds = {(family_of(game, c, p.base), rank_of(c, p.base)): c for c in range(52)}
    # From the top: a rank 5 of the first suit, a rank 2 of it, the only other rank 1 beneath.
    piles = (*p.piles[:RESERVE], (kinds[0, 1], kinds[0, 2], kinds[0, 5]), *p.piles[RESERVE + 1 :])
    found = limits(game, replace(p, piles=piles)).tolist()
    assert found[0] == [13] * 8
    # One rank 1 is free: one foundation may hold it, and none a second one.
    assert found[1][:2] == [1, 13]
    # The rank 2 has to come first of its rank: no foundation may hold another before.
    assert found[2][:2] == [1, 2]
    # But the rank 5 waits for another.
    assert found[3] == [-1, -1, *[13] * 6]


@pytest.mark.parametrize("game", TERRACE, ids=lambda game: game.slug)
def test_the_same_budget_gives_the_same_answer(game: Terrace) -> None:
    p = game.start(Deal(4))
    first, again = (terrace.solve(game, p, Limit(nodes=5000)) for _ in range(2))
    assert first == again
    assert first.nodes <= 5000


def test_too_little_memory_is_no_proof() -> None:
    game = TERRACE[2]
    found = terrace.solve(game, game.start(Deal(1)), Limit(memory=1000))
    assert (found.verdict, found.line, found.nodes) == (Verdict.UNKNOWN, (), 0)


def test_the_base_card_is_chosen_by_the_search() -> None:
    game = TERRACE[0]
    p = game.start(Deal(1))
    result = solve(game, p, Limit(nodes=100_000))
    assert result.verdict is Verdict.WON
    assert result.line[0] in game.moves(p)


SIGNATURE = {
    "terrace": (21081, 416),
    "generals-patience": (16000, 98),
    "falling-stars": (21081, 417),
    "signora": (14731, 417),
    "redheads": (23729, 438),
    "blondes-and-brunettes": (30793, 441),
    "wood": (24884, 520),
}


@pytest.mark.frozen
@pytest.mark.slow
@pytest.mark.parametrize("game", TERRACE, ids=lambda game: game.slug)
def test_node_signature(game: Terrace) -> None:
    # Any change of the search shows here. If it was meant, and the benchmark is no worse, write down the new numbers.
    found = [terrace.search(game, game.start(Deal(number)), Limit(nodes=8000)) for number in range(1, 6)]
    assert (sum([f.nodes for f in found]), sum([f.score for f in found])) == SIGNATURE[game.slug]


def test_steps_are_numbered_in_the_code_as_in_the_docs() -> None:
    page = (ROOT / "docs" / "solver-terrace.md").read_text(encoding="utf-8")
    told = set(re.findall(r"\*\*([RPHS]\d)\.", page))
    assert told == {"R1", "R2", "R3", "R4", "P1", "P2", "P3", "P4", "P5", "H1", *[f"S{i}" for i in range(9)]}
    sources = [file.read_text(encoding="utf-8") for file in Path(rows.__file__).parent.glob("*.py")]
    assert {number for text in sources for number in re.findall(r"\b([RPHS]\d)\b", text)} == told
