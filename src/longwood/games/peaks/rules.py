"""Triple Peaks and Elevator: cards come off a heap, one rank up or down at a time.

Rules: triple-peaks.md and elevator.md beside this file.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from longwood.core.game import STOCK, Deal, Fact, Game, Move, PileKind, Position, usual_kinds
from longwood.games.peaks.heap import WASTE, Slot, covered, heap_moves, rows

SPENT = 2
_PEAK_ROWS, _PEAK_NAMES = rows(3, 3, 6, 9, 10)
_A, _B, _C, _D = _PEAK_ROWS
PEAKS = (
    *[Slot(pile, (_B[2 * i], _B[2 * i + 1])) for i, pile in enumerate(_A)],
    # Each peak stands on its own three cards of the third row: every second card of row b steps over to the next.
    *[Slot(pile, (_C[i + i // 2], _C[i + i // 2 + 1])) for i, pile in enumerate(_B)],
    *[Slot(pile, (_D[i], _D[i + 1])) for i, pile in enumerate(_C)],
    *[Slot(pile, None) for pile in _D],
)

_PYRAMID_ROWS, _PYRAMID_NAMES = rows(2, 1, 2, 3, 4, 5, 6, 7)
PYRAMID = (
    *[Slot(pile, (below[k], below[k + 1])) for row, below in pairwise(_PYRAMID_ROWS) for k, pile in enumerate(row)],
    *[Slot(pile, None) for pile in _PYRAMID_ROWS[-1]],
)


@dataclass(frozen=True, slots=True)
class PeaksPosition(Position):
    """The piles, the points, and which round of which deal it is: the next round follows from them."""

    points: int
    deal: Deal
    round: int = 0


@dataclass(frozen=True, kw_only=True)
class TriplePeaks(Game[PeaksPosition]):
    """Three peaks of cards; the waste holds the run, the discard pile the runs before it, face down."""

    doubles: bool = False
    """Multiplier scoring: each card of a run counts double the one before it."""
    wraps: bool = True
    """Whether an ace goes on a king and a king on an ace."""

    family: ClassVar[str] = "triple-peaks"
    goal: ClassVar[str] = "Clear the three peaks by building runs up and down on the waste."
    piles: ClassVar[tuple[str, ...]] = ("s", "w", "d", *_PEAK_NAMES)
    kinds: ClassVar[tuple[PileKind, ...]] = usual_kinds(piles, has_places=True)
    one_click: ClassVar[bool] = True

    def start(self, deal: Deal) -> PeaksPosition:
        return self._deal_round(deal, 0, 0)

    def _deal_round(self, deal: Deal, round: int, points: int) -> PeaksPosition:
        deck = deal.deck(self.decks, round)
        piles = (deck[:28:-1], deck[28:29], (), *[(card,) for card in deck[:28]])
        return PeaksPosition(piles, points, deal, round)

    def moves(self, p: PeaksPosition) -> list[Move]:
        return heap_moves(PEAKS, p.piles, wraps=self.wraps)

    def play(self, p: PeaksPosition, m: Move) -> PeaksPosition:
        piles = list(p.piles)
        card = piles[m.src][-1:]
        piles[m.src] = piles[m.src][:-1]
        if m.src == STOCK:
            # The run is turned over on the runs before it.
            piles[SPENT] += piles[WASTE][::-1]
            piles[WASTE] = card
            points = p.points if self.doubles else max(p.points - 5, 0)
            return PeaksPosition(tuple(piles), points, p.deal, p.round)
        run = len(piles[WASTE])
        piles[WASTE] += card
        points = p.points + (2 ** (run - 1) if self.doubles else run)
        if m.src in _A:
            bonus = 25 if self.doubles else 15
            is_cleared = not any(piles[3:])
            points += 2 * bonus if is_cleared else bonus
            if is_cleared and self.has_rounds:
                return self._deal_round(p.deal, p.round + 1, points)
        return PeaksPosition(tuple(piles), points, p.deal, p.round)

    def won(self, p: PeaksPosition) -> bool:
        return not any(p.piles[3:])

    def score(self, p: PeaksPosition) -> int:
        return p.points

    def hidden(self, p: PeaksPosition) -> Mapping[int, int]:
        return {i: len(p.piles[i]) for i in (STOCK, SPENT, *covered(PEAKS, p.piles))}

    def unseen(self, p: PeaksPosition) -> Mapping[int, int]:
        # Everyone saw the runs that are over before they were turned face down.
        return {i: len(p.piles[i]) for i in (STOCK, *covered(PEAKS, p.piles))}

    def key(self, p: PeaksPosition) -> Hashable:
        return p.piles[STOCK], p.piles[WASTE][-1:], p.piles[3:], p.round

    def facts(self, p: PeaksPosition) -> dict[str, Fact]:
        facts: dict[str, Fact] = {"run": len(p.piles[WASTE]) - 1}
        if self.has_rounds:
            facts["rounds"] = p.round
        return facts

    def prompt(self, p: PeaksPosition) -> str:
        is_start = not p.round and not p.piles[SPENT] and len(p.piles[WASTE]) == 1
        return "Tap a card one rank above or below the waste." if is_start else ""

    def fact_words(self, p: PeaksPosition) -> list[str]:
        words = [f"run {len(p.piles[WASTE]) - 1}"]
        if self.has_rounds:
            words.append(f"{p.round} {'round' if p.round == 1 else 'rounds'} cleared")
        return words


@dataclass(frozen=True, kw_only=True)
class Elevator(Game[Position]):
    """A pyramid of 28 cards; the waste starts empty."""

    wraps: bool = True
    """Whether an ace goes on a king and a king on an ace."""

    family: ClassVar[str] = "elevator"
    goal: ClassVar[str] = "Move the 28 cards of the pyramid to the waste."
    piles: ClassVar[tuple[str, ...]] = ("s", "w", *_PYRAMID_NAMES)
    kinds: ClassVar[tuple[PileKind, ...]] = usual_kinds(piles, has_places=True)
    one_click: ClassVar[bool] = True

    def start(self, deal: Deal) -> Position:
        deck = deal.deck(self.decks)
        return Position((deck[:27:-1], (), *[(card,) for card in deck[:28]]))

    def moves(self, p: Position) -> list[Move]:
        return heap_moves(PYRAMID, p.piles, wraps=self.wraps)

    def play(self, p: Position, m: Move) -> Position:
        piles = list(p.piles)
        piles[WASTE] += piles[m.src][-1:]
        piles[m.src] = piles[m.src][:-1]
        return Position(tuple(piles))

    def won(self, p: Position) -> bool:
        return not any(p.piles[2:])

    def score(self, p: Position) -> int:
        return 28 - sum([len(pile) for pile in p.piles[2:]])

    def is_perfect(self, p: Position) -> bool:
        return self.won(p)

    def hidden(self, p: Position) -> Mapping[int, int]:
        return {i: len(p.piles[i]) for i in (STOCK, *covered(PYRAMID, p.piles))}

    def prompt(self, p: Position) -> str:
        return "" if p.piles[WASTE] else "Turn a card, then tap cards one rank above or below it."

    def key(self, p: Position) -> Hashable:
        return p.piles[STOCK], p.piles[WASTE][-1:], p.piles[2:]
