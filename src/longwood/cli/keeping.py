"""Games under way, kept on disk until the player has their record: a closed terminal or a crash loses none."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from longwood.cli.files import write_whole
from longwood.notation import Record

# Windows has no such locks: there every kept game counts as interrupted.
if sys.platform != "win32":
    import fcntl


def data_folder() -> Path:
    """The user's folder for what must not be lost; `RuntimeError` for a user without a home."""
    if sys.platform == "win32":
        place = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        place = "~/Library/Application Support"
    else:
        place = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(place).expanduser() / "longwood"


class KeptGame:
    """The file of one game under way. It is there from the first `keep` until `forget`."""

    def __init__(self) -> None:
        self.path: Path | None = None
        """Where the game is kept; None while it is not."""
        self._lock: IO[str] | None = None

    def keep(self, record: Record) -> None:
        """Write the game as it stands now; `OSError` or `RuntimeError` if that cannot be."""
        path = self.path
        if path is None:
            folder = _folder()
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{time.time_ns():020}-{os.getpid()}.txt"
            self._lock = _locked(path)
        try:
            write_whole(path, f"{record}\n")
        except OSError:
            if self.path is None:
                self._unlock(path)
            raise
        self.path = path

    def forget(self) -> None:
        """The player has the record: it need not be kept any longer."""
        if self.path:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)
            self._unlock(self.path)
            self.path = None

    def _unlock(self, path: Path) -> None:
        if self._lock:
            with suppress(OSError):
                _lock_path(path).unlink(missing_ok=True)
            self._lock.close()
            self._lock = None


def interrupted_games() -> list[Path]:
    """The kept games that no program plays any more, the last one first."""
    try:
        files = sorted(_folder().glob("*.txt"), reverse=True)
    except (OSError, RuntimeError):
        return []
    return [file for file in files if not _is_played(file)]


def drop(file: Path) -> None:
    """Remove an interrupted game that somebody has resumed."""
    for path in (file, _lock_path(file)):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _folder() -> Path:
    return data_folder() / "interrupted"


def _lock_path(file: Path) -> Path:
    return file.with_suffix(".lock")


def _locked(file: Path) -> IO[str] | None:
    """A lock that ends with this program, however it ends."""
    if sys.platform == "win32":
        return None
    lock = _lock_path(file).open("w")
    with suppress(OSError):  # some network file systems have none
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return lock


def _is_played(file: Path) -> bool:
    if sys.platform == "win32" or not _lock_path(file).exists():
        return False
    try:
        with _lock_path(file).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
