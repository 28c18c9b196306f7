"""The weights of Forty Thieves: each is declared once, and no two can be swapped without a test that fails."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
import pytest

from docs import ROOT
from late import endgame
from longwood.core.cards import RANK, SUIT
from longwood.core.game import STOCK, Deal, Position
from longwood.games import GAMES
from longwood.games.forty_thieves.rules import COLUMNS, FOUNDATIONS, WASTE, run_length
from longwood.games.forty_thieves.solver import kernel, state
from longwood.games.forty_thieves.solver.encode import Array, decode_move, encode, features_of
from longwood.games.forty_thieves.solver.value import features
from longwood.games.forty_thieves.solver.waste import ROWS, SUMS, sum_waste
from longwood.games.forty_thieves.solver.weights import DECLARED, SIZE, WEIGHTS, W, table
from thieves import legal_moves

pytestmark = pytest.mark.solver

GAME = GAMES["forty-thieves"]


class Seen(NamedTuple):
    """A position, how many cards have been dealt since the search began or before, and what the kernel sees of it."""

    position: Position
    dealt: int
    features: Array


def walk(p: Position, rng: random.Random, moves: int) -> Iterator[Seen]:
    """A random game by the kernel's moves; a state is seen as in the search, with the sums of the one before."""
    root = encode(p)
    row, mask = root.row.copy(), root.mask
    sums, found = np.empty((ROWS, SUMS), np.float32), np.empty(SIZE, np.float32)
    for _ in range(moves):
        steps = legal_moves(root, row, mask)
        if not steps:
            break
        step = rng.choice(steps)
        before = state.waste_of(row, mask)
        sum_waste(before, root.cards, sums)
        p = GAME.play(p, decode_move(p, step))
        mask = np.uint64(kernel.play(row, mask, step, root.cards))
        features(row, mask, root.cards, before, sums, found)
        assert found == pytest.approx(features_of(root, row, mask))
        yield Seen(p, int(state.dealt_of(row)), found.copy())


@cache
def some() -> list[Seen]:
    """Some of every kind: early ones, stuck ones, and endgames with spaces and long runs."""
    rng = random.Random(40)
    games = [GAME.start(Deal(number)) for number in range(4)] + [endgame(rng, lowest=4) for _ in range(15)]
    return [seen for p in games for seen in list(walk(p, rng, 120))[::9]]


def lower_under(pile: tuple[int, ...], at: int) -> int:
    """How many cards under one of a pile are lower and of its suit."""
    return sum(SUIT[under] == SUIT[pile[at]] and under < pile[at] for under in pile[:at])


def expected(p: Position, dealt: int) -> dict[str, float]:
    """The features by name, counted on the table as their meanings say."""
    waste, stock = p.piles[WASTE], p.piles[STOCK][::-1]
    columns = [(p.piles[t], run_length(p.piles[t])) for t in COLUMNS if p.piles[t]]
    spaces = 10 - len(columns)
    tops = [pile[-1] for pile, _ in columns]
    heights: list[list[int]] = [[0, 0] for _ in range(4)]
    for pile in [p.piles[f] for f in FOUNDATIONS if p.piles[f]]:
        heights[pile[0] // 13].remove(0)
        heights[pile[0] // 13].append(len(pile))
    wanted = {13 * suit + height for suit in range(4) for height in heights[suit] if height < 13}
    hosted = {top - 1 for top in tops if RANK[top] > 1}
    alone = [pile for pile, length in columns if length == len(pile)]
    others = [pile for pile in alone if RANK[pile[0]] != 13]
    # A pile, how many of its cards are buried, and how long its run is.
    on_others = [(pile, len(pile) - length, length) for pile, length in columns if length < len(pile)]
    buried = [(card, len(pile) - i - 1) for pile, depth, _ in on_others for i, card in enumerate(pile[:depth])]
    in_waste = [(card, len(waste) - i - 1) for i, card in enumerate(waste)]
    return {
        "on_foundations": sum(map(sum, heights)),
        "cards_dealt": dealt / 10,
        "first_space": int(spaces >= 1),
        "second_space": int(spaces >= 2),
        "more_spaces": max(spaces - 2, 0),
        "king_columns": len(alone) - len(others),
        "run_columns": len(others),
        "run_column_ranks": sum(RANK[pile[0]] - 1 for pile in others) / 10,
        "burying_kings": sum(RANK[pile[depth]] == 13 for pile, depth, _ in on_others),
        "buried": len(buried),
        "one_buried": sum(depth == 1 for _, depth, _ in on_others),
        "two_buried": sum(depth == 2 for _, depth, _ in on_others),
        "runs_on_buried": sum(length - 1 for *_, length in on_others),
        "runs_alone": sum(len(pile) - 1 for pile in alone),
        "over_lower": sum(lower_under(pile, at) for pile, depth, _ in on_others for at in range(depth + 1)),
        "runs_over_lower": sum(lower_under(pile, depth) * (length - 1) for pile, depth, length in on_others),
        "next_hosted": sum(card in hosted for card in stock[:6]),
        "next_wanted": sum(card in wanted for card in stock[:6]),
        "later_hosted": sum(card in hosted for card in stock[6:16]),
        "waste_top_hosted": sum(card in hosted for card in waste[-1:]),
        "waste_top_wanted": sum(card in wanted for card in waste[-1:]),
        "tops_hosted": sum(top in hosted for top in tops),
        "tops_wanted": sum(top in wanted for top in tops),
        "tops_twice": len(tops) - len(set(tops)),
        "in_waste": len(waste),
        "waste_builds": sum(card == under + 1 and RANK[card] > 1 for under, card in pairwise(waste)),
        "waste_follows": sum(card == under - 1 and RANK[card] < 13 for under, card in pairwise(waste)),
        "waste_over_lower": sum(lower_under(waste, at) > 0 for at in range(len(waste))),
        "waste_covered": sum(lower_under(waste, at) for at in range(len(waste))),
        "wanted_buried": sum(card in wanted for card, _ in buried),
        "over_wanted_buried": sum(over for card, over in buried if card in wanted),
        "wanted_in_waste": sum(card in wanted for card in waste),
        "over_wanted_in_waste": sum(over for card, over in in_waste if card in wanted) / 10,
        "wanted_in_stock": sum(card in wanted for card in stock),
        "apart": sum(abs(one - other) for one, other in heights),
        "least_suit": min(map(sum, heights)),
        "waste_kings": sum(RANK[card] == 13 for card in waste),
        "buried_kings": sum(RANK[card] == 13 for card, _ in buried),
        "one_move_empties": sum(pile[0] in hosted or (len(pile) == 1 and pile[0] in wanted) for pile in alone),
        "waste_squared": len(waste) ** 2 / 100,
    }


def test_every_feature_is_what_its_meaning_says() -> None:
    for p, dealt, row in some():
        assert dict(zip(W._fields, row.tolist(), strict=True)) == pytest.approx(expected(p, dealt)), p
    found = np.array([seen.features for seen in some()])
    # Two that were taken for each other show: no two are equal on all positions, and none is always 0.
    assert len(np.unique(found, axis=1).T) == SIZE
    assert found.any(axis=0).all()


def test_names_are_places() -> None:
    assert W._asdict() == {weight.name: place for place, weight in enumerate(DECLARED)}
    assert len({weight.meaning for weight in DECLARED}) == SIZE == 40


def values(rows: Array) -> list[float]:
    """For each search the sum of the values of all positions: early and late weights are both in it."""
    found = np.array([seen.features for seen in some()], np.float64)
    late = (10 * found[:, W.cards_dealt] + found[:, W.on_foundations]) / 168
    return [float((found @ early + late * (found @ added)).sum()) for early, added in rows]


def test_swapping_any_two_weights_shows() -> None:
    # The weights themselves: say in the commit why they changed, and take the new sums.
    released = [4163.02, 6713.76, 5189.16]
    assert values(np.array(WEIGHTS)) == pytest.approx(released, abs=0.02)
    for i, j in combinations(range(SIZE), 2):
        swapped = np.array(WEIGHTS)
        swapped[:, :, [i, j]] = swapped[:, :, [j, i]]
        changes = np.abs(np.array(values(swapped)) - released)
        assert changes.max() > 0.1 or DECLARED[i][2:] == DECLARED[j][2:], (i, j)


def test_the_table_in_the_docs_is_the_declaration() -> None:
    page = (ROOT / "docs" / "solver-forty-thieves.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in page if line.startswith("| `") and line.count("|") == 6] == table()
