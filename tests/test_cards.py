"""Cards, their text and the frozen shuffle."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longwood.core.cards import CARD_TEXTS, IS_RED, RANK, SUIT, cards_text, parse_cards, shuffled

pytestmark = pytest.mark.core

# (decks, number, round): the first ten cards.
GOLDEN = {
    (1, 0, 0): "9CTD3SJH3HKSQHTC9DTS",
    (1, 9007199254740991, 0): "5C4SQH3S4D8H7DQSTCTS",
    (2, 1, 0): "AS4D9S5HJH3DJC3C6C6H",
    (1, 1, 1): "6S2D7HKCTC3D4CQS6HAD",
}


def test_a_card_is_its_suit_and_rank() -> None:
    assert CARD_TEXTS[0] == "AC"
    assert CARD_TEXTS[51] == "KS"
    assert [(RANK[card], SUIT[card], IS_RED[card]) for card in parse_cards("7STD")] == [(7, 3, False), (10, 1, True)]


@given(st.lists(st.integers(0, 51)))
def test_text_round_trip(cards: list[int]) -> None:
    assert parse_cards(cards_text(cards)) == tuple(cards)


@pytest.mark.parametrize("text", ["7", "7s", "10S", "7S1", "♠7", "XX", "7S "])
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_cards(text)


@given(st.integers(0, 2**53 - 1), st.sampled_from([1, 2]), st.integers(0, 50))
def test_a_shuffle_holds_every_card(number: int, decks: int, round: int) -> None:
    assert Counter(shuffled(decks, number, round)) == dict.fromkeys(range(52), decks)


@pytest.mark.frozen
def test_the_shuffle_is_frozen() -> None:
    # Written down once; a change here breaks every link and every saved game there is.
    assert cards_text(shuffled(1, 0))[:20] == GOLDEN[1, 0, 0]
    assert cards_text(shuffled(1, 2**53 - 1))[:20] == GOLDEN[1, 2**53 - 1, 0]
    assert cards_text(shuffled(2, 1))[:20] == GOLDEN[2, 1, 0]
    assert cards_text(shuffled(1, 1, 1))[:20] == GOLDEN[1, 1, 1]


def test_number_and_round_are_mixed_separately() -> None:
    decks = {shuffled(1, number, round) for number in range(40) for round in range(40)}
    assert len(decks) == 1600


def test_every_place_is_as_likely_as_the_next() -> None:
    # Chi-squared over 52 x 52 (card, place) counts: 51 * 51 degrees of freedom, so 2601 +- 72; five sigma are allowed.
    deals = 4000
    counts = Counter((card, place) for number in range(deals) for place, card in enumerate(shuffled(1, number)))
    expected = deals / 52
    chi = sum((counts[card, place] - expected) ** 2 / expected for card in range(52) for place in range(52))
    assert abs(chi - 2601) < 5 * 72
