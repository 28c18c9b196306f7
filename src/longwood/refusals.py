"""Why a move is refused, in a sentence for the player.

This never decides what is legal: the rules do. It reads their fields and says what stands in the way.
"""

from longwood.game import AnyGame, Move


def refusal(game: AnyGame, p: object, m: Move) -> str:
    """A short sentence that says why a move is refused; empty if it is legal."""
    return "" if m in game.moves(p) else "That move is not allowed here."
