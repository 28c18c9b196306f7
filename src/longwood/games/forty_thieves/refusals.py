"""Why a move of Forty Thieves is refused."""

from longwood.core.cards import CARD_TEXTS, RANK, SUIT
from longwood.core.game import STOCK, Move, Position
from longwood.core.words import counted
from longwood.games.building import OF_RANK
from longwood.games.forty_thieves.rules import FOUNDATIONS, WASTE, FortyThieves, run_length
from longwood.games.refusals import ONE_AT_A_TIME, foundation_takes, not_a_place


def refusal(game: FortyThieves, p: Position, m: Move) -> str:
    """What stands in the way."""
    if m.src == STOCK and m.dst == WASTE:
        return ONE_AT_A_TIME if p.piles[STOCK] else "The stock is empty, and there is no second pass."
    if m.dst <= WASTE or m.src == STOCK:
        return not_a_place(game, m)
    if m.src == WASTE and m.count > 1:
        return "Only one card at a time comes off the waste."
    pile, target = p.piles[m.src], p.piles[m.dst]
    if m.count > run_length(pile):
        return "Only cards that follow each other down in suit move together."
    if m.dst in FOUNDATIONS:
        return foundation_takes(game, p, m.dst, OF_RANK[1], [target[-1] + 1] if target else ())
    group, host = pile[-m.count], target[-1] if target else None
    if host is not None and not (SUIT[host] == SUIT[group] and RANK[host] == RANK[group] + 1):
        if RANK[host] == 1:
            return f"Columns build down in suit: nothing goes on {CARD_TEXTS[host]}."
        return f"Columns build down in suit: {CARD_TEXTS[host]} takes {CARD_TEXTS[host - 1]}."
    spaces = sum([not p.piles[t] for t in game.column_piles if t != m.dst])
    free = counted(spaces, "other empty column") if spaces else "no other empty column"
    return f"Too many cards at once: with {free} only {2**spaces} can move."
