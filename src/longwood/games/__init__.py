"""The table of games: every way to play, by its slug. The rules of a released slug never change."""

from difflib import get_close_matches

from longwood.game import AnyGame
from longwood.games.forty_thieves import FORTY_THIEVES
from longwood.games.peaks import ELEVATOR, TRIPLE_PEAKS
from longwood.games.quatorze import QUATORZE
from longwood.games.terrace import TERRACE

GAMES: dict[str, AnyGame] = {game.slug: game for game in (*TERRACE, FORTY_THIEVES, QUATORZE, *TRIPLE_PEAKS, ELEVATOR)}


def nearest_slug(text: str) -> str | None:
    """The slug that a mistyped one most likely meant."""
    return next(iter(get_close_matches(text.lower(), GAMES, n=1, cutoff=0.5)), None)
