"""What games with foundations share."""

from collections.abc import Container

from longwood.game import Game, Move, P


def play_up(game: Game[P], p: P, foundations: Container[int]) -> list[Move]:
    """Single cards to the foundations, in the order in which the game lists them, until nothing more fits."""
    line: list[Move] = []
    while True:
        m = next((m for m in game.moves(p) if m.dst in foundations and m.count == 1), None)
        if m is None:
            return line
        line.append(m)
        p = game.play(p, m)
