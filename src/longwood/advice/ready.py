"""Getting ready: on the first use on a machine this is the compiler's time. It loads nothing before it is asked."""

from importlib import import_module

from longwood.solver import kernel

PLAYERS = {
    "terrace": "longwood.games.terrace.player",
    "quatorze": "longwood.games.quatorze.player",
    "triple-peaks": "longwood.games.peaks.player",
    "elevator": "longwood.games.peaks.player",
}
"""The modules of the quick players."""


def get_ready(family: str) -> None:
    """Compile or load all that an answer about a family's games may need."""
    kernel(family)
    if player := PLAYERS.get(family):
        import_module(player)
