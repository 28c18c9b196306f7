"""Games to play through the page: one won line for every slug, taken from the recorded games where there are any.

`python tests/browser/lines.py` writes won.txt anew from tests/data/transcripts; games that nobody recorded keep their
lines.
"""

import sys
from pathlib import Path

from longwood.notation import parse_record
from longwood.session import Session

FILE = Path(__file__).with_name("won.txt")


def won_lines() -> dict[str, str]:
    """The line of every slug: it wins, or clears a round where games have rounds."""
    return {parse_record(line).game.slug: line for line in FILE.read_text(encoding="ascii").split()}


def is_done(session: Session) -> bool:
    return session.is_won or bool(session.game.facts(session.position).get("rounds"))


def find_won_lines() -> dict[str, str]:
    """The shortest such line of every slug among the recorded games."""
    from transcripts import files, game_of, read, recorded_move, slots

    found: dict[str, str] = {}
    for file in files():
        game = game_of(file)
        names = slots(game)
        for transcript in read(file):
            session = Session(game, transcript.deal)
            for step in transcript.steps:
                move = step["move"]
                text = "deal" if move["kind"] == "deal" else f"{move['from']}:{move['count']}>{move['to']}"
                played = next((m for m in session.moves if recorded_move(game, names, m) == text), None)
                if played is None or is_done(session):
                    break
                session.play(played)
            line = str(session.record)
            if is_done(session) and len(line) < len(found.get(game.slug, line + ".")):
                found[game.slug] = line
    return found


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[1]))
    FILE.write_text("".join(f"{line}\n" for line in (won_lines() | find_won_lines()).values()), encoding="ascii")
