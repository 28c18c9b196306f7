"""Each weight of Terrace counts what its declaration says: here once more, card by card, over the rules' own position.

If two weights change places anywhere between the declaration and the kernel, this fails.
"""

from itertools import combinations, islice

import numpy as np
import pytest

from docs import ROOT
from longwood.core.cards import Card
from longwood.core.game import STOCK
from longwood.games.terrace import player
from longwood.games.terrace.rules import FOUNDATIONS, RESERVE, WASTE, Terrace, TerracePosition
from longwood.games.terrace.solver import tuned
from longwood.games.terrace.solver.encode import Encoded, chain_of, encode, family_of, rank_of
from longwood.games.terrace.solver.store import new_gaps
from longwood.games.terrace.solver.value import AHEAD, value
from longwood.games.terrace.solver.weights import DEPTHS, LOOKS, RESERVE_CARDS, START, WEIGHTS, W, array_of, table
from terraces import ALL_WAYS, late, walk

pytestmark = pytest.mark.solver


class Table:
    """A position as a player would count it."""

    def __init__(self, game: Terrace, p: TerracePosition) -> None:
        self.game, self.p = game, p
        self.columns = [pile for pile in p.piles[11:] if pile]
        copies = 2 if game.in_suit else 4
        up: dict[int, list[int]] = {family: [] for family in range(8 // copies)}
        for f in FOUNDATIONS:
            if p.piles[f]:
                up[family_of(game, p.piles[f][0], p.base)].append(len(p.piles[f]))
        self.heights = {family: [0] * (copies - len(found)) + found for family, found in up.items()}

    def rank(self, card: Card) -> int:
        return rank_of(card, self.p.base)

    def family(self, card: Card) -> int:
        return family_of(self.game, card, self.p.base)

    def away(self, card: Card) -> int:
        """The cards that the nearest foundation needs before this one."""
        rank = self.rank(card)
        return min([rank - height for height in self.heights[self.family(card)] if height <= rank], default=rank + 1)

    def ends(self) -> set[tuple[int, int]]:
        """The chains and ranks that a card can be packed on."""
        tops = [pile[-1] for pile in self.columns]
        return {(chain_of(card, self.p.base), self.rank(card)) for card in tops if self.rank(card)}

    def has_place(self, card: Card) -> bool:
        return self.away(card) == 0 or (chain_of(card, self.p.base), self.rank(card) + 1) in self.ends()

    def missing(self, card: Card, *others: tuple[Card, ...]) -> int:
        """The cards that a reserve card waits for, none of which is in a column or in other piles."""
        held = {(self.family(c), self.rank(c)) for pile in (*self.columns, *others) for c in pile}
        rank = self.rank(card)
        return sum((self.family(card), r) not in held for r in range(rank - self.away(card), rank))


def counts(game: Terrace, p: TerracePosition) -> dict[str, int]:
    """What each weight is multiplied with; `crowd` and `gain` are no part of a row's value."""
    t = Table(game, p)
    waste, stock, reserve = p.piles[WASTE], p.piles[STOCK], p.piles[RESERVE][::-1]
    pairs = [(i, j) for i, j in combinations(range(len(waste)), 2) if t.family(waste[i]) == t.family(waste[j])]
    above = [j for i, j in pairs if t.rank(waste[i]) < t.rank(waste[j])]
    empty = game.columns - len(t.columns)
    return {
        "reserve": len(reserve),
        "space": empty > 0,
        "inv": len(above),
        "blk": len(set(above)),
        "gap": sum(t.away(pile[-1]) for pile in t.columns),
        "up": game.score(p),
        "waste": len(waste),
        "top": bool(waste) and t.has_place(waste[-1]),
        "next": sum(map(t.has_place, stock[::-1][:AHEAD])),
        "hosts": len(t.ends()),
        "wgap": t.away(waste[-1]) if waste else 0,
        "spread": sum(max(found) - min(found) for found in t.heights.values()),
        "dead": sum(t.rank(pile[-1]) == 0 for pile in t.columns),
        "lone": sum(len(pile) == 1 for pile in t.columns),
        "head": sum(t.rank(pile[0]) for pile in t.columns),
        "second": max(empty - 1, 0),
        "miss": t.missing(reserve[0]) if reserve else 0,
        "bury": t.missing(reserve[0], stock) if reserve else 0,
        "miss2": t.missing(reserve[1]) if len(reserve) > 1 else 0,
        "bury2": t.missing(reserve[1], stock) if len(reserve) > 1 else 0,
        "crowd": 0,
        "gain": 0,
    }


def worth(encoded: Encoded, place: int) -> int:
    """A row's value if all that counts is the weight at one place."""
    alone = np.zeros(DEPTHS + RESERVE_CARDS, np.int64)
    alone[place] = 1
    found: int = value(encoded.root, encoded.given, alone, new_gaps())
    return found


def test_each_weight_counts_what_it_says() -> None:
    seen: dict[str, set[int]] = {weight.name: set() for weight in LOOKS}
    for game in ALL_WAYS:
        walked = [p for number in range(2) for p in islice(walk(game, number), 2, 120, 9) if p.base]
        for p in [*walked, *[late(game, seed, 20 + seed) for seed in range(16)]]:
            encoded, expected = encode(game, p), counts(game, p)
            assert set(expected) == set(seen)
            for name, count in expected.items():
                assert worth(encoded, getattr(W, name)) == count, (game.slug, name)
                seen[name].add(count)
            for i, card in enumerate(p.piles[RESERVE][::-1][:RESERVE_CARDS]):
                assert worth(encoded, DEPTHS + i) == Table(game, p).away(card)
    # A weight that never had anything to count has not been looked at.
    assert {name for name, found in seen.items() if len(found) < 2} == {"crowd", "gain"}


def test_a_weighting_names_declared_weights_only() -> None:
    assert len(START) == len(WEIGHTS)
    with pytest.raises(ValueError, match="'hots'"):
        array_of({"hots": 1})
    weights = array_of({"bury": 3, "depth": -200, "decay": 50})
    assert (weights[W.bury], weights[W.miss], weights[W.space]) == (3, START["miss"], START["space"])
    assert weights[DEPTHS:].tolist() == [-200, -100, -50, -25, -12, -6, -3, -2]


def test_no_weighting_has_what_is_not_its_own() -> None:
    of = {weight.name: weight.of for weight in WEIGHTS}
    assert all(of[name] != "player" for values in tuned.SETS.values() for name in values)
    assert all(of[name] != "beam" for values in player.TUNED.values() for name in values)


def test_the_docs_have_the_table_of_weights() -> None:
    assert table(tuned.SETS) in (ROOT / "docs" / "solver-terrace.md").read_text(encoding="utf-8")
