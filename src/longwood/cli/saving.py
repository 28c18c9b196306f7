"""Saving a game: nothing that is there already is lost by it."""

import os
from pathlib import Path

from longwood.cli.inputs import would_be_read_as
from longwood.cli.output import name_words
from longwood.notation import NotationError, Record


class SavedFiles:
    """The files that hold this game alone, and may therefore be written over."""

    def __init__(self, resumed: Path | None = None) -> None:
        self._last = resumed
        self._own = {resumed.resolve()} if resumed else set()

    def save(self, record: Record, name: str = "") -> Path:
        """Write the record to a file, or to the last one without a name; `NotationError` says why not."""
        meant = would_be_read_as(name)
        if meant:
            raise NotationError(f'"{name_words(name)}" would be read back as {meant}: save it as ./{name_words(name)}.')
        if not name and not self._last:
            raise NotationError("Name a file: save FILE.")
        try:
            path = Path(name).expanduser() if name else self._last
            assert path
            self._write(record, path)
        except (OSError, ValueError, RuntimeError) as error:
            if isinstance(error, NotationError):
                raise
            reason = error.strerror if isinstance(error, OSError) else error
            raise NotationError(f"{name_words(name or str(self._last))} cannot be written: {reason}.") from None
        self._last = path
        self._own.add(path.resolve())
        return path

    def _write(self, record: Record, path: Path) -> None:
        target = path.resolve()  # a link stays a link
        if target.exists():
            if target not in self._own:
                raise NotationError(f"{name_words(str(path))} is there already: choose another name.")
            if _holds_several(target):
                raise NotationError(f"There are several lines in {name_words(str(path))} by now: name another file.")
        # Written beside it first: a full disk must not cost the game that was saved before.
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        file = part.open("x", encoding="ascii")
        try:
            with file:
                file.write(f"{record}\n")
            part.replace(target)
        except OSError:
            part.unlink(missing_ok=True)
            raise


def _holds_several(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="surrogateescape") as file:
        return sum(1 for line in file if line.strip()) > 1
