"""What speaks against a typed-in position: the cards first, then what no game can come to.

These are cheap checks. A position that passes them may still be out of reach: only play from a deal proves that it
is not.
"""

from collections import Counter
from collections.abc import Callable, Container, Sequence
from itertools import pairwise
from typing import Any

from longwood.core.cards import CARD_TEXTS, Card
from longwood.core.game import AnyGame, PileKind
from longwood.core.words import counted

_MOST_NAMED = 4


def card_flaw(game: AnyGame, p: Any) -> str:
    """What is wrong with the cards themselves; empty if every card is there as often as it should be."""
    if len(p.piles) != len(game.piles):
        return f"{game.title} has {len(game.piles)} piles, not {len(p.piles)}"
    if why := count_flaw(game, [card for pile in p.piles for card in pile]):
        return why
    for i, pile in enumerate(p.piles):
        if game.kinds[i] is PileKind.PLACE and len(pile) > 1:
            return f"{game.piles[i]} holds one card, not {len(pile)}"
    return ""


def count_flaw(game: AnyGame, cards: list[int], *, are_all: bool = True) -> str:
    """Cards that there are too many of or, if these should be all, too few."""
    counts = Counter(cards)
    if strange := [card for card in counts if card not in range(52)]:
        return f"{strange[0]!a} is not a card"
    extra = [card for card in range(52) if counts[card] > game.decks]
    missing = [card for card in range(52) if counts[card] < game.decks] if are_all else []
    parts = [f"too many {some_cards(extra)}"] if extra else []
    parts += [f"{some_cards(missing)} {'is' if len(missing) == 1 else 'are'} missing"] if missing else []
    return ", ".join(parts)


def face_flaw(game: AnyGame, p: Any) -> str:
    """More cards face down or unseen than there are, or a foundation with more than its share of the deck."""
    hidden, unseen = game.hidden(p), game.unseen(p)
    foundations = game.kinds.count(PileKind.FOUNDATION)
    for i, pile in enumerate(p.piles):
        down = hidden.get(i, 0)
        if not 0 <= unseen.get(i, 0) <= down <= len(pile):
            return f"{counted(down, 'card')} of {game.pile_words(i)} cannot lie face down: it holds {len(pile)}"
        if game.kinds[i] is PileKind.FOUNDATION and len(pile) * foundations > 52 * game.decks:
            return f"{game.pile_words(i)} has room for {52 * game.decks // foundations} cards, not {len(pile)}"
    return ""


def some_cards(cards: Sequence[int]) -> str:
    """The first few cards of some; a number that is no card stands as it is."""
    named = " ".join([CARD_TEXTS[card] if card in range(52) else ascii(card) for card in cards[:_MOST_NAMED]])
    return f"{named} and {len(cards) - _MOST_NAMED} more" if len(cards) > _MOST_NAMED else named


def plain_flaw(game: AnyGame, p: Any) -> str:
    """What can be told without knowing the game: nothing beyond the cards."""
    return ""


def unbuilt(game: AnyGame, p: Any, foundations: range, follows: Callable[[Card], Container[Card]]) -> str:
    """A foundation on which a card lies that cannot have been built there; empty if there is none."""
    for f in foundations:
        pile = p.piles[f]
        for under, card in pairwise(pile):
            if card not in follows(under):
                return f"{CARD_TEXTS[card]} cannot lie on {CARD_TEXTS[under]} in {game.pile_words(f)}"
        if len(pile) > 13:
            return f"{game.pile_words(f)} has room for 13 cards, not {len(pile)}"
    return ""
