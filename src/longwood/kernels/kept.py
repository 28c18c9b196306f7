"""Compiled functions on disk. What is damaged there is never run: each file carries the checksum of its contents.

Numba keeps machine code without one: a truncated file raises any of a dozen errors, and a flipped bit may end the whole
process. Here a file that is not what was written counts as missing, is removed, and the function is compiled again.
"""

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core import compiler, serialize

from longwood.files import replaced

MAGIC = b"longwood kernel 1\n"
# Numba has hardly any types.
_result: Any = compiler.CompileResult
_serialize: Any = serialize
_CHECKSUM = hashlib.sha256
_HEAD = len(MAGIC) + _CHECKSUM().digest_size


class KeptCode:
    """Where one function's machine code is kept; what a Numba dispatcher asks before and tells after compiling."""

    cache_path = None
    """Numba asks every cache for it."""

    def __init__(self, folders: Sequence[Path], name: str, meaning: str) -> None:
        """`folders`: the first that has the code is read, the first that can be written gets it."""
        self._folders = folders
        self._name = name
        self._meaning = meaning
        """What the code follows from beside its source, such as its types."""

    def load_overload(self, sig: object, target_context: Any) -> Any:
        """The compiled function; None if there is none that can be trusted."""
        target_context.refresh()
        name = self._file_name(target_context.codegen())
        for folder in self._folders:
            file = folder / name
            payload = read_checked(file)
            if payload is None:
                continue
            try:
                return _result._rebuild(target_context, *pickle.loads(payload))  # noqa: S301  # see read_checked
            except Exception:  # noqa: BLE001  # whatever Numba makes of code that it does not know
                _remove(file)
        return None

    def save_overload(self, sig: object, result: Any) -> None:
        """Keep a compiled function where that can be done; a full disk or a folder that is closed is no error."""
        if result.lifted or result.library.has_dynamic_globals:
            return
        name, payload = self._file_name(result.codegen), None
        for folder in self._folders:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                payload = payload or _serialize.dumps(result._reduce())
                write_checked(folder / name, payload)
            except OSError:
                continue
            return

    def flush(self) -> None:
        """Numba's word for forgetting: nothing here outlives its source."""

    def _file_name(self, codegen: Any) -> str:
        made_by = (self._meaning, codegen.magic_tuple(), sys.version, numba.__version__, llvmlite.__version__)
        return f"{self._name}-{hashlib.sha256(repr(made_by).encode()).hexdigest()[:16]}.kernel"


def read_checked(file: Path) -> bytes | None:
    """What `write_checked` wrote; None if there is nothing. A file with anything else in it is removed."""
    try:
        text = file.read_bytes()
    except OSError:
        return None
    payload = text[_HEAD:]
    if text[:_HEAD] == MAGIC + _CHECKSUM(payload).digest():
        return payload
    _remove(file)
    return None


def write_checked(file: Path, payload: bytes) -> None:
    """Write a file with its checksum. Readers see all of it or nothing, whoever else writes it at the same time."""
    number, name = tempfile.mkstemp(prefix=f"{file.name}.", suffix=".part", dir=file.parent)
    with replaced(file, Path(name)) as part:
        with os.fdopen(number, "wb") as out:
            out.write(MAGIC + _CHECKSUM(payload).digest() + payload)
        # Made for its owner alone, but the next user may read it.
        part.chmod(0o644)


def _remove(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError:  # not ours to remove: it is left aside all the same
        return
