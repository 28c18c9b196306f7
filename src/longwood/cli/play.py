"""Playing in the plain terminal, by typing moves."""

import os
import sys
from collections.abc import Callable
from typing import Any

import typer

from longwood.cli.game_words import MADE_UP, describe_act, heading, move_lines, state_words
from longwood.cli.inputs import Opened, random_number, session_to_play
from longwood.cli.keeping import Kept
from longwood.cli.keyboard import Keyboard
from longwood.cli.output import Output, PipeClosed, name_words
from longwood.cli.play_advice import Adviser
from longwood.cli.play_words import SHORT, cards_words, end_words, help_words, is_over
from longwood.cli.saving import FORCE, SavedFiles, WouldReplace
from longwood.cli.signals import Ended, signals_raised
from longwood.cli.statuses import BAD_INPUT, INTERRUPTED
from longwood.cli.typed import SeveralMoves, legal_move, typed_acts
from longwood.core.game import Act, Deal
from longwood.core.words import shorten
from longwood.games import GAMES, rules_page
from longwood.games.family import MissingPage
from longwood.journal.where import NONE
from longwood.laid import PositionError, has_unknown
from longwood.notation import NotationError, act_text, move_text, parse_number
from longwood.session import IllegalMove, Session

ALONE = ("auto", "help", "quit", "record", "restart", "rules", "show")
"""Commands that nothing can follow: what does was meant for something else."""


class Quit(Exception):
    """The player has had enough."""


class Dialogue:
    """A player and a session: reads lines until the end, and then prints the record."""

    def __init__(self, opened: Opened, out: Output, kept: Kept | None = None) -> None:
        self.out = out
        self.session = opened.session
        self._files = SavedFiles(opened.file)
        self._note = opened.note
        self._keyboard = Keyboard(out, self._words, opened.is_piped)
        self._kept = kept or Kept(NONE)
        self._problem_said = ""
        self._has_failed = False
        if not opened.is_resumed and not self._keyboard.is_script:
            self._kept.sit_down(opened.session, opened.day, opened.level)
        adviser = Adviser(out)
        self._commands: dict[str, Callable[[str], Any]] = {
            "help": lambda _: out.say(help_words(self.session)),
            "moves": self._list_moves,
            "describe": self._describe,
            "double": self._double_click,
            "auto": lambda _: self._autoplay(),
            "hint": lambda kind: self._hint(adviser, kind.lower()),
            "chances": lambda rest: self._think(lambda: adviser.chances(self.session, rest), "chances"),
            "verdict": lambda rest: self._think(lambda: adviser.verdict(self.session, rest), "verdicts"),
            "undo": lambda count: self._step(count, self.session.undo, "undo"),
            "redo": lambda count: self._step(count, self.session.redo, "redo"),
            "restart": lambda _: self._restart(),
            "new": self._new,
            "show": lambda _: self._show(),
            "record": lambda _: out.say(str(self.session.record)),
            "rules": lambda _: out.markdown(rules_page(self.session.game)),
            "save": self._save,
            "give": self._give_up,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until the input ends, the player leaves or a script errs. However it ends, the record is printed."""
        try:
            with signals_raised():
                status = self._run()
                self._leave()
                self._close()
                self.out.flush()
        except Ended as end:
            status = end.status
            self._part()
        self._kept.close()
        raise typer.Exit(status)

    def _run(self) -> int:
        out = self.out
        try:
            if self._note:
                out.say(self._note)
            self._open()
            while (line := self._keyboard.read("> ")) is not None:
                self.obey(line)
                if not self._keyboard.is_script:
                    self._keep()
                # What follows was written for another position.
                elif self._has_failed:
                    return BAD_INPUT
        except NotationError as error:
            self._problem(str(error))
            return BAD_INPUT
        except Quit:
            pass
        except KeyboardInterrupt:
            out.say()
            return INTERRUPTED
        return 0

    def _keep(self) -> None:
        """A game at which a person sits is in the journal after every line, so that nothing can end it for good."""
        for line in self._kept.keep(self.session):
            self.out.say(line)
        if self._kept.note:
            self.out.say(self._kept.note)
            self._kept.note = ""
        if self._kept.problem != self._problem_said:
            self._problem_said = self._kept.problem
            if self._kept.problem:
                self.out.say(f"{self._kept.problem} This game is not being kept: type save FILE, or copy its record.")

    def _leave(self) -> None:
        """The player goes, or on to another game."""
        if not self._keyboard.is_script:
            self._keep()
            self._kept.leave(self.session)

    def _part(self) -> None:
        """Leave where the player can do no more: the game stays in the journal, and what can still be said is."""
        if self.session.acts:
            self._kept.keep(self.session)
        try:
            self.out.say()
            self._close()
            self.out.flush()
            if self._kept.bookmark:
                self.out.problem("The game is in the journal: longwood play --resume continues it.", is_apart=True)
        except (OSError, PipeClosed):
            # The terminal is gone. Python flushes once more on its way out, and would complain then.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def obey(self, line: str) -> None:
        """Do what a line asks for, or say why not."""
        line = line.strip()
        word, _, rest = line.partition(" ")
        name = SHORT.get(word.lower(), word.lower())
        command = self._commands.get(name)
        try:
            if not line:
                self._show()
            elif rest.strip() and name in ALONE:
                self._problem(f'{name} takes nothing after it: leave out "{shorten(rest.strip())}".')
            elif command:
                command(rest.strip())
            else:
                self._play_line(line)
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
        if not is_over(self.session):
            self.out.say("Type a move, or moves, hint or help.")

    def _close(self) -> None:
        hint = "Its record:" if is_over(self.session) else "longwood play RECORD resumes it:"
        self.out.say(f"Score {self.session.score}, {state_words(self.session)}. {hint}")
        self.out.line(str(self.session.record))

    def _play_line(self, line: str) -> None:
        """Play all that a line asks for, or nothing of it."""
        session = self.session
        try:
            acts = typed_acts(session.game, session.position, line, (*self._commands, *SHORT))
        except SeveralMoves as error:
            if error.is_now:
                for text in move_lines(session, error.source):
                    self.out.say(text)
            if not error.is_now or self._keyboard.is_script:
                raise
            return
        for act in acts:
            self._play(act)

    def _play(self, act: Act) -> None:
        before = self.session.position
        self.session.play(*act)
        self._tell(before, act)

    def _pile(self, name: str) -> int:
        piles = self.session.game.pile_index
        if name.lower() not in piles:
            raise NotationError(f'{self.session.game.title} has no pile "{shorten(name)}".')
        return piles[name.lower()]

    def _double_click(self, name: str) -> None:
        self._pile(name)
        self._play_line(f"{name}!")

    def _autoplay(self) -> None:
        before = self.session.position
        act = self.session.autoplay()
        if act:
            self._tell(before, act)
        else:
            self.out.say("No card is ready to play automatically.")

    def _hint(self, adviser: Adviser, kind: str) -> None:
        self._think(lambda: adviser.hint(self.session, kind), "seeing_hints" if kind else "fair_hints")

    def _think(self, think: Callable[[], None], what: str) -> None:
        """Ask the analyst; a player who breaks that off plays on."""
        self.out.flush()
        try:
            think()
            self._kept.count(what)
        except KeyboardInterrupt:
            if self._keyboard.is_script:
                raise
            self.out.say("Interrupted.")

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
        if word == "undo":
            self._kept.count("undos", len(before) - len(now))
        changed = before[len(now) :] or now[len(before) :]
        self.out.say(f"{word[:2].title()}done: {' '.join([act_text(session.game, act) for act in changed])}.")
        self._show()

    def _restart(self) -> None:
        if not self.session.can_undo:
            self.out.say("No moves have been played yet.")
            return
        self._kept.count("undos")
        self.session.restart()
        self.out.say("Back to the deal. redo brings the moves back.")
        self._show()

    def _new(self, text: str) -> None:
        """Another game; the record of the one that is left is printed first."""
        if not text or (text.isascii() and text.isdigit()):
            number = parse_number(text) if text else random_number()
            opened = Opened(Session(self.session.game, Deal(number)))
        else:
            opened = session_to_play(text.lower() if text.lower() in GAMES else text)
        self._leave()
        self._close()
        self.out.flush()
        self.out.say()
        if opened.note:
            self.out.say(opened.note)
        self.session, self._files = opened.session, SavedFiles(opened.file)
        if not self._keyboard.is_script:
            self._kept.sit_down(self.session)
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
                self.out.say(f"{word}: {cards_words(self.session, game.pile_index[word])}")
            else:
                self.out.say(game.describe(p, legal_move(game, p, word)))

    def _list_moves(self, name: str) -> None:
        session = self.session
        lines = move_lines(session, self._pile(name) if name else None)
        for line in lines:
            self.out.say(line)
        if not session.moves:
            self.out.say(end_words(session))
        elif not lines:
            self.out.say(f"No legal move starts from {name.lower()}.")

    def _save(self, text: str) -> None:
        first, _, rest = text.partition(" ")
        is_forced = first == FORCE
        name = rest.strip() if is_forced else text
        try:
            path = self._files.save(self.session.record, name, is_forced=is_forced)
        except WouldReplace as question:
            if self._keyboard.is_script or self.out.is_quiet:
                raise NotationError(f"{question} Choose another name, or save {FORCE} FILE.") from None
            self.out.say(str(question))
            answer = self._keyboard.read("Replace it? [y/N] ")
            if (answer or "").strip().lower() not in ("y", "yes"):
                self.out.say("Not saved.")
                return
            path = self._files.save(self.session.record, name, is_forced=True)
        self.out.say(f"Saved as {name_words(str(path))}.")

    def _give_up(self, rest: str) -> None:
        """End the game as not won; whoever only leaves can resume it."""
        if rest.lower() != "up":
            raise NotationError("Type give up to end this game.")
        if is_over(self.session) and self.session.is_won:
            raise NotationError("You already won this game.")
        self._keep()
        self._kept.leave(self.session, gives_up=True)
        raise Quit

    def _quit(self, _: str) -> None:
        raise Quit

    def _tell(self, before: Any, act: Act) -> None:
        """What was just played, and the table after it."""
        game = self.session.game
        words = describe_act(game, before, act)
        self.out.say(words[0].upper() + words[1:] + ".")
        cleared = int(game.facts(self.session.position).get("rounds", 0))
        if cleared > int(game.facts(before).get("rounds", 0)):
            self.out.say(f"Round {cleared} cleared. Round {cleared + 1} is dealt.")
        self._show()

    def _show(self) -> None:
        self.out.table(self.session)
        if is_over(self.session):
            self.out.say(end_words(self.session))
