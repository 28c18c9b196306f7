"""Files that are whole or not there at all: written beside the old one, then renamed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


@contextmanager
def replaced(target: Path, part: Path) -> Iterator[Path]:
    """Let a file that is written beside another one take its place. If that fails, nothing of it stays behind."""
    try:
        yield part
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


@contextmanager
def lasting(target: Path, part: Path) -> Iterator[IO[bytes]]:
    """The same for a file that has to survive a power cut: the old one or the new one is there, whole."""
    with replaced(target, part), part.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    # The new name survives too, where the system can promise that.
    with suppress(OSError):
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
