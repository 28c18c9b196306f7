"""Saving a game: nothing that is there already is lost by it."""

import os
import sys
from pathlib import Path

from longwood.cli.files import write_whole
from longwood.cli.inputs import MAX_LINE, would_be_read_as
from longwood.cli.output import name_words
from longwood.notation import NotationError, Record

FORCE = "--force"


class WouldReplace(Exception):
    """There is something else in the file: the player decides."""


def may_write(file: Path, what: str, *, is_forced: bool) -> bool:
    """Whether something may be written into a file; a person is asked. `NotationError` says why it cannot be.

    To be asked before it is made, because to be told otherwise afterwards would be a pity.
    """
    name, folder = name_words(str(file)), file.parent
    if file.is_dir():
        raise NotationError(f"{name} is a folder: name a file to write {what} into.")
    if not folder.is_dir():
        raise NotationError(f"There is no folder {name_words(str(folder))} to write {what} into.")
    if not os.access(folder, os.W_OK) and not file.exists():
        raise NotationError(f"The folder {name_words(str(folder))} cannot be written to.")
    if is_forced or not file.is_file():
        return True
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise NotationError(f"{name} already exists: choose another name, or replace it with {FORCE}.")
    sys.stderr.write(f"{name} already exists. Replace it? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


class SavedFiles:
    """The files that hold this game alone, and may therefore be written over."""

    def __init__(self, resumed: Path | None = None) -> None:
        self._last = resumed
        self._own = {resumed.resolve()} if resumed else set()

    def save(self, record: Record, name: str = "", *, is_forced: bool = False) -> Path:
        """Write the record to a file, or to the last one without a name; `NotationError` says why not.

        `WouldReplace` if there is another file of that name, unless it is forced.
        """
        meant = would_be_read_as(name)
        if meant:
            raise NotationError(f'"{name_words(name)}" would be read back as {meant}: save it as ./{name_words(name)}.')
        if not name and not self._last:
            raise NotationError("Name a file: save FILE.")
        try:
            path = Path(name).expanduser() if name else self._last
            assert path
            if not is_forced:
                self._check(path)
            write_whole(path, f"{record}\n")
        except (OSError, ValueError, RuntimeError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise NotationError(f"{name_words(name or str(self._last))} cannot be written: {reason}.") from None
        self._last = path
        self._own.add(path.resolve())
        return path

    def _check(self, path: Path) -> None:
        target = path.resolve()
        if not target.is_file():
            return
        if target not in self._own:
            raise WouldReplace(f"{name_words(str(path))} already exists.")
        if _holds_several(target):
            raise WouldReplace(f"{name_words(str(path))} now has several lines.")


def _holds_several(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="surrogateescape") as file:
        # A line that is too long for a record is not ours either.
        lines = iter(lambda: file.readline(MAX_LINE), "")
        return sum(1 for line in lines if line.strip()) > 1
