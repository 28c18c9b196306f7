"""The request log: a line each, to a file or to standard error."""

import os
from contextlib import suppress

from longwood.web import CannotServe

STANDARD_ERROR = "-"


class RequestLog:
    """Lines at the end of a file. A file that was moved away is begun again, and a full disk stops nobody."""

    def __init__(self, where: str) -> None:
        self._where = where
        try:
            self._file = self._open()
        except OSError as error:
            raise CannotServe(f"The log cannot be written to {where!a}: {error.strerror}.") from None

    def write(self, line: str) -> None:
        """Write a line, if that can be done."""
        with suppress(OSError):
            self._follow()
            os.write(self._file, f"{line}\n".encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        """Write no more."""
        if self._where != STANDARD_ERROR:
            os.close(self._file)

    def _open(self) -> int:
        if self._where == STANDARD_ERROR:
            return 2
        return os.open(self._where, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)

    def _follow(self) -> None:
        """Whoever turns logs over renames the file: what comes next belongs into a new one."""
        if self._where == STANDARD_ERROR:
            return
        try:
            is_same = os.path.samestat(os.stat(self._where), os.fstat(self._file))  # noqa: PTH116
        except FileNotFoundError:
            is_same = False
        if not is_same:
            new = self._open()
            os.close(self._file)
            self._file = new
