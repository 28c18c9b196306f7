"""Files that people get: whole or not at all, and never in the place of another one unless somebody agreed."""

import os
import secrets
import shutil
from pathlib import Path

from longwood.files import lasting


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
    with lasting(target, part) as file:
        file.write(text.encode())
        if target.exists():
            shutil.copymode(target, part)
