"""Terrace positions of all kinds for the tests of its solver, and what ties its rows to the rules."""

import random
from collections.abc import Iterator
from dataclasses import replace

from longwood.core.game import STOCK, Deal
from longwood.games import GAMES
from longwood.games.terrace.rules import FOUNDATIONS, WASTE, Terrace, TerracePosition
from longwood.games.terrace.solver import packed, rows
from longwood.games.terrace.solver.encode import encode, heights
from longwood.games.terrace.solver.packed import within
from longwood.games.terrace.solver.plain import NONE, expand_plain
from longwood.games.terrace.solver.proof import limits
from longwood.games.terrace.solver.rows import Ints
from longwood.games.terrace.solver.runs import Work
from longwood.games.terrace.solver.store import new_work

TERRACE = [game for game in GAMES.values() if isinstance(game, Terrace)]
CUSTOM = (
    Terrace(slug="custom-1", title="", about="", reserve=5, columns=6, in_suit=True, redeals=2, fill_from=(WASTE,)),
    Terrace(slug="custom-2", title="", about="", reserve=3, columns=10, redeals=1, choose_base=False),
    Terrace(slug="custom-3", title="", about="", reserve=7, columns=5, fill_from=(STOCK, WASTE), redeals=1),
)
ALL_WAYS = [*TERRACE, *CUSTOM]
SAME = (rows.LEFT, rows.WCOUNT, rows.RES, rows.FND, rows.LOCK, rows.TURNED, rows.INV, rows.BLK)


def work_for(game: Terrace) -> Work:
    return new_work(rows.COLS + game.columns, game.columns)


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
    assert list(row[rows.COLS :]) == list(fresh.root[rows.COLS :])
    left = [int(seq[i]) for i in range(seq.size) if rows.unplayed(row, i)]
    assert left == [int(card) for card in fresh.given.seq[: fresh.given.rules[rows.CARDS]]]
    for field in SAME:
        assert row[field] == fresh.root[field]
    if row[rows.WCOUNT]:
        assert seq[row[rows.WTOP]] == fresh.given.seq[fresh.root[rows.WTOP]]


def agree(game: Terrace, p: TerracePosition) -> int:
    """Assert that kernel and rules agree on a position's moves and on where they lead; how many moves that is."""
    encoded = encode(game, p)
    out = work_for(game).out
    n: int = expand_plain(encoded.root, encoded.given, out, NONE)
    children = {(packed.move_src(row[rows.MOVE]), packed.move_dst(row[rows.MOVE])): row for row in out[:n]}
    assert len(children) == n
    expected = {(m.src, min(FOUNDATIONS) if m.dst in FOUNDATIONS else m.dst): m for m in game.moves(p)}
    assert set(children) == set(expected)
    for move, row in children.items():
        facts(game, game.play(p, expected[move]), row, encoded.given.seq)
    return n


def late(game: Terrace, seed: int, size: int) -> TerracePosition:
    """A made-up position with about `size` cards off the foundations: few enough to try everything."""
    chance = random.Random(f"{game.slug} late {seed}")
    base = chance.randint(1, 13)
    # Either all foundations nearly done, or a few of them hardly begun.
    ready = [0] * 8 if seed % 2 else [13] * 8
    if seed % 2:
        while sum(ready) < 104 - size:
            ready[chance.choice([i for i in range(8) if ready[i] < 13])] += 1
    else:
        open_ones = chance.sample(range(8), 2 + (size > 20))
        while sum(ready) > 104 - size:
            ready[chance.choice([i for i in open_ones if ready[i]])] -= 1
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


def few_columns(game: Terrace, seed: int, size: int) -> tuple[Terrace, TerracePosition]:
    """A late position of the game with fewer columns: then less is won, and more can be tried."""
    few = replace(game, columns=2 + seed % 5)
    return few, late(few, seed, size)


def is_reserve_dead(game: Terrace, p: TerracePosition) -> bool:
    """Whether the reserve can never be played out (P3)."""
    return not within(heights(game, p), limits(game, p)[-1])
