"""The Terrace kernel is tied to the rules, its reductions to brute force, and its verdicts to both."""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
import transcripts
from longwood.game import STOCK, Deal, Move
from longwood.games.terrace import FOUNDATIONS, TERRACE, WASTE, Terrace, TerracePosition
from longwood.solver import terrace
from longwood.solver import terrace_kernel as kernel
from longwood.solver.result import Limit
from longwood.solver.terrace_encode import Ints, encode

CUSTOM = (
    Terrace(slug="custom-1", title="", about="", reserve=5, columns=6, in_suit=True, redeals=2, fill_from=(WASTE,)),
    Terrace(slug="custom-2", title="", about="", reserve=3, columns=10, redeals=1, choose_base=False),
    Terrace(slug="custom-3", title="", about="", reserve=7, columns=5, fill_from=(STOCK, WASTE), redeals=1),
)
FACTS = slice(0, kernel.H2 + 1)


def rows(game: Terrace) -> Ints:
    return np.zeros((256, kernel.COLS + game.columns), dtype=np.int64)


def walk(game: Terrace, number: int, *, likes_play: float = 0.8) -> Iterator[TerracePosition]:
    """The positions of a random game that prefers playing cards to dealing them."""
    chance = random.Random(f"{game.slug} {number}")
    p = game.start(Deal(number))
    while moves := game.moves(p):
        yield p
        up = [m for m in moves if m.dst in FOUNDATIONS]
        cards = [m for m in moves if STOCK not in (m.src, m.dst)]
        picks = up if up and chance.random() < likes_play else cards
        p = game.play(p, chance.choice(picks if picks and chance.random() < likes_play else moves))
        if chance.random() < 0.003:
            break
    yield p


def facts(game: Terrace, p: TerracePosition, row: Ints, seq: Ints) -> None:
    """Assert that a row says what a position says."""
    fresh = encode(game, p)
    assert list(row[kernel.COLS :]) == list(fresh.root[kernel.COLS :])
    left = [int(seq[i]) for i in range(seq.size) if kernel.unplayed(row, i)]
    assert left == [int(card) for card in fresh.seq[: fresh.rules[kernel.CARDS]]]
    for field in (kernel.LEFT, kernel.WCOUNT, kernel.RES, kernel.FND, kernel.LOCK, kernel.TURNED, kernel.INV, kernel.BLK):
        assert row[field] == fresh.root[field]
    if row[kernel.WCOUNT]:
        assert seq[row[kernel.WTOP]] == fresh.seq[fresh.root[kernel.WTOP]]


def agree(game: Terrace, p: TerracePosition) -> int:
    """Assert that kernel and rules agree on a position's moves and on where they lead; how many moves that is."""
    encoded = encode(game, p)
    out = rows(game)
    n = kernel.expand_plain(encoded.root, *encoded.context, out, 0)
    children = {(int(row[kernel.MOVE]) & 255, int(row[kernel.MOVE]) >> 8): row for row in out[:n]}
    assert len(children) == n
    expected = {(m.src, min(FOUNDATIONS) if m.dst in FOUNDATIONS else m.dst): m for m in game.moves(p)}
    assert set(children) == set(expected)
    for move, row in children.items():
        facts(game, game.play(p, expected[move]), row, encoded.seq)
    return n


@pytest.mark.parametrize("game", (*TERRACE, *CUSTOM), ids=lambda game: game.slug)
def test_kernel_and_rules_agree_on_random_walks(game: Terrace) -> None:
    checked = sum([agree(game, p) for number in range(3) for p in walk(game, number) if p.base])
    assert checked > 500


def late(game: Terrace, seed: int, size: int) -> TerracePosition:
    """A made-up position with about `size` cards off the foundations: few enough to try everything."""
    chance = random.Random(f"{game.slug} late {seed}")
    base = chance.randint(1, 13)
    ready = [0] * 8
    while sum(ready) < 104 - size:
        ready[chance.choice([i for i in range(8) if ready[i] < 13])] += 1
    piles: list[tuple[int, ...]] = [()] * len(game.piles)
    loose = []
    for i, height in enumerate(ready):
        cards = []
        for step in range(13):
            red = i // 4 if game.in_suit else i // 4 ^ step & 1
            suit = ((0, 3), (1, 2))[red][i // 2 % 2]
            cards.append(suit * 13 + (base - 1 + step) % 13)
        piles[FOUNDATIONS[i]] = tuple(cards[:height])
        loose += cards[height:]
    chance.shuffle(loose)
    empty = 0 if game.fill_from else chance.choice((0, 0, 1, 2))
    for t in range(11, 11 + game.columns - empty):
        piles[t] = tuple(loose[:1])
        del loose[:1]
    kept = chance.randint(0, min(len(loose), 6))
    piles[2] = tuple(loose[:kept])
    dealt = chance.randint(kept, len(loose))
    piles[WASTE], piles[STOCK] = tuple(loose[kept:dealt]), tuple(loose[dealt:])
    turned = chance.randint(0, game.redeals)
    if piles[STOCK] and (not piles[WASTE] or (turned and len(piles[WASTE]) > 1)):
        piles[WASTE], piles[STOCK] = piles[WASTE] + piles[STOCK], ()
    locked = () in piles[11:] and piles[WASTE] != () and not game.fill_from and chance.random() < 0.3
    p = TerracePosition(tuple(piles), base, locked, turned)
    # Some packing, so that there are columns of several cards.
    for _ in range(chance.randint(0, 8)):
        packing = [m for m in game.moves(p) if m.dst > 10]
        if packing:
            p = game.play(p, chance.choice(packing))
    return p


PLAIN = terrace.Switches(reduced=False, forced=False, deadlock=False)
WAYS = {
    "reduced": PLAIN._replace(reduced=True),
    "forced": PLAIN._replace(forced=True),
    "deadlock": PLAIN._replace(deadlock=True),
    "all": terrace.ALL,
}


@pytest.mark.slow
@pytest.mark.parametrize("game", (*TERRACE, *CUSTOM), ids=lambda game: game.slug)
def test_each_reduction_leaves_verdict_and_best_score_as_they_are(game: Terrace) -> None:
    seen = {True: 0, False: 0}
    for seed in range(200):
        # Fewer columns: then less is won, and more can be tried.
        few = replace(game, columns=2 + seed % 5)
        p = late(few, seed, 12 + seed % 14)
        limit = Limit(nodes=200_000)
        plain = terrace.search(few, p, limit, PLAIN, aim=True)
        if not plain.is_proven:
            continue
        seen[plain.score == 104] += 1
        for name, switches in WAYS.items():
            aimed = terrace.search(few, p, limit, switches, aim=True)
            assert (aimed.is_proven, aimed.score) == (True, plain.score), (seed, name)
            found = terrace.search(few, p, limit, switches)
            assert (found.is_proven, found.score == 104) == (True, plain.score == 104), (seed, name)
    assert min(seen.values()) > 40, seen
