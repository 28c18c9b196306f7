"""Where the journal lies, and opening it: a damaged one is moved aside, and each day a copy is made."""

import codecs
import os
import shutil
import sqlite3
import sys
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

from longwood.files import replaced
from longwood.journal import DamagedJournal, JournalError
from longwood.journal.analyses import add_analyses, analyses_of
from longwood.journal.databases import check_file, is_address
from longwood.journal.entries import derived_id
from longwood.journal.store import Journal, now

BACKUPS = 7
"""How many daily copies are kept."""


class OpenedJournal(NamedTuple):
    """A journal, and what the player should know about it."""

    journal: Journal
    note: str = ""


def open_journal(where: str, today: date | None = None) -> OpenedJournal:
    """Open a journal for playing: check it, make today's copy, take in what older versions kept.

    A damaged one is moved aside and a new one begun, which the note says. `JournalError` if there can be none.
    """
    if is_address(where):
        shared = Journal(where)
        shared.tidy()
        return OpenedJournal(shared)
    path = Path(where).expanduser()
    if path.is_dir():
        raise JournalError(f"{path} is a folder: the journal is a file.")
    try:
        # What somebody plays is nobody else's business.
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)
        elif not os.access(path.parent, os.W_OK):
            raise JournalError(f"The journal cannot be opened: the folder {path.parent} may only be read.")
    except OSError as error:
        raise JournalError(f"The journal cannot be kept in {path.parent}: {error.strerror}.") from None
    note = ""
    try:
        check_file(path)
        journal = Journal(path)
    except DamagedJournal:
        note = _moved_words(_move_aside(path), path)
        journal = Journal(path)
    _back_up(journal, path, today or datetime.now(UTC).date())
    take_in_older(journal, path.parent)
    with suppress(JournalError):
        # Without it what was deleted long ago stays a while longer.
        journal.tidy()
    return OpenedJournal(journal, note)


def is_text(path: Path) -> bool:
    """Whether a file holds plain text: then it was named by mistake, and is nobody's damaged journal."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            start = file.read(4096)
        # A letter may be cut in two at the end.
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except (OSError, UnicodeDecodeError):
        return False
    return bool(start) and b"\0" not in start


def backups(path: Path, today: date | None = None) -> list[Path]:
    """The daily copies of a journal, the newest first; last those of days to come, from a clock that was wrong."""
    pattern = f"{path.stem}-[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]{path.suffix}"
    end = backup_of(path, today or datetime.now(UTC).date())
    return sorted(path.parent.glob(pattern), key=lambda file: (file <= end, file), reverse=True)


def backup_of(path: Path, day: date) -> Path:
    """Where the copy of a day is kept."""
    return path.with_name(f"{path.stem}-{day.isoformat()}{path.suffix}")


def _back_up(journal: Journal, path: Path, today: date) -> None:
    """Make the day's copy, unless it is there or there is nothing to copy, and drop those of long ago."""
    target = backup_of(path, today)
    if target.exists() or journal.is_empty:
        return
    try:
        with replaced(target, target.with_name(f".{target.name}.{os.getpid()}.part")) as part:
            part.touch(mode=0o600)
            journal.copy_to(part)
    except (OSError, JournalError):
        # No room for a copy is no reason not to play.
        return
    for old in backups(path, today)[BACKUPS:]:
        with suppress(OSError):
            old.unlink()


def _move_aside(path: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    try:
        path.replace(aside)
        for ending in ("-wal", "-shm"):
            beside = path.with_name(path.name + ending)
            if beside.exists():
                beside.replace(aside.with_name(aside.name + ending))
    except OSError as error:
        raise JournalError(f"The journal is damaged and cannot be moved aside: {error.strerror}.") from None
    return aside


def _moved_words(aside: Path, path: Path) -> str:
    newest = next(iter(backups(path)), None)
    sentence = f"The journal was damaged, so a new one was started; the old file is {aside}."
    if not newest:
        return sentence
    day = newest.stem.removeprefix(f"{path.stem}-")
    return f"{sentence} There is a backup of {day}: longwood journal restore brings its games back."


class Restored(NamedTuple):
    """What a backup brought back."""

    path: Path
    games: int
    new: int


def restore(journal: Journal, source: Path | None = None) -> Restored:
    """Take the games of a backup into the journal; what is there stays as it is.

    If none is named it is the newest that has games which are missing: the newest of all may be of a journal that was
    begun anew.
    """
    if journal.path is None:
        raise JournalError("Backups of a database server are made with its own tools.")
    found = [source] if source else backups(journal.path)
    if not found or not found[0].is_file():
        raise JournalError(f"There is no backup{f' {found[0]}' if found else ' yet'}.")
    readable: Restored | None = None
    problem: JournalError | None = None
    for each in found:
        try:
            done = _restored(journal, journal.path, each)
        except JournalError as error:
            problem = problem or error
            continue
        if done.new:
            return done
        readable = readable or done
    if readable is None:
        assert problem
        raise problem
    return readable


def _restored(journal: Journal, path: Path, found: Path) -> Restored:
    copy = path.with_name(f".{path.stem}-restoring-{os.getpid()}.sqlite")
    try:
        # Opened as a copy: reading a backup must not change it.
        shutil.copyfile(found, copy)
        check_file(copy)
        with Journal(copy) as other:
            entries = other.entries(other.player(), limit=None)
            settings = other.settings(other.player())
            analyses = analyses_of(other, other.player())
    except DamagedJournal:
        raise JournalError(f"The backup {found} is damaged.") from None
    except (OSError, sqlite3.Error) as error:
        raise JournalError(f"The backup {found} cannot be read: {error}.") from None
    finally:
        for part in copy.parent.glob(f"{copy.name}*"):
            part.unlink(missing_ok=True)
    player = journal.player()
    journal.drop_senseless(player, [entry.id for entry in entries])
    new = journal.add(player, entries)
    add_analyses(journal, player, analyses)
    journal.choose(player, {name: value for name, value in settings.items() if name not in journal.settings(player)})
    return Restored(found, len(entries), new)


def older_games(folder: Path) -> list[Path]:
    """The files in which versions before the journal kept interrupted games."""
    try:
        return sorted((folder / "interrupted").glob("*.txt"))
    except OSError:
        return []


def take_in_older(journal: Journal, folder: Path) -> int:
    """Take interrupted games of older versions into the journal; a file goes once its game is there."""
    from longwood.journal.exchange import entry_of

    taken = 0
    for file in older_games(folder):
        if _is_played(file):
            continue
        try:
            record = file.read_text(encoding="utf-8").strip()
            when = int(file.stat().st_mtime * 1000)
            id = derived_id(record, when)
            entry = entry_of({"record": record, "id": id}, min(when, now()))
            journal.add(journal.player(), [entry])
        except (OSError, UnicodeError, JournalError):
            continue  # it stays where it is
        taken += 1
        for path in (file, file.with_suffix(".lock")):
            with suppress(OSError):
                path.unlink(missing_ok=True)
    return taken


def _is_played(file: Path) -> bool:
    """Whether an older version still plays the game of a file: such a one holds a lock."""
    lock = file.with_suffix(".lock")
    if sys.platform == "win32" or not lock.exists():
        return False
    import fcntl

    try:
        with lock.open() as held:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
