"""Why a move of Triple Peaks or Elevator is refused."""

from longwood.core.cards import CARD_TEXTS
from longwood.core.game import STOCK, Move, Position
from longwood.core.words import cards_words
from longwood.games.peaks.heap import WASTE, neighbours
from longwood.games.peaks.rules import Elevator, TriplePeaks
from longwood.games.refusals import ONE_AT_A_TIME


def refusal(game: TriplePeaks | Elevator, p: Position, m: Move) -> str:
    """What stands in the way."""
    if m.src == WASTE:
        return "Cards on the waste stay there."
    if m.dst != WASTE:
        return "Cards go only to the waste."
    if m.src == STOCK:
        return ONE_AT_A_TIME if p.piles[STOCK] else "The stock is empty."
    if m.count > 1:
        return ONE_AT_A_TIME
    if not p.piles[WASTE]:
        return "Deal a card first: the waste is empty."
    top = p.piles[WASTE][-1]
    return f"{CARD_TEXTS[top]} takes {cards_words(neighbours(game.wraps)[top])}."
