"""Longwood: a card table for patience with an analyst at your shoulder."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from longwood.core.cards import shuffled
    from longwood.core.game import Deal, Game, Move, Position
    from longwood.games import GAMES
    from longwood.laid import PositionError, check_position, lay_out
    from longwood.notation import NotationError, Record, parse_move, parse_record
    from longwood.session import IllegalMove, Session

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "Deal",
    "Game",
    "IllegalMove",
    "Move",
    "NotationError",
    "Position",
    "PositionError",
    "Record",
    "Session",
    "check_position",
    "lay_out",
    "parse_move",
    "parse_record",
    "shuffled",
]

# Where each name lives. They are imported when first asked for: `longwood --version` need not know a game.
_HOMES = {
    "longwood.core.cards": ("shuffled",),
    "longwood.core.game": ("Deal", "Game", "Move", "Position"),
    "longwood.games": ("GAMES",),
    "longwood.laid": ("PositionError", "check_position", "lay_out"),
    "longwood.notation": ("NotationError", "Record", "parse_move", "parse_record"),
    "longwood.session": ("IllegalMove", "Session"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
