"""Playing in the plain terminal, by typing moves."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from longwood.cli.output import Output
from longwood.cli.words import describe_act, heading, move_lines, state_words
from longwood.game import Move
from longwood.games import GAMES
from longwood.notation import Act, NotationError, act_text, find_game, move_text, parse_move, shorten
from longwood.refusals import refusal
from longwood.rules_pages import MissingPage, rules_page
from longwood.session import Session

HELP = """\
  {move:10}   play a move; {src} {dst} will do, and several moves on a line{group}
  {src:10}   play the move from {src}, or list them if there are several
  5            play move 5 of the list
  moves        list the legal moves
  describe X   say a move in words, or list the cards of a pile
  {click:10}   do what a double click on {src} does
  auto         play all that is plainly ready
  undo, redo   take back or play again; undo 3 takes back three
  restart      back to the deal; redo leads forward again
  show         draw the table again
  record       print the record
  rules        show the rules
  save FILE    write the record to a file; longwood play FILE goes on with it
  quit         end, and print the record; so do Ctrl-D and Ctrl-C"""
SHORT = {"?": "help", "h": "help", "m": "moves", "u": "undo", "a": "auto", "q": "quit", "exit": "quit", "dbl": "double"}


class Quit(Exception):
    """The player has had enough."""


def choose_game(out: Output) -> str | None:
    """Ask which game to play; None if there is no answer."""
    for number, game in enumerate(GAMES.values(), 1):
        out.say(f"{number:3}  {game.slug:32}{game.title}")
    while (answer := _read(out, "Which game? ")) is not None:
        answer = answer.strip().lower()
        if answer in [str(number) for number in range(1, len(GAMES) + 1)]:
            return list(GAMES)[int(answer) - 1]
        try:
            return find_game(answer).slug
        except NotationError as error:
            out.problem(str(error))
    return None


class Dialogue:
    """A player and a session: reads lines until the end, and then prints the record."""

    def __init__(self, session: Session, out: Output, file: Path | None = None) -> None:
        self.session = session
        self.out = out
        self._file = file
        """The file that this game was read from or last saved to: the one that may be written over."""
        self._commands: dict[str, Callable[[str], Any]] = {
            "help": lambda _: out.say(_help(session)),
            "moves": lambda _: self._list_moves(),
            "describe": self._describe,
            "double": self._double_click,
            "auto": lambda _: self._autoplay(),
            "undo": lambda count: self._step(count, session.undo, "undo"),
            "redo": lambda count: self._step(count, session.redo, "redo"),
            "restart": lambda _: self._restart(),
            "show": lambda _: self._show(),
            "record": lambda _: out.say(str(session.record)),
            "rules": lambda _: out.markdown(rules_page(session.game.family)),
            "save": self._save,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until the input ends or the player leaves. However it ends, the record is printed."""
        session, out = self.session, self.out
        status = 0
        try:
            self._complete_words()
            out.say(f"{heading(session)}: {session.game.goal}")
            self._show()
            out.say("Type a move, moves to list them, or help.")
            while (line := _read(out, "> ")) is not None:
                self.obey(line)
        except Quit:
            pass
        except KeyboardInterrupt:
            status = 130
            out.say()
        out.say(f"Score {session.score}, {state_words(session)}. Its record, for `longwood play`:")
        out.line(str(session.record))
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
        except (NotationError, MissingPage) as error:
            self.out.problem(str(error))

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
        self._tell(describe_act(self.session.game, before, act))
        return True

    def _legal_move(self, text: str) -> Move | None:
        """The legal move that a text or a number of the list means; None, with a word about it, if there is none."""
        session, legal = self.session, self.session.moves
        if text.isascii() and text.isdigit():
            if 1 <= int(text[:9]) <= len(legal):
                return legal[int(text) - 1]
            self.out.problem(f"There is no move {shorten(text)} on the list: {state_words(session)}.")
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
        self.out.problem(f"{text} is not legal here: {why} From {name} there is {others or 'no move'}.")
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
            self.out.problem(f"No legal move starts from {pile}.")
        for line in move_lines(session, source):
            self.out.say(line)
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
            self._tell(describe_act(self.session.game, before, act))
        else:
            self.out.problem(f"A double click on {name.lower()} does nothing here.")
        return bool(act)

    def _autoplay(self) -> None:
        before = self.session.position
        act = self.session.autoplay()
        if act:
            self._tell(describe_act(self.session.game, before, act))
        else:
            self.out.problem("Nothing is ready to be played by itself.")

    def _step(self, count: str, step: Callable[[], bool], word: str) -> None:
        if count and not (count.isascii() and count.isdigit()):
            raise NotationError(f'"{shorten(count)}" is not a number of moves.')
        session = self.session
        before = session.record.acts
        for _ in range(int(count[:9] or 1)):
            if not step():
                break
        now = session.record.acts
        if before == now:
            self.out.problem(f"There is nothing to {word}.")
            return
        changed = before[len(now) :] or now[len(before) :]
        self.out.say(f"{word[:2].title()}done: {' '.join([act_text(session.game, act) for act in changed])}.")
        self._show()

    def _restart(self) -> None:
        self.session.restart()
        self._show()

    def _describe(self, text: str) -> None:
        game, p = self.session.game, self.session.position
        if text.lower() in game.pile_index:
            pile = self._pile(text)
            cards = f"{len(p.piles[pile])} {'card' if len(p.piles[pile]) == 1 else 'cards'}"
            if pile in game.hidden(p):
                self.out.say(f"{text.lower()}: {cards}, face down")
            else:
                self.out.say(f"{text.lower()}: {cards}, top last: {' '.join(map(self.out.glyphs.card, p.piles[pile]))}")
        elif m := self._legal_move(text.lower()):
            self.out.say(game.describe(p, m))

    def _list_moves(self) -> None:
        for line in move_lines(self.session):
            self.out.say(line)
        if not self.session.moves:
            self.out.say(_state(self.session))

    def _save(self, name: str) -> None:
        if not name and self._file is None:
            self.out.problem("Name a file: save FILE.")
            return
        try:
            path = Path(name).expanduser() if name else self._file
            assert path
            if path.exists() and path != self._file:
                self.out.problem(f"{shorten(str(path))} is there already: choose another name.")
                return
            # Written beside it first: a full disk must not cost the game that was saved before.
            part = path.with_name(path.name + ".part")
            part.write_text(f"{self.session.record}\n", encoding="ascii")
            part.replace(path)
        except (OSError, ValueError, RuntimeError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            self.out.problem(f"{shorten(name)} cannot be written: {reason}.")
            return
        self._file = path
        self.out.say(f"Saved as {shorten(str(path))}.")

    def _quit(self, _: str) -> None:
        raise Quit

    def _tell(self, words: str) -> None:
        self.out.say(words[0].upper() + words[1:] + ".")
        self._show()

    def _show(self) -> None:
        self.out.table(self.session)
        if not self.session.moves or self.session.is_won:
            self.out.say(_state(self.session))

    def _complete_words(self) -> None:
        """On a terminal the line can be edited, and Tab completes commands and legal moves."""
        if not (self.out.is_terminal and sys.stdin.isatty()):
            return
        try:
            import readline
        except ImportError:  # not everywhere
            return

        def complete(start: str, index: int) -> str | None:
            moves = [move_text(self.session.game, m) for m in self.session.moves]
            return [*[word for word in (*self._commands, *moves) if word.startswith(start)], None][index]

        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")


def _help(session: Session) -> str:
    """What may be typed, with moves of this game as examples."""
    piles = session.game.piles
    if "t1" in piles:
        src, dst = "t3", "t7"
    else:
        src, dst = ("d3", "w") if "w" in piles else ("a1", "a4")
    group = "; t3-t7x4 moves four cards" if session.game.family == "forty-thieves" else ""
    return HELP.format(move=f"{src}-{dst}", click=f"{src}!", src=src, dst=dst, group=group)


def _state(session: Session) -> str:
    """How the game ended, plainly."""
    if session.is_won:
        return f"You have won, with a score of {session.score}. undo, restart or quit?"
    return f"No move is left: you are stuck, with a score of {session.score}. undo, restart or quit?"


def _read(out: Output, prompt: str) -> str | None:
    """The next line of input, or None at its end. What does not come from a keyboard is shown as if it did."""
    out.flush()
    if sys.stdin.isatty():
        try:
            return input("" if out.is_quiet else prompt)
        except EOFError:
            out.say()
            return None
    line = sys.stdin.readline()
    if line:
        out.say(prompt + line.rstrip("\n"))
    return line or None
