"""Proofs of loss: how far the foundations may have come before the reserve is dead (P3), and certificates."""

import numpy as np

from longwood.core.cards import CARD_TEXTS
from longwood.games.terrace import certificate_capacity as capacity
from longwood.games.terrace.certificate import KIND, Chain, choices
from longwood.games.terrace.rules import RESERVE, Terrace, TerracePosition
from longwood.games.terrace.solver.encode import family_of, heights, rank_of
from longwood.games.terrace.solver.refutation import stuck
from longwood.games.terrace.solver.rows import Ints

NO_LIMIT = 13


def limits(game: Terrace, p: TerracePosition) -> Ints:
    """For each number of cards left in the reserve, the greatest height of each foundation that may still win (P3).

    Before the reserve's top card, of rank r, is played, its family's foundations hold one card r less than after, and
    after it no more cards r than cards of any lower rank. So what may lie on them after bounds what may lie on them
    before. Says nothing where the reserve fills spaces.
    """
    cards = p.piles[RESERVE]
    found = np.full((len(cards) + 1, 8), NO_LIMIT, dtype=np.int64)
    if RESERVE in game.fill_from:
        return found
    copies = 2 if game.in_suit else 4
    most = [[copies] * 13 for _ in range(8 // copies)]
    for left, card in enumerate(cards, 1):
        family, rank = family_of(game, card, p.base), rank_of(card, p.base)
        most[family][rank] = min(most[family][: rank + 1]) - 1
        # Heights ascend within a family: the k-th greatest may not pass a rank of which less than k cards may be there.
        for i in range(8):
            ranks, k = most[i // copies], copies - i % copies
            found[left, i] = -1 if min(ranks) < 0 else next((r for r in range(13) if ranks[r] < k), 13)
    return found


def blocking(game: Terrace, p: TerracePosition) -> Chain | None:
    """Cards of the reserve that are too many for the foundations left to them (P3); None if there are none.

    `limits` says that a reserve is dead; this says by which cards. Of each family and rank it keeps the longest chain
    of cards, from the bottom of the reserve on, none of which ranks lower than one below it.
    """
    if RESERVE in game.fill_from:
        return None
    copies = 2 if game.in_suit else 4
    built = heights(game, p)
    longest: list[list[Chain]] = [[[]] * 13 for _ in range(8 // copies)]
    for place, card in enumerate(p.piles[RESERVE], 1):
        family, rank = family_of(game, card, p.base), rank_of(card, p.base)
        below = max(longest[family][: rank + 1], key=len)
        longest[family][rank] = [(card, place), *below]
    for family, chains in enumerate(longest):
        held = [built >> 4 * (family * copies + k) & 15 for k in range(copies)]
        for rank, chain in enumerate(chains):
            needed = copies + 1 - sum([height > rank for height in held])
            if chain and len(chain) >= needed:
                return chain[:needed]
    return None


def certificate(game: Terrace, p: TerracePosition) -> list[str] | None:
    """The lines of a certificate: what blocks, for each base card there can be. None if one may do."""
    lines = [KIND]
    for head, after in dict(choices(game, p)).items():
        chain = blocking(game, after)
        if chain is not None:
            lines.append(f"{head}: " + ", ".join([f"{CARD_TEXTS[card]} at {place}" for card, place in chain]))
        elif (kept := stuck(game, after)) is not None:
            lines[0] = capacity.KIND
            lines.append(f"{head}: {capacity.written(*kept)}")
        else:
            return None
    return lines
