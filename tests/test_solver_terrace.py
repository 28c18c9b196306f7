"""The Terrace kernel is tied to the rules, its reductions to brute force, and its verdicts to both."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
import transcripts
from longwood.game import STOCK, Deal, Move
from longwood.games.terrace import FOUNDATIONS, TERRACE, WASTE, Terrace, TerracePosition
from longwood.solver import terrace_chain as chain
from longwood.solver import terrace_kernel as kernel
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
