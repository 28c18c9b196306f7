"""Ranks, cards, decks and numbers in words, and texts made fit to be quoted, for sentences that people read."""

import re
from collections.abc import Collection

from longwood.core.cards import CARD_TEXTS, IS_RED, RANK, RANKS, Card

_RANK_WORDS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}


def rank_words(rank: int) -> str:
    """A rank as it is spoken: `ace`, `7`, `10`, `queen`."""
    return _RANK_WORDS.get(RANKS[rank - 1], RANKS[rank - 1])


def rank_sign(rank: int) -> str:
    """A rank as it stands on a card: `A`, `7`, `10`, `Q`."""
    return "10" if RANKS[rank - 1] == "T" else RANKS[rank - 1]


def cards_words(cards: Collection[Card]) -> str:
    """Any one of some cards: `7S`, `a red 8`, `a queen`, `a 7 or a 9`."""
    if len(set(cards)) == 1:
        return CARD_TEXTS[next(iter(cards))]
    colours = {IS_RED[card] for card in cards}
    colour = "" if len(colours) > 1 else "red " if True in colours else "black "
    words = [colour + rank_words(rank) for rank in sorted({RANK[card] for card in cards})]
    return " or ".join([f"{'an' if word[0] in 'a8' else 'a'} {word}" for word in words])


def after_colon(sentence: str) -> str:
    """A sentence that follows a colon: in small letters, unless it begins with a card."""
    is_card = re.match("(?:10|[2-9AJQKT])[♠♥♦♣SHDC]", sentence)
    return sentence if is_card else sentence[:1].lower() + sentence[1:]


def decks_words(decks: int) -> str:
    """How many decks: `one deck`, `two decks`."""
    return ("one deck", "two decks")[decks - 1]


def counted(number: int, noun: str) -> str:
    """As in 1 game, 2,000 games."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def ordinal(number: int) -> str:
    """A number that tells a place: 1st, 22nd, 43rd, 111th."""
    ending = "th" if 10 < number % 100 < 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{ending}"


def shorten(text: str, most: int = 120) -> str:
    """A text for a message: the middle of a long one left out, and no character that a terminal cannot print."""
    quoted = ascii(text)[1:-1]
    half = (most - 5) // 2
    return quoted if len(quoted) <= most else f"{quoted[:half]} ... {quoted[-half:]}"
