"""Forty Thieves. Rules: forty-thieves.md beside this file."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from longwood.core.cards import RANK, SUIT, Pile
from longwood.core.game import STOCK, Deal, Game, Move, Position
from longwood.games.building import play_up

WASTE = 1
FOUNDATIONS = range(2, 10)
FIRST_COLUMN = 10
COLUMNS = range(FIRST_COLUMN, FIRST_COLUMN + 10)
"""The columns of the game as it is usually played."""


def run_length(pile: Pile) -> int:
    """How many cards at the top of a column follow each other down in suit."""
    # Ranks are neighbours within a suit in a card's number; only king and ace of the next suit need telling apart.
    length = min(len(pile), 1)
    while length < len(pile):
        upper = pile[-length]
        if pile[-length - 1] != upper + 1 or RANK[upper] == 13:
            break
        length += 1
    return length


@dataclass(frozen=True, kw_only=True)
class FortyThieves(Game[Position]):
    """Two decks, ten columns of four, all building in suit; one pass through the stock."""

    columns: int = 10
    rows: int = 4
    """How many cards are dealt to each column."""

    family: ClassVar[str] = "forty-thieves"
    goal: ClassVar[str] = "Move all 104 cards to the eight foundations, ace to king in suit."
    decks: ClassVar[int] = 2

    @cached_property
    def piles(self) -> tuple[str, ...]:
        foundations = [f"f{i}" for i in range(1, 9)]
        return ("s", "w", *foundations, *[f"t{i}" for i in range(1, self.columns + 1)])

    @cached_property
    def column_piles(self) -> range:
        """The columns among the piles."""
        return range(FIRST_COLUMN, FIRST_COLUMN + self.columns)

    @property
    def talon(self) -> int:
        """How many cards are left for the stock."""
        return 52 * self.decks - self.columns * self.rows

    def start(self, deal: Deal) -> Position:
        deck = deal.deck(self.decks)
        dealt = self.columns * self.rows
        columns = [deck[i : dealt : self.columns] for i in range(self.columns)]
        return Position((deck[dealt:][::-1], (), *[()] * 8, *columns))

    def moves(self, p: Position) -> list[Move]:
        piles = p.piles
        spaces = [t for t in self.column_piles if not piles[t]]
        hosts = [(t, piles[t][-1]) for t in self.column_piles if piles[t]]
        runs = [(t, card, run_length(piles[t])) for t, card in hosts]
        sources = [(WASTE, piles[WASTE][-1], 1), *runs] if piles[WASTE] else runs
        found: list[Move] = []
        for src, card, length in sources:
            for f in FOUNDATIONS:
                pile = piles[f]
                if (pile[-1] + 1 == card and RANK[card] != 1) if pile else RANK[card] == 1:
                    found += [Move(src, f, count) for count in range(1, length + 1)]
        # Moved singly, a group needs a place for every card but one; each further space doubles what can be moved.
        most = 2 ** len(spaces)
        for src, card, length in sources:
            for dst, host in hosts:
                count = host - card
                if 1 <= count <= length and count <= most and SUIT[host] == SUIT[card]:
                    found.append(Move(src, dst, count))
        if spaces:
            for src, _, length in sources:
                counts = range(1, min(length, most // 2) + 1)
                found += [Move(src, dst, count) for dst in spaces for count in counts]
        if piles[STOCK]:
            found.append(Move(STOCK, WASTE))
        return found

    def play(self, p: Position, m: Move) -> Position:
        piles = list(p.piles)
        cards = piles[m.src][-m.count :]
        piles[m.src] = piles[m.src][: -m.count]
        # On a foundation a group lies the other way round, because its lowest card goes first.
        piles[m.dst] += cards[::-1] if m.dst in FOUNDATIONS else cards
        return Position(tuple(piles))

    def won(self, p: Position) -> bool:
        return all(len(pile) == 13 for pile in p.piles[2:10])

    def score(self, p: Position) -> int:
        sizes = [len(p.piles[f]) for f in FOUNDATIONS]
        return 5 * sum(sizes) + 60 * sizes.count(13)

    def key(self, p: Position) -> Hashable:
        tops = sorted([pile[-1:] for pile in p.piles[2:10]])
        return p.piles[:2], tuple(tops), tuple(sorted(p.piles[10:]))

    def double_click(self, p: Position, pile: int) -> list[Move]:
        if pile in FOUNDATIONS:
            return self.autoplay(p)
        return next(([m] for m in self.moves(p) if m.src == pile != STOCK and m.count == 1), [])

    def prompt(self, p: Position) -> str:
        is_start = not any(p.piles[WASTE : FOUNDATIONS.stop])
        return "Aces go up first. Columns build down in suit." if is_start else ""

    def space_words(self, p: Position, pile: int) -> str:
        return "A" if pile in FOUNDATIONS else "any card" if pile in self.column_piles else ""

    def autoplay(self, p: Position) -> list[Move]:
        return play_up(self, p, FOUNDATIONS)
