"""Why a move of Quatorze is refused."""

from longwood.core.cards import CARD_TEXTS, RANK
from longwood.core.game import STOCK, Move, Position
from longwood.games.quatorze.rules import Quatorze, pairs


def refusal(game: Quatorze, p: Position, m: Move) -> str:
    """What stands in the way."""
    if STOCK in (m.src, m.dst):
        return "The stock fills the grid by itself."
    if m.src == m.dst:
        if any(move.src == m.src for move in game.moves(p)):
            return "Choose two different cards."
        return f"No card in its row or column makes 14 with {CARD_TEXTS[p.piles[m.src][0]]}."
    if m.dst == game.discard:
        return "Choose a second card, so that the two add up to 14."
    if not p.piles[m.dst]:
        return f"There is no card at {game.piles[m.dst]}."
    if m.count > 1:
        return "Choose one card, and then another."
    if pairs(game.size)[m.src][m.dst] is None:
        return "The two cards have to lie in one row or one column."
    first, second = p.piles[m.src][0], p.piles[m.dst][0]
    return f"{CARD_TEXTS[first]} and {CARD_TEXTS[second]} add up to {RANK[first] + RANK[second]}, not 14."
