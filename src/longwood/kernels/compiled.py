"""How kernels are compiled. Only kernel modules import this: Numba takes its time to load."""

import hashlib
import inspect
import os
import re
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., object])

# Numbers of a fixed size. Kernels mix them with indices and array elements as C would, which no type checker follows.
u8: Any = np.uint8
u32: Any = np.uint32
u64: Any = np.uint64
i64: Any = np.int64

_types: Any = numba.types
_settings: Any = numba.config
_settings_lock = RLock()


def compiled(signature: str) -> Callable[[F], F]:
    """Compile a function for exactly these types when its module is imported, or load it from the cache on disk.

    The types are Numba's, or names of the function's own module such as that of a `record`.

    Numba's own cache knows when the function's file changes, not when another file does whose functions it calls. So
    every state of the sources has a folder of its own. Where none can be written, each process compiles for itself.
    """
    return _compiled(signature, counts=True)


def borrowing(signature: str) -> Callable[[F], F]:
    """As `compiled`, for a function that makes no array and returns none: it works on what its caller holds.

    So nobody counts who holds which array. Searches take a third to a half less time for it, and a `record` of arrays
    costs nothing: with counting, each field that is read is counted up and down again. Numba refuses what makes one.
    """
    return _compiled(signature, counts=False)


def _compiled(signature: str, *, counts: bool) -> Callable[[F], F]:
    def compile_(function: F) -> F:
        folder = _folder(Path(inspect.getfile(function)))
        types = eval(signature, function.__globals__, vars(_types))  # noqa: S307  # written in the source
        with _settings_lock:
            before = _settings.CACHE_DIR
            _settings.CACHE_DIR = folder
            try:
                return cast("F", numba.njit(types, cache=folder != "", nogil=True, _nrt=counts)(function))
            finally:
                _settings.CACHE_DIR = before

    return compile_


def record(name: type[NamedTuple], *fields: Any) -> Any:
    """The type of a record of arrays (or numbers), by the types of its fields: kernels take it as one argument."""
    types = [eval(f, {}, vars(_types)) if isinstance(f, str) else f for f in fields]  # noqa: S307  # in the source
    return _types.NamedTuple(types, name)


@cache
def _folder(file: Path) -> str:
    """Where the compiled functions of a file are kept; "" if nowhere."""
    stamp = hashlib.sha256(b"\0".join([source.read_bytes() for source in sources(file)])).hexdigest()[:16]
    with _settings_lock:
        chosen = _settings.CACHE_DIR
    for place in [Path(chosen)] if chosen else [file.parent / "__pycache__", _home()]:
        folder = place / f"{file.stem}-{stamp}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return str(folder)
        except OSError:
            continue
    return ""


def sources(file: Path) -> list[Path]:
    """A kernel's file and those with kernels that it takes anything from, in the order of their names."""
    found, waiting = {file}, [file]
    while waiting:
        text = waiting.pop().read_text(encoding="utf-8")
        for name in re.findall(r"^from longwood\.(kernels\.\w+|games\.\w+\.solver\.\w+) import", text, re.MULTILINE):
            *folders, module = name.split(".")
            source = _PACKAGE.joinpath(*folders, f"{module}.py")
            if not source.exists():
                source = file.with_name(f"{module}.py")
            if source not in found:
                found.add(source)
                waiting.append(source)
    return sorted(found)


_PACKAGE = Path(__file__).parents[1]


def _home() -> Path:
    """The user's folder for what can be made again."""
    if sys.platform == "win32":
        place = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        place = "~/Library/Caches"
    else:
        place = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        return Path(place).expanduser() / "longwood"
    except RuntimeError:  # a user without a home
        return Path(os.devnull)
