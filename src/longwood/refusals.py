"""Why a move is refused, in a sentence for the player.

This never decides what is legal: the rules do, and here a move is known to be refused. It reads the rules' own tables
and fields and says what stands in the way.
"""

from collections.abc import Collection
from typing import Any

from longwood.core.cards import CARD_TEXTS, RANK, SUIT, Card
from longwood.core.game import STOCK, AnyGame, Move, Position
from longwood.core.words import cards_words
from longwood.games.building import DOWN_ALTERNATING, OF_RANK, UP_ALTERNATING, UP_IN_SUIT
from longwood.games.forty_thieves import rules as forty_thieves
from longwood.games.forty_thieves.rules import FortyThieves, run_length
from longwood.games.peaks import heap
from longwood.games.peaks.heap import NEIGHBOURS
from longwood.games.peaks.rules import Elevator, TriplePeaks
from longwood.games.quatorze import rules as quatorze
from longwood.games.quatorze.rules import PAIRS, Quatorze
from longwood.games.terrace import rules as terrace
from longwood.games.terrace.rules import Terrace, TerracePosition

ONE_AT_A_TIME = "One card moves at a time."
NO_REASON = "That move is not allowed here."


def refusal(game: AnyGame, p: Any, m: Move) -> str:
    """A short sentence that says why a move is refused, given that it is."""
    reason = _no_card(game, p, m)
    if reason:
        return reason
    match game:
        case Terrace():
            return _terrace(game, p, m)
        case FortyThieves():
            return _forty_thieves(game, p, m)
        case Quatorze():
            return _quatorze(game, p, m)
        case TriplePeaks() | Elevator():
            return _heap(game, p, m)
    return NO_REASON


def _no_card(game: AnyGame, p: Position, m: Move) -> str:
    """Why there is nothing to move, whatever the game; empty if there is."""
    name, pile = game.piles[m.src], p.piles[m.src]
    if name[0] == "f" and not game.has_cells:
        return "No card leaves a foundation."
    if m.src != STOCK and not pile:
        return f"There is no card at {name}." if game.has_cells and name[1:] else f"{_title(game, m.src)} is empty."
    if name == "d":
        return "Cards on the discard pile stay there."
    if m.src == m.dst:
        return "Choose two different cards." if isinstance(game, Quatorze) else "The card lies there already."
    if m.src != STOCK and m.src in game.hidden(p):
        return "That card is covered."
    return ""


def _title(game: AnyGame, pile: int) -> str:
    """A pile in words, to begin a sentence with."""
    words = game.pile_words(game.piles[pile])
    return words[0].upper() + words[1:]


def _not_a_place(game: AnyGame, m: Move) -> str:
    """Why no card goes to a pile beside foundations and columns."""
    if m.src == STOCK:
        return "Cards of the stock are dealt to the waste."
    if game.piles[m.dst] == "w":
        return "Only the stock deals to the waste."
    return f"No card goes to {game.pile_words(game.piles[m.dst])}."


def _foundation(game: AnyGame, p: Position, f: int, first: Collection[Card], following: Collection[Card]) -> str:
    """Why a foundation does not take a card."""
    if not p.piles[f]:
        return f"An empty foundation takes {cards_words(first)}."
    if len(p.piles[f]) == 13:
        return f"{_title(game, f)} is full."
    return f"{_title(game, f)} takes {cards_words(following)} next."


def _terrace(game: Terrace, p: TerracePosition, m: Move) -> str:
    if p.base == 0:
        return "First choose the base card: put one of the four cards on a foundation."
    if m.src == STOCK and m.dst == terrace.WASTE:
        return _terrace_deal(p, Move(terrace.WASTE, STOCK) in game.moves(p))
    if m.dst == STOCK and m.src == terrace.WASTE:
        return _terrace_turn(game, p, m)
    if m.dst <= terrace.RESERVE or m.src == STOCK:
        return _not_a_place(game, m)
    if m.count > 1:
        return ONE_AT_A_TIME
    target = p.piles[m.dst]
    if m.dst in terrace.FOUNDATIONS:
        up = UP_IN_SUIT if game.in_suit else UP_ALTERNATING
        return _foundation(game, p, m.dst, OF_RANK[p.base], up[target[-1]] if target else ())
    if m.src == terrace.RESERVE:
        return "A reserve card goes only to a foundation."
    if not target:
        return "Only a card of the waste goes to a space."
    top = target[-1]
    if RANK[top] == p.base:
        return f"Nothing is built on {CARD_TEXTS[top]}: it has the rank of the base card."
    return f"Columns build down in alternating colours: {CARD_TEXTS[top]} takes {cards_words(DOWN_ALTERNATING[top])}."


def _terrace_deal(p: TerracePosition, can_turn: bool) -> str:
    if p.locked:
        return "The stock is locked: play the card on the waste first."
    if not p.piles[STOCK]:
        return "The stock is empty: turn the waste over." if can_turn else "The stock is empty."
    if p.turned and p.piles[terrace.WASTE]:
        return "On the second pass the card on the waste has to be played before the next one is dealt."
    return ONE_AT_A_TIME


def _terrace_turn(game: Terrace, p: TerracePosition, m: Move) -> str:
    if not game.redeals:
        return f"The waste is not turned over in {game.title}."
    if p.turned >= game.redeals:
        return "The waste has been turned over already."
    if p.piles[STOCK]:
        return "The waste is turned over only when the stock is empty."
    if p.locked:
        return "The stock is locked: play the card on the waste first."
    return "The whole waste is turned over at once."


def _forty_thieves(game: FortyThieves, p: Position, m: Move) -> str:
    if m.src == STOCK and m.dst == forty_thieves.WASTE:
        return ONE_AT_A_TIME if p.piles[STOCK] else "The stock is empty, and there is no second pass."
    if m.dst <= forty_thieves.WASTE or m.src == STOCK:
        return _not_a_place(game, m)
    if m.src == forty_thieves.WASTE and m.count > 1:
        return "One card at a time comes off the waste."
    pile, target = p.piles[m.src], p.piles[m.dst]
    if m.count > run_length(pile):
        return "Only cards that follow each other down in suit move together."
    if m.dst in forty_thieves.FOUNDATIONS:
        return _foundation(game, p, m.dst, OF_RANK[1], [target[-1] + 1] if target else ())
    group, host = pile[-m.count], target[-1] if target else None
    if host is not None and not (SUIT[host] == SUIT[group] and RANK[host] == RANK[group] + 1):
        if RANK[host] == 1:
            return f"Columns build down in suit: nothing goes on {CARD_TEXTS[host]}."
        return f"Columns build down in suit: {CARD_TEXTS[host]} takes {CARD_TEXTS[host - 1]}."
    spaces = sum([not p.piles[t] for t in forty_thieves.COLUMNS if t != m.dst])
    free = f"{spaces} other empty column{'' if spaces == 1 else 's'}" if spaces else "no other empty column"
    return f"Too many cards at once: with {free} only {2**spaces} can move."


def _quatorze(game: Quatorze, p: Position, m: Move) -> str:
    if STOCK in (m.src, m.dst):
        return "The stock fills the grid by itself."
    if m.dst == quatorze.DISCARD:
        return "Choose a second card, so that the two add up to fourteen."
    if not p.piles[m.dst]:
        return f"There is no card at {game.piles[m.dst]}."
    if m.count > 1:
        return "Choose one card, and then another."
    if PAIRS[m.src][m.dst] is None:
        return "The two cards have to lie in one row or one column."
    first, second = p.piles[m.src][0], p.piles[m.dst][0]
    return f"{CARD_TEXTS[first]} and {CARD_TEXTS[second]} add up to {RANK[first] + RANK[second]}, not fourteen."


def _heap(game: TriplePeaks | Elevator, p: Position, m: Move) -> str:
    if m.src == heap.WASTE:
        return "Cards on the waste stay there."
    if m.dst != heap.WASTE:
        return "Cards go only to the waste."
    if m.src == STOCK:
        return ONE_AT_A_TIME if p.piles[STOCK] else "The stock is empty."
    if m.count > 1:
        return ONE_AT_A_TIME
    if not p.piles[heap.WASTE]:
        return "Deal a card first: the waste is empty."
    top = p.piles[heap.WASTE][-1]
    return f"{CARD_TEXTS[top]} takes {cards_words(NEIGHBOURS[top])}."
