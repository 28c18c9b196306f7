"""A heap of cards that cover each other, played card by card onto the waste."""

from functools import cache
from typing import NamedTuple

from longwood.core.cards import RANK, Card, Pile
from longwood.core.game import STOCK, Move

WASTE = 1


@cache
def neighbours(wraps: bool) -> tuple[frozenset[Card], ...]:
    """For each card those that may be put on it: one rank up or down, an ace and a king only if that wraps."""

    def is_near(card: Card, on: Card) -> bool:
        away = abs(RANK[card] - RANK[on])
        return away == 1 or (wraps and away == 12)

    return tuple([frozenset([card for card in range(52) if is_near(card, on)]) for on in range(52)])


class Slot(NamedTuple):
    """A place in a heap and the two places that lie on it (none for the nearest row)."""

    pile: int
    covers: tuple[int, int] | None


def heap_moves(heap: tuple[Slot, ...], piles: tuple[Pile, ...], *, wraps: bool = True) -> list[Move]:
    """Free cards that fit the top of the waste, from the far row to the near one, and then the deal."""
    found: list[Move] = []
    if piles[WASTE]:
        wanted = neighbours(wraps)[piles[WASTE][-1]]
        for i, on in heap:
            pile = piles[i]
            if pile and pile[0] in wanted and (on is None or not (piles[on[0]] or piles[on[1]])):
                found.append(Move(i, WASTE))
    if piles[STOCK]:
        found.append(Move(STOCK, WASTE))
    return found


def covered(heap: tuple[Slot, ...], piles: tuple[Pile, ...]) -> list[int]:
    """The places whose card lies under another one, and so face down."""
    return [i for i, on in heap if on is not None and (piles[on[0]] or piles[on[1]])]


def rows(first: int, *sizes: int) -> tuple[list[range], tuple[str, ...]]:
    """Pile numbers from `first` on, row by row, and their names: a1, b1, b2, ..."""
    numbers = [range(first + sum(sizes[:i]), first + sum(sizes[: i + 1])) for i in range(len(sizes))]
    names = tuple(f"{'abcdefg'[i]}{k}" for i, size in enumerate(sizes) for k in range(1, size + 1))
    return numbers, names
