"""Hidden cards: whatever lies in the places that no one has seen, the answers are the same to the letter."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from longwood.core.cards import CARD_TEXTS, cards_text, shuffled
from longwood.core.game import Act, AnyGame, Deal
from longwood.core.order import listed_moves
from longwood.games import GAMES, family_of
from longwood.notation import act_text
from web_client import Client

client = Client()


class MarkedCard(int):
    """A card that can be told from its twin in the other deck."""


def played(game: AnyGame, number: int, length: int) -> tuple[list[MarkedCard], list[Act], set[int]]:
    """A deck, a random game with it, and which of its cards (by identity) were ever seen."""
    deck = [MarkedCard(card) for card in shuffled(game.decks, number)]
    pick = random.Random(number)
    p: Any = game.start(Deal(given=(tuple(deck),)))
    acts: list[Act] = []
    seen: set[int] = set()
    while True:
        seen |= {id(card) for pile in game.faces(p) for card in pile if card is not None}
        moves = game.moves(p)
        if len(acts) == length or not moves:
            return deck, acts, seen
        m = moves[0] if pick.random() < 0.4 else pick.choice(moves)
        acts.append((m,))
        p = game.play(p, m)


def record(game: AnyGame, deck: list[Any], acts: list[Act]) -> str:
    return "/".join([f"{game.slug}:{cards_text(deck)}", *[act_text(game, act) for act in acts]])


def told(game: AnyGame, deck: list[Any], acts: list[Act], asked: list[str]) -> str:
    """All that the server says of a position, with the given deck itself blacked out."""
    text = record(game, deck, acts)
    answers = [client.get(f"/api/position/{text}")]
    answers += [client.get(f"/api/why/{text}?move={move}") for move in asked]
    assert all(answer.status == 200 for answer in answers)
    return "\n".join([answer.text.replace(cards_text(deck), "deck") for answer in answers])


@pytest.mark.slow
@given(game=st.sampled_from(list(GAMES.values())), number=st.integers(0, 999), length=st.integers(0, 70))
def test_the_answers_do_not_depend_on_unseen_cards(game: AnyGame, number: int, length: int) -> None:
    deck, acts, seen = played(game, number, length)
    unseen = [i for i, card in enumerate(deck) if id(card) not in seen]
    cards = [deck[i] for i in unseen]
    pick = random.Random(number)
    pick.shuffle(cards)
    other: list[int] = list(deck)
    for i, card in zip(unseen, cards, strict=True):
        other[i] = card
    asked = [f"{pick.choice(game.piles)}-{pick.choice(game.piles)}" for _ in range(10)]
    assert told(game, deck, acts, asked) == told(game, other, acts, asked)


def test_the_test_can_fail() -> None:
    game = GAMES["quatorze"]
    deck = list(shuffled(1, 1))
    other = [deck[1], deck[0], *deck[2:]]
    assert told(game, deck, [], []) != told(game, other, [], []), "cards that lie open do show"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_face_down_piles_are_masked(game: AnyGame) -> None:
    deck, acts, _ = played(game, 5, 40)
    p: Any = game.start(Deal(given=(tuple(deck),)))
    for length in range(len(acts) + 1):
        answer = client.position(record(game, deck, acts[:length]))
        for name, faces in zip(game.piles, game.faces(p), strict=True):
            assert answer["piles"][name] == ["??" if card is None else CARD_TEXTS[card] for card in faces]
        if length < len(acts):
            p = game.play(p, acts[length][0])


def test_previews_are_masked() -> None:
    for told in client.get("/api/games").json["games"]:
        game = GAMES[told["slug"]]
        assert set(told["preview"]["s"]) <= {"??"}
        p = game.start(Deal(1))
        for _ in range(family_of(game).moves_in_picture):
            p = game.play(p, listed_moves(game, p)[0])
        assert msgspec.json.encode(told["preview"]).decode().count("??") == sum(game.hidden(p).values())


def test_errors_do_not_name_what_is_hidden() -> None:
    for number in range(5):
        deck = shuffled(1, number)
        # The 18 cards of Triple Peaks that nobody sees, in another order.
        for cards in (deck, (*deck[17::-1], *deck[18:])):
            for move in ("a1-w", "b2-w", "c3-w"):
                answer = client.get(f"/api/position/triple-peaks:{cards_text(cards)}/{move}")
                assert answer.status == 400
                assert answer.json["error"].rsplit(": ", 1)[1] == "that card is covered."
