"""Playing in the plain terminal, by typing moves."""

from collections.abc import Callable
from typing import Any

import typer

from longwood.cli.inputs import Opened, random_number, session_to_play
from longwood.cli.keyboard import Keyboard
from longwood.cli.output import Output, name_words
from longwood.cli.play_advice import Adviser
from longwood.cli.saving import SavedFiles
from longwood.cli.words import MADE_UP, describe_act, heading, move_lines, state_words
from longwood.core.cards import CARD_TEXTS
from longwood.core.game import STOCK, Act, Deal, Move
from longwood.games import EXAMPLE, GAMES, family_of, refusal, rules_page
from longwood.games.family import MissingPage
from longwood.laid import PositionError, has_unknown
from longwood.notation import NotationError, act_text, move_text, parse_move, parse_number, shorten
from longwood.session import IllegalMove, Session

HELP = """\
  {move:10}   play a move; {src} {dst} will do, and several moves on a line{group}
  {src:10}   play the move from {src}, or list them if there are several
  5            play move 5 of the list that moves shows
  moves, m     list the legal moves; moves {src} lists those from {src}
  describe X   say a move in words, or list the cards of a pile
  {click:10}   do what a double click on {src} does
  auto, a      play all that is plainly ready
  hint         what to play from what you can see, and why; again: the next best
  hint all     the same by an all-seeing analyst, along a proven win
  chances      what every move keeps of the chances, from what you can see
  verdict, v   whether this can still be won, as far as it is proven
  undo, u      take back; undo 3 takes back three
  redo         play again what was taken back
  restart      back to the deal; redo leads forward again
  new          another deal; new 5 is deal 5, new {other} another game
  show         draw the table again
  record       print the record
  rules        show the rules
  save FILE    write the record to a file; longwood play FILE goes on with it
  help, h      this list
  quit, q      end, and print the record; so do Ctrl-D and Ctrl-C"""
SHORT = {"?": "help", "h": "help", "m": "moves", "u": "undo", "a": "auto", "v": "verdict", "q": "quit"}
SHORT |= {"exit": "quit", "dbl": "double"}
BAD_INPUT = 2
INTERRUPTED = 130


class Quit(Exception):
    """The player has had enough."""


def choose_game(out: Output) -> Opened | None:
    """Ask what to play: a game by its number or name, or a record; None if the player would rather not."""
    slugs = list(GAMES)
    for number, game in enumerate(GAMES.values(), 1):
        out.say(f"{number:3}  {game.slug:32}{game.title}")
    keyboard = Keyboard(out, lambda: slugs)
    while (answer := keyboard.read("Which game? ")) is not None:
        answer = answer.strip()
        if SHORT.get(answer.lower(), answer.lower()) == "quit":
            return None
        if answer in [str(number) for number in range(1, len(slugs) + 1)]:
            answer = slugs[int(answer) - 1]
        try:
            return session_to_play(answer.lower() if answer.lower() in GAMES else answer)
        except (NotationError, IllegalMove) as error:
            if keyboard.is_script:
                raise
            out.problem(str(error))
    if keyboard.is_script:
        raise NotationError(f"There is no game to play: name one, as in `longwood play {EXAMPLE}`.")
    return None


class Dialogue:
    """A player and a session: reads lines until the end, and then prints the record."""

    def __init__(self, opened: Opened, out: Output) -> None:
        self.out = out
        self.session = opened.session
        self._files = SavedFiles(opened.file)
        self._note = opened.note
        self._keyboard = Keyboard(out, self._words, opened.is_piped)
        self._has_failed = False
        adviser = Adviser(out)
        self._commands: dict[str, Callable[[str], Any]] = {
            "help": lambda _: out.say(_help(self.session)),
            "moves": self._list_moves,
            "describe": self._describe,
            "double": self._double_click,
            "auto": lambda _: self._autoplay(),
            "hint": lambda kind: self._think(lambda: adviser.hint(self.session, kind.lower())),
            "chances": lambda rest: self._think(lambda: adviser.chances(self.session, rest)),
            "verdict": lambda rest: self._think(lambda: adviser.verdict(self.session, rest)),
            "undo": lambda count: self._step(count, self.session.undo, "undo"),
            "redo": lambda count: self._step(count, self.session.redo, "redo"),
            "restart": lambda _: self._restart(),
            "new": self._new,
            "show": lambda _: self._show(),
            "record": lambda _: out.say(str(self.session.record)),
            "rules": lambda _: out.markdown(rules_page(self.session.game)),
            "save": self._save,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until the input ends, the player leaves or a script errs. However it ends, the record is printed."""
        out = self.out
        status = 0
        try:
            if self._note:
                out.say(self._note)
            self._open()
            while (line := self._keyboard.read("> ")) is not None:
                self.obey(line)
                # What follows was written for another position.
                if self._has_failed and self._keyboard.is_script:
                    status = BAD_INPUT
                    break
        except NotationError as error:
            self._problem(str(error))
            status = BAD_INPUT
        except Quit:
            pass
        except KeyboardInterrupt:
            status = INTERRUPTED
            out.say()
        self._close()
        raise typer.Exit(status)

    def obey(self, line: str) -> None:
        """Do what a line asks for, or say why not."""
        line = line.strip()
        word, _, rest = line.partition(" ")
        command = self._commands.get(SHORT.get(word.lower(), word.lower()))
        try:
            if not line:
                self._show()
            elif command:
                command(rest.strip())
            else:
                self._play_words(line.lower().split())
        except (NotationError, PositionError, IllegalMove, MissingPage) as error:
            self._problem(str(error))

    def _problem(self, sentence: str) -> None:
        self._has_failed = True
        self.out.problem(self.out.glyphs.words(sentence), self._keyboard.is_script)

    def _words(self) -> list[str]:
        """What may be typed here."""
        return [*self._commands, *[move_text(self.session.game, m) for m in self.session.moves]]

    def _open(self) -> None:
        self.out.say(f"{heading(self.session)}: {self.session.game.goal}")
        if has_unknown(self.session.deal):
            self.out.say(MADE_UP)
        self._show()
        if not _is_over(self.session):
            self.out.say("Type a move, moves to list them, hint to be advised, or help.")

    def _close(self) -> None:
        hint = "Its record:" if _is_over(self.session) else "longwood play RECORD goes on with it:"
        self.out.say(f"Score {self.session.score}, {state_words(self.session)}. {hint}")
        self.out.line(str(self.session.record))

    def _play_words(self, words: list[str]) -> None:
        """Moves, piles, numbers of the list and double clicks, until one of them cannot be."""
        piles = self.session.game.pile_index
        if len(words) == 2 and all(word in piles for word in words):
            words = ["-".join(words)]
        for word in words:
            if word.endswith("!"):
                done = self._double_click(word[:-1])
            else:
                m = self._only_move_from(word) if word in piles else self._legal_move(word)
                done = m is not None and self._play((m,))
            if not done:
                return

    def _play(self, act: Act) -> bool:
        before = self.session.position
        self.session.play(*act)
        self._tell(before, act)
        return True

    def _legal_move(self, text: str) -> Move | None:
        """The legal move that a text or a number of the list means; None, with a word about it, if there is none."""
        session, legal = self.session, self.session.moves
        if text.isascii() and text.isdigit():
            # More digits than a list can need are no number of it, however many zeros they begin with.
            number = int(text) if len(text) < 6 else 0
            if 1 <= number <= len(legal):
                return legal[number - 1]
            self._problem(f"There is no move {shorten(text)} on the list: {state_words(session)}.")
            return None
        if "-" not in text:
            raise NotationError(f'"{shorten(text)}" is neither a move nor a command; help lists them.')
        m = parse_move(session.game, text)
        # How many cards go along need not be said where the rules leave one number only.
        fitting = [m] if m in legal else [k for k in legal if k[:2] == m[:2] and "x" not in text]
        if len(fitting) == 1:
            return fitting[0]
        others = " ".join([move_text(session.game, k) for k in legal if k.src == m.src])
        name = session.game.piles[m.src]
        why = refusal(session.game, session.position, m)
        self._problem(f"{text} is not legal here: {why} From {name} there is {others or 'no move'}.")
        return None

    def _only_move_from(self, pile: str) -> Move | None:
        """The move from a pile, if there is one only or all come to the same; the list of them otherwise."""
        session = self.session
        source = session.game.pile_index[pile]
        found = [m for m in session.moves if m.src == source]
        game, p = session.game, session.position
        if len({game.key(game.play(p, m)) for m in found}) == 1:
            return found[0]
        if not found:
            self._problem(f"No legal move starts from {pile}.")
            return None
        for line in move_lines(session, source):
            self.out.say(line)
        if self._keyboard.is_script:
            self._problem(f"Several moves start from {pile}: say which.")
        return None

    def _pile(self, name: str) -> int:
        piles = self.session.game.pile_index
        if name.lower() not in piles:
            raise NotationError(f'{self.session.game.title} has no pile "{shorten(name)}".')
        return piles[name.lower()]

    def _double_click(self, name: str) -> bool:
        before = self.session.position
        act = self.session.double_click(self._pile(name))
        if act:
            self._tell(before, act)
        else:
            self._problem(f"A double click on {name.lower()} does nothing here.")
        return bool(act)

    def _autoplay(self) -> None:
        before = self.session.position
        act = self.session.autoplay()
        if act:
            self._tell(before, act)
        else:
            self.out.say("Nothing is ready to be played by itself.")

    def _think(self, think: Callable[[], None]) -> None:
        """Ask the analyst; a player who breaks that off plays on."""
        self.out.flush()
        try:
            think()
        except KeyboardInterrupt:
            if self._keyboard.is_script:
                raise
            self.out.say("The analyst was broken off.")

    def _step(self, count: str, step: Callable[[], bool], word: str) -> None:
        if count and not (count.isascii() and count.isdigit() and int(count[:9])):
            raise NotationError(f'"{shorten(count)}" is not a number of moves.')
        session = self.session
        before = session.record.acts
        for _ in range(int(count[:9] or 1)):
            if not step():
                break
        now = session.record.acts
        if before == now:
            self._problem(f"There is nothing to {word}.")
            return
        changed = before[len(now) :] or now[len(before) :]
        self.out.say(f"{word[:2].title()}done: {' '.join([act_text(session.game, act) for act in changed])}.")
        self._show()

    def _restart(self) -> None:
        if not self.session.can_undo:
            self.out.say("This is the deal: nothing has been played.")
            return
        self.session.restart()
        self.out.say("Back to the deal; redo leads forward again.")
        self._show()

    def _new(self, text: str) -> None:
        """Another game; the record of the one that is left is printed first."""
        if not text or (text.isascii() and text.isdigit()):
            number = parse_number(text) if text else random_number()
            opened = Opened(Session(self.session.game, Deal(number)))
        else:
            opened = session_to_play(text.lower() if text.lower() in GAMES else text)
        self._close()
        self.out.say()
        if opened.note:
            self.out.say(opened.note)
        self.session, self._files = opened.session, SavedFiles(opened.file)
        self._open()

    def _describe(self, text: str) -> None:
        game, p = self.session.game, self.session.position
        words = text.lower().split()
        if not words:
            raise NotationError("Describe what? Name a move or a pile.")
        if len(words) == 2 and all(word in game.pile_index for word in words):
            words = ["-".join(words)]
        for word in words:
            if word in game.pile_index:
                self.out.say(f"{word}: {self._cards_words(game.pile_index[word])}")
            elif m := self._legal_move(word):
                self.out.say(game.describe(p, m))

    def _cards_words(self, pile: int) -> str:
        p = self.session.position
        cards = p.piles[pile]
        if not cards:
            return "no card"
        count = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        down = self.session.game.hidden(p).get(pile, 0)
        if down == len(cards):
            return f"{count}, face down"
        count += f", {down} of them face down" if down else ""
        return (
            f"{count}{', top last' if len(cards) > 1 else ''}: {' '.join([CARD_TEXTS[card] for card in cards[down:]])}"
        )

    def _list_moves(self, name: str) -> None:
        session = self.session
        lines = move_lines(session, self._pile(name) if name else None)
        for line in lines:
            self.out.say(line)
        if not session.moves:
            self.out.say(_state(session))
        elif not lines:
            self.out.say(f"No legal move starts from {name.lower()}.")

    def _save(self, name: str) -> None:
        path = self._files.save(self.session.record, name)
        self.out.say(f"Saved as {name_words(str(path))}.")

    def _quit(self, _: str) -> None:
        raise Quit

    def _tell(self, before: Any, act: Act) -> None:
        """What was just played, and the table after it."""
        game = self.session.game
        words = describe_act(game, before, act)
        self.out.say(words[0].upper() + words[1:] + ".")
        cleared = int(game.facts(self.session.position).get("rounds", 0))
        if cleared > int(game.facts(before).get("rounds", 0)):
            self.out.say(f"Round {cleared} is cleared, and round {cleared + 1} is dealt.")
        self._show()

    def _show(self) -> None:
        self.out.table(self.session)
        if _is_over(self.session):
            self.out.say(_state(self.session))


def _help(session: Session) -> str:
    """What may be typed, with a move of this game as the example."""
    game = session.game
    openings = [m for number in range(10) for m in game.moves(game.start(Deal(number)))]
    m = next((m for m in openings if STOCK not in (m.src, m.dst)), Move(STOCK, 1))
    src, dst = game.piles[m.src], game.piles[m.dst]
    group = f"; {words}" if (words := family_of(game).hint_of_use) else ""
    return HELP.format(move=f"{src}-{dst}", click=f"{src}!", src=src, dst=dst, group=group, other=next(reversed(GAMES)))


def _is_over(session: Session) -> bool:
    return session.is_won or not session.moves


def _state(session: Session) -> str:
    """How the game ended, plainly."""
    if session.is_won:
        return f"You have won, with a score of {session.score}. undo, restart, new or quit?"
    return f"No move is left: you are stuck, with a score of {session.score}. undo, restart, new or quit?"
