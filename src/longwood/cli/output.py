"""Standard output: text, coloured and with suit symbols where the terminal has them."""

import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from longwood.core.words import shorten
from longwood.session import Session
from longwood.text import ASCII, Glyphs, Line, Span, facts_text, glyphs_for, least_width, page_text, table

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
        self.glyphs = ASCII if is_ascii else _glyphs()
        self.is_terminal = sys.stdout.isatty()
        self.is_quiet = is_quiet
        self._console = _console() if self.is_terminal or os.environ.get("FORCE_COLOR") else None

    def line(self, text: str = "") -> None:
        """A line that is part of the result."""
        self._write(text + "\n")

    def say(self, text: str = "") -> None:
        """A line for people, its cards in suit symbols."""
        if not self.is_quiet:
            for line in self.glyphs.words(printable(text)).split("\n"):
                self._write(self._wrapped(line) + "\n")

    def problem(self, sentence: str, is_apart: bool = False) -> None:
        """A word about what cannot be: part of a dialogue, or on standard error apart from the result."""
        sentence = printable(sentence)
        if self.is_quiet or is_apart:
            self.flush()
            sys.stderr.write(f"longwood: {sentence}\n")
        else:
            self._write(self._wrapped(sentence) + "\n")

    def table(self, session: Session) -> None:
        """The table and what there is to know beside it."""
        if self.is_quiet:
            return
        width = self._width() if self.is_terminal else None
        if width and width < (least := least_width(session.game)):
            self.say(f"The terminal is too narrow: the whole table needs {least} columns.")
        for line in table(session.game, session.position, self.glyphs, width):
            self._write(self._painted(line) + "\n")
        self.say(facts_text(session.game, session.position, self.glyphs))

    def entry(self, name: str, text: str) -> None:
        """A name and what there is to say of it, in two columns."""
        width = min(self._width(), 110)
        lines = textwrap.wrap(text, max(width - 34 if width >= 70 else width - 7, 20))
        if width < 70:  # the name gets a line of its own
            self._write(self._painted([Span(f"  {name}", "label")]) + "\n")
        for i, line in enumerate(lines):
            margin = f"  {'' if i else name:32}" if width >= 70 else " " * 6
            self._write(self._painted([Span(margin, "label"), Span(line)]) + "\n")

    def markdown(self, page: str) -> None:
        """A page of Markdown: set for a terminal, as it is for a pipe. Pictures of positions are drawn."""
        widest = 90
        page = page_text(page, self.glyphs, min(self._width(), widest) - 4 if self.is_terminal else None)
        if self.is_terminal and self._console:
            from rich.markdown import Markdown

            with self._console.capture() as capture:
                self._console.print(Markdown(page), width=min(self._console.width, widest))
            page = capture.get()
        self._write(page if page.endswith("\n") else page + "\n")

    def flush(self) -> None:
        """Nothing stays behind before the program waits or works."""
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            raise PipeClosed from None

    @staticmethod
    def _width() -> int:
        return shutil.get_terminal_size().columns

    def _wrapped(self, line: str) -> str:
        """A line as several where the terminal is narrower, broken between words; a second column stays one."""
        width = self._width()
        if not self.is_terminal or len(line) <= width:
            return line
        margin = line.rfind("  ") + 2 if "  " in line else 0
        return textwrap.fill(
            line,
            max(width, 20),
            subsequent_indent=" " * (margin if margin <= width // 2 else 4),
            break_long_words=False,  # a record stays in one piece
            break_on_hyphens=False,
        )

    def _painted(self, line: Line) -> str:
        if not self._console or not self._console.color_system:
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

    # NO_COLOR alone would leave Rich its bold and italics.
    return Console(highlight=False, color_system=None if os.environ.get("NO_COLOR") else "auto")


def _glyphs() -> Glyphs:
    """Suit symbols where encoding and locale have them."""
    return ASCII if _is_plain_locale() else glyphs_for(sys.stdout.encoding)


def _is_plain_locale() -> bool:
    """Whether the locale is the old plain one. Python writes UTF-8 even then, so the encoding does not tell."""
    if os.environ.get("PYTHONIOENCODING") or os.environ.get("PYTHONUTF8") == "1":
        return False  # someone has chosen the encoding
    named = {name: value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))}
    # In that locale Python sets LC_CTYPE itself when it starts, unless LC_ALL forbids it: then LANG is what was meant.
    if list(named) == ["LC_CTYPE", "LANG"] and named["LC_CTYPE"] in ("C.UTF-8", "C.utf8", "UTF-8"):
        del named["LC_CTYPE"]
    return next(iter(named.values()), "") in ("C", "POSIX")


def printable(text: str) -> str:
    """A text without a character that a terminal would obey instead of showing it."""
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() or char == "\n" else ascii(char)[1:-1] for char in text])


def name_words(name: str) -> str:
    """The name of a file for a message: as it is, if the terminal can show it."""
    try:
        name.encode("ascii" if _is_plain_locale() else sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return shorten(name)
    return name if name.isprintable() and len(name) <= 120 else shorten(name)


class Advance(Protocol):
    """How a bar is told the share of the work that is done and, where that changes, of what."""

    def __call__(self, share: float, now: str = ...) -> None: ...


@contextmanager
def progress_bar(words: str) -> Iterator[Advance]:
    """A bar on standard error that goes away when the work is done."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words, total=1.0)

        def advance(share: float, now: str = words) -> None:
            progress.update(task, completed=share, description=now)

        yield advance
