"""Quatorze. Rules: quatorze.md beside this file."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar

from longwood.core.cards import CARD_TEXTS, RANK
from longwood.core.game import STOCK, Deal, Game, Move, PileKind, Position, usual_kinds

Pairs = tuple[tuple[Move | None, ...], ...]


@cache
def pairs(size: int) -> Pairs:
    """The move from one place of a grid to another where they share a row or a column; None elsewhere.

    Both orders count: the first is refilled first.
    """

    def in_line(a: int, b: int) -> bool:
        return a != b and ((a - 1) // size == (b - 1) // size or a % size == b % size)

    places = range(size * size + 1)
    return tuple([tuple([Move(a, b) if in_line(a, b) else None for b in places]) for a in places])


PAIRS = pairs(5)
"""Those of the grid as it is usually played."""


@dataclass(frozen=True, kw_only=True)
class Quatorze(Game[Position]):
    """Pairs that add up to fourteen, out of a five-by-five grid."""

    size: int = 5
    """How many rows and columns the grid has."""

    family: ClassVar[str] = "quatorze"
    goal: ClassVar[str] = "Remove all 52 cards in pairs that add up to 14."

    @cached_property
    def piles(self) -> tuple[str, ...]:
        lines = range(1, self.size + 1)
        return ("s", *[f"{row}{column}" for row in "abcdefg"[: self.size] for column in lines], "d")

    @cached_property
    def kinds(self) -> tuple[PileKind, ...]:
        return usual_kinds(self.piles, has_places=True)

    @property
    def discard(self) -> int:
        """The pile after the places of the grid."""
        return self.size * self.size + 1

    def start(self, deal: Deal) -> Position:
        deck = deal.deck(self.decks)
        places = self.size * self.size
        return Position((deck[places:][::-1], *[(card,) for card in deck[:places]], ()))

    def moves(self, p: Position) -> list[Move]:
        cells_of: list[list[int]] = [[] for _ in range(14)]
        for cell, pile in enumerate(p.piles[1:-1], 1):
            if pile:
                cells_of[RANK[pile[0]]].append(cell)
        in_line = pairs(self.size)
        found = [
            in_line[a][b] for rank, cells in enumerate(cells_of[1:], 1) for a in cells for b in cells_of[14 - rank]
        ]
        return sorted([m for m in found if m])

    def play(self, p: Position, m: Move) -> Position:
        piles = list(p.piles)
        discard = len(piles) - 1
        piles[discard] += piles[m.src] + piles[m.dst]
        piles[m.src] = piles[m.dst] = ()
        stock = piles[STOCK]
        if stock:
            piles[m.src], stock = stock[-1:], stock[:-1]
        if stock:
            piles[m.dst], stock = stock[-1:], stock[:-1]
        else:
            cards = [pile for pile in piles[1:discard] if pile]
            piles[1:discard] = cards + [()] * (discard - 1 - len(cards))
        piles[STOCK] = stock
        return Position(tuple(piles))

    def won(self, p: Position) -> bool:
        return len(p.piles[-1]) == 52

    def score(self, p: Position) -> int:
        return len(p.piles[-1])

    def is_perfect(self, p: Position) -> bool:
        return self.won(p)

    def key(self, p: Position) -> Hashable:
        return p.piles[:-1]

    def prompt(self, p: Position) -> str:
        return "" if p.piles[-1] else "Tap two cards in one row or column that add up to 14."

    def double_click(self, p: Position, pile: int) -> list[Move]:
        # A card has as many partners as there are, and the order of choosing matters: nothing to guess.
        return []

    def describe(self, p: Position, m: Move) -> str:
        first, second = [f"{CARD_TEXTS[p.piles[cell][0]]} at {self.piles[cell]}" for cell in (m.src, m.dst)]
        return f"pair {first} with {second}"
