"""What a command is given: records as an argument, on standard input or in a file, and numbers."""

import re
import secrets
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from longwood.game import Deal
from longwood.games import GAMES
from longwood.notation import NotationError, parse_number, shorten
from longwood.session import IllegalMove, Session

MAX_DEPTH = 99


def sessions(text: str) -> Iterator[Session]:
    """The games of a record, of several on a line each, of standard input (`-`), or of a file."""
    if text == "-":
        yield from _sessions_of(sys.stdin, "of standard input")
    elif "\n" in text.strip():
        yield from _sessions_of(text.splitlines(), "of the argument")
    else:
        try:
            yield Session.from_record(text)
        except NotationError:
            if not _is_file(text):
                raise
            yield from _sessions_of(Path(text).read_text(errors="surrogateescape").splitlines(), f"of {shorten(text)}")


def session_to_play(text: str) -> tuple[Session, Path | None]:
    """The game to play: a random deal of a slug, or the first of the records; and the file that it lies in, if any."""
    if text in GAMES:
        return Session(GAMES[text], Deal(random_number())), None
    try:
        return Session.from_record(text), None
    except NotationError:
        return next(sessions(text)), Path(text) if _is_file(text) else None


def random_number() -> int:
    """A deal number that is easy to tell someone."""
    return secrets.randbelow(1_000_000)


def deal_number(text: str) -> int:
    """A deal number as an argument."""
    return parse_number(_not_an_option(text))


def depth(text: str) -> int:
    """How deep to count."""
    if not re.fullmatch("[0-9]{1,2}", _not_an_option(text)):
        raise NotationError(f'"{shorten(text)}" is not a depth: they go from 0 to {MAX_DEPTH}.')
    return int(text)


def port(text: str) -> int:
    """A port number as an option."""
    if not re.fullmatch("[0-9]{1,5}", text):
        raise NotationError(f'"{shorten(text)}" is not a port: they go from 1 to 65535, and 0 stands for any free one.')
    return int(text)


def complete_slug(incomplete: str) -> list[tuple[str, str]]:
    """The slugs that a shell may complete a word to, with their titles."""
    return [(slug, game.title) for slug, game in GAMES.items() if slug.startswith(incomplete)]


def _not_an_option(text: str) -> str:
    """The text of an argument that may be negative: -1 is a wrong number, but --jsno a wrong option."""
    if re.match("-[^0-9]", text):
        raise NotationError(f"There is no option {shorten(text)}.")
    return text


def _sessions_of(lines: Iterable[str], where: str) -> Iterator[Session]:
    found = False
    for number, line in enumerate(lines, 1):
        if line.strip():
            found = True
            try:
                yield Session.from_record(line)
            except (NotationError, IllegalMove) as error:
                raise type(error)(f"Line {number} {where}: {error}") from None
    if not found:
        raise NotationError(f"There is no record in the lines {where}.")


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a record can be longer than a file name
        return False
