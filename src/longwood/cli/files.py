"""Files that people get: whole or not at all, and never in the place of another one unless somebody agreed."""

import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a file so that the old one or the new one is there, whatever ends the program or the power.

    `OSError` names the file. On a full disk nothing new stays behind.
    """
    try:
        target = path.resolve()  # a link stays a link
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8") as device:  # a pipe or a device is not replaced
                device.write(text)
        else:
            _write_beside(target, text)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from None


def _write_beside(target: Path, text: str) -> None:
    part = target.with_name(f".longwood-{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """The new name survives a power cut too, where the system can promise that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
