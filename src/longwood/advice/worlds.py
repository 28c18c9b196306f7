"""The worlds that a player must reckon with: every one looks the same from where the player sits."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import factorial, prod
from random import Random

from longwood.core.cards import Card
from longwood.core.game import Game, P

Spot = tuple[int, int]


def unseen_places(game: Game[P], p: P) -> list[Spot]:
    """Pile and index of every card that the player has not seen."""
    return [(pile, i) for pile, count in sorted(game.unseen(p).items()) for i in range(count)]


def worlds(game: Game[P], p: P, seed: int = 0) -> Iterator[P]:
    """Positions that look like this one, with the unseen cards shuffled; one for ever if nothing is unseen.

    They follow from what the player sees and the seed alone: the cards are put in order before they are shuffled, so
    where they really lie leaves no trace.
    """
    places = unseen_places(game, p)
    cards = _cards(p, places)
    # Not for secrets: the same question must get the same answer.
    random = Random(seed)  # noqa: S311
    while True:
        random.shuffle(cards)
        yield _laid(p, places, cards)


def count_worlds(game: Game[P], p: P) -> int:
    """How many positions look like this one."""
    cards = _cards(p, unseen_places(game, p))
    return factorial(len(cards)) // prod(factorial(n) for n in Counter(cards).values())


def every_world(game: Game[P], p: P) -> Iterator[P]:
    """All positions that look like this one, each once."""
    places = unseen_places(game, p)
    for cards in _arrangements(_cards(p, places)):
        yield _laid(p, places, cards)


def some_worlds(game: Game[P], p: P, most: int, seed: int = 0) -> tuple[list[P], bool]:
    """All worlds and True if there are no more than `most`, else so many of them and False."""
    if count_worlds(game, p) <= most:
        return list(every_world(game, p)), True
    return list(islice(worlds(game, p, seed), most)), False


def _cards(p: P, places: list[Spot]) -> list[Card]:
    return sorted(p.piles[pile][i] for pile, i in places)


def _laid(p: P, places: list[Spot], cards: list[Card]) -> P:
    piles = [list(pile) for pile in p.piles]
    for (pile, i), card in zip(places, cards, strict=True):
        piles[pile][i] = card
    return replace(p, piles=tuple([tuple(pile) for pile in piles]))


def _arrangements(cards: list[Card]) -> Iterator[list[Card]]:
    """Every order of the cards once, even if some are alike, in the order of a dictionary."""
    cards = sorted(cards)
    while True:
        yield cards
        # The last card that has a higher one after it gives way to the least such; what follows starts from its lowest.
        at = next((i for i in range(len(cards) - 2, -1, -1) if cards[i] < cards[i + 1]), None)
        if at is None:
            return
        swap = next(i for i in range(len(cards) - 1, at, -1) if cards[i] > cards[at])
        cards[at], cards[swap] = cards[swap], cards[at]
        cards = cards[: at + 1] + cards[:at:-1]
