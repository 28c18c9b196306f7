"""The lines that a player types, or that a script sends in their place."""

import os
import sys
from collections.abc import Callable

from longwood.cli.inputs import bounded_lines
from longwood.cli.output import Output
from longwood.notation import NotationError


class Keyboard:
    """Where the lines of a dialogue come from."""

    def __init__(self, out: Output, words: Callable[[], list[str]] = list, is_after_a_record: bool = False) -> None:
        self._out = out
        self._words = words
        """What Tab may complete to."""
        self._may_turn = is_after_a_record and out.is_terminal
        """Whether the terminal takes over if nothing follows the record that was piped in."""
        self._set_up_completion()

    @property
    def is_script(self) -> bool:
        """Whether no person sits there, so that what cannot be is an error and not a matter of trying again."""
        return not sys.stdin.isatty()

    def read(self, prompt: str) -> str | None:
        """The next line, or None at the end. What does not come from a keyboard is shown as if it did."""
        self._out.flush()
        if self.is_script:
            try:
                line = next(bounded_lines(sys.stdin, "standard input"), "")
            except OSError as error:
                raise NotationError(f"Standard input cannot be read: {error.strerror or error}.") from None
            if line or not (self._may_turn and self._turn_to_the_terminal()):
                self._may_turn = False
                if line:
                    self._out.say(prompt + line.rstrip("\n"))
                return line or None
        try:
            return input("" if self._out.is_quiet else prompt)
        except EOFError:
            self._out.say()
            return None

    def _turn_to_the_terminal(self) -> bool:
        try:
            terminal = os.open("/dev/tty", os.O_RDONLY)
        except OSError:
            return False
        # As standard input, because only there a line can be edited.
        os.dup2(terminal, 0)
        os.close(terminal)
        sys.stdin = open(0, errors="surrogateescape", closefd=False)  # noqa: SIM115
        self._set_up_completion()
        return True

    def _set_up_completion(self) -> None:
        """On a terminal the line can be edited, and Tab completes words."""
        if not self._out.is_terminal or self.is_script:
            return
        try:
            import readline
        except ImportError:  # not everywhere
            return

        def complete(start: str, index: int) -> str | None:
            return [*[word for word in self._words() if word.startswith(start)], None][index]

        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")
