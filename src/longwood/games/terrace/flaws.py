"""What no game of Terrace can come to, and options that make none."""

from itertools import pairwise

from longwood.core.cards import CARD_TEXTS, RANK
from longwood.core.game import STOCK
from longwood.core.words import counted, rank_sign
from longwood.games.building import DOWN_ALTERNATING, UP_ALTERNATING, UP_IN_SUIT
from longwood.games.flaws import unbuilt
from longwood.games.terrace.rules import FIRST_COLUMN, FOUNDATIONS, RESERVE, WASTE, Terrace, TerracePosition


def flaw(game: Terrace, p: TerracePosition) -> str:
    """Why a position cannot come up; empty if nothing speaks against it."""
    begun = [p.piles[f] for f in FOUNDATIONS if p.piles[f]]
    if not 0 <= p.base <= 13:
        return f"the base card has a rank from 1 to 13, not {p.base}"
    if not 0 <= p.turned <= game.redeals:
        return f"{game.title} has {_redeals(game.redeals)}, so turned cannot be {p.turned}"
    if len(p.piles[RESERVE]) > game.reserve:
        return f"the reserve has {counted(game.reserve, 'card')} at most, not {len(p.piles[RESERVE])}"
    if not p.base:
        return _before_the_base(game, p, len(begun))
    for pile in begun:
        if RANK[pile[0]] != p.base:
            return f"a foundation cannot start with {CARD_TEXTS[pile[0]]}: the base is {rank_sign(p.base)}"
    if not begun:
        return "the base card lies on no foundation"
    up = UP_IN_SUIT if game.in_suit else UP_ALTERNATING
    if why := unbuilt(game, p, FOUNDATIONS, up.__getitem__):
        return why
    if why := _unpacked(game, p):
        return why
    has_space = () in p.piles[FIRST_COLUMN:]
    if p.locked and (game.fill_from or not has_space):
        return "the stock is locked only while an empty column waits for a card of the waste"
    if game.fill_from and has_space and any(p.piles[pile] for pile in game.fill_from):
        return "an empty column fills itself at once while there is a card to fill it"
    if not p.piles[WASTE] and p.piles[STOCK] and not p.locked and not p.turned:
        return "an empty waste gets a card from the stock at once"
    return ""


def _unpacked(game: Terrace, p: TerracePosition) -> str:
    """A card in a column that cannot have been built there: every column starts from a single card."""
    for t in range(FIRST_COLUMN, len(p.piles)):
        for under, card in pairwise(p.piles[t]):
            if card not in DOWN_ALTERNATING[under] or RANK[under] == p.base:
                return f"{CARD_TEXTS[card]} cannot lie on {CARD_TEXTS[under]} in {game.pile_words(t)}"
    return ""


def _before_the_base(game: Terrace, p: TerracePosition, begun: int) -> str:
    if not game.choose_base:
        return "the base card has been dealt: say its rank, as in base=7"
    dealt = [len(pile) for pile in p.piles[FIRST_COLUMN:]]
    if begun or p.locked or p.turned or p.piles[WASTE] or dealt != [1] * 4 + [0] * (game.columns - 4):
        return "before the base card is chosen columns hold four single cards; once it is, say its rank, as in base=7"
    if len(p.piles[RESERVE]) != game.reserve:
        return f"before the base card is chosen the reserve has {counted(game.reserve, 'card')}"
    return ""


def _redeals(count: int) -> str:
    return {0: "no redeal", 1: "one redeal"}.get(count, f"{count} redeals")


def nonsense(game: Terrace) -> str:
    """Why chosen options make no game."""
    if RESERVE in game.fill_from and game.reserve == 0:
        return "empty columns cannot be filled from a reserve without cards"
    return ""
