"""What an act changed: applying the journeys to the position before gives the position after, for every game."""

import random
import re
from typing import Any

import pytest

from longwood.core.cards import CARD_TEXTS
from longwood.core.changes import Changes, trace
from longwood.core.game import Act, AnyGame, Deal
from longwood.games import GAMES
from longwood.session import Session
from walks import walk

pytestmark = pytest.mark.core


def moved(p: Any, changes: Changes) -> list[list[int]]:
    """The piles after the journeys, and nothing else."""
    assert changes.journeys is not None
    leaving = {(j.src, j.src_height) for j in changes.journeys}
    assert len(leaving) == len(changes.journeys)
    cards = {
        (i, height): card
        for i, pile in enumerate(p.piles)
        for height, card in enumerate(pile)
        if (i, height) not in leaving
    }
    for j in changes.journeys:
        assert (j.dst, j.dst_height) not in cards
        cards[j.dst, j.dst_height] = p.piles[j.src][j.src_height]
    piles: list[list[int]] = [[] for _ in p.piles]
    for i, height in sorted(cards):
        assert height == len(piles[i]), "a card hangs in the air"
        piles[i].append(cards[i, height])
    return piles


def acts_of(game: AnyGame, number: int) -> list[tuple[Any, Act]]:
    """The positions of a random game, each with a move or an autoplay that is made there."""
    steps: list[tuple[Any, Act]] = []
    for p, m in walk(game, number, 150, seed=number):
        steps.append((p, (m,)))
        together = tuple(game.autoplay(p))
        if together:
            steps.append((p, together))
    return steps


def after(game: AnyGame, p: Any, act: Act) -> Any:
    for m in act:
        p = game.play(p, m)
    return p


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_journeys_lead_from_one_position_to_the_next(game: AnyGame) -> None:
    for number in range(2):
        for p, act in acts_of(game, number):
            changes = trace(game, p, act)
            q = after(game, p, act)
            if changes.journeys is None:
                assert game.facts(q)["rounds"] != game.facts(p)["rounds"]
            else:
                assert [tuple(pile) for pile in moved(p, changes)] == list(q.piles)
                assert changes.journeys[0].src == act[0].src, "the played card comes first"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_only_cards_that_lie_open_are_named(game: AnyGame) -> None:
    for p, m in walk(game, 7, 200, seed=7):
        q = game.play(p, m)
        seen = {CARD_TEXTS[card] for pile in game.faces(q) for card in pile if card is not None}
        named = set(re.findall(r"\b[A2-9TJQK][CDHS]\b", " ".join(trace(game, p, (m,)).followed)))
        assert named <= seen


def last(record: str) -> tuple[Any, Changes]:
    session = Session.from_record(record)
    p = session.positions[-2]
    return p, trace(session.game, p, session.acts[-1])


def test_choosing_the_base_card_deals_the_rest() -> None:
    _, changes = last("terrace.1/t1-f1")
    first, *columns, waste = changes.followed
    assert first == "the base rank is 5"
    assert columns[0] == "column 1 filled with QC from the stock"
    assert [words.split()[1] for words in columns] == ["1", "5", "6", "7", "8", "9"]
    assert waste == "8C dealt to the waste"


def test_a_deal_names_its_card_and_the_lock() -> None:
    game = GAMES["wood"]
    for number in range(50):
        for p, m in walk(game, number, 200, seed=number):
            q = game.play(p, m)
            if game.facts(q)["locked"] and not game.facts(p)["locked"]:
                followed = trace(game, p, (m,)).followed
                assert followed == (f"{CARD_TEXTS[q.piles[1][-1]]} dealt to the waste", "the stock is locked")
                return
    pytest.fail("no game of fifty locks the stock")


def test_a_space_fills_before_the_waste_does() -> None:
    _, changes = last("signora.5/t9-f4")
    assert changes.followed == ("column 9 filled with 5H from the waste", "9D dealt to the waste")
    names = GAMES["signora"].piles
    assert [(names[j.src], names[j.dst]) for j in changes.journeys or ()] == [("t9", "f4"), ("w", "t9"), ("s", "w")]


def test_the_first_cell_is_refilled_first() -> None:
    game = GAMES["quatorze"]
    p = game.start(Deal(5))
    m = next(m for m in game.moves(p) if m.src > m.dst)
    first, second = [CARD_TEXTS[card] for card in p.piles[0][:-3:-1]]
    a, b = game.piles[m.src], game.piles[m.dst]
    assert trace(game, p, (m,)).followed == (f"{first} dealt to {a}", f"{second} dealt to {b}")


def test_cards_close_up_when_the_stock_is_used_up() -> None:
    game = GAMES["quatorze"]
    p = next(p for n in range(100) for p, _ in walk(game, n, 60, seed=n) if not p.piles[0])
    m = game.moves(p)[0]
    changes = trace(game, p, (m,))
    assert changes.followed == ("the cards close up",)
    assert changes.journeys is not None
    assert [(j.src, game.piles[j.dst]) for j in changes.journeys[:2]] == [(m.src, "d"), (m.dst, "d")]
    assert len(changes.journeys) > 2


def test_runs_end_and_cards_turn_up() -> None:
    assert last("triple-peaks.5/d1-w/d2-w")[1].followed == ("6D turned up at c1",)
    assert last("triple-peaks.5/d1-w/d2-w/s-w")[1].followed == ("the run of 2 ends", "JS dealt to the waste")
    assert last("triple-peaks.5/s-w")[1].followed == ("JS dealt to the waste",)


def test_a_new_round_is_dealt() -> None:
    game = GAMES["triple-peaks-rounds"]
    pick = random.Random(1)
    # One card left: the last peak, on a waste that takes it.
    for number in range(200):
        p = game.start(Deal(number))
        lone = tuple(pile if i in (0, 1, 3) else () for i, pile in enumerate(p.piles))
        p = type(p)(lone, 10, p.deal, 4)
        moves = [m for m in game.moves(p) if m.src == 3]
        if moves:
            assert trace(game, p, (pick.choice(moves),)) == Changes(None, ("round 6 is dealt",))
            return
    pytest.fail("no deal of two hundred fits")
