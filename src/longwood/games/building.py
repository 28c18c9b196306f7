"""What may be built on what, for games with foundations."""

from collections.abc import Container

from longwood.core.cards import IS_RED, RANK, SUIT, Card
from longwood.core.game import Game, Move, P


def _next_rank(card: Card) -> int:
    """The rank above; it wraps from king to ace."""
    return RANK[card] % 13 + 1


# What may be put on a card: one rank up in the other colour, one rank up in suit, one rank down in the other colour.
UP_ALTERNATING = tuple(
    frozenset(c for c in range(52) if RANK[c] == _next_rank(on) and IS_RED[c] != IS_RED[on]) for on in range(52)
)
UP_IN_SUIT = tuple(
    frozenset(c for c in range(52) if RANK[c] == _next_rank(on) and SUIT[c] == SUIT[on]) for on in range(52)
)
DOWN_ALTERNATING = tuple(
    frozenset(c for c in range(52) if _next_rank(c) == RANK[on] and IS_RED[c] != IS_RED[on]) for on in range(52)
)
OF_RANK = tuple(frozenset(c for c in range(52) if RANK[c] == rank) for rank in range(14))


def play_up(game: Game[P], p: P, foundations: Container[int]) -> list[Move]:
    """Single cards to the foundations, in the order in which the game lists them, until nothing more fits."""
    line: list[Move] = []
    while True:
        m = next((m for m in game.moves(p) if m.dst in foundations and m.count == 1), None)
        if m is None:
            return line
        line.append(m)
        p = game.play(p, m)
