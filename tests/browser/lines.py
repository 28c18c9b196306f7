"""Games to play through the page: recorded ones that were won, as lines of our notation."""

from functools import cache

from transcripts import files, game_of, read, recorded_move, slots

from longwood.games import GAMES
from longwood.notation import Record
from longwood.session import Session


@cache
def _won_lines() -> dict[str, str]:
    """For every slug the shortest recorded game that was won; for a game of rounds, that cleared one."""
    found: dict[str, str] = {}
    for file in files():
        game = game_of(file)
        names = slots(game)
        for transcript in read(file):
            if transcript.opening["deck_kind"] != "" and not _can_win(transcript.end):
                continue
            session = Session(game, transcript.deal)
            for step in transcript.steps:
                move = step["move"]
                text = "deal" if move["kind"] == "deal" else f"{move['from']}:{move['count']}>{move['to']}"
                played = next((m for m in session.moves if recorded_move(game, names, m) == text), None)
                if played is None or _is_done(session):
                    break
                session.play(played)
            line = str(session.record)
            if _is_done(session) and len(line) < len(found.get(game.slug, line + "x")):
                found[game.slug] = line
    return found
