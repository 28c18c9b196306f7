"""Why a move is refused, in a sentence for the player: what holds in every game, and words that several rooms use.

Nothing here decides what is legal: the rules do, and here a move is known to be refused.
"""

from collections.abc import Collection
from typing import Any

from longwood.core.cards import CARD_TEXTS, Card
from longwood.core.game import STOCK, AnyGame, Move, PileKind, Position
from longwood.core.words import cards_words

ONE_AT_A_TIME = "One card moves at a time."
NO_REASON = "That move is not allowed here."


def no_card(game: AnyGame, p: Any, m: Move) -> str:
    """Why there is nothing to move, whatever the game; empty if there is."""
    kind, pile = game.kinds[m.src], p.piles[m.src]
    if kind is PileKind.FOUNDATION and not any(move.src == m.src for move in game.moves(p)):
        return "Cards on a foundation stay there."
    if m.src != STOCK and not pile:
        is_place = kind is PileKind.PLACE
        return f"There is no card at {game.piles[m.src]}." if is_place else f"{title_of(game, m.src)} is empty."
    if kind is PileKind.DISCARD:
        return "Cards on the discard pile stay there."
    if m.src == m.dst:
        return "" if kind is PileKind.PLACE else "That card is already there."
    down = game.hidden(p).get(m.src, 0)
    if m.src != STOCK and down and m.count > len(pile) - down:
        return "That card is covered." if kind is PileKind.PLACE else "That card lies face down."
    return ""


def plain_refusal(game: AnyGame, p: Any, m: Move) -> str:
    """The reason that can be given without knowing the game."""
    pile = p.piles[m.src]
    if m.src == STOCK:
        if not pile:
            return "The stock is empty."
        is_dealt = any(move.src == STOCK for move in game.moves(p))
        return f"The stock cannot be dealt {'there' if is_dealt else 'now'}."
    if m.count > len(pile):
        return f"{title_of(game, m.src)} does not have {m.count} cards."
    cards = CARD_TEXTS[pile[-1]] if m.count == 1 else f"These {m.count} cards"
    return f"{cards} cannot go to {game.pile_words(m.dst)} now."


def title_of(game: AnyGame, pile: int) -> str:
    """A pile in words, to begin a sentence with."""
    words = game.pile_words(pile)
    return words[0].upper() + words[1:]


def not_a_place(game: AnyGame, m: Move) -> str:
    """Why no card goes to a pile beside foundations and columns."""
    if m.src == STOCK:
        return "Stock cards go to the waste." if PileKind.WASTE in game.kinds else NO_REASON
    if game.kinds[m.dst] is PileKind.WASTE:
        return "Only the stock deals to the waste."
    return f"Cards cannot go to {game.pile_words(m.dst)}."


def foundation_takes(game: AnyGame, p: Position, f: int, first: Collection[Card], following: Collection[Card]) -> str:
    """Why a foundation does not take a card."""
    if not p.piles[f]:
        return f"An empty foundation takes {cards_words(first)}."
    if len(p.piles[f]) == 13:
        return f"{title_of(game, f)} is full."
    return f"{title_of(game, f)} takes {cards_words(following)} next."
