"""What a family need not bring: layout, reasons, effects and facts that work for a game with every kind of pile."""

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import pytest

from longwood.core.cards import CARD_TEXTS
from longwood.core.game import STOCK, Deal, Fact, Game, Move, PileKind, Position, usual_kinds
from longwood.games import family_of, layout, refusal
from longwood.games.effects import plain_effect
from longwood.games.family import MissingPage
from longwood.games.variants import VariantError, variant
from longwood.solver import Limit, best_score

pytestmark = pytest.mark.core


@dataclass(frozen=True, kw_only=True)
class Motley(Game[Position]):
    """A game of the tests: any single card goes anywhere but from foundations; columns begin with a face-down card."""

    family: ClassVar[str] = "motley"
    goal: ClassVar[str] = "None."
    piles: ClassVar[tuple[str, ...]] = (
        *("s", "w", "r", "d", "c1", "c2", "f1", "f2", "f3", "f4"),
        *[f"t{i}" for i in range(1, 6)],
        *("a1", "a2", "b1", "b2"),
    )

    def start(self, deal: Deal) -> Position:
        deck = deal.deck(self.decks)
        columns = [deck[10 + 2 * i : 12 + 2 * i] for i in range(5)]
        places = [(card,) for card in deck[20:24]]
        return Position((deck[24:], (), deck[:6], (), deck[6:7], (), deck[7:8], (), (), (), *columns, *places))

    def moves(self, p: Position) -> list[Move]:
        sources = [i for i, kind in enumerate(self.kinds) if p.piles[i] and kind is not PileKind.FOUNDATION]
        return [
            Move(i, k) for i in sources[::-1] for k in range(1, len(self.piles)) if i != k and (i != STOCK or k == 1)
        ]

    def play(self, p: Position, m: Move) -> Position:
        piles = list(p.piles)
        taken = piles[m.src][-3:] if m.src == STOCK else piles[m.src][-m.count :]
        piles[m.src] = piles[m.src][: -len(taken)]
        piles[m.dst] += taken
        return Position(tuple(piles))

    def won(self, p: Position) -> bool:
        return False

    def score(self, p: Position) -> int:
        return 0

    def hidden(self, p: Position) -> dict[int, int]:
        down = {STOCK: len(p.piles[STOCK])}
        return down | {i: 1 for i, kind in enumerate(self.kinds) if kind is PileKind.COLUMN and len(p.piles[i]) > 1}

    def facts(self, p: Position) -> dict[str, Fact]:
        return {"passes": 2, "locked": True, "open": False}


MOTLEY = Motley(slug="motley", title="Motley", about="For tests.")
START = MOTLEY.start(Deal(1))


def m(text: str, count: int = 1) -> Move:
    src, dst = text.split("-")
    return Move(MOTLEY.pile_index[src], MOTLEY.pile_index[dst], count)


@pytest.mark.parametrize("tall", [False, True])
def test_the_usual_layout_has_a_place_for_every_kind_of_pile(tall: bool) -> None:
    table = layout(MOTLEY, tall)
    assert list(table.places) == list(MOTLEY.piles)
    for name, pile in zip(MOTLEY.piles, START.piles, strict=True):
        place = table.places[name]
        spread = max(len(pile) - 1, 0)
        assert 0 <= place.x <= place.x + 1 + spread * place.fan_x <= table.width + 0.001
        assert 0 <= place.y <= place.y + 1 + spread * place.fan_y <= table.height + 0.001
    for a, b in combinations(table.places.values(), 2):
        assert abs(a.x - b.x) >= 1 or abs(a.y - b.y) >= 1


def test_a_layout_must_hold_the_piles_of_the_game() -> None:
    from dataclasses import replace

    from longwood.core.layout import Place

    broken = replace(family_of(MOTLEY), places=lambda game, tall: {"s": Place(0, 0)})
    with pytest.raises(ValueError, match="does not hold the piles"):
        broken.layout(MOTLEY)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("s-w", "deals 3 cards"),
        ("w-s", "turns the waste over"),
        ("r-f2", "starts a foundation and shortens the reserve"),
        ("a1-f1", "builds on a foundation"),
        ("t1-d", "takes a card away and turns a card up"),
        ("c1-t2", "frees a cell and builds on column 2"),
        ("t1-c2", "turns a card up and takes up a cell"),
        ("a1-a2", "takes a card off a1"),
    ],
)
def test_effects_are_read_off_the_piles(move: str, words: str) -> None:
    assert plain_effect(MOTLEY, START, m(move)) == words


def test_an_emptied_column_opens_and_a_space_is_filled() -> None:
    p = MOTLEY.play(START, m("t1-c2"))
    assert plain_effect(MOTLEY, p, m("t1-d")) == "takes a card away and opens column 1"
    p = MOTLEY.play(p, m("t1-d"))
    assert plain_effect(MOTLEY, p, m("a1-t1")) == "fills an empty column"
    # The last cards of a stock are dealt one by one if there is one left.
    piles = (p.piles[STOCK][:1], *p.piles[1:])
    assert plain_effect(MOTLEY, Position(piles), m("s-w")) == "deals the next card"


@pytest.mark.parametrize(
    ("move", "count", "reason"),
    [
        ("f1-t1", 1, "Cards on a foundation stay there."),
        ("w-t1", 1, "The waste is empty."),
        ("t1-t1", 1, "That card is already there."),
        ("t1-t2", 2, "That card lies face down."),
        ("s-t1", 1, "The stock cannot be dealt there."),
        ("r-s", 1, f"{CARD_TEXTS[START.piles[2][-1]]} cannot go to the stock now."),
        ("r-w", 1, f"{CARD_TEXTS[START.piles[2][-1]]} cannot go to the waste now."),
        ("r-t1", 9, "The reserve does not have 9 cards."),
        ("r-t1", 2, "These 2 cards cannot go to column 1 now."),
    ],
)
def test_reasons_that_need_no_game(move: str, count: int, reason: str) -> None:
    assert refusal(MOTLEY, START, m(move, count)) == reason


def test_more_reasons_that_need_no_game() -> None:
    empty = Position(((), *START.piles[1:]))
    assert refusal(MOTLEY, empty, m("s-w")) == "The stock is empty."
    assert refusal(MOTLEY, MOTLEY.play(START, m("a1-d")), m("a1-t1")) == "There is no card at a1."
    assert refusal(MOTLEY, MOTLEY.play(START, m("a1-d")), m("d-t1")) == "Cards on the discard pile stay there."
    assert refusal(MOTLEY, START, Move(MOTLEY.pile_index["a1"], MOTLEY.pile_index["a1"])).endswith("now.")


def test_facts_in_words_and_nothing_to_say() -> None:
    assert MOTLEY.fact_words(START) == ["passes 2", "locked"]
    assert MOTLEY.prompt(START) == ""
    assert MOTLEY.space_words(START, 1) == ""
    assert MOTLEY.autoplay(START) == []
    assert [MOTLEY.pile_words(i) for i in (0, 3, 4, 6, 10, 15)] == [
        "the stock", "the discard pile", "cell 1", "foundation 1", "column 1", "a1",
    ]  # fmt: skip
    assert MOTLEY.describe(START, m("c1-d")).endswith("from cell 1 to the discard pile")
    assert usual_kinds(("x1",)) == (PileKind.PLACE,)


def test_a_family_that_is_not_at_the_table_has_the_defaults() -> None:
    family = family_of(MOTLEY)
    assert (family.own_solver, family.own_quick_player, family.minutes_of(MOTLEY)) == (None, None, "5-15")
    assert family.budget(99) == family.budgets[-1]
    assert not family.data("difficulty.json").is_file()
    assert family.order_words(MOTLEY, START, m("c1-d")) == family.nonsense(MOTLEY) == ""
    assert family.knows(MOTLEY)
    family.load()
    with pytest.raises(MissingPage, match="rules page of motley is missing"):
        _ = family.page
    with pytest.raises(VariantError, match="nothing can be chosen in it"):
        variant(family, MOTLEY, {"size": "3"})


@dataclass(frozen=True, kw_only=True)
class Toll(Motley):
    """A game of the tests, too long to look through: the first two cards that are discarded score a point each."""

    most: int | None = None

    def score(self, p: Position) -> int:
        return min(len(p.piles[3]), 2)

    def is_perfect(self, p: Position) -> bool:
        return self.score(p) == self.most


def test_a_best_score_is_proven_by_the_whole_search_or_by_the_rules() -> None:
    unsure, sure = [Toll(slug="toll", title="Toll", about="", most=most) for most in (None, 2)]
    for game, is_proven in ((unsure, False), (sure, True)):
        found = best_score(game, START, Limit(nodes=2_000), is_trusted=True)
        assert (found.score, found.is_proven) == (2, is_proven)
    # All cards on foundations: nothing is left to score, whatever the game counts.
    done = Position(tuple([tuple(range(52)) if name == "f1" else () for name in MOTLEY.piles]))
    assert MOTLEY.is_perfect(done)
    assert not MOTLEY.is_perfect(START)
