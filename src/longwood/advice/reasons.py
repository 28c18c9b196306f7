"""Why a move, in a sentence: what it does on the table, and what it does to the chances."""

from typing import Any

from longwood.core.game import STOCK, AnyGame, Move
from longwood.core.shares import Share
from longwood.solver import Result, Verdict


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
        return f"none of {'the ' if is_exact else ''}{share.trials} possible worlds can be won"
    count = f"{share.words(is_all=is_exact)} possible worlds"
    return f"it keeps {count} winnable" if share.won else f"no win was found: {count} can be won"


def played_words(played: Share | None) -> str:
    """A sentence on how often a quick player wins after a move, which counts for more than the worlds."""
    if played is None:
        return ""
    return f" By estimate a quick player who sees no more wins {games_words(played)} games."


def games_words(played: Share) -> str:
    """How many of the games that were played on, or of a hundred if there were more."""
    return f"{played.won} of {played.trials}" if played.trials < 100 else f"{played.least * 100:.0f} of 100"


def verdict_words(game: AnyGame, found: Result) -> str:
    """What a verdict rests on, in a sentence. The line behind it is not told."""
    goal = "clears this round" if game.has_rounds else "wins"
    match found.verdict:
        case Verdict.WON:
            return f"A line that {goal} was found, and the rules have accepted every move of it."
        case Verdict.LOST:
            return f"It is proven that no line {goal} from here."
        case Verdict.UNKNOWN:
            return f"{found.nodes:,} positions were searched: no line that {goal} was found, none is ruled out."
