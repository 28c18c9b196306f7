"""Proofs of loss from the reserve alone."""

from longwood.games.terrace import FOUNDATIONS, RESERVE, Terrace, TerracePosition
from longwood.solver.terrace_encode import family_of, rank_of


def is_reserve_dead(game: Terrace, p: TerracePosition) -> bool:
    """Whether some reserve card can never be played (P3). Holds where the reserve only feeds the foundations.

    To free a card of rank r, the foundations of its family need, for each lower rank q, as many cards q as cards r with
    this one. Cards r on foundations by then: those there now and those that lay above it. Cards q that can be there:
    all but those that lie below it.
    """
    if RESERVE in game.fill_from:
        return False
    copies = 2 if game.in_suit else 4
    families = 8 // copies
    up = [[0] * 13 for _ in range(families)]
    for f in FOUNDATIONS:
        for card in p.piles[f]:
            up[family_of(game, card, p.base)][rank_of(card, p.base)] += 1
    free = [[copies] * 13 for _ in range(families)]
    cards = [(family_of(game, card, p.base), rank_of(card, p.base)) for card in p.piles[RESERVE]]
    for family, rank in cards:
        free[family][rank] -= 1
    for family, rank in reversed(cards):
        free[family][rank] += 1
        up[family][rank] += 1
        if any(count < up[family][rank] for count in free[family][:rank]):
            return True
    return False
