"""What a move does on the table, as far as it can be seen beforehand: the words of every game that brings none."""

from typing import Any

from longwood.core.game import STOCK, AnyGame, Move, PileKind


def plain_effect(game: AnyGame, p: Any, m: Move) -> str:
    """What a move changes, read off the piles."""
    if m.dst == STOCK:
        return "turns the waste over"
    after = game.play(p, m)
    if m.src == STOCK:
        dealt = len(p.piles[STOCK]) - len(after.piles[STOCK])
        return "deals the next card" if dealt == 1 else f"deals {dealt} cards"
    src, dst = game.kinds[m.src], game.kinds[m.dst]
    effects = []
    if dst is PileKind.FOUNDATION:
        effects.append("starts a foundation" if not p.piles[m.dst] else "builds on a foundation")
    if dst is PileKind.DISCARD:
        effects.append("takes a card away")
    if src is PileKind.COLUMN and not after.piles[m.src]:
        effects.append(f"opens {game.pile_words(m.src)}")
    elif turned_up(game, p, after) == 1:
        effects.append("turns a card up")
    if src is PileKind.RESERVE:
        effects.append("shortens the reserve")
    if src is PileKind.CELL:
        effects.append("frees a cell")
    if dst is PileKind.COLUMN:
        effects.append("fills an empty column" if not p.piles[m.dst] else f"builds on {game.pile_words(m.dst)}")
    if dst is PileKind.CELL:
        effects.append("takes up a cell")
    return " and ".join(effects) or f"takes a card off {game.pile_words(m.src)}"


def turned_up(game: AnyGame, before: Any, after: Any) -> int:
    """How many cards a move turns up, where they lie."""
    down = game.hidden(after)
    return sum(
        max(count - down.get(pile, 0), 0)
        for pile, count in game.hidden(before).items()
        if pile != STOCK and len(after.piles[pile]) > down.get(pile, 0)
    )
