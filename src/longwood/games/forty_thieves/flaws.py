"""What no game of Forty Thieves can come to, and options that make none."""

from longwood.core.cards import CARD_TEXTS, RANK, Card
from longwood.core.game import STOCK, Position
from longwood.games.building import UP_IN_SUIT
from longwood.games.flaws import unbuilt
from longwood.games.forty_thieves.rules import FOUNDATIONS, WASTE, FortyThieves


def flaw(game: FortyThieves, p: Position) -> str:
    """Why a position cannot come up; empty if nothing speaks against it."""
    for f in FOUNDATIONS:
        if p.piles[f] and RANK[p.piles[f][0]] != 1:
            return f"a foundation starts with an ace, not with {CARD_TEXTS[p.piles[f][0]]}"
    if why := unbuilt(game, p, FOUNDATIONS, _next_in_suit):
        return why
    talon = len(p.piles[STOCK]) + len(p.piles[WASTE])
    if talon > game.talon:
        return f"stock and waste hold {game.talon} cards at the most, not {talon}"
    return ""


def _next_in_suit(card: Card) -> frozenset[Card]:
    return frozenset() if RANK[card] == 13 else UP_IN_SUIT[card]


def nonsense(game: FortyThieves) -> str:
    """Why chosen options make no game."""
    if game.talon < 0:
        return f"{game.columns} columns of {game.rows} take {game.columns * game.rows} cards, and two decks have 104"
    return ""
