"""Longwood: a card table for patience with an analyst at your shoulder."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from longwood.cards import shuffled
    from longwood.game import Deal, Game, Move, Position
    from longwood.games import GAMES
    from longwood.notation import NotationError, Record, parse_move, parse_record
    from longwood.session import IllegalMove, Session
else:
    _HOMES = {
        "cards": ("shuffled",),
        "game": ("Deal", "Game", "Move", "Position"),
        "games": ("GAMES",),
        "notation": ("NotationError", "Record", "parse_move", "parse_record"),
        "session": ("IllegalMove", "Session"),
    }

    def __getattr__(name: str) -> object:
        # Each is imported when it is first asked for, so that the program meets a Ctrl-C from its first moment.
        from importlib import import_module

        for home, names in _HOMES.items():
            if name in names:
                return getattr(import_module(f"longwood.{home}"), name)
        raise AttributeError(f"module 'longwood' has no attribute {name!r}")


__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "Deal",
    "Game",
    "IllegalMove",
    "Move",
    "NotationError",
    "Position",
    "Record",
    "Session",
    "parse_move",
    "parse_record",
    "shuffled",
]
