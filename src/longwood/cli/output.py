"""Standard output: text, coloured and with suit symbols where the terminal has them."""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from longwood.session import Session
from longwood.text import ASCII, Line, Span, facts_text, glyphs_for, table

if TYPE_CHECKING:
    from rich.console import Console

STYLES = {
    "frame": "dim",
    "space": "dim",
    "label": "cyan",
    "count": "dim",
    "back": "blue",
    "black": "bold",
    "red": "bold red",
}


class PipeClosed(Exception):
    """Whoever reads the output has gone, which is their right."""


class Output:
    """Where a command prints."""

    def __init__(self, is_ascii: bool = False, is_quiet: bool = False) -> None:
        self.glyphs = ASCII if is_ascii else glyphs_for(sys.stdout.encoding)
        self.is_terminal = sys.stdout.isatty()
        self.is_quiet = is_quiet
        self._console = _console() if self.is_terminal or os.environ.get("FORCE_COLOR") else None

    def line(self, text: str = "") -> None:
        """A line that is part of the result."""
        self._write(text + "\n")

    def say(self, text: str = "") -> None:
        """A line for people, its cards in suit symbols."""
        if not self.is_quiet:
            self._write(self.glyphs.words(text) + "\n")

    def problem(self, sentence: str) -> None:
        """A word about what cannot be: part of a dialogue, or on standard error if nothing but the result is wanted."""
        if self.is_quiet:
            sys.stderr.write(f"longwood: {sentence}\n")
        else:
            self._write(sentence + "\n")

    def table(self, session: Session) -> None:
        """The table and what there is to know beside it."""
        if self.is_quiet:
            return
        width = shutil.get_terminal_size().columns if self.is_terminal else None
        for line in table(session.game, session.position, self.glyphs, width):
            self._write(self._painted(line) + "\n")
        self.say(facts_text(session.game, session.position, self.glyphs))

    def entry(self, name: str, text: str) -> None:
        """A name and what there is to say of it, in two columns."""
        width = min(shutil.get_terminal_size().columns, 110)
        for i, line in enumerate(textwrap.wrap(text, max(width - 34, 30))):
            self._write(self._painted([Span(f"  {'' if i else name:32}", "label"), Span(line)]) + "\n")

    def markdown(self, page: str) -> None:
        """A page of Markdown: set for a terminal, as it is for a pipe."""
        if self.is_terminal and self._console:
            from rich.markdown import Markdown

            with self._console.capture() as capture:
                self._console.print(Markdown(page), width=min(self._console.width, 90))
            page = capture.get()
        self._write(page if page.endswith("\n") else page + "\n")

    def flush(self) -> None:
        """Nothing stays behind before the program waits or works."""
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            raise PipeClosed from None

    def _painted(self, line: Line) -> str:
        if not self._console or self._console.no_color or not self._console.color_system:
            return "".join([span.text for span in line])
        from rich.text import Text

        painted = Text.assemble(*[(span.text, STYLES.get(span.style, "")) for span in line])
        with self._console.capture() as capture:
            self._console.print(painted, end="", soft_wrap=True)
        return capture.get()

    @staticmethod
    def _write(text: str) -> None:
        try:
            sys.stdout.write(text)
        except BrokenPipeError:
            raise PipeClosed from None


def _console() -> "Console":
    # Rich knows what colours a terminal has, and NO_COLOR; it takes longer to import than all else together.
    from rich.console import Console

    return Console(highlight=False)


@contextmanager
def progress_bar(words: str) -> Iterator[Callable[[float], None]]:
    """A bar on standard error that goes away when the work is done; to be told the share that is done."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words, total=1.0)
        yield lambda share: progress.update(task, completed=share)
