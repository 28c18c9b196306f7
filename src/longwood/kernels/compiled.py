"""How kernels are compiled. Only kernel modules import this: Numba takes its time to load."""

import hashlib
import inspect
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.typeinfer import register_dispatcher
from numba.extending import register_jitable

from longwood.kernels.kept import KeptCode
from longwood.kernels.records import signature_of

F = TypeVar("F", bound=Callable[..., object])

# Numbers of a fixed size. Kernels mix them with indices and array elements as C would, which no type checker follows.
u8: Any = np.uint8
u32: Any = np.uint32
u64: Any = np.uint64
i64: Any = np.int64

_njit: Any = numba.njit
_settings: Any = numba.config


def compiled(signature: str, *records: type, inline: bool = False) -> Callable[[F], F]:
    """Compile a function for exactly these types when its module is imported, or load it from the disk.

    Records that the signature names are given after it (`kernels/records.py`). All their arrays would be handed over at
    each call, which takes its time: a function that takes one becomes part of each kernel that calls it. So does any
    other if that is asked for.

    What is kept on disk depends on the function's file and on those whose functions it calls: every state of the
    sources has a folder of its own. Where none can be written, each process compiles for itself.
    """
    return _compiled(signature, records, counts=True, inline=inline or bool(records))


def borrowing(signature: str, *records: type, inline: bool = False) -> Callable[[F], F]:
    """As `compiled`, for a function that makes no array and returns none: it works on what its caller holds.

    So nobody counts who holds which array. Searches take a quarter to a half less time for it, and a record costs
    nothing: with counting, each field that is read is counted up and down again. Numba refuses to make an array here.
    With `inline` it is always made part of the kernels that call it, so that nothing is handed over either.
    """
    return _compiled(signature, records, counts=False, inline=inline)


def _compiled(signature: str, records: tuple[type, ...], *, counts: bool, inline: bool) -> Callable[[F], F]:
    types = signature_of(signature, records)

    def compile_(function: F) -> F:
        dispatcher: Any = _njit(nogil=True, forceinline=inline, _nrt=counts)(function)
        if not _settings.DISABLE_JIT:
            # As numba.njit does with a signature, but with a cache that checks what it reads.
            name = f"{function.__qualname__}-{function.__code__.co_firstlineno}"
            dispatcher._cache = KeptCode(_folders(Path(inspect.getfile(function))), name, signature)
            with register_dispatcher(dispatcher):
                dispatcher.compile(types)
            dispatcher.disable_compile()
        return cast("F", dispatcher)

    return compile_


def inlined(function: F) -> F:
    """A small function or a step of a kernel, for any types: part of the kernels that call it, and plain Python else.

    As with `borrowing` it makes no array. It is not kept on disk, because its callers are.
    """
    return register_jitable(forceinline=True, _nrt=False)(function)


@cache
def _folders(file: Path) -> list[Path]:
    """Where the compiled functions of a file may be kept, the best place first."""
    stamp = hashlib.sha256(b"\0".join([source.read_bytes() for source in sources(file)])).hexdigest()[:16]
    chosen = _settings.CACHE_DIR
    places = [Path(chosen)] if chosen else [file.parent / "__pycache__", *_home()]
    return [place / f"{file.stem}-{stamp}" for place in places]


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


def _home() -> list[Path]:
    """The user's folder for what can be made again; none for a user without a home."""
    if sys.platform == "win32":
        place = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        place = "~/Library/Caches"
    else:
        place = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        return [Path(place).expanduser() / "longwood"]
    except RuntimeError:
        return []
