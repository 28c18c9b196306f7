"""Quatorze. Rules: docs/rules/quatorze.md."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from longwood.core.cards import CARD_TEXTS, RANK
from longwood.core.game import STOCK, Deal, Game, Move, Position

DISCARD = 26
# The move from one cell to another where they share a row or a column. Both orders count: the first is refilled first.
PAIRS = tuple(
    tuple(Move(a, b) if a != b and ((a - 1) // 5 == (b - 1) // 5 or a % 5 == b % 5) else None for b in range(26))
    for a in range(26)
)


@dataclass(frozen=True, kw_only=True)
class Quatorze(Game[Position]):
    """Pairs that add up to fourteen, out of a five-by-five grid."""

    family: ClassVar[str] = "quatorze"
    goal: ClassVar[str] = "Remove all 52 cards in pairs that add up to fourteen."
    has_cells: ClassVar[bool] = True
    piles: ClassVar[tuple[str, ...]] = (
        "s",
        *[f"{row}{column}" for row in "abcde" for column in range(1, 6)],
        "d",
    )

    def start(self, deal: Deal) -> Position:
        deck = deal.deck(self.decks)
        return Position((deck[:24:-1], *[(card,) for card in deck[:25]], ()))

    def moves(self, p: Position) -> list[Move]:
        cells_of: list[list[int]] = [[] for _ in range(14)]
        for cell, pile in enumerate(p.piles[1:DISCARD], 1):
            if pile:
                cells_of[RANK[pile[0]]].append(cell)
        found = [PAIRS[a][b] for rank, cells in enumerate(cells_of[1:], 1) for a in cells for b in cells_of[14 - rank]]
        return sorted([m for m in found if m])

    def play(self, p: Position, m: Move) -> Position:
        piles = list(p.piles)
        piles[DISCARD] += piles[m.src] + piles[m.dst]
        piles[m.src] = piles[m.dst] = ()
        stock = piles[STOCK]
        if stock:
            piles[m.src], stock = stock[-1:], stock[:-1]
        if stock:
            piles[m.dst], stock = stock[-1:], stock[:-1]
        else:
            cards = [pile for pile in piles[1:DISCARD] if pile]
            piles[1:DISCARD] = cards + [()] * (25 - len(cards))
        piles[STOCK] = stock
        return Position(tuple(piles))

    def won(self, p: Position) -> bool:
        return len(p.piles[DISCARD]) == 52

    def score(self, p: Position) -> int:
        return len(p.piles[DISCARD])

    def key(self, p: Position) -> Hashable:
        return p.piles[:DISCARD]

    def double_click(self, p: Position, pile: int) -> list[Move]:
        # A card has as many partners as there are, and the order of choosing matters: nothing to guess.
        return []

    def describe(self, p: Position, m: Move) -> str:
        first, second = [f"{CARD_TEXTS[p.piles[cell][0]]} at {self.piles[cell]}" for cell in (m.src, m.dst)]
        return f"pair {first} with {second}"
