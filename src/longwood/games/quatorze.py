"""Quatorze. Rules: docs/rules/quatorze.md."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from longwood.cards import CARD_TEXTS, RANK
from longwood.game import STOCK, Deal, Game, Move, Position

CELLS = range(1, 26)
DISCARD = 26
# Every pair of cells in one row or in one column, in both orders: the first cell is refilled first.
IN_LINE = tuple((a, b) for a in CELLS for b in CELLS if a != b and ((a - 1) // 5 == (b - 1) // 5 or a % 5 == b % 5))


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
        # An empty cell counts 0, and no card counts 14.
        value = [RANK[pile[0]] if pile else 0 for pile in p.piles[:DISCARD]]
        return [Move(a, b) for a, b in IN_LINE if value[a] + value[b] == 14]

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


QUATORZE = Quatorze(
    slug="quatorze", title="Quatorze", about="Pairs that add up to fourteen, in one row or column of a grid."
)
