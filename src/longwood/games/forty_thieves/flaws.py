"""What no game of Forty Thieves can come to."""

from itertools import pairwise

from longwood.core.cards import CARD_TEXTS, RANK, Card
from longwood.core.game import STOCK, Position
from longwood.games.building import UP_IN_SUIT
from longwood.games.flaws import unbuilt
from longwood.games.forty_thieves.rules import FOUNDATIONS, WASTE, FortyThieves, run_length


def flaw(game: FortyThieves, p: Position) -> str:
    """Why a position cannot come up; empty if nothing speaks against it."""
    for f in FOUNDATIONS:
        if p.piles[f] and RANK[p.piles[f][0]] != 1:
            return f"a foundation starts with an ace, not with {CARD_TEXTS[p.piles[f][0]]}"
    if why := unbuilt(game, p, FOUNDATIONS, _next_in_suit):
        return why
    talon = len(p.piles[STOCK]) + len(p.piles[WASTE])
    if talon > game.talon:
        return f"stock and waste have {game.talon} cards at most, not {talon}"
    for t in game.column_piles:
        # Beside the cards that were dealt to it a column holds only what was built there, in suit.
        steps = [CARD_TEXTS[card] for under, card in pairwise(p.piles[t]) if run_length((under, card)) == 1]
        if len(steps) >= game.rows:
            return f"{steps[-1]} cannot have been built in {game.pile_words(t)}"
    return ""


def _next_in_suit(card: Card) -> frozenset[Card]:
    return frozenset() if RANK[card] == 13 else UP_IN_SUIT[card]
