"""Why a move, in a sentence: what it does on the table, and what it does to the chances."""

from typing import Any

from longwood.game import STOCK, AnyGame, Move
from longwood.shares import Share


def effect_words(game: AnyGame, p: Any, m: Move) -> str:
    """What a move does, as far as it can be seen beforehand."""
    if m.src == STOCK:
        return "deals the next card"
    if m.dst == STOCK:
        return "turns the waste over"
    after = game.play(p, m)
    src, dst = game.piles[m.src], game.piles[m.dst]
    if not game.has_cells:
        effects = []
        if dst[0] == "f":
            effects.append("starts a foundation" if not p.piles[m.dst] else "builds a foundation up")
        if src[0] == "t" and not after.piles[m.src]:
            effects.append(f"opens {game.pile_words(src)}")
        if src == "r":
            effects.append("shortens the reserve")
        if dst[0] == "t":
            effects.append("fills a space" if not p.piles[m.dst] else f"packs onto {game.pile_words(dst)}")
        return " and ".join(effects)
    if game.family == "quatorze":
        left = len(p.piles[STOCK])
        if left == 0:
            return "takes a pair and closes the grid up"
        return "takes a pair" + (" and brings two new cards" if left > 1 else " and brings the last card of the stock")
    if not any(after.piles[i] for i in range(len(game.piles)) if game.piles[i][1:]):
        return "clears the heap"
    turned = len([i for i in game.hidden(p) - game.hidden(after) if after.piles[i]])
    match turned:
        case 0:
            return "takes a card and turns none up"
        case 1:
            return "turns a card up"
        case _:
            return f"turns {turned} cards up"


def order_words(game: AnyGame, p: Any, m: Move) -> str:
    """For who knows the stock: what the order of a pair decides. Both orders look like the same move otherwise."""
    if game.family != "quatorze" or not p.piles[STOCK]:
        return ""
    return f" In this order: the next card of the stock goes to {game.piles[m.src]}."


def kept_words(share: Share, is_exact: bool) -> str:
    """What is left of the chances after a move."""
    if is_exact and share.trials == 1:
        if share.won:
            return "nothing is hidden, and this can still be won"
        return "nothing is hidden, and this is lost" if share.lost else "nothing is hidden, but no win was found yet"
    if share.lost == share.trials:
        return f"none of {'the ' if is_exact else ''}{share.trials} possible worlds can be won any more"
    count = f"{share.words(is_all=is_exact)} possible worlds"
    return f"it keeps {count} winnable" if share.won else f"no win was found: {count} can be won"
