"""Longwood: a card table for patience with an analyst at your shoulder."""

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
