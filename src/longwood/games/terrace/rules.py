"""Terrace and its relatives: seven rows of one table. Rules: terrace.md beside this file."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from longwood.core.cards import RANK, RANKS, Card, Pile
from longwood.core.game import STOCK, Deal, Fact, Game, Move, Position
from longwood.core.words import rank_sign
from longwood.games.building import DOWN_ALTERNATING, OF_RANK, UP_ALTERNATING, UP_IN_SUIT, play_up

WASTE, RESERVE = 1, 2
FOUNDATIONS = range(3, 11)
FIRST_COLUMN = 11


@dataclass(frozen=True, slots=True)
class TerracePosition(Position):
    """The piles, the rank that every foundation starts from (0 while it is to be chosen), and the stock's state."""

    base: int = 0
    locked: bool = False
    turned: int = 0


@dataclass(frozen=True, kw_only=True)
class Terrace(Game[TerracePosition]):
    """Two decks, a reserve that only feeds the foundations, and foundations that start from any rank."""

    reserve: int = 11
    columns: int = 9
    in_suit: bool = False
    """Whether foundations build up in suit; in alternating colours otherwise."""
    choose_base: bool = True
    """Whether the player chooses the base card out of four; it is dealt otherwise."""
    redeals: int = 0
    fill_from: tuple[int, ...] = ()
    """The piles that fill a space at once, in this order; with none the player fills it from the waste."""

    family: ClassVar[str] = "terrace"
    goal: ClassVar[str] = "Move all 104 cards to the eight foundations."
    decks: ClassVar[int] = 2

    @cached_property
    def piles(self) -> tuple[str, ...]:
        foundations = [f"f{i}" for i in range(1, 9)]
        return ("s", "w", "r", *foundations, *[f"t{i}" for i in range(1, self.columns + 1)])

    @cached_property
    def _columns(self) -> range:
        return range(FIRST_COLUMN, FIRST_COLUMN + self.columns)

    def start(self, deal: Deal) -> TerracePosition:
        deck = deal.deck(self.decks)
        piles: list[Pile] = [()] * len(self.piles)
        piles[RESERVE] = deck[: self.reserve]
        piles[STOCK] = deck[self.reserve :][::-1]
        if self.choose_base:
            self._deal_row(piles, self._columns[:4])
            return TerracePosition(tuple(piles))
        self._deal_row(piles, FOUNDATIONS[:1])
        self._deal_row(piles, self._columns)
        self._deal_row(piles, range(WASTE, WASTE + 1))
        return TerracePosition(tuple(piles), base=RANK[piles[FOUNDATIONS[0]][0]])

    def moves(self, p: TerracePosition) -> list[Move]:
        piles = p.piles
        if p.base == 0:
            return [Move(src, dst) for src in self._columns[:4] for dst in FOUNDATIONS]
        open_for = self._foundations_open_for(p)
        columns = [(t, piles[t][-1]) for t in self._columns if piles[t]]
        hosts = [(t, DOWN_ALTERNATING[top]) for t, top in columns if RANK[top] != p.base]
        found: list[Move] = []
        if piles[RESERVE]:
            card = piles[RESERVE][-1]
            found += [Move(RESERVE, f) for f, wanted in open_for if card in wanted]
        for t, card in columns:
            found += [Move(t, f) for f, wanted in open_for if card in wanted]
        if piles[WASTE]:
            card = piles[WASTE][-1]
            found += [Move(WASTE, f) for f, wanted in open_for if card in wanted]
            found += [Move(WASTE, t) for t, wanted in hosts if card in wanted]
            found += [Move(WASTE, t) for t in self._columns if not piles[t]]
        for src, card in columns:
            found += [Move(src, t) for t, wanted in hosts if card in wanted]
        if self._can_deal(p):
            found.append(Move(STOCK, WASTE))
        elif self._can_turn(p):
            found.append(Move(WASTE, STOCK))  # the whole waste, however many cards
        return found

    def play(self, p: TerracePosition, m: Move) -> TerracePosition:
        piles = list(p.piles)
        if m.dst == STOCK:
            # Turned over, so the cards come again in the same order. This deals no card and locks nothing.
            piles[STOCK], piles[WASTE] = piles[WASTE][::-1], ()
            return TerracePosition(tuple(piles), p.base, p.locked, p.turned + 1)
        card = piles[m.src][-1]
        piles[m.src] = piles[m.src][:-1]
        piles[m.dst] += (card,)
        if p.base == 0:
            self._deal_row(piles, [t for t in self._columns if not piles[t]])
            self._deal_row(piles, range(WASTE, WASTE + 1))
            return TerracePosition(tuple(piles), RANK[card])
        if self.fill_from and m.src >= FIRST_COLUMN and not piles[m.src]:
            self._fill(piles, m.src)
        has_space = () in piles[FIRST_COLUMN:]
        if m.src == STOCK:
            locked = has_space
        else:
            # A locked stock means that there is a space, and only the waste can fill one: no other move unlocks.
            locked = p.locked and m.src != WASTE
            if not piles[WASTE] and piles[STOCK] and not locked:
                self._deal_row(piles, range(WASTE, WASTE + 1))
                locked = has_space
        # Where spaces fill themselves the lock plays no part.
        return TerracePosition(tuple(piles), p.base, locked and not self.fill_from, p.turned)

    def won(self, p: TerracePosition) -> bool:
        return self.score(p) == 104

    def score(self, p: TerracePosition) -> int:
        return sum([len(p.piles[f]) for f in FOUNDATIONS])

    def unseen(self, p: TerracePosition) -> Mapping[int, int]:
        # A stock that was turned has been through the waste, face up and in this order.
        return {} if p.turned else self.hidden(p)

    def key(self, p: TerracePosition) -> Hashable:
        tops = sorted([pile[-1:] for pile in p.piles[3:11]])
        return p.piles[:3], tuple(tops), tuple(sorted(p.piles[11:])), p.base, p.locked, p.turned

    def facts(self, p: TerracePosition) -> dict[str, Fact]:
        facts: dict[str, Fact] = {"base": RANKS[p.base - 1] if p.base else "", "locked": p.locked}
        if self.redeals:
            facts["redeals"] = self.redeals - p.turned
        return facts

    def fact_words(self, p: TerracePosition) -> list[str]:
        words = [f"base {rank_sign(p.base)}" if p.base else "choose the base: t1, t2, t3 or t4 to a foundation"]
        if p.locked:
            words.append("stock locked until the waste is played or no column is empty")
        if self.redeals:
            words.append("one redeal left" if p.turned < self.redeals else "no redeal left")
        return words

    def prompt(self, p: TerracePosition) -> str:
        if p.base:
            return ""
        return "Choose the base card: put one of the four on a foundation."

    def double_click(self, p: TerracePosition, pile: int) -> list[Move]:
        return next(([m] for m in self.moves(p) if m.src == pile and m.dst in FOUNDATIONS), [])

    def space_words(self, p: TerracePosition, pile: int) -> str:
        if pile in FOUNDATIONS:
            return RANKS[p.base - 1] if p.base else "base card"
        is_open = pile >= FIRST_COLUMN and p.base and not self.fill_from
        return "from waste" if is_open and (p.piles[WASTE] or p.piles[STOCK]) else ""

    def autoplay(self, p: TerracePosition) -> list[Move]:
        return play_up(self, p, FOUNDATIONS) if p.base else []

    def _foundations_open_for(self, p: TerracePosition) -> list[tuple[int, frozenset[Card]]]:
        up = UP_IN_SUIT if self.in_suit else UP_ALTERNATING
        found = []
        for f in FOUNDATIONS:
            pile = p.piles[f]
            if not pile:
                found.append((f, OF_RANK[p.base]))
            elif len(pile) < 13:
                found.append((f, up[pile[-1]]))
        return found

    def _can_deal(self, p: TerracePosition) -> bool:
        # On the second pass each card has to be played before the next one is dealt.
        return bool(p.piles[STOCK]) and not p.locked and not (p.turned and p.piles[WASTE])

    def _can_turn(self, p: TerracePosition) -> bool:
        return not p.piles[STOCK] and bool(p.piles[WASTE]) and p.turned < self.redeals and not p.locked

    def _fill(self, piles: list[Pile], space: int) -> None:
        for src in self.fill_from:
            if piles[src]:
                piles[space] = piles[src][-1:]
                piles[src] = piles[src][:-1]
                return

    @staticmethod
    def _deal_row(piles: list[Pile], row: range | list[int]) -> None:
        """One card from the stock to each pile of a row."""
        for pile in row:
            piles[pile] += piles[STOCK][-1:]
            piles[STOCK] = piles[STOCK][:-1]
