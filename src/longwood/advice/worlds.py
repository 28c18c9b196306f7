"""The worlds that a player must reckon with: every one looks the same from where the player sits."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from longwood.game import Game, P


def unseen_places(game: Game[P], p: P) -> list[tuple[int, int]]:
    """Pile and index of every card that the player has not seen."""
    return [(pile, i) for pile in sorted(game.unseen(p)) for i in range(len(p.piles[pile]))]


def worlds(game: Game[P], p: P, seed: int = 0) -> Iterator[P]:
    """Positions that look like this one, with the unseen cards shuffled; one for ever if nothing is unseen.

    They follow from what the player sees and the seed alone: the cards are put in order before they are shuffled, so
    where they really lie leaves no trace.
    """
    places = unseen_places(game, p)
    cards = sorted(p.piles[pile][i] for pile, i in places)
    # Not for secrets: the same question must get the same answer.
    random = Random(seed)  # noqa: S311
    while True:
        random.shuffle(cards)
        piles = [list(pile) if j in game.unseen(p) else pile for j, pile in enumerate(p.piles)]
        for (pile, i), card in zip(places, cards, strict=True):
            piles[pile][i] = card  # type: ignore[index]
        yield replace(p, piles=tuple([tuple(pile) for pile in piles]))
