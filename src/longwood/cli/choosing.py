"""What to play: a game that the player names, or the unfinished one."""

from longwood.cli.inputs import Opened, session_to_play
from longwood.cli.keeping import Kept, resumed
from longwood.cli.keyboard import Keyboard
from longwood.cli.output import Output
from longwood.cli.play_words import SHORT
from longwood.games import EXAMPLE, GAMES
from longwood.journal.words import title_of
from longwood.notation import NotationError
from longwood.session import IllegalMove

RESUME = "resume"


def choose_game(out: Output, kept: Kept) -> Opened | None:
    """Ask what to play: a game by its number or name, or a record; None if the player would rather not."""
    slugs = list(GAMES)
    keyboard = Keyboard(out, lambda: [*slugs, RESUME])
    if not keyboard.is_script and (words := unfinished_words(kept)):
        out.say(f"{words} Type {RESUME} to continue it.")
    for number, game in enumerate(GAMES.values(), 1):
        out.say(f"{number:3}  {game.slug:32}{game.title}")
    while (answer := keyboard.read("Which game? ")) is not None:
        answer = answer.strip()
        if SHORT.get(answer.lower(), answer.lower()) == "quit":
            return None
        if answer in [str(number) for number in range(1, len(slugs) + 1)]:
            answer = slugs[int(answer) - 1]
        try:
            if answer.lower() == RESUME:
                return resumed_game(kept)
            return session_to_play(answer.lower() if answer.lower() in GAMES else answer)
        except (NotationError, IllegalMove) as error:
            if keyboard.is_script:
                raise
            out.problem(str(error))
    if keyboard.is_script:
        raise NotationError(f"There is no game to play: name one, as in `longwood play {EXAMPLE}`.")
    return None


def unfinished_words(kept: Kept) -> str:
    """A sentence on the unfinished game that was played last; empty if there is none."""
    games = kept.unfinished()
    if not games:
        return ""
    more = f" (and {len(games) - 1} more)" if len(games) > 1 else ""
    return f"You have an unfinished game of {title_of(games[0].game)}{more}."


def resumed_game(kept: Kept) -> Opened:
    """The unfinished game that was played last, here or in the browser; `NotationError` if there is none."""
    return Opened(resumed(kept), note="Your unfinished game.", is_resumed=True)
