"""What no game of Triple Peaks or Elevator can come to."""

from itertools import pairwise

from longwood.core.cards import CARD_TEXTS, Card, Pile
from longwood.core.game import STOCK, AnyGame, Position
from longwood.core.words import counted
from longwood.games.peaks.heap import WASTE, Slot, neighbours
from longwood.games.peaks.rules import PEAKS, PYRAMID, SPENT, Elevator, PeaksPosition, TriplePeaks

STOCK_OF_PEAKS, STOCK_OF_ELEVATOR = 52 - len(PEAKS) - 1, 52 - len(PYRAMID)
"""The cards of the stock when play begins; in Triple Peaks one lies on the waste."""


def peaks_flaw(game: TriplePeaks, p: PeaksPosition) -> str:
    """Why a position of Triple Peaks cannot come up."""
    if p.points < 0 or p.round < 0:
        return "points and rounds are counted from 0"
    if p.round and not game.has_rounds:
        return f"{game.title} has one round only"
    if not p.piles[WASTE]:
        return "the waste is never empty"
    if game.has_rounds and game.won(p):
        return "the next round is dealt as soon as the peaks are cleared"
    if len(p.piles[STOCK]) > STOCK_OF_PEAKS:
        return f"the stock has {STOCK_OF_PEAKS} cards at most, not {len(p.piles[STOCK])}"
    dealt = STOCK_OF_PEAKS - len(p.piles[STOCK])
    if len(p.piles[SPENT]) < dealt:
        cards = counted(dealt, "card")
        return f"{cards} left the stock, so d has {cards} at least, not {len(p.piles[SPENT])}"
    if dealt == 0 and p.piles[SPENT]:
        return "no run is over before a card is dealt from the stock"
    for card, under in _broken_steps(game.wraps, p.piles[WASTE])[:1]:
        return f"{CARD_TEXTS[card]} cannot have been played on {CARD_TEXTS[under]}"
    return _floating(game, PEAKS, p)


def elevator_flaw(game: Elevator, p: Position) -> str:
    """Why a position of Elevator cannot come up."""
    if len(p.piles[STOCK]) > STOCK_OF_ELEVATOR:
        return f"the stock has {STOCK_OF_ELEVATOR} cards at most, not {len(p.piles[STOCK])}"
    dealt = STOCK_OF_ELEVATOR - len(p.piles[STOCK])
    steps = _broken_steps(game.wraps, p.piles[WASTE])
    runs = len(steps) + bool(p.piles[WASTE])
    if runs > dealt:
        return f"the waste has {counted(runs, 'run')}, but only {counted(dealt, 'card')} left the stock to start one"
    return _floating(game, PYRAMID, p)


def _floating(game: AnyGame, heap: tuple[Slot, ...], p: Position) -> str:
    for pile, covers in heap:
        for above in covers or ():
            if p.piles[above] and not p.piles[pile]:
                return f"{game.piles[pile]} cannot be gone while {game.piles[above]} lies on it"
    return ""


def _broken_steps(wraps: bool, run: Pile) -> list[tuple[Card, Card]]:
    """The cards of a waste that were not built on the card below, which is the second of each pair."""
    return [(card, under) for under, card in pairwise(run) if card not in neighbours(wraps)[under]]
