"""Why a move of Terrace is refused."""

from longwood.core.cards import CARD_TEXTS, RANK
from longwood.core.game import STOCK, Move
from longwood.core.words import cards_words
from longwood.games.building import DOWN_ALTERNATING, OF_RANK, UP_ALTERNATING, UP_IN_SUIT
from longwood.games.refusals import ONE_AT_A_TIME, foundation_takes, not_a_place
from longwood.games.terrace.rules import FOUNDATIONS, RESERVE, WASTE, Terrace, TerracePosition


def refusal(game: Terrace, p: TerracePosition, m: Move) -> str:
    """What stands in the way."""
    if p.base == 0:
        return "First choose the base card: put one of the four cards on a foundation."
    if m.src == STOCK and m.dst == WASTE:
        return _deal(p, Move(WASTE, STOCK) in game.moves(p))
    if m.dst == STOCK and m.src == WASTE:
        return _turn(game, p, m)
    if m.dst <= RESERVE or m.src == STOCK:
        return not_a_place(game, m)
    if m.count > 1:
        return ONE_AT_A_TIME
    target = p.piles[m.dst]
    if m.dst in FOUNDATIONS:
        up = UP_IN_SUIT if game.in_suit else UP_ALTERNATING
        return foundation_takes(game, p, m.dst, OF_RANK[p.base], up[target[-1]] if target else ())
    if m.src == RESERVE:
        return "A reserve card goes only to a foundation."
    if not target:
        return "Only a card from the waste can fill an empty column."
    top = target[-1]
    if RANK[top] == p.base:
        return f"Nothing builds on {CARD_TEXTS[top]}: it has the rank of the base card."
    return f"Columns build down in alternating colours: {CARD_TEXTS[top]} takes {cards_words(DOWN_ALTERNATING[top])}."


def _deal(p: TerracePosition, can_turn: bool) -> str:
    if p.locked:
        return "The stock is locked: play the card on the waste first."
    if not p.piles[STOCK]:
        return "The stock is empty: turn the waste over." if can_turn else "The stock is empty."
    if p.turned and p.piles[WASTE]:
        return "On the second pass, play the card on the waste before you deal the next."
    return ONE_AT_A_TIME


def _turn(game: Terrace, p: TerracePosition, m: Move) -> str:
    if not game.redeals:
        return f"The waste is not turned over in {game.title}."
    if p.turned >= game.redeals:
        return "The waste has already been turned over."
    if p.piles[STOCK]:
        return "You can turn the waste over only when the stock is empty."
    if p.locked:
        return "The stock is locked: play the card on the waste first."
    return "The whole waste is turned over at once."
