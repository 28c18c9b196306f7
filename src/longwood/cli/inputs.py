"""What a command is given: records as an argument, on standard input or in a file, and numbers."""

import os
import re
import secrets
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TextIO
from urllib.parse import unquote

from longwood.cli.output import name_words
from longwood.core.game import AnyGame, Deal
from longwood.core.words import shorten
from longwood.games import GAMES, family_of
from longwood.notation import LINK, NotationError, find_game, parse_record
from longwood.session import IllegalMove, Session

MAX_DEPTH = 99
STANDARD_INPUT = ("-", "/dev/stdin")
_DEAL = re.compile(r"[.:@/\s]")
# A game and the cards that it is given, perhaps with what was played; a line end would begin another record.
_TYPED_DECK = re.compile(r"([a-z0-9,=-]+:)([^/\n]*)((?:/[^\n]*)?)")
# How a byte order mark reads: as UTF-8, and where the encoding knows no more than ASCII.
_BYTE_ORDER_MARKS = ("\ufeff", "\udcef\udcbb\udcbf")


MAX_LINE = 1_000_000
"""The longest line that is read, in characters: a game of more than a hundred thousand moves."""
MAX_TEXT = 100_000_000
"""The longest text that is read as a whole, in characters: a journal of some fifty thousand long games."""


class Opened(NamedTuple):
    """A game to play and where it came from."""

    session: Session
    file: Path | None = None
    """The file that holds this game and no other."""
    is_piped: bool = False
    """Whether the record came from standard input."""
    note: str = ""
    """What the player should know of where it came from."""
    is_resumed: bool = False
    """Whether it is an open game of the journal."""
    day: str = ""
    """The date of the day's deal, if it is that."""
    level: int = 0
    """The level that was chosen."""


class _Source(NamedTuple):
    """Lines that hold a record each, and what to call them."""

    lines: Iterable[str]
    name: str
    path: Path | None = None


def sessions(text: str) -> Iterator[Session]:
    """The games of a record or link, of several on a line each, of standard input (`-`), or of a file."""
    linked, text = of_link(text), typed(text)
    source = None if linked else _source(text)
    if not source:
        yield Session.from_record(linked or text)
        return
    for number, line in _records(source):
        yield _session(source, number, line)


def session_to_play(text: str) -> Opened:
    """The game to play: a random deal of a slug, or the first of the records."""
    linked, text = of_link(text), typed(text)
    name = linked or text
    if game := game_named(name):
        return Opened(Session(game, Deal(random_number())))
    source = None if linked else _source(text)
    if not source:
        return Opened(Session.from_record(name))
    records = _records(source)
    session = _session(source, *next(records))
    if text in STANDARD_INPUT:
        # The lines that follow the record are what is played.
        return Opened(session, is_piped=True)
    count = 1 + sum(1 for _ in records)
    if count > 1:
        return Opened(session, note=f"This is the first of {count} records in {source.name}.")
    return Opened(session, source.path if source.path and source.path.is_file() else None)


def game_named(text: str) -> AnyGame | None:
    """The game that a text names, if it names no more than that; `NotationError` if its options make none."""
    return find_game(text) if re.split("[,.:@/]", text, maxsplit=1)[0] in GAMES and not _DEAL.search(text) else None


def of_link(text: str) -> str | None:
    """The record in a link to a game at the table, and never a file: a link may come from anybody."""
    link = LINK.fullmatch(text)
    return unquote(link[1]) if link else None


def typed(text: str) -> str:
    """A record whose deck is written as people type it, `7s 10H`, as it is written in records: `7STH`."""
    match = _TYPED_DECK.fullmatch(text)
    if not match or re.split("[,:]", text, maxsplit=1)[0] not in GAMES:
        return text
    return match[1] + re.sub(r"\s", "", match[2]).upper().replace("10", "T") + match[3]


def random_number() -> int:
    """A deal number that is easy to tell someone."""
    return secrets.randbelow(1_000_000)


def depth(text: str) -> int:
    """How deep to count."""
    if not re.fullmatch("[0-9]{1,2}", text):
        raise NotationError(f'"{shorten(text)}" is not a depth: they go from 0 to {MAX_DEPTH}.')
    return int(text)


def port(text: str) -> int:
    """A port number as an option."""
    if not re.fullmatch("[0-9]{1,5}", text):
        raise NotationError(f'"{shorten(text)}" is not a port: give one from 1 to 65535, or 0 for any free one.')
    return int(text)


def complete_slug(incomplete: str) -> list[tuple[str, str]]:
    """The slugs that a shell may complete a word to, with their titles; after a comma the options."""
    row, mark, _ = incomplete.partition(",")
    if not mark or row not in GAMES:
        return [(slug, game.title) for slug, game in GAMES.items() if slug.startswith(incomplete)]
    before = incomplete.rpartition(",")[0]
    texts = [(f"{o.name}={c.text}", o.label) for o in family_of(GAMES[row]).options for c in o.choices]
    return [(word, label) for text, label in texts if (word := f"{before},{text}").startswith(incomplete)]


def complete_deal(incomplete: str) -> list[tuple[str, str]]:
    """The beginnings of a record that a shell may complete a word to; the number is the player's choice."""
    return [(f"{slug}.", title) for slug, title in complete_slug(incomplete)]


def would_be_read_as(name: str) -> str:
    """What the name of a file would be taken for as an argument, instead of a file; empty if it would not."""
    if name == "-":
        return "standard input"
    if name.startswith("-"):
        return "an option"
    try:
        if game_named(name):
            return "a game"
        parse_record(name)
    except NotationError:
        return ""
    return "a record"


def _source(text: str) -> _Source | None:
    """Where the records lie; None if the text itself is a record, and `NotationError` if it is nothing at all."""
    if text in STANDARD_INPUT:
        return _Source(bounded_lines(sys.stdin, "standard input"), "standard input")
    if "\n" in text.strip():
        return _Source(text.splitlines(), "the argument")
    try:
        parse_record(text)
    except NotationError:
        if _exists(text):
            return _Source(_file_lines(Path(text)), name_words(text), Path(text))
        if _looks_like_a_path(text):
            # Whoever named a game may have meant a deal of it.
            game = re.match(r"([^,./:@\\]+)\.", text)
            or_else = f", and a deal has a number, as in {game[1]}.1" if game and game[1] in GAMES else ""
            raise NotationError(f"There is no file {name_words(text)}{or_else}.") from None
        raise
    return None


def _records(source: _Source) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, with their numbers."""
    found = False
    try:
        for number, line in enumerate(source.lines, 1):
            for mark in _BYTE_ORDER_MARKS if number == 1 else ():
                line = line.removeprefix(mark)  # noqa: PLW2901
            # What follows a number sign is a comment, as in the lines that `longwood journal export` writes.
            if (of_link(line) and line.strip()) or (line := line.partition("#")[0].strip()):
                found = True
                yield number, line
    except OSError as error:
        raise NotationError(f"{_title(source.name)} cannot be read: {error.strerror or error}.") from None
    if not found:
        raise NotationError(f"There is no record in {source.name}.")


def _session(source: _Source, number: int, line: str) -> Session:
    try:
        return Session.from_record(of_link(line) or typed(line.strip()))
    except (NotationError, IllegalMove) as error:
        raise type(error)(f"Line {number} of {source.name}: {error}") from None


def bounded_lines(file: TextIO, name: str) -> Iterator[str]:
    """The lines of a file; `NotationError` as soon as one is longer than any record."""
    number = 0
    while line := file.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise NotationError(
                f"Line {number} of {name} is longer than {MAX_LINE:,} characters, too long for a record."
            )
        yield line


def bounded_text(name: str) -> str:
    """All of a file, or of standard input (`-`); `NotationError` if it cannot be read or is longer than any journal."""
    try:
        if name in STANDARD_INPUT:
            text = sys.stdin.read(MAX_TEXT + 1)
        else:
            with Path(name).expanduser().open(encoding="utf-8", errors="replace") as file:
                text = file.read(MAX_TEXT + 1)
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise NotationError(f"{name_words(name)} cannot be read: {reason}.") from None
    if len(text) > MAX_TEXT:
        raise NotationError(f"{name_words(name)} is longer than {MAX_TEXT:,} characters, too long for a journal.")
    return text


def _file_lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8", errors="surrogateescape") as file:
        yield from bounded_lines(file, name_words(str(path)))


def _exists(text: str) -> bool:
    """Whether a text that is no record names something to read: a file, a pipe or a device."""
    is_directory = False
    try:
        if not text or not Path(text).exists():
            return False
        is_directory = Path(text).is_dir()
    except PermissionError:
        return True  # reading it will say why not
    except (OSError, ValueError):  # a record can be longer than a file name
        return False
    if is_directory and not _begins_with_a_game(text):
        raise NotationError(f"{_title(name_words(text))} is a directory, not a file of records.")
    return not is_directory


def _looks_like_a_path(text: str) -> bool:
    """Whether a text that is no record was meant as the name of a file."""
    if text[:1] in (".", "/", "~"):
        return True
    # A record, though its game may be mistyped.
    if re.match(r"[^./:@\\]+(\.[0-9]|:[0-9A-Z]|@[a-z0-9]+=)", text):
        return False
    if re.search(r"\.[A-Za-z]\w{0,4}$", text, re.ASCII):
        return True
    return ("/" in text or os.sep in text) and not _begins_with_a_game(text)


def _begins_with_a_game(text: str) -> bool:
    return re.split("[,.:@/]", text, maxsplit=1)[0] in GAMES


def _title(name: str) -> str:
    """A name to begin a sentence with; a file keeps its letters."""
    return "Standard input" if name == "standard input" else name
