"""The legal moves as lists show them."""

from typing import Any

from longwood.core.game import AnyGame, Move, PileKind

_RESTING = (PileKind.COLUMN, PileKind.CELL)
"""Where cards lie that may go on: a card that goes from one such pile to another may come back."""


def listed_moves(game: AnyGame, p: Any) -> list[Move]:
    """All legal moves in the order of the rules, but those that only shuttle come last, after dealing too.

    Whoever takes the first move of each list never goes in circles while there is anything else to do. The rules' own
    order stays as it is: double clicks, autoplay and the plain search rest on it.
    """
    moves = game.moves(p)
    shuttles = [m for m in moves if shuttles_only(game, p, m)]
    return [*[m for m in moves if m not in shuttles], *shuttles] if shuttles else moves


def shuttles_only(game: AnyGame, p: Any, m: Move) -> bool:
    """Whether a move between columns or cells can be taken back by the next one, with nothing gained but a way."""
    if game.kinds[m.src] not in _RESTING or game.kinds[m.dst] not in _RESTING:
        return False
    after = game.play(p, m)
    back = Move(m.dst, m.src, m.count)
    return back in game.moves(after) and bool(game.key(game.play(after, back)) == game.key(p))
