"""Cards and the shuffle."""

from collections.abc import Iterable
from typing import Any

Card = int
"""0..51 = suit * 13 + rank - 1, suits in the order C D H S. The two 7S of two decks are the same card."""
Pile = tuple[Card, ...]
"""Cards that lie on each other, the bottom one first."""

RANKS = "A23456789TJQK"
SUITS = "CDHS"
MAX_DEAL = 2**53 - 1
"""The largest deal number: every number up to here is exact in JavaScript and JSON too."""

# Tables rather than arithmetic: the rules look these up in their innermost loops.
RANK: tuple[int, ...] = tuple(card % 13 + 1 for card in range(52))
SUIT: tuple[int, ...] = tuple(card // 13 for card in range(52))
IS_RED: tuple[bool, ...] = tuple(suit in (1, 2) for suit in SUIT)

CARD_TEXTS: tuple[str, ...] = tuple(RANKS[RANK[card] - 1] + SUITS[SUIT[card]] for card in range(52))
CARDS_BY_TEXT: dict[str, Card] = {text: card for card, text in enumerate(CARD_TEXTS)}


def cards_text(cards: Iterable[Card]) -> str:
    """Cards as text without gaps, such as `7STDAC`."""
    return "".join([CARD_TEXTS[card] for card in cards])


def parse_cards(text: str) -> Pile:
    """The cards that `cards_text` wrote; `ValueError` names the first part that is no card."""
    parts = [text[i : i + 2] for i in range(0, len(text), 2)]
    for part in parts:
        if part not in CARDS_BY_TEXT:
            raise ValueError(f"{part!a} is not a card (a card is a rank {RANKS} and a suit {SUITS})")
    return tuple([CARDS_BY_TEXT[part] for part in parts])


_64_BITS = 2**64 - 1
_GAMMA = 0x9E3779B97F4A7C15


def mix(state: Any) -> Any:
    """SplitMix64: one step of the state and its scrambled value. A state is a number, or an array of 64-bit words."""
    z = (state + _GAMMA) & _64_BITS
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _64_BITS
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _64_BITS
    return z ^ (z >> 31)


def shuffled(decks: int, number: int, round: int = 0) -> Pile:
    """The cards of a deal in the order in which they are dealt. Frozen for ever: docs/notation.md states it."""
    cards = list(range(52)) * decks
    # Number and round are mixed one after the other, so that round 1 of deal 5 is not round 0 of deal 6.
    state = mix(mix(number) ^ round)
    for last in range(len(cards) - 1, 0, -1):
        choices = last + 1
        # Values in the incomplete block at the top of the range are drawn again: they would favour low indices.
        limit = 2**64 - 2**64 % choices
        while True:
            value = mix(state)
            state = (state + _GAMMA) & _64_BITS
            if value < limit:  # pragma: no branch  # about once in 10^17 draws it is not
                break
        pick = value % choices
        cards[last], cards[pick] = cards[pick], cards[last]
    return tuple(cards)
